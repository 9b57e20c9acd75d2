"""The queue: jobs are sent inside the transaction that makes them necessary, so that both are there or neither.

Turns decide which job is next: see `auditor.store.runs.turns`.
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

# A shard of a re-audit counts as so many of an upload: while uploads wait, a re-audit goes on, but slowly.
_TURNS: Final = {AUDIT: 1, AUDIT_AGAIN: 4}
_LAST_TURN: Final = 2**31 - 1  # a priority has four bytes

# Never opened: it sends through the connection of its caller.
_SENDER: Final = App(connector=SyncPsycopgConnector())


def send_split(connection: Connection, upload_id: int, turn: int = 0, rest: Sequence[int] = ()) -> int:
    """Sends the job that splits a file into shards; from `rest` on, where an earlier job stopped. Returns the turn of
    the job: `turn`, or the next one if that is later.
    """
    turn = max(turn, next_turn(connection))
    values: dict[str, JSONValue] = {"upload_id": upload_id}
    if rest:
        values["rest"] = list(rest)
    _SENDER.configure_task(SPLIT, connection=driver_of(connection), priority=_priority(turn)).defer(**values)
    return turn


def send_shards(connection: Connection, task: str, shards: Sequence[int], turn: int = 0) -> int:
    """Sends a job for each of these shards, by the task of that name, one a turn. Returns the turn of the first:
    `turn`, or the next one if that is later.
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
