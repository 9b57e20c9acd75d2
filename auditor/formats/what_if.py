"""A hand under two houses (sets of rules), as JSON Lines: the public contract of `auditor whatif --json`, and the JSON
of the page that compares two houses.

Each hand is one `whatif` row; the other rows are those of `auditor.formats.report`. `schema/what-if.schema.json` is
made from these classes.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.what_if import Due, Pair, WhatIf
from auditor.formats.report import (
    BesideRow,
    Digest,
    File,
    FileRow,
    FindingRow,
    Number,
    RejectedRow,
    SkippedRow,
    SummaryRow,
    UnitRow,
    UnverifiableRow,
    beside_row,
    finding_row,
)
from auditor.formats.settled import Seat, SettlementRow, settlement_row

Sensitive = Annotated[bool, Meta(description="Whether the two houses differ.")]


class PairRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One finding under each of the two houses. `first` or `second` is null if that house has no such finding."""

    house_sensitive: Sensitive
    first: FindingRow | None
    second: FindingRow | None


class DueRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The correct payment of a seat under each house; a payment that is not known is null. A row without a seat is the
    rake.
    """

    house_sensitive: Sensitive
    seat: Seat | None
    player: str
    first: int | None
    second: int | None


class UnderRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The results of a hand under one of the two houses, apart from the findings: the house, the rules that are not
    verifiable, the correct payments, and the results if a clause is understood in another way (`beside`).
    """

    house: str
    house_digest: Digest
    unverifiable: list[UnverifiableRow]
    settlement: SettlementRow
    beside: list[BesideRow]


class WhatIfRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="whatif"):
    """A hand under two houses. `house_sensitive` is true if a finding or a payment differs between the houses."""

    file: File
    hand: Number | None
    game: Literal["stud", "stud8", "razz"]
    digest: Digest
    unit: UnitRow
    house_sensitive: Sensitive
    findings: list[PairRow]
    due: list[DueRow]
    first: UnderRow
    second: UnderRow


Row = WhatIfRow | RejectedRow | SkippedRow | FileRow | SummaryRow


def what_if_row(file: str, hand: Hand, what_if: WhatIf) -> WhatIfRow:
    return WhatIfRow(
        file,
        hand.number,
        hand.game.value,
        what_if.first.hand_digest,
        UnitRow(hand.unit.currency, hand.unit.minor),
        what_if.house_sensitive,
        [_pair(each) for each in what_if.findings],
        [_due(each) for each in what_if.due],
        _under(what_if.first),
        _under(what_if.second),
    )


def schema() -> dict[str, Any]:
    """Returns the JSON Schema of the rows that `auditor whatif --json` writes."""
    return {"$schema": _DRAFT, **msgspec.json.schema(Row)}


_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def _pair(pair: Pair) -> PairRow:
    return PairRow(pair.house_sensitive, _finding(pair.first), _finding(pair.second))


def _finding(finding: Finding | None) -> FindingRow | None:
    return None if finding is None else finding_row(finding)


def _due(due: Due) -> DueRow:
    return DueRow(due.house_sensitive, due.seat or None, due.player, due.first, due.second)


def _under(report: Report) -> UnderRow:
    return UnderRow(
        report.house_name,
        report.house_digest,
        [UnverifiableRow(each.code, each.event, each.more) for each in report.unverifiable],
        settlement_row(report, report.settlement, report.transfers),
        [beside_row(report, each) for each in report.beside],
    )
