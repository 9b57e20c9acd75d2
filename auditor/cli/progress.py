"""A bar on standard error for what takes longer than a second, on a terminal only."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final, Self

from auditor.cli import terminal
from auditor.cli.terminal_text import shown

PATIENCE: Final = 1.0  # seconds until a bar is worth its place
PAUSE: Final = 0.1


class Progress:
    """Writes to standard output, and draws bars on standard error that never stand in the way of it."""

    def __init__(self) -> None:
        output, self._terminal = terminal.is_watched()
        self._both = self._terminal and output
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.aside()

    @contextmanager
    def of(self, label: str, size: int) -> Iterator["Bar"]:
        """A bar over `size` bytes of the thing named; 0 where nobody knows how many."""
        yield Bar(self, label, size, shown=self._terminal)
        self.aside()

    def write(self, data: bytes) -> None:
        """Writes to standard output."""
        if self._both:
            self.aside()
        terminal.write(data)

    def draw(self, label: str, done: int, size: int, note: str) -> None:
        """Shows how far it is."""
        if self._bar is None:
            self._bar = _drawn()
            self._bar.add_task(shown(label), total=size or None, note="")
            self._bar.start()
        self._bar.update(self._bar.tasks[0].id, completed=done, total=size or None, note=shown(note))
        self._bar.refresh()

    def aside(self) -> None:
        """Takes the bar away; it comes again when there is more to show."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Bar:
    """How far one thing is; `size` is what it is measured against, 0 where nobody knows."""

    def __init__(self, progress: Progress, label: str, size: int, *, shown: bool) -> None:
        self._progress: Final = progress
        self._label: Final = label
        self._size: Final = size
        self._shown: Final = shown
        self._next = time.monotonic() + PATIENCE

    def at(self, stream: BinaryIO, hands: int) -> None:
        """So many hands are done, and what is left to read begins where the stream stands."""
        if self._is_due():
            self._progress.draw(self._label, stream.tell() if self._size else 0, self._size, f"{hands:,} hands")

    def to(self, done: int, size: int, note: str) -> None:
        """So much of `size` is done."""
        if self._is_due():
            self._progress.draw(self._label, done, size, note)

    def _is_due(self) -> bool:
        if not self._shown or time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + PAUSE
        return True


def _drawn() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Drawn

    return Drawn(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        TimeRemainingColumn(),
        console=Console(file=terminal.drawing()),
        transient=True,
        auto_refresh=False,
    )
