"""The command `auditor convert`: writes the hands of a file in another format."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from auditor.cli.exit_codes import CLEAN, FOUND, WRONG, Refused, exit_codes
from auditor.cli.options import encoding_option
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, named, opened
from auditor.cli.terminal import say
from auditor.cli.terminal_text import counted, escaped
from auditor.engine.house.registry import house_for_room
from auditor.formats import Read, Rejected, Unreadable, open_log
from auditor.formats.archives import Archive, BadMember, Budget, open_archive
from auditor.formats.converting import TARGETS, Target, converted
from auditor.formats.files.spooling import rewindable, spooled
from auditor.settings import load

_EXIT_CODES: Final = exit_codes(
    {CLEAN: "all hands written", FOUND: "some hands rejected", WRONG: "no hand could be read, or wrong usage"}
)


@click.command(epilog=_EXIT_CODES)
@click.argument("file", metavar="FILE")
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(["log", "phh", "ohh", "transcript"], case_sensitive=False),
    help="The format to write: our own log, PHH, Open Hand History, or a transcript (a hand as a dealer would say it).",
)
@click.option("-o", "--output", metavar="OUT", default="", help="The file to write. Default: standard output.")
@encoding_option()
def convert(file: str, target: str, output: str, encoding: str) -> int:
    """Write the hands of a file in another format.

    FILE is a file, a folder, a zip or gzip archive, or - for standard input.

    The formats log (our own) and transcript keep every fact. PHH and Open Hand History cannot express some facts. The
    command still writes these hands, and lists the missing facts on standard error.
    """
    most = load().ingest_bytes
    with Progress() as progress:
        return Conversion(TARGETS[target.lower()], progress, most, encoding).run(file, output)


Write = Callable[[bytes], object]


class Conversion:
    """Converts files into the format `target`. A file with more than `most` bytes is refused. If `encoding` is empty,
    the encoding is detected from the bytes. Each hand is counted as written, rejected or skipped.
    """

    def __init__(self, target: Target, progress: Progress, most: int, encoding: str = "") -> None:
        self._target: Final = target
        self._progress: Final = progress
        self._most: Final = most
        self._encoding: Final = encoding
        self._unopened = 0
        self._written = 0
        self._rejected = 0
        self._skipped: Final[Counter[str]] = Counter()
        self._lost: Final[Counter[str]] = Counter()

    def run(self, path: str, output: str) -> int:
        """Converts a file or folder and writes to the file `output`, or to standard output if `output` is empty.
        Returns the exit code.
        """
        # the files are listed before any output is written, because the output may be in the same folder
        files = list(named(path))
        for file in files:
            _not_itself(file, output)
        with _sink(output, self._progress.write) as write:
            for file in files:
                self._source(file, write, alone=file == path)
        self._print_counts(path)
        if self._unopened or (not self._written and not self._skipped):
            return WRONG
        return FOUND if self._rejected else CLEAN

    def _source(self, path: str | Refused, write: Write, *, alone: bool) -> None:
        """Converts one file, or the files in one archive. `alone` is true if the user named this file, and false if the
        file was found in a folder that the user named.

        If the file cannot be opened and `alone` is true, raises the error. If `alone` is false, prints the error and
        returns, because the other files of the folder must still be converted.
        """
        try:
            if isinstance(path, Refused):
                raise path
            with opened(path, self._most) as source:
                stream = rewindable(source.stream)
                try:
                    archive = open_archive(stream, Budget(self._most))
                except Unreadable as reason:
                    self._reject(f"{path}: {reason}")
                    return
                if archive is None:
                    self._convert(Source(path, stream, source.size), write)
                else:
                    self._archive(path, archive, write)
        except Refused as refused:
            if alone:
                raise
            self._progress.aside()
            say(str(refused))
            self._unopened += 1

    def _archive(self, path: str, archive: Archive, write: Write) -> None:
        for member in archive:
            name = f"{path}/{member.name}" if member.name else path
            try:
                with spooled(member.chunks()) as stream:
                    self._convert(Source(name, stream, member.size), write)
            except BadMember as reason:
                self._reject(f"{name}: {reason}")
        for note in archive.notes:
            say(f"{path}: {note}")
        if not len(archive):
            self._reject(f"{path}: There is no file in the archive.")

    def _convert(self, source: Source, write: Write) -> None:
        try:
            log = open_log(source.stream, encoding=self._encoding)
        except Unreadable as reason:
            self._reject(f"{source.path}: {reason}")
            return
        with self._progress.of(source.path, source.size) as bar:
            for outcome in log:
                if isinstance(outcome, Read):
                    self._hand(source.path, outcome, write)
                elif isinstance(outcome, Rejected):
                    self._reject(_place(source.path, outcome.line, outcome.hand) + outcome.reason)
                else:
                    self._skipped[outcome.game] += 1
                bar.at(source.stream, self._written + self._rejected + self._skipped.total())
        self._progress.aside()
        for note in log.notes:
            say(f"{source.path}: {note}")
        if log.encoding == "cp1252" and not self._encoding:
            say(f"{source.path}: To choose another encoding: auditor convert --encoding NAME")

    def _hand(self, path: str, read: Read, write: Write) -> None:
        house = house_for_room(read.hand.room, read.hand.game) or ""
        made = converted(read.hand, self._target, self._written + 1, house)
        if made.refused:
            reason = f"{self._target.name} cannot store this hand: {made.refused}"
            self._reject(_place(path, read.first_line, read.hand.number) + reason)
            return
        if self._written:
            write(self._target.between.encode())
        write(made.text.encode())
        self._written += 1
        self._lost.update(made.lost)

    def _reject(self, sentence: str) -> None:
        self._progress.aside()
        say(escaped(sentence))
        self._rejected += 1

    def _print_counts(self, path: str) -> None:
        """Prints on standard error how many hands were written, rejected and skipped, and which facts the target
        format cannot express.
        """
        hands = self._written + self._rejected + self._skipped.total()
        say(
            f"{path}: {counted(hands, 'hand')} = {self._written:,} written + {self._rejected:,} rejected"
            f" + {self._skipped.total():,} skipped"
        )
        if self._skipped:
            games = ", ".join([f"{game} {count:,}" for game, count in self._skipped.most_common()])
            say(escaped(f"skipped games: {games}"))
        if self._lost:
            lost = ", ".join([f"{what} ({counted(count, 'hand')})" for what, count in self._lost.most_common()])
            say(f"{self._target.name} cannot store these facts, so they are missing in the new file: {lost}")


def _place(path: str, line: int, number: str | None) -> str:
    return f"{path}:{line}: rejected{f' hand {number}' if number else ''}: "


def _not_itself(path: str | Refused, output: str) -> None:
    if isinstance(path, Refused) or path == STANDARD_INPUT or not output:
        return
    if Path(output).exists() and Path(path).exists() and Path(output).samefile(path):
        raise Refused(f'"{output}" is the input file. Choose another file for the output.')


@contextmanager
def _sink(output: str, write: Write) -> Iterator[Write]:
    """Yields a function that writes bytes to the file `output`, or `write` itself if `output` is empty. The bytes go to
    a temporary file first, which replaces `output` only at the end. So no incomplete or empty file remains.
    """
    if not output:
        yield write
        return
    place = Path(output)
    if place.is_dir():
        raise Refused(f'"{output}" is a folder. Name a file to write.')
    part = place.with_name(f"{place.name}.part{os.getpid()}")
    try:
        file = part.open("xb")
    except OSError as error:
        raise Refused(f'The file "{output}" cannot be written: {error.strerror}. No hand was converted.') from error
    try:
        with file:
            yield file.write
            empty = not file.tell()
        if not empty:
            part.replace(place)
    finally:
        part.unlink(missing_ok=True)
