"""Converts values of logs to values that PostgreSQL accepts."""

import datetime as dt
from typing import Final

from auditor.store.tables import UNDATED

MOST: Final = 2**63 - 1
# Months before the first online card room, and in the far future, get no partition.
FIRST_YEAR: Final = 1998
LAST_YEAR: Final = 2100


class Unstorable(Exception):
    """A hand holds a number that no column of the database does; the text names it."""


def text(value: str) -> str:
    """`value` without characters that PostgreSQL refuses: NUL and surrogates are written as escapes."""
    if "\0" in value:
        value = value.replace("\0", "\\x00")
    if value.isascii():
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def number(value: int | None) -> int | None:
    """`value` where it fits into eight bytes.

    Raises:
        Unstorable: it does not.
    """
    if value is not None and not -MOST <= value <= MOST:
        raise Unstorable(f"The amount {value} is too large to be stored.")
    return value


def moment(played: str) -> dt.datetime | None:
    """The time in `played`, ISO 8601 in UTC with a `Z`; `None` where it holds none."""
    if not played:
        return None
    try:
        when = dt.datetime.fromisoformat(played)
    except ValueError:
        return None
    return when if when.tzinfo is not None else when.replace(tzinfo=dt.UTC)


def month(when: dt.datetime | None) -> dt.date:
    """The first day of the month of play in UTC; `UNDATED` where there is no date, or the date is impossible."""
    if when is None:
        return UNDATED
    when = when.astimezone(dt.UTC) if FIRST_YEAR <= when.year <= LAST_YEAR else when
    if not FIRST_YEAR <= when.year <= LAST_YEAR:
        return UNDATED
    return dt.date(when.year, when.month, 1)
