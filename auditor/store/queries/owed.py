"""Reads the wrong payouts of single hands, which are behind the sums of owed chips (see `owed_sums`).

Amounts are payouts in the log minus lawful payouts, in the smallest unit of the currency: a negative amount is owed to
the seat. With `confirmed`, only hands with a confirmed finding count.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.tables.payouts import CONFIRMED_PAYOUT

MOST_ON_A_PAGE: Final = 200
# In the list of hands, the place of the chips that are unaccounted for: a number that is no seat.
_AFTER_SEATS: Final = 32_767


@dataclass(frozen=True, slots=True)
class OwedHand:
    """A wrong payout in one hand. `seat` is 0 for the rake, and `None` for the chips that are unaccounted for: neither
    a seat nor the house got them. That amount is negative if more was paid than was put in. `player` is empty if the
    log has no name.
    """

    hand_id: int
    number: str | None
    seat: int | None
    player: str
    venue: str
    table: str
    day: dt.date
    house: str
    currency: str
    minor: int
    amount: int

    @property
    def place(self) -> str:
        """The place of the row in the list. The chips that are unaccounted for come after all seats of their hand."""
        return f"{self.hand_id}.{_AFTER_SEATS if self.seat is None else self.seat}"


@dataclass(frozen=True, slots=True)
class OwedFilter:
    """The wrong payouts to list. An empty value means all. `day` is a day such as `2026-11-24`, or `none`: no date.

    `table` is `None` for all tables, and empty for hands without a table name.
    """

    confirmed: bool = False
    player: str = ""
    table: str | None = None
    day: str = ""
    house: str = ""
    venue: str = ""
    currency: str | None = None
    minor: int | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the SQL statements."""
        return {
            "confirmed": self.confirmed,
            "player": self.player or None,
            "table": self.table,
            "day": (NO_DAY if self.day == "none" else dt.date.fromisoformat(self.day)) if self.day else None,
            "house": self.house or None,
            "venue": self.venue or None,
            "currency": self.currency,
            "minor": self.minor,
        }


NO_DAY: Final = dt.date(1, 1, 1)


def hands_of(
    connection: Connection, chosen: OwedFilter, after: tuple[int, int] | None, size: int
) -> tuple[OwedHand, ...]:
    """Returns a page of the wrong payouts of single seats, of the rake, and of the chips that are unaccounted for. The
    hands that were stored last come first. The amounts of each hand add up to zero, except in the list of one player.
    `after` is the place of the last row on the previous page.
    """
    hand_id, seat = after or (None, None)
    values = {**chosen.values, "hand": hand_id, "seat": seat, "after_seats": _AFTER_SEATS}
    values["size"] = max(1, min(size, MOST_ON_A_PAGE))
    return tuple(OwedHand(**row) for row in connection.execute(text(_hands(chosen)), values).mappings())


def _hands(chosen: OwedFilter) -> str:
    """Returns the statement for the hands. The statement contains only the conditions of the filters that are set. So
    the database can use the indexes of the columns in these conditions.
    """
    values: Mapping[str, Any] = chosen.values
    # `not in (None, False)` would drop `minor=0`, because `0 == False`.
    is_set = {name for name, value in values.items() if value is not None and value is not False}
    conditions = [condition for name, condition in _CONDITIONS.items() if name in is_set]
    rows = "TABLE listed" if chosen.player else _WITH_UNACCOUNTED
    return _HANDS.format(conditions=" AND ".join(["true", *conditions]), rows=rows)


# The SQL condition that a person confirmed a finding about a wrong payout, a row of `owed`. The finding has an amount,
# and the same hand and house as the row. Its rule is in the chapter Log, Payout or Showdown.
_IS_CONFIRMED: Final = f"""
EXISTS (SELECT FROM finding
        WHERE finding.hand_id = owed.hand_id AND finding.house = owed.house AND {CONFIRMED_PAYOUT})
"""
_HANDS: Final = """
WITH listed AS MATERIALIZED (
    SELECT hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount FROM owed
    WHERE {conditions} AND (CAST(:hand AS bigint) IS NULL OR hand_id < :hand OR (hand_id = :hand AND seat > :seat))
    ORDER BY hand_id DESC, seat LIMIT :size)
SELECT owed.hand_id, (SELECT number FROM hand WHERE hand.id = owed.hand_id) AS number,
       nullif(owed.seat, :after_seats) AS seat, coalesce(player.name, '') AS player, venue.name AS venue,
       owed.table_name AS table, owed.day, owed.house, owed.currency, owed.minor, owed.amount
FROM ({rows}) AS owed
JOIN venue ON venue.id = owed.venue_id LEFT JOIN player ON player.id = owed.player_id
ORDER BY owed.hand_id DESC, owed.seat LIMIT :size
"""
# The amounts of a hand do not add up to zero if chips are unaccounted for. The row of these chips comes last in its
# hand, so it may be the first row after the last seat on the previous page. If the limit cuts a hand, this row is cut
# too, because it comes after all rows of `listed`.
_WITH_UNACCOUNTED: Final = """
TABLE listed
UNION ALL
SELECT hand_id, :after_seats, NULL, venue_id, table_name, day, house, currency, minor, CAST(-sum(amount) AS bigint)
FROM owed
WHERE hand_id IN (SELECT hand_id FROM listed
                  UNION SELECT CAST(:hand AS bigint) WHERE CAST(:seat AS int) < :after_seats)
GROUP BY hand_id, venue_id, table_name, day, house, currency, minor HAVING sum(amount) <> 0
"""
_CONDITIONS: Final = {
    "confirmed": _IS_CONFIRMED,
    "player": "player_id = ANY(ARRAY(SELECT id FROM player WHERE name = :player))",
    "table": "table_name = :table",
    "day": "day = :day",
    "house": "house = :house",
    "venue": "venue_id = (SELECT id FROM venue WHERE name = :venue)",
    "currency": "currency = :currency",
    "minor": "minor = :minor",
}
