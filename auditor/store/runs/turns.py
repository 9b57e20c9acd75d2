"""Turns: the order of the jobs of all uploads and runs, so that none of them holds up the others.

The job with the lowest turn is next. An upload has one shard in each turn, and an upload that comes later begins with
the next turn: so all uploads go on side by side, one shard each at a time. The queue takes the highest priority first:
the priority of a job is its turn below zero.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

_NEXT: Final = "SELECT -max(priority) FROM procrastinate_jobs WHERE status = 'todo' AND priority <= 0"


def next_turn(connection: Connection) -> int:
    """The turn of the job that is next; 0 where nothing waits."""
    turn: int | None = connection.execute(text(_NEXT)).scalar()
    return turn or 0
