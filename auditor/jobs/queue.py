"""Sends jobs to the queue. A job is sent inside the transaction that makes the job necessary. So the database stores
both the job and the other changes of the transaction, or neither.

Each job has a turn, a number that orders the jobs of the queue: see `auditor.store.runs.turns`.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.types import JSONValue

from auditor.store.postgres.database import Connection, driver_of
from auditor.store.queries.uploads import READ_AGAIN
from auditor.store.runs.turns import next_turn

SPLIT: Final = "split"
AUDIT: Final = "audit"
AUDIT_AGAIN: Final = "audit_again"

# The number of turns from one shard to the next shard of the same upload or run. In a re-audit this number is greater,
# so a re-audit makes slow progress while uploads wait.
_TURNS: Final = {AUDIT: 1, AUDIT_AGAIN: 4}
# The queue stores the priority of a job in four bytes. The priority is the turn with a minus sign.
_LAST_TURN: Final = 2**31 - 1

# This app is never opened, because an open app has its own connection to the database. It sends jobs through the
# connection of the caller.
_SENDER: Final = App(connector=SyncPsycopgConnector())


def send_split(connection: Connection, upload_id: int, turn: int = 0, rest: Sequence[int] = ()) -> int:
    """Queues the job that splits a file into shards. `rest` holds the numbers that say where an earlier job stopped,
    such as the fields of `splitting.Cursor`; it is empty for the first job. The job gets `turn`, or the turn of the
    next waiting job if that is later. Returns the turn of the job.
    """
    turn = max(turn, next_turn(connection))
    values: dict[str, JSONValue] = {"upload_id": upload_id}
    if rest:
        values["rest"] = list(rest)
    _SENDER.configure_task(SPLIT, connection=driver_of(connection), priority=_priority(turn)).defer(**values)
    return turn


def send_shards(connection: Connection, task: str, shards: Sequence[int], turn: int = 0) -> int:
    """Queues one job of the task named `task` for each shard. Each job gets its own turn. The first job gets `turn`, or
    the turn of the next waiting job if that is later. Returns the turn of the first job.
    """
    turn = max(turn, next_turn(connection))
    if shards:
        deferrer = _SENDER.configure_task(task, connection=driver_of(connection))
        every = _TURNS[task]
        jobs = [
            deferrer.job.evolve(task_kwargs={"shard_id": shard_id}, priority=_priority(turn + every * place))
            for place, shard_id in enumerate(shards)
        ]
        _SENDER.job_manager.batch_defer_jobs(jobs, connection=driver_of(connection))
    return turn


def send_rereads(connection: Connection, uploads: Sequence[int]) -> None:
    """Queues one job for each upload that has no such job in the queue yet. The job reads the upload again if the marks
    on its unread lines have changed. A mark of a person says that an unread line is no part of the play, such as chat.
    """
    turn = next_turn(connection)
    for upload_id in uploads:
        job = _SENDER.configure_task(
            READ_AGAIN,
            connection=driver_of(connection),
            priority=_priority(turn),
            queueing_lock=f"{READ_AGAIN} {upload_id}",
        )
        with suppress(AlreadyEnqueued), connection.begin_nested():
            job.defer(upload_id=upload_id)


def _priority(turn: int) -> int:
    return -min(turn, _LAST_TURN)
