"""What a check found as JSON Lines, the public contract of `auditor.formats.report`."""

from collections.abc import Callable
from typing import Final

from auditor.cli.tally import About, Tally
from auditor.engine.findings import Report
from auditor.engine.hand import Game
from auditor.formats import Read, Rejected
from auditor.formats.report import FileRow, RejectedRow, Row, SkippedRow, SummaryRow, hand_row, line_of_json


class JsonLines:
    """Prints one object a hand, and the summary."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write: Final = write

    def audited(self, file: str, read: Read, report: Report) -> None:
        self._row(hand_row(file, read.hand, report))

    def rejected(self, file: str, rejected: Rejected) -> None:
        self._row(RejectedRow(file, rejected.hand, rejected.line, rejected.reason))

    def not_judged(self, file: str, rejected: Rejected, _game: Game) -> None:
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
        )
        self._row(row)

    def all_of(self, _name: str, _files: int, _tally: Tally) -> None:
        """Sums of folders and archives are those of their files."""

    def all_done(self, _files: int, _unopened: int, total: Tally) -> None:
        row = SummaryRow(None, total.hands, total.audited, total.rejected, total.skipped, total.findings)
        self._row(row)

    def _row(self, row: Row) -> None:
        self._write(line_of_json(row))
