"""Converts values of logs to values that PostgreSQL accepts."""

import datetime as dt
from typing import Final

from auditor.store.tables import UNDATED

MOST: Final = 2**63 - 1
# Only months in these years get a partition of the table `hand`. Earlier dates, before the first online card room, and
# dates in the far future are probably errors in the log.
FIRST_YEAR: Final = 1998
LAST_YEAR: Final = 2100


class Unstorable(Exception):
    """Raised if a hand, or a number in it, is too large for the database. The message states the size or the number."""


def text(value: str) -> str:
    """Returns `value` without characters that PostgreSQL refuses: NUL and surrogates.

    Each of these characters is replaced by its escape. For example, NUL becomes four characters: a backslash, x, 0, 0.
    """
    if "\0" in value:
        value = value.replace("\0", "\\x00")
    if value.isascii():
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def number(value: int | None) -> int | None:
    """Returns `value` unchanged, after a check of its size.

    Raises:
        Unstorable: the value does not fit into eight bytes.
    """
    if value is not None and not -MOST <= value <= MOST:
        raise Unstorable(f"The amount {value} is too large to be stored.")
    return value


def moment(played: str) -> dt.datetime | None:
    """Returns the time of play from a text in ISO 8601, such as `2024-05-01T20:15:00Z`.

    A time without a time zone counts as UTC. Returns `None` if the text is no time.
    """
    if not played:
        return None
    try:
        when = dt.datetime.fromisoformat(played)
    except ValueError:
        return None
    return when if when.tzinfo is not None else when.replace(tzinfo=dt.UTC)


def month(when: dt.datetime | None) -> dt.date:
    """Returns the first day of the month in which a hand was played, in UTC.

    Returns `UNDATED` (1 January of the year 1) if the date is missing, or is not in the years 1998 to 2100.
    """
    if when is None:
        return UNDATED
    when = when.astimezone(dt.UTC) if FIRST_YEAR <= when.year <= LAST_YEAR else when
    if not FIRST_YEAR <= when.year <= LAST_YEAR:
        return UNDATED
    return dt.date(when.year, when.month, 1)
