"""One worker process: takes jobs from the queue, one at a time, until it has to stop."""

import asyncio
import datetime as dt
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, Final

from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.jobs import Job

from auditor.jobs import (
    auditing,
    queue,
    reauditing,
    rereading,
    retention,
    schedule,
    splitting,
    sweeping,
    worker_takeover,
)
from auditor.jobs.context import Workplace
from auditor.jobs.main_thread import MainThread
from auditor.jobs.outages import LONGEST_SECONDS, through_outages
from auditor.store.evidence.disk_space import NoRoom
from auditor.store.findings import figures, tallies
from auditor.store.queries.uploads import READ_AGAIN

_JOURNAL: Final = logging.getLogger(__name__)
HEARTBEAT_SECONDS: Final = 5
# A worker reports every 5 seconds that it is alive. After four missing reports its jobs go back into the queue.
STALLED_SECONDS: Final = 20
# The queue waits at most this long for a connection. So a worker can stop within this time, even if the database does
# not answer.
CONNECTION_SECONDS: Final = 5
# Every 10 seconds, jobs of dead workers go back into the queue. The sixth field of this cron line is seconds.
RESCUE: Final = "* * * * * */10"
FOLD: Final = "* * * * *"
SWEEP: Final = "*/10 * * * *"
REMOVE: Final = "30 * * * *"
# The priority of the jobs that start at fixed times. These jobs come before all waiting shards, because they are short
# and many other jobs may depend on them.
FIRST: Final = 10


class _Again(BaseRetryStrategy):
    """Retries failed tasks: at once the first time, and after growing pauses later. A task that failed because a disk
    is nearly full always waits for the longest pause. The tasks count their attempts themselves, and give up after too
    many.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        pause = LONGEST_SECONDS if isinstance(exception, NoRoom) else min(2**job.attempts - 1, LONGEST_SECONDS)
        return RetryDecision(retry_in={"seconds": int(pause)})


_AGAIN: Final = _Again()


def worker_app(place: Workplace, thread: Executor | None = None, *, clock: bool = True) -> App:
    """Returns the queue with the tasks of a worker, which run on `thread`. Without `clock`, no task starts at a fixed
    time.
    """
    connector = PsycopgConnector(conninfo=place.database.conninfo(), min_size=1, max_size=4, timeout=CONNECTION_SECONDS)
    app = App(connector=connector)
    app.job_manager = worker_takeover.Jobs(connector)

    @app.task(name=queue.SPLIT, retry=_AGAIN)
    async def split(upload_id: int, rest: Sequence[int] = ()) -> None:
        await _on(thread, _do, place, lambda anew: splitting.split(place, upload_id, rest, anew=anew))

    @app.task(name=queue.AUDIT, retry=_AGAIN)
    async def audit(shard_id: int) -> None:
        await _on(thread, _do, place, lambda anew: auditing.audit_shard(place, shard_id, anew=anew))

    @app.task(name=queue.AUDIT_AGAIN, retry=_AGAIN)
    async def audit_again(shard_id: int) -> None:
        await _on(thread, _do, place, lambda anew: reauditing.audit_again(place, shard_id, anew=anew))

    @app.task(name=READ_AGAIN, retry=_AGAIN)
    async def read_again(upload_id: int) -> None:
        await _on(thread, _do, place, lambda _: rereading.read_outdated(place, upload_id))

    if clock:
        _add_clock(app, place, thread)
    return app


async def _on(
    thread: Executor | None,
    how: Callable[[Workplace, Callable[[bool], object]], object],
    place: Workplace,
    work: Callable[[bool], object],
) -> None:
    await asyncio.get_running_loop().run_in_executor(thread, how, place, work)


def _do(place: Workplace, work: Callable[[bool], object]) -> None:
    """Runs the function `work`, which needs free space on the disks. If too little space is free, raises `NoRoom`, so
    that the queue tries the job again later. This does not count as an attempt.
    """
    try:
        through_outages(place, lambda _: place.room.insist_for_work())
        through_outages(place, work)
    except NoRoom as reason:
        _JOURNAL.warning(str(reason))
        raise


def _add_clock(app: App, place: Workplace, thread: Executor | None) -> None:
    @app.periodic(cron=RESCUE)
    @app.task(name="rescue", queueing_lock="rescue", priority=FIRST)
    async def rescue_stalled(timestamp: int) -> None:  # noqa: ARG001 - every periodic task receives the time
        await rescue(app)

    @app.periodic(cron=FOLD)
    @app.task(name="fold", queueing_lock="fold", priority=FIRST)
    async def fold(timestamp: int) -> None:  # noqa: ARG001 - every periodic task receives the time
        await _on(thread, through_outages, place, lambda _: _fold(place))

    @app.periodic(cron=SWEEP)
    @app.task(name="sweep", queueing_lock="sweep", priority=FIRST)
    async def sweep(timestamp: int) -> None:  # noqa: ARG001 - every periodic task receives the time
        await _on(thread, through_outages, place, lambda _: sweeping.sweep(place))

    @app.periodic(cron=REMOVE)
    @app.task(name="remove_old", queueing_lock="remove_old", priority=FIRST)
    async def remove_old(timestamp: int) -> None:  # noqa: ARG001 - every periodic task receives the time
        await _on(thread, through_outages, place, lambda _: retention.remove_old(place))

    @app.periodic(cron=place.settings.nightly)
    @app.task(name="nightly", queueing_lock="nightly", priority=FIRST, retry=_AGAIN)
    async def nightly(timestamp: int) -> None:  # noqa: ARG001 - every periodic task receives the time
        await _on(thread, through_outages, place, lambda _: schedule.start_if_due(place, dt.datetime.now(dt.UTC)))


def _fold(place: Workplace) -> None:
    with place.database.begin() as connection:
        tallies.fold(connection)
    with place.database.begin() as connection:
        figures.fold(connection)


async def rescue(app: App, stalled_seconds: float = STALLED_SECONDS) -> int:
    """Puts jobs back into the queue if their worker has been silent for `stalled_seconds`. Returns how many.

    A silent worker has stored the whole result of its job or nothing. When the job runs again, its task checks whether
    the work is done already, and whether it was tried too often.
    """
    stalled = list(await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled_seconds))
    for job in stalled:
        await app.job_manager.retry_job(job)
    return len(stalled)


def run(place: Workplace, former: Sequence[int], registered: Callable[[int], None]) -> None:
    """Takes jobs from the queue until a signal stops this process. The jobs of the `former` workers, which are dead, go
    back into the queue first. Calls `registered` with the number that the queue gives to this worker. After each loss
    of the database, the worker gets another number, and `registered` is called again.
    """
    thread = MainThread()

    async def work(stopped: asyncio.Event) -> None:
        await worker_takeover.run(place, lambda: worker_app(place, thread), former, registered, _OPTIONS, stopped)

    with thread.stopped_by_signals(place.stopping.set):
        thread.serve(work)


def drain(place: Workplace) -> None:
    """Does the waiting jobs in this process, and also the jobs that they queue."""
    thread = MainThread()
    app = worker_app(place, thread, clock=False)

    async def work(_stopped: asyncio.Event) -> None:
        async with app.open_async():
            await app.run_worker_async(**_OPTIONS, wait=False, listen_notify=False)

    thread.serve(work)


_OPTIONS: Final[dict[str, Any]] = {
    "concurrency": 1,
    "delete_jobs": "successful",
    "install_signal_handlers": False,
    "update_heartbeat_interval": HEARTBEAT_SECONDS,
    "stalled_worker_timeout": STALLED_SECONDS,
}


def rescue_now(place: Workplace, stalled_seconds: float) -> int:
    """Puts jobs back into the queue if their worker has been silent for `stalled_seconds`, and returns how many. In
    contrast to `rescue`, this function can be called outside a worker.
    """

    async def once() -> int:
        app = worker_app(place, clock=False)
        async with app.open_async():
            return await rescue(app, stalled_seconds)

    return asyncio.run(once())
