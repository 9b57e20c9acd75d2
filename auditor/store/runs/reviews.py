"""Marks runs as reviewed. The usual list shows only news from runs after the last reviewed run."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.triage import last_reviewed
from auditor.triage.acts import BadWish


def review(connection: Connection, run_id: int, by: str) -> bool:
    """Marks a run as reviewed by the person `by`. Returns false if the run was already marked as reviewed.

    Raises `BadWish` if there is no such run, or if this run or an earlier run is unfinished.
    """
    row = connection.execute(text("SELECT finished_at FROM run WHERE id = :run"), {"run": run_id}).first()
    if row is None:
        raise BadWish(f"There is no run {run_id}. The page /runs lists all runs.")
    if row.finished_at is None:
        raise BadWish(f"Run {run_id} is still going. You can review it when it is done.")
    earlier = connection.execute(text(_GOING_STILL), {"run": run_id}).scalar()
    if earlier is not None:
        raise BadWish(
            f"Run {earlier} is still going, and its later findings would not count as new. Wait for the end of the run."
        )
    return connection.execute(text(_REVIEW), {"run": run_id, "by": by}).rowcount == 1


def take_back_review(connection: Connection, run_id: int) -> None:
    """Removes the mark "reviewed" from a run. Findings then count as new since the run that was reviewed before this
    run.

    Raises `BadWish` if the run is not marked as reviewed, or if a later run is marked as reviewed.
    """
    if connection.execute(text(_TAKE_BACK), {"run": run_id}).rowcount == 0:
        last = last_reviewed(connection)
        if last is None or last <= run_id:
            raise BadWish(f"Run {run_id} is not marked as reviewed, so nothing was undone. Load the page again.")
        raise BadWish(f"The later run {last} is marked as reviewed too. Undo the mark of run {last} first.")


_GOING_STILL: Final = "SELECT min(id) FROM run WHERE id < :run AND finished_at IS NULL"

_REVIEW: Final = "UPDATE run SET reviewed_at = now(), reviewed_by = :by WHERE id = :run AND reviewed_at IS NULL"

# Removes the mark "reviewed" from the run: the time of the review and the name of the reviewer.
_TAKE_BACK: Final = """
UPDATE run SET reviewed_at = NULL, reviewed_by = ''
WHERE id = :run AND reviewed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM run AS later WHERE later.id > :run AND later.reviewed_at IS NOT NULL)
"""
