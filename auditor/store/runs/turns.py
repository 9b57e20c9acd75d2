"""Turns: the order of the jobs of all uploads and runs, so that a large upload does not delay the others.

Each job has a turn, a number from 0. The job with the lowest turn is next. An upload has one shard (the part for one
job) in each turn, and a later upload begins with the turn that is next. So all uploads make progress at the same time,
one shard each. The queue takes the job with the highest priority first, so the priority of a job is its turn, negated.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

_NEXT: Final = "SELECT -max(priority) FROM procrastinate_jobs WHERE status = 'todo' AND priority <= 0"


def next_turn(connection: Connection) -> int:
    """Returns the turn of the job that is next; 0 if no job waits."""
    turn: int | None = connection.execute(text(_NEXT)).scalar()
    return turn or 0
