"""Keeps the work going when the database is lost. The library of the queue (procrastinate) ends its worker when it
loses the database, and the job of that worker stays marked as in progress. So this module then starts a new worker,
which takes over the unfinished job.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from procrastinate import App
from procrastinate.connector import BaseConnector
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

from auditor.jobs.context import Workplace
from auditor.jobs.outages import AWAY, QUIET_SECONDS, Pauses
from auditor.store.postgres.outages import is_outage

_JOURNAL: Final = logging.getLogger(__name__)


async def run(
    place: Workplace,
    made: Callable[[], App],
    former: Sequence[int],
    registered: Callable[[int], None],
    options: Mapping[str, Any],
    stopped: asyncio.Event,
) -> None:
    """Runs a worker of the queue until `stopped` is set. If the worker loses the database, starts a new worker in its
    place. For each worker, `made` returns a new queue with its tasks, and `options` has the settings of the worker.

    `former` has the numbers of dead workers: their jobs go back into the queue first. Calls `registered` with the
    number of each worker that it starts.
    """
    dead = list(former)
    pauses = Pauses()
    while not stopped.is_set():
        app = made()
        app.job_manager = jobs = _JobsOfProcess(app.connector, registered)
        begun = time.monotonic()
        try:
            await asyncio.to_thread(place.database.ping)
            await _worked(app, jobs, dead, stopped, options)
        except Exception as error:
            if not isinstance(error, ConnectorException) and not is_outage(error):
                raise
        dead += jobs.numbers
        pause = pauses.after(time.monotonic() - begun)
        if pause > QUIET_SECONDS and not stopped.is_set():
            _JOURNAL.warning(AWAY)
        await _either(asyncio.sleep(pause), stopped.wait())
        await asyncio.to_thread(place.revive_database)


class Jobs(JobManager):
    """The jobs of the queue. A job may have a lock, which is a name such as `nightly`. Only one of the jobs with the
    same lock may wait in the queue. If a failed job has to go back into the queue while another job with its lock is
    waiting, the failed job is deleted instead.
    """

    async def retry_job(self, job: Job, *place: Any, **again: Any) -> None:
        try:
            await super().retry_job(job, *place, **again)
        except UniqueViolation:
            await super().finish_job(job, Status.FAILED, delete_job=True)


class _JobsOfProcess(Jobs):
    """The jobs of the queue, with facts about this process. `numbers` are the numbers that the queue gave to workers of
    this process. `lost` is set if the result of a job could not be stored in the queue. The queue still lists such a
    job as in progress, so the next worker takes it over.
    """

    def __init__(self, connector: BaseConnector, registered: Callable[[int], None]) -> None:
        super().__init__(connector)
        self._registered: Final = registered
        self.numbers: Final[list[int]] = []
        self.lost: Final = asyncio.Event()

    async def register_worker(self) -> int:
        number = await super().register_worker()
        self.numbers.append(number)
        self._registered(number)
        return number

    async def finish_job(self, *job: Any, **outcome: Any) -> None:
        try:
            await super().finish_job(*job, **outcome)
        except ConnectorException:
            self.lost.set()

    async def retry_job(self, *job: Any, **again: Any) -> None:
        try:
            await super().retry_job(*job, **again)
        except ConnectorException:
            self.lost.set()

    async def take_over(self, number: int) -> None:
        """Puts the jobs of a dead worker back into the queue. When such a job runs again, its task checks how much of
        the work is done already.
        """
        for job in await self.list_jobs_async(status="doing", worker_id=number):
            await super().retry_job(job)
        await self.unregister_worker(number)


async def _worked(
    app: App, jobs: _JobsOfProcess, dead: list[int], stopped: asyncio.Event, options: Mapping[str, Any]
) -> None:
    """Puts the jobs of the workers `dead` back into the queue. Then runs one worker until `stopped` is set or the
    database is lost. The worker finishes its job before it stops.
    """
    async with app.open_async():
        while dead:
            await jobs.take_over(dead[-1])
            dead.pop()
        working = asyncio.create_task(app.run_worker_async(**options))
        await _either(asyncio.shield(working), stopped.wait(), jobs.lost.wait())
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working


async def _either(*events: Any) -> None:
    tasks = [asyncio.ensure_future(event) for event in events]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
