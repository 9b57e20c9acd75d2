"""Workers: one process a core, watched over, and started again where one ends that should not."""

import contextlib
import datetime as dt
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from auditor.jobs import nights
from auditor.jobs.workplace import Workplace, open_workplace
from auditor.settings import Settings, to_json
from auditor.store.queries import runs, uploads
from auditor.store.queries.uploads import UploadRow

STOP_SECONDS: Final = 60
WATCH_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 30
LOOK_SECONDS: Final = 0.2


class TimedOut(Exception):
    """Work was not done in the time that it was given."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems tell
        return os.cpu_count() or 1


def enough(work: int, alone: int) -> int:
    """How many processes are worth their start for this much work, where one does `alone` of it in that time."""
    return min(cores(), 1 + work // alone)


class Workers:
    """Worker processes. They stop when `stop` is called or when this process ends, however it ends."""

    def __init__(self, settings: Settings, processes: int) -> None:
        self._settings: Final = to_json(settings)
        self._children: Final = [self._started() for _ in range(processes)]
        self._ends = [0] * processes
        self._next_try = [0.0] * processes

    def mend(self) -> None:
        """Starts those again that ended, after a pause that grows with each end: a database may be away for a while."""
        for number, child in enumerate(self._children):
            if child.poll() is None:
                continue
            now = time.monotonic()
            if not self._next_try[number]:
                self._ends[number] += 1
                self._next_try[number] = now + min(2.0 ** self._ends[number], LONGEST_PAUSE_SECONDS)
            elif now >= self._next_try[number]:
                self._next_try[number] = 0.0
                self._children[number] = self._started()

    def numbers(self) -> list[int]:
        """The process numbers."""
        return [child.pid for child in self._children]

    def stop(self) -> None:
        """Has every worker finish its job and end."""
        for child in self._children:
            with contextlib.suppress(OSError):
                child.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for child in self._children:
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdin is not None:
                with contextlib.suppress(OSError):
                    child.stdin.close()

    def _started(self) -> subprocess.Popen[bytes]:
        child = subprocess.Popen([sys.executable, "-P", "-m", "auditor.jobs.child"], stdin=subprocess.PIPE)
        assert child.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(self._settings.encode() + b"\n")
            child.stdin.flush()
        return child


@contextlib.contextmanager
def workers(settings: Settings, processes: int) -> Iterator[Workers]:
    """Worker processes for the length of a block."""
    team = Workers(settings, processes)
    try:
        yield team
    finally:
        team.stop()


def work(settings: Settings, concurrency: int | None = None) -> None:
    """Works until this process is told to stop; one process a core where not said otherwise. Raises `NoDatabase`."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    place = open_workplace(settings)
    nights.start_if_due(place, dt.datetime.now(dt.UTC))
    place.evidence.sweep(time.time())
    place.close()
    with workers(settings, concurrency or cores()) as team:
        while not stop.wait(WATCH_SECONDS):
            team.mend()


def wait_until_idle(place: Workplace, timeout_seconds: float, during: Callable[[], None] = lambda: None) -> None:
    """Returns when no upload and no run is unfinished; calls `during` again and again until then.

    Raises:
        TimedOut: it takes longer than that.
    """
    _wait(lambda: _idle(place), timeout_seconds, during)


def follow(
    place: Workplace,
    upload_id: int,
    timeout_seconds: float,
    progress: Callable[[UploadRow], None],
    during: Callable[[], None] = lambda: None,
) -> UploadRow:
    """Tells `progress` how far an upload is, again and again, and returns it when it is finished.

    Raises:
        TimedOut: it takes longer than that.
    """
    seen: list[UploadRow] = []

    def finished() -> bool:
        with place.database.begin() as connection:
            row = uploads.by_number(connection, upload_id)
        assert row is not None
        seen[:] = [row]
        progress(row)
        return row.is_finished

    _wait(finished, timeout_seconds, during)
    return seen[0]


def _idle(place: Workplace) -> bool:
    with place.database.begin() as connection:
        return uploads.unfinished(connection) == 0 and runs.unfinished(connection) == 0


def _wait(done: Callable[[], bool], timeout_seconds: float, during: Callable[[], None]) -> None:
    deadline = time.monotonic() + timeout_seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimedOut(f"The work was not done after {timeout_seconds:g} seconds. Are the workers running?")
        during()
        time.sleep(LOOK_SECONDS)
