"""Supervises workers: one process for each processor core. A worker that ends too early is started again."""

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
    """The error for work that is not finished in the time that the caller allows."""


def cores() -> int:
    """Returns how many processor cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems have this function
        return os.cpu_count() or 1


def enough(work: int, alone: int) -> int:
    """Returns how many worker processes to start for an amount of work, such as a number of hands or bytes. `alone` is
    the amount that one process completes in the time that another process needs to start. There is at most one process
    for each core.
    """
    return min(cores(), 1 + work // alone)


class _Child:
    """A worker process, and the numbers under which the queue registered it."""

    def __init__(self, settings: str, own_houses: Mapping[str, str], former: Sequence[int]) -> None:
        arguments = [sys.executable, "-P", "-m", "auditor.jobs.worker_main"]
        self.process: Final = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        # Reading the output must not block. If the worker has started another process, that process may keep the output
        # open after the worker has ended.
        os.set_blocking(self.process.stdout.fileno(), False)
        orders = json.dumps({"settings": settings, "own_houses": own_houses, "former": former})
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(orders.encode() + b"\n")
            self.process.stdin.flush()

    def registrations(self) -> list[int]:
        """Returns the numbers under which the queue registered the worker process, as the process printed them. Call
        this only after the process has ended.
        """
        assert self.process.stdout is not None
        return [int(line) for line in (self.process.stdout.read() or b"").split()]

    def close(self) -> None:
        """Closes the input and the output of the process."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class Workers:
    """Worker processes. They stop when `stop` is called, or when this process ends for any reason."""

    def __init__(self, settings: Settings, processes: int) -> None:
        self._settings: Final = to_json(settings)
        # The house files may change while this process runs. A worker that starts later must judge with the same houses
        # as the first workers.
        self._own_houses: Final = in_use().own
        self._children: Final = [_Child(self._settings, self._own_houses, ()) for _ in range(processes)]
        self._former: Final[list[list[int]]] = [[] for _ in range(processes)]
        self._pauses: Final = [Pauses() for _ in range(processes)]
        self._started: Final = [time.monotonic()] * processes
        self._next_try: Final = [0.0] * processes

    def mend(self) -> None:
        """Starts a new worker for each worker that ended: at once the first time, and after growing pauses if the
        workers end again soon. The new worker takes over the job of the worker that ended.
        """
        for number, child in enumerate(self._children):
            if child.process.poll() is None:
                continue
            now = time.monotonic()
            if not self._next_try[number]:
                self._next_try[number] = now + self._pauses[number].after(now - self._started[number])
                # A worker first takes over the jobs of the workers before it. Only then the queue gives the worker a
                # number. If the ended worker has a number, it had taken over all earlier jobs. So the next worker takes
                # over only the jobs under this number. If the ended worker has no number, the next worker takes over
                # the earlier jobs.
                self._former[number] = child.registrations() or self._former[number]
                child.close()
            if now >= self._next_try[number]:
                self._next_try[number] = 0.0
                self._started[number] = now
                self._children[number] = _Child(self._settings, self._own_houses, self._former[number])

    def numbers(self) -> list[int]:
        """Returns the process IDs of the workers."""
        return [child.process.pid for child in self._children]

    def stop(self) -> None:
        """Lets every worker finish its job, and waits until all workers have ended. Kills the workers that are still
        running after 60 seconds.
        """
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
    """Starts `processes` worker processes at the beginning of the block, and stops them at its end."""
    team = Workers(settings, processes)
    try:
        yield team
    finally:
        team.stop()


def work(settings: Settings, concurrency: int | None = None) -> None:
    """Runs workers until a signal stops this process. Before that, starts the last nightly run if no worker started it,
    and removes the files that interrupted uploads left behind. `concurrency` is the number of workers; if it is `None`,
    there is one worker for each core. Raises `NoDatabase` if the database cannot be reached at the start.
    """
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
    """Waits until all uploads and runs are finished. Calls `during` repeatedly while it waits.

    Raises:
        TimedOut: the wait takes longer than `timeout_seconds`.
    """
    wait_for(lambda: _idle(place), timeout_seconds, during)


def follow(
    place: Workplace,
    upload_id: int,
    timeout_seconds: float,
    progress: Callable[[UploadRow], None],
    during: Callable[[], None] = lambda: None,
) -> UploadRow:
    """Calls `progress` repeatedly with the present state of an upload, and returns the upload when it is finished.

    Raises:
        TimedOut: the wait takes longer than `timeout_seconds`.
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
    """Waits until `done` returns true. Calls `during` repeatedly while it waits. If `done` fails because the database
    does not answer, calls `done` again.

    Raises:
        TimedOut: the wait takes longer than `timeout_seconds`.
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
            raise TimedOut(
                f"The work is not finished after {timeout_seconds:g} seconds. Check that the workers are running."
            )
        during()
        time.sleep(LOOK_SECONDS)
