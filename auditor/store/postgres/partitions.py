"""Partitions of `hand`, one a month of play. Future months stay in the default partition: a log may claim any month."""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from psycopg import errors
from sqlalchemy import text

from auditor.store.postgres.database import Database, driver_of
from auditor.store.tables import UNDATED


def ensure_months(database: Database, months: Iterable[dt.date]) -> None:
    """Makes the partitions of these months where they are missing, in a short transaction of its own."""
    wanted = {month for month in months if month != UNDATED}
    if not wanted:
        return
    with database.begin() as connection:
        rows = connection.execute(text(_MISSING), {"months": sorted(wanted)})
        missing = [row.month for row in rows]
    for month in missing:
        _make(database, month)


_MISSING: Final = """
SELECT month FROM unnest(CAST(:months AS date[])) AS month
WHERE to_regclass('hand_' || to_char(month, 'YYYY_MM')) IS NULL AND month <= now() + interval '1 day'
ORDER BY month
"""


def _make(database: Database, month: dt.date) -> None:
    try:
        with database.begin() as connection:
            # A function of the owner, because our own role makes no tables.
            driver_of(connection).execute("SELECT make_month(%s)", [month])
    except errors.CheckViolation:
        # Earlier hands of that month came before it began and lie in the default partition; the new ones join them.
        return
