"""The queue: a job is sent inside the transaction that makes it necessary, so that both are stored or neither is.

Each job has a turn, which is its place in the order of the queue: see `auditor.store.runs.turns`.
"""

from collections.abc import Sequence
from typing import Final

from procrastinate import App, SyncPsycopgConnector
from procrastinate.types import JSONValue

from auditor.store.postgres.database import Connection, driver_of
from auditor.store.runs.turns import next_turn

SPLIT: Final = "split"
AUDIT: Final = "audit"
AUDIT_AGAIN: Final = "audit_again"

# A shard of a re-audit takes this many turns, so a re-audit goes on slowly while uploads wait.
_TURNS: Final = {AUDIT: 1, AUDIT_AGAIN: 4}
_LAST_TURN: Final = 2**31 - 1  # a priority has four bytes

# The app is never opened: it sends jobs through the connection of its caller.
_SENDER: Final = App(connector=SyncPsycopgConnector())


def send_split(connection: Connection, upload_id: int, turn: int = 0, rest: Sequence[int] = ()) -> int:
    """Queues the job that splits a file into shards. `rest` is the place where an earlier job stopped. The job gets
    `turn`, or the next free turn if that is later. Returns the turn of the job.
    """
    turn = max(turn, next_turn(connection))
    values: dict[str, JSONValue] = {"upload_id": upload_id}
    if rest:
        values["rest"] = list(rest)
    _SENDER.configure_task(SPLIT, connection=driver_of(connection), priority=_priority(turn)).defer(**values)
    return turn


def send_shards(connection: Connection, task: str, shards: Sequence[int], turn: int = 0) -> int:
    """Queues one job of the task named `task` for each shard. Each job gets its own turn. The first job gets `turn`, or
    the next free turn if that is later. Returns the turn of the first job.
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


def _priority(turn: int) -> int:
    return -min(turn, _LAST_TURN)
