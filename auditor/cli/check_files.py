"""Audits the hands of files one after the other, and then compares the hands of each poker table. A `Printer` gets each
result.

Memory never holds more than a few hands.
"""

from collections.abc import Iterable
from typing import Final, Protocol

from auditor.cli.exit_codes import WRONG, Refused, capitalised
from auditor.cli.house_selection import Judge
from auditor.cli.progress import Progress
from auditor.cli.sources import EmptyFolder, Source, in_archive, named, opened
from auditor.cli.table_history import Across, Sittings
from auditor.cli.tally import About, Tally
from auditor.cli.terminal import say
from auditor.engine.findings import Report
from auditor.engine.hand import Game
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.readings import NoSuchReading
from auditor.formats import Log, Read, Rejected, Unreadable, open_log
from auditor.formats.archives import Archive, BadMember, Budget, open_archive
from auditor.formats.files.spooling import rewindable, spooled


class Printer(Protocol):
    """The methods that print the results of a check, as text or as JSON.

    `Check` calls the methods in this order:

    - For each hand of a file: one of `audited`, `rejected`, `skipped` and `not_judged`. `skipped` is for a hand of
      another game, such as hold'em.
    - For a file without any hand: `unreadable`.
    - After each file: `file_done`, with the counts of the file.
    - After the last file of an archive or folder: `all_of`, with the sum of the counts of its files.
    - At the end: `across` for each cross-hand finding, and then `all_done` with the total.

    `not_judged` is for a hand that was read but cannot be audited under its house. If the house has no rules for the
    game of the hand, the argument `game` is this game; otherwise `game` is `None`.
    """

    def audited(self, file: str, read: Read, report: Report, /) -> None: ...

    def rejected(self, file: str, rejected: Rejected, /) -> None: ...

    def not_judged(self, file: str, rejected: Rejected, game: Game | None, /) -> None: ...

    def unreadable(self, file: str, reason: str, /) -> None: ...

    def skipped(self, file: str, game: str, /) -> None: ...

    def file_done(self, file: str, about: About, tally: Tally, /) -> None: ...

    def all_of(self, name: str, files: int, tally: Tally, /) -> None: ...

    def across(self, found: Across, /) -> None: ...

    def all_done(self, files: int, unopened: int, total: Tally, /) -> None: ...


class Check:
    """Audits the hands of files. `judge` chooses the house for each hand and audits the hand under that house. A file
    with more than `most` bytes is refused. If `encoding` is empty, the encoding is detected from the bytes.

    `sittings` stores a summary of each hand, so that the hands of each poker table are also compared with each other.
    If `sittings` is `None`, hands are not compared. `line` is the number of a line: only the hand that contains this
    line is audited. If `line` is `None`, all hands are audited. If `strict`, a line that the auditor does not
    understand leads to the same exit code as a finding.
    """

    def __init__(
        self,
        printer: Printer,
        progress: Progress,
        judge: Judge,
        most: int,
        encoding: str = "",
        sittings: Sittings | None = None,
        line: int | None = None,
        *,
        strict: bool = False,
    ) -> None:
        self._printer: Final = printer
        self._progress: Final = progress
        self._judge: Final = judge
        self._most: Final = most
        self._encoding: Final = encoding
        self._sittings: Final = sittings
        self._line: Final = line
        self._strict: Final = strict
        self.total: Final = Tally()  # the sum over all files
        self._mistake: Exception | None = None
        self._files = 0
        self._unopened = 0
        self._empty = 0  # the number of folders without a file
        self._without_hands = 0  # the number of files that were read and have no hand

    def run(self, paths: Iterable[str]) -> int:
        """Checks every file that can be opened and returns the exit code. If the program itself failed on a hand, the
        first such error is raised at the end.
        """
        total = self.total
        for path in paths:
            before = self._files
            of_path = Tally()
            folder = False
            for each in named(path):
                folder = folder or each != path
                of_path.add(self._source(each))
            if folder and self._files > before:
                self._printer.all_of(path, self._files - before, of_path)
            total.add(of_path)
        if self._without_hands:
            self._progress.aside()
            say("To write down a hand yourself, see: auditor transcript")
        for found in self._sittings.found() if self._sittings is not None else ():
            self._printer.across(found)
            total.take_across(found.finding)
        self._printer.all_done(self._files, self._unopened, total)
        if self._mistake is not None:
            raise self._mistake
        return total.exit_code(strict=self._strict) if not self._unopened + self._empty else WRONG

    def _source(self, path: str | Refused) -> Tally:
        """Audits the hands of one path: a file, an archive, or one file in an archive, such as `night.zip/cut.txt`.
        Returns the counts of its hands and findings.

        If the path cannot be opened, prints the reason and returns zero counts. `path` may also be an error
        (`Refused`): for something in a folder that is not read, such as a link, `named` yields an error. Then the
        reason is printed too.
        """
        try:
            if isinstance(path, Refused):
                raise path
            file, wanted = in_archive(path)
            with opened(file, self._most) as source:
                return self._opened(source, wanted)
        except Refused as refused:
            self._progress.aside()
            say(str(refused))
            if isinstance(refused, EmptyFolder):
                self._empty += 1
            else:
                self._unopened += 1
            return Tally()

    def _opened(self, source: Source, wanted: str) -> Tally:
        """Audits the hands of an opened file or archive. `wanted` is the name of one file in the archive; empty means
        all its files. Returns the counts of hands and findings.
        """
        stream = rewindable(source.stream)
        try:
            archive = open_archive(stream, Budget(self._most))
        except Unreadable as reason:
            return self._unreadable(source.path, str(reason))
        if archive is not None:
            return self._archive(source.path, archive, wanted)
        if wanted:
            raise Refused(f'"{source.path}" is a single file, not an archive. Write the path without "/{wanted}".')
        return self._file(Source(source.path, stream, source.size))

    def _archive(self, path: str, archive: Archive, wanted: str) -> Tally:
        """Audits the hands in all files of an archive, or only in the file named `wanted`. Returns the counts of hands
        and findings.
        """
        members = [member for member in archive if not wanted or member.name == wanted]
        if wanted and not members:
            raise Refused(
                f'There is no file "{wanted}" in the archive "{path}". Write its path as it is in the archive.'
            )
        if self._line is not None and len(members) > 1:
            raise Refused(f'"{path}" has {len(members):,} files. Name one file with --line: {path}/{members[0].name}')
        total = Tally()
        for member in members:
            name = f"{path}/{member.name}" if member.name else path
            try:
                with spooled(member.chunks()) as stream:
                    total.add(self._file(Source(name, stream, member.size)))
            except BadMember as reason:
                total.add(self._unreadable(name, str(reason)))
        for note in archive.notes:
            say(f"{path}: {note}")
        if not len(archive):
            return self._unreadable(path, "There is no file in the archive.")
        if len(members) > 1:
            self._printer.all_of(path, len(members), total)
        return total

    def _unreadable(self, file: str, reason: str) -> Tally:
        """Prints why no hand can be read from a file. Returns counts with one rejected hand, so that the totals include
        the file.
        """
        self._progress.aside()
        say(f"{file}: {reason}")
        self._printer.unreadable(file, reason)
        tally = Tally()
        tally.reject()
        self._done(file, About(), tally)
        return tally

    def _file(self, source: Source) -> Tally:
        file = source.path
        try:
            log = open_log(source.stream, encoding=self._encoding)
            outcomes = iter(log) if self._line is None else iter([log.outcome_at(self._line)])
        except Unreadable as reason:
            self._without_hands += 1
            return self._unreadable(file, str(reason))
        tally = Tally()
        with self._progress.of(file, source.size) as bar:
            for outcome in outcomes:
                if isinstance(outcome, Read):
                    self._hand(file, outcome, tally)
                elif isinstance(outcome, Rejected):
                    self._printer.rejected(file, outcome)
                    tally.reject()
                else:
                    self._printer.skipped(file, outcome.game)
                    tally.skip(outcome.game)
                bar.at(source.stream, tally.hands)
        self._print_notes(file, log)
        self._done(file, About(log.format, log.encoding, log.notes), tally)
        return tally

    def _done(self, file: str, about: About, tally: Tally) -> None:
        self._printer.file_done(file, about, tally)
        self._files += 1

    def _print_notes(self, file: str, log: Log) -> None:
        self._progress.aside()
        for note in log.notes:
            say(f"{file}: {note}")
        if log.encoding == "cp1252" and not self._encoding:
            say(f"{file}: To choose another encoding: auditor check --encoding NAME")

    def _hand(self, file: str, read: Read, tally: Tally) -> None:
        hand = read.hand
        try:
            house = self._judge.house_for(hand)
        except HouseRefused as refused:
            reason = capitalised(str(refused))
            uncovered = None if isinstance(refused, NoSuchReading) else hand.game
            self._printer.not_judged(file, Rejected(read.first_line, hand.number, reason), uncovered)
            tally.reject(was_read=True)
            return
        try:
            report = self._judge.report(hand, house)
            if self._sittings is not None:
                self._sittings.keep(file, read.first_line, report, house)
        except Exception as mistake:  # noqa: BLE001 - the other hands must still be audited
            mistake.add_note(f"The auditor failed on the hand at line {read.first_line} of {file}, under {house.name}.")
            self._mistake = self._mistake or mistake
            kind = type(mistake).__name__
            reason = f"The auditor failed on this hand ({kind}). This is a mistake of the program, not of your file."
            self._printer.rejected(file, Rejected(read.first_line, hand.number, reason))
            tally.reject(was_read=True)
            return
        self._printer.audited(file, read, report)
        tally.take(report)
