"""One worker process: takes jobs from the queue, one at a time, until it is told to stop."""

import asyncio
import datetime as dt
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Final, ParamSpec

from procrastinate import App, JobContext, PsycopgConnector, RetryStrategy

from auditor.jobs import auditing, nights, queue, reauditing, splitting
from auditor.jobs.main_thread import MainThread
from auditor.jobs.workplace import Workplace
from auditor.store import tallies

HEARTBEAT_SECONDS: Final = 5
STALLED_SECONDS: Final = 20  # four heartbeats
RESCUE: Final = "* * * * * */10"  # the sixth field of this cron are seconds
FOLD: Final = "* * * * *"
# Before all shards that wait: nothing waits for these, but much may hang on them.
FIRST: Final = 10
# Tasks count their attempts themselves and give up for good; until then they are tried again, a little later each time.
_AGAIN: Final = RetryStrategy(wait=1, linear_wait=2)
P = ParamSpec("P")


def worker_app(place: Workplace, thread: Executor | None = None, *, clock: bool = True) -> App:
    """The tasks that can be done at a workplace, on that thread; without `clock`, none that start by themselves."""
    app = App(connector=PsycopgConnector(conninfo=place.database.conninfo(), min_size=1, max_size=4))

    @app.task(name=queue.SPLIT, pass_context=True, retry=_AGAIN)
    async def split(context: JobContext, upload_id: int, rest: Sequence[int] = ()) -> None:
        attempts = context.job.attempts
        if attempts >= place.settings.attempts:
            reason = f"The file could not be split in {attempts} attempts."
            await _on(thread, splitting.give_up, place, upload_id, reason)
        else:
            await _on(thread, splitting.split, place, upload_id, rest)

    @app.task(name=queue.AUDIT, retry=_AGAIN)
    async def audit(shard_id: int) -> None:
        await _on(thread, auditing.audit_shard, place, shard_id)

    @app.task(name=queue.AUDIT_AGAIN, retry=_AGAIN)
    async def audit_again(shard_id: int) -> None:
        await _on(thread, reauditing.audit_again, place, shard_id)

    if clock:
        _add_clock(app, place, thread)
    return app


async def _on(thread: Executor | None, function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    assert not kwargs
    await asyncio.get_running_loop().run_in_executor(thread, function, *args)


def _add_clock(app: App, place: Workplace, thread: Executor | None) -> None:
    @app.periodic(cron=RESCUE)
    @app.task(name="rescue", queueing_lock="rescue", priority=FIRST)
    async def rescue_stalled(timestamp: int) -> None:  # noqa: ARG001 - given to every task with a clock
        await rescue(app)

    @app.periodic(cron=FOLD)
    @app.task(name="fold", queueing_lock="fold", priority=FIRST)
    async def fold(timestamp: int) -> None:  # noqa: ARG001 - given to every task with a clock
        await _on(thread, _fold, place)

    @app.periodic(cron=place.settings.nightly)
    @app.task(name="nightly", queueing_lock="nightly", priority=FIRST, retry=_AGAIN)
    async def nightly(timestamp: int) -> None:  # noqa: ARG001 - given to every task with a clock
        await _on(thread, nights.start_if_due, place, dt.datetime.now(dt.UTC))


def _fold(place: Workplace) -> None:
    with place.database.begin() as connection:
        tallies.fold(connection)


async def rescue(app: App, stalled_seconds: float = STALLED_SECONDS) -> int:
    """Puts jobs back into the queue whose worker has given no sign of life for so long; says how many.

    What was stored of such a job is nothing or all of it; the task sees which, and whether it was tried too often.
    """
    stalled = list(await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled_seconds))
    for job in stalled:
        await app.job_manager.retry_job(job)
    return len(stalled)


def run(place: Workplace, *, wait: bool = True, clock: bool = True) -> None:
    """Takes jobs until a signal says stop, or, without `wait`, until none is left."""
    thread = MainThread()
    app = worker_app(place, thread, clock=clock)

    async def work() -> None:
        async with app.open_async():
            await app.run_worker_async(
                concurrency=1,
                wait=wait,
                listen_notify=wait,
                install_signal_handlers=False,
                delete_jobs="successful",
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=STALLED_SECONDS,
            )

    thread.serve(work, until_signal=wait)


def drain(place: Workplace) -> None:
    """Does the jobs that are waiting, in this process; what they send is done too."""
    run(place, wait=False, clock=False)


def rescue_now(place: Workplace, stalled_seconds: float) -> int:
    """`rescue` for callers that are not inside a worker."""

    async def once() -> int:
        app = worker_app(place, clock=False)
        async with app.open_async():
            return await rescue(app, stalled_seconds)

    return asyncio.run(once())
