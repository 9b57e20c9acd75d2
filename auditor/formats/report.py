"""Reports as JSON Lines: the public contract of `auditor check --json`, and the JSON of the pages.

Each line is one object, called a row, and its `kind` names the kind of row. Each hand is one row: `hand`, `rejected` or
`skipped`. After the hands of a file comes one `file` row. After all files come the `across` rows, which are the
cross-hand findings, and one `summary` row at the end. Amounts are integers in the smallest unit of the hand;
`unit.minor` is the number of decimals. `schema/report.schema.json` is made from these classes and their descriptions.
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
from auditor.formats.unread import UnreadRow, unread_rows

# The version of this JSON form. Version 2 added the lines that no reader understood. Version 3 added the severity and
# the certainty of findings, and the status `universal`.
VERSION: Final = 3

Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(pattern="^[A-Z][0-9]{3}$", description="The permanent code of a rule.")]
Place = Annotated[int, Meta(ge=0, description="The index of an event of the hand, from 0.")]
Line = Annotated[int, Meta(ge=1, description="The number of the line in the file. The first line is 1.")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of the canonical hand.")]
File = Annotated[str, Meta(description="The path as the caller wrote it; `-` is standard input.")]
More = Annotated[
    int,
    Meta(
        ge=0,
        description="The number of further findings of this rule that are not listed. The field is absent"
        " if there are none.",
    ),
]
GradeWord = Literal["fault", "violation", "irregular"]
SeverityWord = Literal["money", "integrity", "log", "play", "procedure"]
CertaintyWord = Literal["stated", "likely", "assumed", "contested"]
StatusWord = Literal["stated", "universal", "assumed", "hedged"]
# The grades of findings: the word in the engine, and the word in this JSON.
GRADES: Final[dict[str, GradeWord]] = {"fault": "fault", "violation": "violation", "irregular": "irregular"}
STATUSES: Final[dict[str, StatusWord]] = {
    "stated": "stated", "universal": "universal", "assumed": "assumed", "hedged": "hedged"
}  # fmt: skip
SEVERITIES: Final[dict[str, SeverityWord]] = {
    "money": "money", "integrity": "integrity", "log": "log", "play": "play", "procedure": "procedure"
}  # fmt: skip
CERTAINTIES: Final[dict[str, CertaintyWord]] = {
    "stated": "stated", "likely": "likely", "assumed": "assumed", "contested": "contested"
}  # fmt: skip
Number = Annotated[str, Meta(description="The room's hand number; null if there is none.")]


class UnitRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The unit of all amounts is 10 ** -minor of `currency`. `currency` is an ISO code, the word `chips`, or empty."""

    currency: str
    minor: Annotated[int, Meta(ge=0, le=8)]


class FindingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One difference between the log and the house rules. `seat` is null if no seat of the hand is concerned. `street`
    is null before the cards are dealt. `line` is null if the log has no line for the event. `severity` says how serious
    the finding is, and `certainty` how certain it is. `status` says how certain the clause of the house is. Only the
    first thousand findings of a hand are listed one by one. If a rule has more findings, one further row lists the next
    finding of this rule, and `more` in this row counts the findings of the rule that are not listed.
    """

    code: Code
    grade: GradeWord
    severity: SeverityWord
    certainty: CertaintyWord
    event: Place
    line: Line | None
    street: Annotated[int, Meta(ge=3, le=7)] | None
    seat: Seat | None
    logged: str
    lawful: str
    amount: (
        Annotated[int, Meta(description="The wrong amount, in the smallest unit; null if the finding has none.")] | None
    )
    clause: str
    status: StatusWord
    readings: Annotated[
        list[str],
        Meta(
            description="The readings (ways to understand a clause) under which there is no such finding. If there is"
            " such a reading, the finding is contested."
        ),
    ]
    more: More = 0


class UnverifiableRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A rule that could not be judged at an event, because the log lacks a fact. Only the first thousand of these rows
    are listed one by one. If a rule has more such rows, one further row lists the next event of this rule, and `more`
    in this row counts the events of the rule that are not listed.
    """

    code: Code
    event: Place
    more: More = 0


class BesideRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The result under another reading (another way to understand a clause): the findings that are new or different
    under this reading, and the settlement. `settlement` is null if it is the same as without this reading.
    """

    reading: Annotated[
        str,
        Meta(
            description="The key of a question that every house answers, and the answer, such as `cap.scope"
            " = per_player`."
        ),
    ]
    sentence: Annotated[str, Meta(description="The clause in words, as this reading understands it.")]
    findings: list[FindingRow]
    settlement: SettlementRow | None


class HandRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="hand"
):
    """A hand that was audited under `house`. A reading is one way to understand a clause of the house. `read_as` lists
    the readings that a person chose. `beside` lists the different results under other readings, which nobody chose.
    `name_notes` lists names that look alike, mix alphabets (such as Latin and Greek) or have invisible letters.
    `unread` lists the lines that the reader of the format does not know. Each of these four lists is left out if it is
    empty.
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
    unread: list[UnreadRow] = []


class RejectedRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="rejected"):
    """Text, or a whole file, that could not be read as a hand, and the reason."""

    file: File
    hand: Number | None
    line: Line
    reason: str


class SkippedRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="skipped"):
    """A hand of a game that is not audited. `game` is the game as the log names it."""

    file: File
    game: str


class FileRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="file"
):
    """A file, or a file in an archive. The row of a file comes after the rows of its hands. `hands` is the sum of
    `audited`, `rejected` and all counts in `skipped`. `format` and `encoding` are null if no hand can be read from the
    file; such a file counts as one rejected hand. `unread` is left out if every line was understood.
    """

    file: File
    format: Annotated[str, Meta(description="The format of the log.")] | None
    encoding: Annotated[str, Meta(description="The encoding in which the auditor read the file.")] | None
    notes: Annotated[list[str], Meta(description="Notes on the file for its sender.")]
    hands: Count
    audited: Count
    rejected: Count
    skipped: Annotated[
        dict[str, Count], Meta(description="For each game that the auditor does not audit: the number of hands.")
    ]
    findings: Annotated[int, Meta(ge=0, description="The number of all findings, also of those that are not listed.")]
    unread: Annotated[int, Meta(ge=0, description="The number of lines that the auditor does not understand.")] = 0


class StandingRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The place of a hand: its file, its first line, and the room's number of the hand."""

    file: File
    line: Line
    hand: Number | None


class AcrossRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="across"):
    """A cross-hand finding: a hand contradicts `earlier`, an earlier hand of the same table. `earlier` is null if the
    hand contradicts itself, for example if a player sits in two seats.
    """

    file: File
    line: Line
    hand: Number | None
    earlier: StandingRow | None
    house: str
    unit: UnitRow
    code: Code
    grade: GradeWord
    severity: SeverityWord
    certainty: CertaintyWord
    seat: Seat | None
    logged: str
    lawful: str
    amount: (
        Annotated[
            int, Meta(description="Change of a stack between two hands, in the smallest unit; null for other findings.")
        ]
        | None
    )
    clause: str
    status: StatusWord


class SummaryRow(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="summary"
):
    """The last row. `hands` is the sum of `audited`, `rejected` and `skipped` over all files. `findings` counts the
    findings in single hands. `across` counts the cross-hand findings, and `unread` the lines that no reader knows; each
    is left out if there are none.
    """

    file: None
    hands: Count
    audited: Count
    rejected: Count
    skipped: Count
    findings: Annotated[int, Meta(ge=0, description="The number of all findings, also of those that are not listed.")]
    across: Count = 0
    unread: Count = 0


Row = HandRow | RejectedRow | SkippedRow | FileRow | AcrossRow | SummaryRow


def hand_row(
    file: str, hand: Hand, report: Report, read_as: Sequence[str] = (), name_notes: Sequence[str] = ()
) -> HandRow:
    """Returns the row of one audited hand. `file` is the path of its file. `read_as` names the interpretations of
    clauses ("readings") that a person chose. `name_notes` are remarks about player names, such as two names that look
    alike.
    """
    return HandRow(
        file,
        hand.number,
        hand.game.value,
        report.house_name,
        report.hand_digest,
        UnitRow(hand.unit.currency, hand.unit.minor),
        [finding_row(finding) for finding in report.findings],
        [UnverifiableRow(each.code, each.event, each.more) for each in report.unverifiable],
        settlement_row(report, report.settlement, report.transfers),
        [beside_row(report, each) for each in report.beside],
        list(read_as),
        list(name_notes),
        unread_rows(hand),
    )


def finding_row(finding: Finding) -> FindingRow:
    return FindingRow(
        finding.code,
        GRADES[finding.grade],
        SEVERITIES[finding.severity],
        CERTAINTIES[finding.certainty],
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
    """Returns the row as one line of JSON in UTF-8, with the line end."""
    try:
        return _ENCODER.encode(row) + b"\n"
    except UnicodeEncodeError:
        # The name of a file may be no valid UTF-8, which JSON cannot hold. The wrong characters are written as `?`.
        plain = json.dumps(msgspec.to_builtins(row), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace") + b"\n"


def schema() -> dict[str, Any]:
    """Returns the JSON Schema that describes every kind of row."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "version": VERSION, **msgspec.json.schema(Row)}


_ENCODER: Final = msgspec.json.Encoder()


def beside_row(report: Report, beside: Beside) -> BesideRow:
    """Returns the row that shows how the result of `report` changes if one clause of the house is interpreted in
    another way.
    """
    other = beside.settlement
    settlement = None if other is None else settlement_row(report, other, beside.transfers)
    return BesideRow(beside.reading, beside.sentence, [finding_row(each) for each in beside.findings], settlement)
