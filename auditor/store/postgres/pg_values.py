"""Converts values of logs to values that PostgreSQL accepts."""

import datetime as dt
from typing import Final

from auditor.store.tables import UNDATED

MOST: Final = 2**63 - 1
# Months before the first online card room, and in the far future, get no partition.
FIRST_YEAR: Final = 1998
LAST_YEAR: Final = 2100


class Unstorable(Exception):
    """Raised if a number in a hand is too large for the database. The message names the number."""


def text(value: str) -> str:
    """Returns `value` with NUL characters and surrogates as escapes, because PostgreSQL refuses these characters."""
    if "\0" in value:
        value = value.replace("\0", "\\x00")
    if value.isascii():
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def number(value: int | None) -> int | None:
    """Returns `value`.

    Raises:
        Unstorable: the value does not fit into eight bytes.
    """
    if value is not None and not -MOST <= value <= MOST:
        raise Unstorable(f"The amount {value} is too large to be stored.")
    return value


def moment(played: str) -> dt.datetime | None:
    """Returns the time in `played`, which is in ISO 8601, in UTC with a `Z`; `None` if the text is no time."""
    if not played:
        return None
    try:
        when = dt.datetime.fromisoformat(played)
    except ValueError:
        return None
    return when if when.tzinfo is not None else when.replace(tzinfo=dt.UTC)


def month(when: dt.datetime | None) -> dt.date:
    """Returns the first day of the month of play in UTC; `UNDATED` if the date is missing or impossible."""
    if when is None:
        return UNDATED
    when = when.astimezone(dt.UTC) if FIRST_YEAR <= when.year <= LAST_YEAR else when
    if not FIRST_YEAR <= when.year <= LAST_YEAR:
        return UNDATED
    return dt.date(when.year, when.month, 1)
