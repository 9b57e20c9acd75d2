"""The hands of files, one after the other, audited and told to a printer; never more than one hand in memory."""

from collections.abc import Iterable
from typing import Final, Protocol

from auditor.cli.ending import WRONG, Refused, capitalised, say
from auditor.cli.progress import Progress
from auditor.cli.sources import Source, opened
from auditor.cli.tally import Tally
from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Game
from auditor.engine.house_choice import house_for, skipped_as
from auditor.engine.kinds import HouseRefused
from auditor.formats import Read, Rejected, Unreadable, open_log


class Printer(Protocol):
    """What a check tells, in this order: the hands of a file, then the file; the total last, once."""

    def audited(self, file: str, read: Read, report: Report, /) -> None: ...

    def rejected(self, file: str, rejected: Rejected, /) -> None: ...

    def not_judged(self, file: str, rejected: Rejected, game: Game, /) -> None: ...

    def unreadable(self, file: str, reason: str, /) -> None: ...

    def skipped(self, file: str, game: str, /) -> None: ...

    def file_done(self, file: str, tally: Tally, /) -> None: ...

    def all_done(self, files: int, unopened: int, total: Tally, /) -> None: ...


class Check:
    """A check of files, under the house named `asked`, or each hand's own; of at most `most` bytes a file."""

    def __init__(self, printer: Printer, progress: Progress, asked: str, most: int) -> None:
        self._printer: Final = printer
        self._progress: Final = progress
        self._asked: Final = asked
        self._most: Final = most
        self._mistake: Exception | None = None

    def run(self, paths: Iterable[str]) -> int:
        """Checks every file that can be opened and gives the exit code; raises our first mistake, but at the end."""
        total = Tally()
        files = 0
        unopened = 0
        for path in paths:
            try:
                with opened(path, self._most) as source:
                    tally = self._file(source)
            except Refused as refused:
                self._progress.aside()
                say(str(refused))
                unopened += 1
                continue
            self._printer.file_done(path, tally)
            total.add(tally)
            files += 1
        self._printer.all_done(files, unopened, total)
        if self._mistake is not None:
            raise self._mistake
        return total.exit_code() if not unopened else WRONG

    def _file(self, source: Source) -> Tally:
        tally = Tally()
        file = source.path
        try:
            log = open_log(source.stream)
        except Unreadable as reason:
            # No hand in the whole file: it counts as one, at its first line, so that nothing that was sent is left out.
            self._progress.aside()
            say(f"{file}: {reason} To write down a hand yourself, see: auditor transcript")
            self._printer.unreadable(file, str(reason))
            tally.reject()
            return tally
        with self._progress.of(file, source.size) as bar:
            for outcome in log:
                if isinstance(outcome, Read):
                    self._hand(file, outcome, tally)
                elif isinstance(outcome, Rejected):
                    self._printer.rejected(file, outcome)
                    tally.reject()
                else:
                    self._printer.skipped(file, outcome.game)
                    tally.skip(outcome.game)
                bar.at(source.stream, tally.hands)
        self._progress.aside()
        for note in log.notes:
            say(f"{file}: {note}")
        return tally

    def _hand(self, file: str, read: Read, tally: Tally) -> None:
        hand = read.hand
        game = skipped_as(hand)
        if game:
            self._printer.skipped(file, game)
            tally.skip(game)
            return
        try:
            house = house_for(hand, self._asked)
        except HouseRefused as refused:
            reason = capitalised(str(refused))
            self._printer.not_judged(file, Rejected(read.first_line, hand.number, reason), hand.game)
            tally.reject(was_read=True)
            return
        try:
            report = audit(hand, house)
        except Exception as mistake:  # noqa: BLE001 - our own must not cost the other hands
            mistake.add_note(f"while auditing the hand at line {read.first_line} of {file} under {house.name}")
            self._mistake = self._mistake or mistake
            reason = f"This is a mistake of the auditor, not of the hand: {type(mistake).__name__}."
            self._printer.rejected(file, Rejected(read.first_line, hand.number, reason))
            tally.reject(was_read=True)
            return
        self._printer.audited(file, read, report)
        tally.take(report)
