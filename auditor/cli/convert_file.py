"""The hands of one file written in another format, one after the other; what is said of them goes to standard error."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from auditor.cli.ending import CLEAN, FOUND, WRONG, Refused, say
from auditor.cli.plain import counted, shown
from auditor.cli.progress import Progress
from auditor.cli.sources import STANDARD_INPUT, Source, opened
from auditor.formats import Read, Rejected, Unreadable, open_log
from auditor.formats.converting import Target, converted

Write = Callable[[bytes], object]


class Conversion:
    """A conversion into `target` of a file of at most `most` bytes. hands = written + rejected + skipped."""

    def __init__(self, target: Target, progress: Progress, most: int) -> None:
        self._target: Final = target
        self._progress: Final = progress
        self._most: Final = most
        self._written = 0
        self._rejected = 0
        self._skipped: Final[Counter[str]] = Counter()
        self._lost: Final[Counter[str]] = Counter()

    def run(self, path: str, output: str) -> int:
        """Converts the file into `output`, standard output where that is empty; gives the exit code."""
        with opened(path, self._most) as source:
            _not_itself(path, output)
            with _sink(output, self._progress.write) as write:
                self._convert(source, write)
        self._tell(path)
        if not self._written and not self._skipped:
            return WRONG
        return FOUND if self._rejected else CLEAN

    def _convert(self, source: Source, write: Write) -> None:
        try:
            log = open_log(source.stream)
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

    def _hand(self, path: str, read: Read, write: Write) -> None:
        made = converted(read.hand, self._target, self._written + 1)
        if made.refused:
            blame = f"It cannot be told in {self._target.name}: {made.refused}"
            self._reject(_place(path, read.first_line, read.hand.number) + blame)
            return
        if self._written:
            write(self._target.between.encode())
        write(made.text.encode())
        self._written += 1
        self._lost.update(made.lost)

    def _reject(self, sentence: str) -> None:
        self._progress.aside()
        say(shown(sentence))
        self._rejected += 1

    def _tell(self, path: str) -> None:
        """What became of the hands, and what the other format did not take."""
        hands = self._written + self._rejected + self._skipped.total()
        say(
            f"{path}: {counted(hands, 'hand')} = {self._written:,} written + {self._rejected:,} rejected"
            f" + {self._skipped.total():,} skipped"
        )
        if self._skipped:
            games = ", ".join([f"{game} {count:,}" for game, count in self._skipped.most_common()])
            say(shown(f"skipped games: {games}"))
        if self._lost:
            lost = ", ".join([f"{what} ({counted(count, 'hand')})" for what, count in self._lost.most_common()])
            say(f"{self._target.name} does not tell all of it; left out: {lost}")


def _place(path: str, line: int, number: str | None) -> str:
    return f"{path}:{line}: rejected{f' hand {number}' if number else ''}: "


def _not_itself(path: str, output: str) -> None:
    if output and path != STANDARD_INPUT and Path(output).exists() and Path(output).samefile(path):
        raise Refused(f'"{output}" is the file that is read. Name another to write.')


@contextmanager
def _sink(output: str, write: Write) -> Iterator[Write]:
    """Where to write to: a file appears under its name when all of it is there, and not at all where nothing is."""
    if not output:
        yield write
        return
    place = Path(output)
    part = place.with_name(f"{place.name}.part{os.getpid()}")
    try:
        with part.open("xb") as file:
            yield file.write
            empty = not file.tell()
        if not empty:
            part.replace(place)
    finally:
        part.unlink(missing_ok=True)
