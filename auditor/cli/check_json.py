"""Prints the results of a check as JSON Lines. The module `auditor.formats.report` defines this public format."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from auditor.cli.table_history import Across
from auditor.cli.tally import About, Tally
from auditor.cli.terminal import escaped_json
from auditor.engine.findings import Report
from auditor.engine.hand import Game
from auditor.formats import Read, Rejected
from auditor.formats.limits import SEATS
from auditor.formats.report import (
    CERTAINTIES,
    GRADES,
    SEVERITIES,
    STATUSES,
    AcrossRow,
    FileRow,
    RejectedRow,
    SkippedRow,
    StandingRow,
    SummaryRow,
    UnitRow,
    hand_row,
    line_of_json,
)
from auditor.lookalike.words import notes_on_seats


class JsonLines:
    """Prints one JSON object for each hand, file and cross-hand finding, and a summary at the end."""

    def __init__(self, write: Callable[[bytes], None], read_as: Sequence[str] = ()) -> None:
        self._write: Final = write
        self._read_as: Final = read_as

    def audited(self, file: str, read: Read, report: Report) -> None:
        seats = tuple([(seat.player, seat.number) for seat in read.hand.seats if seat.player])
        self._row(hand_row(file, read.hand, report, self._read_as, notes_on_seats(seats)))

    def rejected(self, file: str, rejected: Rejected) -> None:
        self._row(RejectedRow(file, rejected.hand, rejected.line, rejected.reason))

    def not_judged(self, file: str, rejected: Rejected, _game: Game | None) -> None:
        self.rejected(file, rejected)

    def unreadable(self, file: str, reason: str) -> None:
        self.rejected(file, Rejected(1, None, reason))

    def skipped(self, file: str, game: str) -> None:
        self._row(SkippedRow(file, game))

    def file_done(self, file: str, about: About, tally: Tally) -> None:
        row = FileRow(
            file,
            about.format or None,
            about.encoding or None,
            list(about.notes),
            tally.hands,
            tally.audited,
            tally.rejected,
            dict(sorted(tally.other_games.items())),
            tally.findings,
            tally.unread,
        )
        self._row(row)

    def all_of(self, _name: str, _files: int, _tally: Tally) -> None:
        """Prints nothing, because the program that reads the JSON can sum up the rows of the files."""

    def across(self, found: Across) -> None:
        self._row(_across(found))

    def all_done(self, _files: int, _unopened: int, total: Tally) -> None:
        hands = (total.hands, total.audited, total.rejected, total.skipped)
        row = SummaryRow(None, *hands, total.findings, total.across, total.unread)
        self._row(row)

    def _row(self, row: Struct) -> None:
        self._write(escaped_json(line_of_json(row)))


def _across(found: Across) -> AcrossRow:
    finding, later, earlier = found
    return AcrossRow(
        later.file,
        later.line,
        later.number or None,
        None if earlier is None else StandingRow(earlier.file, earlier.line, earlier.number or None),
        later.house,
        UnitRow(later.currency, later.minor),
        finding.code,
        GRADES[finding.grade],
        SEVERITIES[finding.severity],
        CERTAINTIES[finding.certainty],
        finding.seat if 0 < finding.seat <= SEATS else None,
        finding.logged,
        finding.lawful,
        finding.amount,
        finding.clause,
        STATUSES[finding.status],
    )
