"""Moves the dates of the demonstration's runs into the past, so that its charts show 30 nights.

`auditor demo` audits all samples within a minute, so without this module a chart would show a single day. The dates are
changed only in a database that contains only the samples. Each changed run has the trigger `demonstration`, and each
upload has a note, so nobody takes the dates for real ones.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

NIGHTS: Final = 30
TRIGGER: Final = "demonstration"
NOTE: Final = (
    f"Demonstration: the auditor made these hands itself. The date of this upload and of its run is not real: the"
    f" demonstration spreads its files over {NIGHTS} nights."
)

_ALONE: Final = "SELECT NOT EXISTS (SELECT FROM upload WHERE NOT id = ANY(:uploads))"

# The shift of each run, in days. The first run moves back by 29 days; if there are 30 runs or more, the last run stays.
_SPREAD: Final = """
WITH shift AS (
    SELECT id, upload_id,
           make_interval(days => CAST(:nights - 1 - (row_number() OVER (ORDER BY id) - 1) * :nights
                                      / count(*) OVER () AS integer)) AS days
    FROM run WHERE upload_id = ANY(:uploads) AND trigger = 'upload'),
dated AS (
    UPDATE run SET trigger = :trigger, started_at = started_at - shift.days, finished_at = finished_at - shift.days
    FROM shift WHERE run.id = shift.id),
found AS (
    UPDATE finding SET first_seen_at = first_seen_at - shift.days, last_seen_at = last_seen_at - shift.days
    FROM shift WHERE finding.first_run_id = shift.id)
UPDATE upload SET received_at = received_at - shift.days, finished_at = finished_at - shift.days,
                  notes = concat_ws(E'\n', nullif(notes, ''), CAST(:note AS text))
FROM shift WHERE upload.id = shift.upload_id
"""

_FIRST: Final = "SELECT trigger FROM run ORDER BY id LIMIT 1"


def spread(connection: Connection, uploads: Sequence[int]) -> bool:
    """Spreads the runs of the sample files over the last 30 nights, in the order of the runs. Returns whether the runs
    were spread.

    Nothing changes if the database has other uploads too, or if the runs are spread already.
    """
    values = {"uploads": list(uploads), "nights": NIGHTS, "trigger": TRIGGER, "note": NOTE}
    if not connection.execute(text(_ALONE), values).scalar_one():
        return False
    return connection.execute(text(_SPREAD), values).rowcount > 0


def is_demonstration(connection: Connection) -> bool:
    """Returns whether the first run of this database is a run of the demonstration. The dates of such runs are not
    real.
    """
    return connection.execute(text(_FIRST)).scalar() == TRIGGER
