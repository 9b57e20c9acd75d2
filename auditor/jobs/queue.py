"""The queue: jobs are sent inside the transaction that makes them necessary, so that neither is ever there alone.

Whose job is next is decided by turns: see `auditor.store.runs.turns`.
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

# A shard of a run of its own counts as so many of an upload: while uploads wait, a run goes on, but slowly.
_TURNS: Final = {AUDIT: 1, AUDIT_AGAIN: 4}
_LAST_TURN: Final = 2**31 - 1  # a priority has four bytes

# Never opened: it sends through the connection it is given.
_SENDER: Final = App(connector=SyncPsycopgConnector())


def send_split(connection: Connection, upload_id: int, turn: int = 0, rest: Sequence[int] = ()) -> int:
    """A file is to be split into shards; from `rest` on, where somebody has begun. Gives the job's turn: `turn`, or the
    one that is next, if that is later.
    """
    turn = max(turn, next_turn(connection))
    values: dict[str, JSONValue] = {"upload_id": upload_id}
    if rest:
        values["rest"] = list(rest)
    _SENDER.configure_task(SPLIT, connection=driver_of(connection), priority=_priority(turn)).defer(**values)
    return turn


def send_shards(connection: Connection, task: str, shards: Sequence[int], turn: int = 0) -> int:
    """These shards are to be done, by the task of that name, one a turn. Gives the turn of the first: `turn`, or the
    one that is next, if that is later.
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
