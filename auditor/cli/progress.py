"""A progress bar on standard error, for work that takes longer than a second. It is drawn only on a terminal."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final, Self

from auditor.cli import terminal
from auditor.cli.terminal_text import escaped

PATIENCE: Final = 1.0  # seconds of work before a progress bar appears
PAUSE: Final = 0.1  # the shortest time between two updates of a progress bar, in seconds


class Progress:
    """Writes data to standard output and draws a progress bar on standard error. The bar is removed before data is
    written, so that they do not mix on a terminal.
    """

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
        """Yields a progress bar with a label. `size` is the number of bytes to read. It is 0 if this number is not
        known, or if the work is not counted in bytes.
        """
        yield Bar(self, label, size, visible=self._terminal)
        self.aside()

    def write(self, data: bytes) -> None:
        """Writes the data to standard output. If that is a terminal too, removes the progress bar first."""
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
        """Removes the progress bar from the terminal. The next update of a bar draws it again."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Bar:
    """A progress bar for one task, such as reading a file. `size` is the number of bytes to read, or 0 if this number
    is not known.
    """

    def __init__(self, progress: Progress, label: str, size: int, *, visible: bool) -> None:
        self._progress: Final = progress
        self._label: Final = label
        self._size: Final = size
        self._visible: Final = visible
        self._next = time.monotonic() + PATIENCE

    def at(self, stream: BinaryIO, hands: int) -> None:
        """Updates the bar: `stream` is read up to its current position, and `hands` hands are done."""
        if self._is_due():
            self._progress.draw(self._label, stream.tell() if self._size else 0, self._size, f"{hands:,} hands")

    def to(self, done: int, size: int, note: str) -> None:
        """Updates the bar: `done` of `size` units are done, such as bytes or hands. `note` is the text beside the
        bar.
        """
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
