"""Reports as JSON Lines: the public contract of `auditor check --json`, and what the pages give as JSON.

One object a line, told apart by `kind`: `hand`, `rejected`, `skipped`, then `file`, once a file; and last, once,
`summary`. Amounts are integers
in the smallest unit of the hand, `unit.minor` decimals of its currency. `schema/report.schema.json` is made from these
classes, field by field with what it means.
"""

import json
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.settlement import PotAward, SeatAccount, Settlement
from auditor.formats.limits import SEATS

Chips = Annotated[int, Meta(description="Chips in the smallest unit; below zero only where the log itself has such.")]
Difference = Annotated[int, Meta(description="Logged less lawful, in the smallest unit; null where either is unknown.")]
Count = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=1, le=11, description="The number of a seat.")]
Code = Annotated[str, Meta(pattern="^[A-Z][0-9]{3}$", description="The permanent code of a rule.")]
Place = Annotated[int, Meta(ge=0, description="The index of an event of the hand, from 0.")]
Line = Annotated[int, Meta(ge=1, description="The line in the decoded file, from 1.")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of the canonical hand.")]
File = Annotated[str, Meta(description="The path as it was given; `-` is standard input.")]
Number = Annotated[str, Meta(description="The room's hand number; null where it has none.")]


class UnitRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What amounts are counted in: `currency` is an ISO code, `chips` or empty; one is 10 ** -minor of it."""

    currency: str
    minor: Annotated[int, Meta(ge=0, le=8)]


class FindingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One difference between the log and the law. `seat` is null where it is nobody's in the hand, `street` before the
    cards, `line` where the log has none for it. `status` is how firmly the house has the clause.
    """

    code: Code
    grade: Literal["fault", "violation", "irregular"]
    event: Place
    line: Line | None
    street: Annotated[int, Meta(ge=3, le=7)] | None
    seat: Seat | None
    logged: str
    lawful: str
    amount: Annotated[int, Meta(description="What moved wrongly, in the smallest unit; null if no money moved.")] | None
    clause: str
    status: Literal["stated", "assumed", "hedged"]
    readings: Annotated[list[str], Meta(description="Other readings of the clause under which it vanishes.")]


class UnverifiableRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rule that could not be judged at an event, because the log lacks what it needs."""

    code: Code
    event: Place


class ShareRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a seat should get from a pot or half of it, net of rake; `odd` is how much of it is odd chips."""

    half: Literal["whole", "high", "low"]
    seat: Seat
    amount: int
    odd: int


class PotRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A pot, main first: gross of rake, after uncalled bets went back. No shares where unseen cards decide it."""

    amount: Chips
    eligible: list[Seat]
    shares: list[ShareRow]


class SeatRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a seat put in (uncalled bets taken off), should have been paid, and was; null where that is not known."""

    seat: Seat
    player: str
    put_in: Chips
    lawful: int | None
    logged: int | None
    difference: Difference | None


class RakeRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the house should have taken, and took; null where that is not known."""

    lawful: int | None
    logged: int | None
    difference: Difference | None


class SettlementRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What should have been paid. Where all differences are known, those of the seats and the rake sum to zero."""

    pots: list[PotRow]
    seats: list[SeatRow]
    rake: RakeRow


class HandRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="hand"):
    """A hand that was audited, under `house`."""

    file: File
    hand: Number | None
    game: Literal["stud", "stud8", "razz"]
    house: str
    digest: Digest
    unit: UnitRow
    findings: list[FindingRow]
    unverifiable: list[UnverifiableRow]
    settlement: SettlementRow


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
    notes: Annotated[list[str], Meta(description="What is odd about its bytes.")]
    hands: Count
    audited: Count
    rejected: Count
    skipped: Annotated[dict[str, Count], Meta(description="How many hands of each game that is not audited.")]
    findings: Count


class SummaryRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="summary"):
    """The last row, once: hands = audited + rejected + skipped over all files, and all findings."""

    file: None
    hands: Count
    audited: Count
    rejected: Count
    skipped: Count
    findings: Count


Row = HandRow | RejectedRow | SkippedRow | FileRow | SummaryRow


def hand_row(file: str, hand: Hand, report: Report) -> HandRow:
    """The row of a hand and its report."""
    return HandRow(
        file,
        hand.number,
        hand.game.value,
        report.house_name,
        report.hand_digest,
        UnitRow(hand.unit.currency, hand.unit.minor),
        [finding_row(finding) for finding in report.findings],
        [UnverifiableRow(each.code, each.event) for each in report.unverifiable],
        settlement_row(report.settlement),
    )


def finding_row(finding: Finding) -> FindingRow:
    """The row of a finding."""
    return FindingRow(
        finding.code,
        finding.grade,  # type: ignore[arg-type] # the engine's words; a test holds them against these
        finding.event,
        finding.line or None,
        finding.street if 3 <= finding.street <= 7 else None,
        finding.seat if 0 < finding.seat <= SEATS else None,
        finding.logged,
        finding.lawful,
        finding.amount,
        finding.clause,
        finding.status,  # type: ignore[arg-type]
        list(finding.readings),
    )


def settlement_row(settlement: Settlement) -> SettlementRow:
    """The rows of what should have been paid."""
    rake = RakeRow(settlement.rake_lawful, settlement.rake_logged, settlement.rake_difference)
    return SettlementRow([_pot(pot) for pot in settlement.pots], [_seat(each) for each in settlement.seats], rake)


def line_of_json(row: Row) -> bytes:
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


def _pot(pot: PotAward) -> PotRow:
    shares = [ShareRow(share.half, share.seat, share.amount, share.odd) for share in pot.shares]  # type: ignore[arg-type]
    return PotRow(pot.amount, list(pot.eligible), shares)


def _seat(account: SeatAccount) -> SeatRow:
    return SeatRow(account.seat, account.player, account.put_in, account.lawful, account.logged, account.difference)
