"""Starts the nightly run at its time, or later if no worker was running at that time."""

import datetime as dt

import croniter  # the queue uses this library too, so both read a cron line alike

from auditor.jobs import queue
from auditor.jobs.context import Workplace
from auditor.store.queries import runs, uploads
from auditor.store.runs import reaudit_selection
from auditor.store.runs.reaudit_selection import Choice


def start_if_due(place: Workplace, now: dt.datetime) -> int | None:
    """Starts the nightly run if its last start time has passed and no worker has started the run since then. Returns
    the number of the new run; `None` if this call started no run. If several machines call this function at the same
    time, only one of them starts the run.
    """
    with place.database.begin() as connection:
        reaudit_selection.take_turn(connection)
        if missed(place, now) is None:
            return None
        run_id, numbers = reaudit_selection.start(
            connection, "nightly", place.pin, Choice(), place.settings.shard_hands
        )
        queue.send_shards(connection, queue.AUDIT_AGAIN, numbers)
    return run_id


def missed(place: Workplace, now: dt.datetime) -> dt.datetime | None:
    """Returns the time at which the last nightly run should have started. Returns `None` if that run was started, or if
    the database was empty then.
    """
    due = last_due(place.settings.nightly, now)
    with place.database.begin() as connection:
        first = uploads.first_received(connection)
        last = runs.last(connection, "nightly")
    if first is None or first >= due or (last is not None and last.started_at >= due):
        return None
    return due


def last_due(cron: str, now: dt.datetime) -> dt.datetime:
    """Returns the last time before `now` that fits the cron line. Both times are in UTC."""
    found: dt.datetime = croniter.croniter(cron, now).get_prev(dt.datetime)
    return found
