"""Partitions of `hand`, one a month of play. Months yet to come stay in the default partition: a log may claim any."""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from psycopg import errors, sql
from sqlalchemy import text

from auditor.store.database import Database, driver_of
from auditor.store.tables import UNDATED

# Any number will do that no other program uses on the same database.
TURN: Final = 7_283_114_520


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
    name = f"hand_{month:%Y_%m}"
    following = (month + dt.timedelta(days=31)).replace(day=1)
    bounds = sql.SQL("FROM ({}) TO ({})").format(sql.Literal(month), sql.Literal(following))
    table = sql.Identifier(name)
    try:
        with database.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": TURN})
            if connection.execute(text("SELECT to_regclass(:name) IS NOT NULL"), {"name": name}).scalar():
                return
            # Made apart and then attached: that way nobody who writes into the other months has to wait.
            with driver_of(connection).cursor() as cursor:
                cursor.execute(sql.SQL(_LIKE_HAND).format(table))
                cursor.execute(sql.SQL("ALTER TABLE hand ATTACH PARTITION {} FOR VALUES {}").format(table, bounds))
    except errors.CheckViolation:
        # Hands of that month came before it began and lie in the default partition; there the others join them.
        return


_LIKE_HAND: Final = "CREATE TABLE {} (LIKE hand INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)"
