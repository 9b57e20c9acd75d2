"""Reports as JSON Lines: the public contract of `auditor check --json`, and what the pages give as JSON.

One object a line, told apart by `kind`: `hand`, `rejected`, `skipped`, then `file`, once a file; behind all of them
`across`, what was found across hands; and last, once, `summary`. Amounts are integers in the smallest unit of the hand,
`unit.minor` decimals of its currency. `schema/report.schema.json` is made from these classes, field by field with what
it means.
"""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from auditor.engine.findings import Beside, Finding, Report
from auditor.engine.hand import Hand
from auditor.formats.limits import SEATS
from auditor.formats.settled import Seat, SettlementRow, settlement_row

Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(pattern="^[A-Z][0-9]{3}$", description="The permanent code of a rule.")]
Place = Annotated[int, Meta(ge=0, description="The index of an event of the hand, from 0.")]
Line = Annotated[int, Meta(ge=1, description="The line in the decoded file, from 1.")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of the canonical hand.")]
File = Annotated[str, Meta(description="The path as it was given; `-` is standard input.")]
More = Annotated[
    int, Meta(ge=0, description="For how many more of its rule it stands that are not listed; left out where for none.")
]
GradeWord = Literal["fault", "violation", "irregular"]
StatusWord = Literal["stated", "assumed", "hedged"]
# The engine's words as this contract has them.
GRADES: Final[dict[str, GradeWord]] = {"fault": "fault", "violation": "violation", "irregular": "irregular"}
STATUSES: Final[dict[str, StatusWord]] = {"stated": "stated", "assumed": "assumed", "hedged": "hedged"}
Number = Annotated[str, Meta(description="The room's hand number; null where it has none.")]


class UnitRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What amounts are counted in: `currency` is an ISO code, `chips` or empty; one is 10 ** -minor of it."""

    currency: str
    minor: Annotated[int, Meta(ge=0, le=8)]


class FindingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One difference between the log and the law. `seat` is null where it is nobody's in the hand, `street` before the
    cards, `line` where the log has none for it. `status` is how firmly the house has the clause. Of a hand with more
    than a thousand the first thousand are listed, and one of each rule that has more, which says how many: `more`.
    """

    code: Code
    grade: GradeWord
    event: Place
    line: Line | None
    street: Annotated[int, Meta(ge=3, le=7)] | None
    seat: Seat | None
    logged: str
    lawful: str
    amount: Annotated[int, Meta(description="What moved wrongly, in the smallest unit; null if no money moved.")] | None
    clause: str
    status: StatusWord
    readings: Annotated[
        list[str], Meta(description="Readings of a clause under which it does not stand; with any, it is contested.")
    ]
    more: More = 0


class UnverifiableRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A rule that could not be judged at an event, because the log lacks what it needs. Listed as findings are."""

    code: Code
    event: Place
    more: More = 0


class BesideRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What another reading of one clause says: findings that are there under it alone, or are told otherwise, and what
    should have been paid then; null where that is the same.
    """

    reading: Annotated[str, Meta(description="The parameter and its value, such as `cap.scope = per_player`.")]
    sentence: Annotated[str, Meta(description="How the clause is read then.")]
    findings: list[FindingRow]
    settlement: SettlementRow | None


class HandRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="hand"
):
    """A hand that was audited, under `house`. `read_as`, where somebody chose readings of its clauses, and `beside`, of
    those that were not chosen, are left out where there are none; so are `name_notes`, on players' names that look
    alike, mix scripts or hold what is not seen.
    """

    file: File
    hand: Number | None
    game: Literal["stud", "stud8", "razz"]
    house: str
    digest: Digest
    unit: UnitRow
    findings: list[FindingRow]
    unverifiable: list[UnverifiableRow]
    settlement: SettlementRow
    beside: list[BesideRow] = []
    read_as: list[str] = []
    name_notes: list[str] = []


class RejectedRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="rejected"):
    """A stretch of text, or a whole file, that could not be audited as a hand, and why."""

    file: File
    hand: Number | None
    line: Line
    reason: str


class SkippedRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="skipped"):
    """A hand of a game that is not audited, `game` as the log names it."""

    file: File
    game: str


class FileRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="file"):
    """A file, or a file in an archive, after the rows of its hands: hands = audited + rejected + all that were skipped.
    `format` and `encoding` are null where no hand can be read from it; it then counts as one rejected hand.
    """

    file: File
    format: Annotated[str, Meta(description="What kind of log it is.")] | None
    encoding: Annotated[str, Meta(description="How its bytes were read.")] | None
    notes: Annotated[list[str], Meta(description="What is odd about it.")]
    hands: Count
    audited: Count
    rejected: Count
    skipped: Annotated[dict[str, Count], Meta(description="How many hands of each game that is not audited.")]
    findings: Annotated[int, Meta(ge=0, description="All, those that are not listed included.")]


class StandingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A hand where it stands: its first line."""

    file: File
    line: Line
    hand: Number | None


class AcrossRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="across"):
    """What was found on a hand against an earlier one of its table, which is null where it is in this hand alone."""

    file: File
    line: Line
    hand: Number | None
    earlier: StandingRow | None
    house: str
    unit: UnitRow
    code: Code
    grade: GradeWord
    seat: Seat | None
    logged: str
    lawful: str
    amount: Annotated[int, Meta(description="By how much a stack changed, in the smallest unit; else null.")] | None
    clause: str
    status: StatusWord


class SummaryRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="summary"
):
    """The last row, once: hands = audited + rejected + skipped over all files, and all findings in hands; those across
    hands are `across`, which is left out where there are none.
    """

    file: None
    hands: Count
    audited: Count
    rejected: Count
    skipped: Count
    findings: Annotated[int, Meta(ge=0, description="All, those that are not listed included.")]
    across: Count = 0


Row = HandRow | RejectedRow | SkippedRow | FileRow | AcrossRow | SummaryRow


def hand_row(
    file: str, hand: Hand, report: Report, read_as: Sequence[str] = (), name_notes: Sequence[str] = ()
) -> HandRow:
    """The row of a hand and its report; `read_as` names the readings that were chosen."""
    return HandRow(
        file,
        hand.number,
        hand.game.value,
        report.house_name,
        report.hand_digest,
        UnitRow(hand.unit.currency, hand.unit.minor),
        [finding_row(finding) for finding in report.findings],
        [UnverifiableRow(each.code, each.event, each.more) for each in report.unverifiable],
        settlement_row(report, report.settlement),
        [beside_row(report, each) for each in report.beside],
        list(read_as),
        list(name_notes),
    )


def finding_row(finding: Finding) -> FindingRow:
    """The row of a finding."""
    return FindingRow(
        finding.code,
        GRADES[finding.grade],
        finding.event,
        finding.line or None,
        finding.street if 3 <= finding.street <= 7 else None,
        finding.seat if 0 < finding.seat <= SEATS else None,
        finding.logged,
        finding.lawful,
        finding.amount,
        finding.clause,
        STATUSES[finding.status],
        list(finding.readings),
        finding.more,
    )


def line_of_json(row: Struct) -> bytes:
    """The row as one line of JSON in UTF-8, line end included."""
    try:
        return _ENCODER.encode(row) + b"\n"
    except UnicodeEncodeError:
        # Half a character, as of a file name that is no UTF-8: JSON cannot carry it.
        plain = json.dumps(msgspec.to_builtins(row), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace") + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of a row."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Row)}


_ENCODER: Final = msgspec.json.Encoder()


def beside_row(report: Report, beside: Beside) -> BesideRow:
    """The row of what another reading says of the hand of a report."""
    other = beside.settlement
    settlement = None if other is None else settlement_row(report, other)
    return BesideRow(beside.reading, beside.sentence, [finding_row(each) for each in beside.findings], settlement)
