"""Supervises workers: one process a core, started again where it ends too early."""

import contextlib
import datetime as dt
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from auditor.engine.house.registry import in_use
from auditor.jobs import schedule
from auditor.jobs.context import Workplace, open_workplace
from auditor.jobs.outages import AWAY, QUIET_SECONDS, Pauses, through_outages
from auditor.jobs.sweeping import sweep
from auditor.settings import Settings, to_json
from auditor.store.postgres.outages import is_outage
from auditor.store.queries import runs, uploads
from auditor.store.queries.uploads import UploadRow

STOP_SECONDS: Final = 60
WATCH_SECONDS: Final = 0.5
LOOK_SECONDS: Final = 0.2
_JOURNAL: Final = logging.getLogger(__name__)


class TimedOut(Exception):
    """The work took longer than it may."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems have it
        return os.cpu_count() or 1


def enough(work: int, alone: int) -> int:
    """How many processes this much work needs, where one process does `alone` of it in the time that a start takes."""
    return min(cores(), 1 + work // alone)


class _Child:
    """A worker process, and the numbers that the queue registered it under."""

    def __init__(self, settings: str, own_houses: Mapping[str, str], former: Sequence[int]) -> None:
        arguments = [sys.executable, "-P", "-m", "auditor.jobs.worker_main"]
        self.process: Final = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        # Its end does not end the output where a process that it started holds the output too.
        os.set_blocking(self.process.stdout.fileno(), False)
        orders = json.dumps({"settings": settings, "own_houses": own_houses, "former": former})
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(orders.encode() + b"\n")
            self.process.stdin.flush()

    def registrations(self) -> list[int]:
        """The numbers that the process printed, once it has ended."""
        assert self.process.stdout is not None
        return [int(line) for line in (self.process.stdout.read() or b"").split()]

    def close(self) -> None:
        """Closes its input and its output."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class Workers:
    """Worker processes. They stop when `stop` is called or when this process ends, however it ends."""

    def __init__(self, settings: Settings, processes: int) -> None:
        self._settings: Final = to_json(settings)
        # The files may change while this process runs: a worker that starts later judges as the others do.
        self._own_houses: Final = in_use().own
        self._children: Final = [_Child(self._settings, self._own_houses, ()) for _ in range(processes)]
        self._former: Final[list[list[int]]] = [[] for _ in range(processes)]
        self._pauses: Final = [Pauses() for _ in range(processes)]
        self._started: Final = [time.monotonic()] * processes
        self._next_try: Final = [0.0] * processes

    def mend(self) -> None:
        """Starts workers again that ended: at once first, and after growing pauses where they end again soon. The new
        worker takes over the job of the killed one.
        """
        for number, child in enumerate(self._children):
            if child.process.poll() is None:
                continue
            now = time.monotonic()
            if not self._next_try[number]:
                self._next_try[number] = now + self._pauses[number].after(now - self._started[number])
                # A registered worker had taken over the jobs of those before it.
                self._former[number] = child.registrations() or self._former[number]
                child.close()
            if now >= self._next_try[number]:
                self._next_try[number] = 0.0
                self._started[number] = now
                self._children[number] = _Child(self._settings, self._own_houses, self._former[number])

    def numbers(self) -> list[int]:
        """The process numbers."""
        return [child.process.pid for child in self._children]

    def stop(self) -> None:
        """Lets every worker finish its job and end."""
        for child in self._children:
            with contextlib.suppress(OSError):
                child.process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for child in self._children:
            try:
                child.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            child.close()


@contextlib.contextmanager
def workers(settings: Settings, processes: int) -> Iterator[Workers]:
    """Worker processes for the length of a block."""
    team = Workers(settings, processes)
    try:
        yield team
    finally:
        team.stop()


def work(settings: Settings, concurrency: int | None = None) -> None:
    """Works until a signal stops this process; one worker a core unless `concurrency` is set. Raises `NoDatabase`."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    place = open_workplace(settings)
    through_outages(place, lambda _: schedule.start_if_due(place, dt.datetime.now(dt.UTC)))
    through_outages(place, lambda _: sweep(place))
    place.close()
    with workers(settings, concurrency or cores()) as team:
        while not stop.wait(WATCH_SECONDS):
            team.mend()


def wait_until_idle(place: Workplace, timeout_seconds: float, during: Callable[[], None] = lambda: None) -> None:
    """Returns when no upload and no run is unfinished; calls `during` again and again until then.

    Raises:
        TimedOut: it takes longer than that.
    """
    wait_for(lambda: _idle(place), timeout_seconds, during)


def follow(
    place: Workplace,
    upload_id: int,
    timeout_seconds: float,
    progress: Callable[[UploadRow], None],
    during: Callable[[], None] = lambda: None,
) -> UploadRow:
    """Reports to `progress` how far an upload is, again and again, and returns it when it is finished.

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

    wait_for(finished, timeout_seconds, during)
    return seen[0]


def _idle(place: Workplace) -> bool:
    with place.database.begin() as connection:
        return uploads.unfinished(connection) == 0 and runs.unfinished(connection) == 0


def wait_for(done: Callable[[], bool], timeout_seconds: float, during: Callable[[], None] = lambda: None) -> None:
    """Returns as soon as `done` is true; calls `during` again and again until then. While the database is away, `done`
    is called again and again too.

    Raises:
        TimedOut: it takes longer than that.
    """
    deadline = time.monotonic() + timeout_seconds
    looked = answered = time.monotonic()
    while True:
        try:
            if done():
                return
            answered = time.monotonic()
        except Exception as error:
            if not is_outage(error):
                raise
            if looked - answered <= QUIET_SECONDS < time.monotonic() - answered:
                _JOURNAL.warning(AWAY)
        looked = time.monotonic()
        if looked > deadline:
            raise TimedOut(f"The work was not done after {timeout_seconds:g} seconds. Are the workers running?")
        during()
        time.sleep(LOOK_SECONDS)
