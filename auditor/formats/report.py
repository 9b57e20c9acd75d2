"""Reports as JSON Lines: the public contract of `auditor check --json`, and the JSON of the pages.

Each line is one object, and its `kind` names its form: `hand`, `rejected`, `skipped`, then one `file` for each file;
after all files `across`, the cross-hand findings; and last one `summary`. Amounts are integers in the smallest unit of
the hand, `unit.minor` decimals of its currency. `schema/report.schema.json` is made from these classes and their
descriptions.
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
File = Annotated[str, Meta(description="The path as the caller wrote it; `-` is standard input.")]
More = Annotated[int, Meta(ge=0, description="How many more of the same rule are not listed; left out if none.")]
GradeWord = Literal["fault", "violation", "irregular"]
StatusWord = Literal["stated", "assumed", "hedged"]
# The engine's words as this contract has them.
GRADES: Final[dict[str, GradeWord]] = {"fault": "fault", "violation": "violation", "irregular": "irregular"}
STATUSES: Final[dict[str, StatusWord]] = {"stated": "stated", "assumed": "assumed", "hedged": "hedged"}
Number = Annotated[str, Meta(description="The room's hand number; null where it has none.")]


class UnitRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The unit of all amounts: 10 ** -minor of the `currency`, which is an ISO code, `chips` or empty."""

    currency: str
    minor: Annotated[int, Meta(ge=0, le=8)]


class FindingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One difference between the log and the law. `seat` is null if no seat of the hand is concerned, `street` before
    the cards, `line` if the log has no line for it. `status` is how certain the clause of the house is. Each hand lists
    its first thousand findings, then one for each rule that has `more`.
    """

    code: Code
    grade: GradeWord
    event: Place
    line: Line | None
    street: Annotated[int, Meta(ge=3, le=7)] | None
    seat: Seat | None
    logged: str
    lawful: str
    amount: Annotated[int, Meta(description="Money moved wrongly, in the smallest unit; null if none moved.")] | None
    clause: str
    status: StatusWord
    readings: Annotated[
        list[str], Meta(description="Readings of a clause that remove the finding; with any, it is contested.")
    ]
    more: More = 0


class UnverifiableRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A rule that could not be judged at an event, because the log lacks a fact. Listed as findings are."""

    code: Code
    event: Place
    more: More = 0


class BesideRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The result under another reading of one clause: the findings that are new or different under it, and the
    settlement; null if the settlement is the same.
    """

    reading: Annotated[str, Meta(description="The parameter and its value, such as `cap.scope = per_player`.")]
    sentence: Annotated[str, Meta(description="The clause as this reading has it, in words.")]
    findings: list[FindingRow]
    settlement: SettlementRow | None


class HandRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="hand"
):
    """A hand that was audited, under `house`. `read_as` lists the readings of its clauses that a person chose, `beside`
    the results under readings that nobody chose, `name_notes` names that look alike, mix scripts or have invisible
    letters. Each is left out if it is empty.
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
    """A stretch of text, or a whole file, that could not be audited as a hand, and the reason."""

    file: File
    hand: Number | None
    line: Line
    reason: str


class SkippedRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="skipped"):
    """A hand of a game that is not audited, `game` as the log names it."""

    file: File
    game: str


class FileRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="file"):
    """A file, or a file in an archive, after the rows of its hands: hands = audited + rejected + all skipped ones.
    `format` and `encoding` are null if no hand can be read from it; it then counts as one rejected hand.
    """

    file: File
    format: Annotated[str, Meta(description="The format of the log.")] | None
    encoding: Annotated[str, Meta(description="The encoding used for its bytes.")] | None
    notes: Annotated[list[str], Meta(description="Notes on the file for its sender.")]
    hands: Count
    audited: Count
    rejected: Count
    skipped: Annotated[dict[str, Count], Meta(description="How many hands of each game that is not audited.")]
    findings: Annotated[int, Meta(ge=0, description="All, those that are not listed included.")]


class StandingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The place of a hand: its file and first line."""

    file: File
    line: Line
    hand: Number | None


class AcrossRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="across"):
    """A cross-hand finding: a hand contradicts an `earlier` one of its table, or itself if `earlier` is null."""

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
    amount: Annotated[int, Meta(description="The change of a stack, in the smallest unit; else null.")] | None
    clause: str
    status: StatusWord


class SummaryRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="summary"
):
    """The last row: hands = audited + rejected + skipped over all files, and `findings` in single hands. `across` is
    the number of cross-hand findings, left out if there are none.
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
    """The row of the result under another reading, for the hand of a report."""
    other = beside.settlement
    settlement = None if other is None else settlement_row(report, other)
    return BesideRow(beside.reading, beside.sentence, [finding_row(each) for each in beside.findings], settlement)
