"""A progress bar on standard error, for work that takes longer than a second. It is drawn only on a terminal."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final, Self

from auditor.cli import terminal
from auditor.cli.terminal_text import escaped

PATIENCE: Final = 1.0  # seconds before a bar appears
PAUSE: Final = 0.1  # seconds between two drawings


class Progress:
    """Writes to standard output and draws bars on standard error. A bar is removed before output is written."""

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
        """Yields a bar with a label for `size` bytes of work; `size` is 0 if it is not known."""
        yield Bar(self, label, size, visible=self._terminal)
        self.aside()

    def write(self, data: bytes) -> None:
        """Writes to standard output, after it removes the bar."""
        if self._both:
            self.aside()
        terminal.write(data)

    def draw(self, label: str, done: int, size: int, note: str) -> None:
        if self._bar is None:
            self._bar = _drawn()
            self._bar.add_task(escaped(label), total=size or None, note="")
            self._bar.start()
        self._bar.update(self._bar.tasks[0].id, completed=done, total=size or None, note=escaped(note))
        self._bar.refresh()

    def aside(self) -> None:
        """Removes the bar until the next drawing."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Bar:
    """The progress of one piece of work. `size` is the amount of work in bytes, or 0 if it is not known."""

    def __init__(self, progress: Progress, label: str, size: int, *, visible: bool) -> None:
        self._progress: Final = progress
        self._label: Final = label
        self._size: Final = size
        self._visible: Final = visible
        self._next = time.monotonic() + PATIENCE

    def at(self, stream: BinaryIO, hands: int) -> None:
        """Draws the number of hands, and the position in the stream."""
        if self._is_due():
            self._progress.draw(self._label, stream.tell() if self._size else 0, self._size, f"{hands:,} hands")

    def to(self, done: int, size: int, note: str) -> None:
        """Draws that `done` bytes out of `size` are done."""
        if self._is_due():
            self._progress.draw(self._label, done, size, note)

    def _is_due(self) -> bool:
        if not self._visible or time.monotonic() < self._next:
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
