"""Makes the partitions of the table `hand`, one for each month of play.

A log may have a wrong date in the future. So future months get no partition, and their hands are stored in the default
partition.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from psycopg import errors
from sqlalchemy import text

from auditor.store.postgres.database import Database, driver_of
from auditor.store.tables import UNDATED


def ensure_months(database: Database, months: Iterable[dt.date]) -> None:
    """Makes the missing partitions for these months, each in a short transaction of its own."""
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
            # `make_month` runs with the rights of the owner of the tables, because our role cannot make tables.
            driver_of(connection).execute("SELECT make_month(%s)", [month])
    except errors.CheckViolation:
        # The default partition has hands that are dated in this month, stored when the date was still in the future.
        # PostgreSQL then refuses a partition for this month, so new hands of the month go to the default partition too.
        return
