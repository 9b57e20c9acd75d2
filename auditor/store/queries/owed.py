"""Reads the chips that are owed: sums by player, poker table, night and house, and the hands behind each sum.

Amounts are payouts in the log minus lawful payouts, in the smallest unit of the currency: a negative amount is owed to
the seat. The sums of players, tables, nights and houses are stored in `owed_player` and `owed_night`. With `confirmed`,
only hands with a confirmed finding count. People confirm few findings, so the sums of these hands are not stored, but
computed each time.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.people import Sum, sum_of
from auditor.store.tables.payouts import CONFIRMED_PAYOUT

GROUPS: Final = ("player", "table", "night", "house")
MOST_ON_A_PAGE: Final = 200
# In the list of hands, the place of the chips that are unaccounted for: a number that is no seat.
_AFTER_SEATS: Final = 32_767


@dataclass(frozen=True, slots=True)
class OwedRow:
    """The wrong payouts of one player, table, night or house, in one unit (a currency and its number of decimals).
    `name` is empty if the hands have no table name or no date. `place` is the place of the row in the list.
    """

    name: str
    venue: str
    sums: Sum
    place: str


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


def totals(connection: Connection, *, confirmed: bool) -> tuple[Sum, ...]:
    """Returns the sums over all hands, one for each unit (a currency and its number of decimals). In each unit, `over`,
    `short`, `rake` and `unaccounted` add up to zero.
    """
    rows = connection.execute(text(_CONFIRMED_TOTALS if confirmed else _TOTALS))
    return tuple(sum_of(row) for row in rows)


def rows_of(
    connection: Connection, group: str, chosen: OwedFilter, after: tuple[int, str] | None, size: int
) -> tuple[OwedRow, ...]:
    """Returns a page of the sums by player, table, night or house, the largest sums first.

    `after` is the last place on the previous page: the sum of that row, and the key of that row.
    """
    worst, key = after or (None, None)
    values = {**chosen.values, "worst": worst, "key": key, "size": max(1, min(size, MOST_ON_A_PAGE))}
    statement = (_CONFIRMED_BY if chosen.confirmed else _BY)[group]
    return tuple(
        OwedRow(row.name or "", row.venue or "", sum_of(row, of_player=group == "player"), f"{row.worst}.{row.key}")
        for row in connection.execute(text(statement), values)
    )


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
_CONFIRMED: Final = f"""
WITH confirmed_hand AS MATERIALIZED (
    SELECT DISTINCT hand_id, house FROM finding WHERE {CONFIRMED_PAYOUT}),
sure AS (SELECT owed.* FROM confirmed_hand JOIN owed USING (hand_id, house))
"""
_SUMS: Final = """
       coalesce(sum(greatest(amount, 0)) FILTER (WHERE seat > 0), 0) AS over,
       coalesce(sum(least(amount, 0)) FILTER (WHERE seat > 0), 0) AS short,
       coalesce(sum(amount) FILTER (WHERE seat = 0), 0) AS rake, count(DISTINCT hand_id) AS hands
"""
_NIGHT_SUMS: Final = "sum(over) AS over, sum(short) AS short, sum(rake) AS rake, sum(hands) AS hands"
_TOTALS: Final = f"""
SELECT currency, minor, {_NIGHT_SUMS} FROM owed_night GROUP BY currency, minor HAVING sum(hands) > 0
ORDER BY sum(hands) DESC, currency, minor
"""
_CONFIRMED_TOTALS: Final = f"""
{_CONFIRMED} SELECT currency, minor, {_SUMS} FROM sure GROUP BY currency, minor ORDER BY count(*) DESC, currency, minor
"""
_OF_UNIT: Final = """
(CAST(:currency AS text) IS NULL OR currency = :currency) AND (CAST(:minor AS int) IS NULL OR minor = :minor)
"""
_WORST: Final = "least(sum(short), -sum(over), -abs(sum(rake)))"
_PAGE: Final = """
WHERE CAST(:worst AS bigint) IS NULL OR (worst, key) > (CAST(:worst AS bigint), CAST(:key AS text))
ORDER BY worst, key LIMIT :size
"""
_KEY: Final = """(lpad(player_id::text, 19, '0') || '.' || minor || '.' || currency) COLLATE "C\""""
_PLAYERS: Final = f"""
SELECT player.name, venue.name AS venue, listed.* FROM (
    SELECT player_id, {_KEY} AS key, worst, currency, minor, over, short, 0 AS rake, hands
    FROM owed_player
    WHERE worst < 0 AND {_OF_UNIT} AND (CAST(:worst AS bigint) IS NULL OR worst >= CAST(:worst AS bigint))
      AND (CAST(:worst AS bigint) IS NULL OR
           (worst, {_KEY})
           > (CAST(:worst AS bigint), CAST(:key AS text)))
    ORDER BY worst, player_id, key LIMIT :size) AS listed
JOIN player ON player.id = listed.player_id JOIN venue ON venue.id = player.venue_id
ORDER BY worst, key
"""
_CONFIRMED_PLAYERS: Final = f"""
{_CONFIRMED}, listed AS (
    SELECT player_id, {_KEY} AS key,
           least(sum(least(amount, 0)), -sum(greatest(amount, 0)))::bigint AS worst, currency, minor, {_SUMS}
    FROM sure WHERE player_id IS NOT NULL AND {_OF_UNIT} GROUP BY player_id, currency, minor)
SELECT player.name, venue.name AS venue, listed.* FROM (SELECT * FROM listed {_PAGE}) AS listed
JOIN player ON player.id = listed.player_id JOIN venue ON venue.id = player.venue_id
ORDER BY worst, key
"""
_GROUPED: Final = f"""
SELECT {{name}} AS name, {{venue}} AS venue, listed.* FROM (
    SELECT {{columns}}, (minor || '.' || currency || '.' || {{key}}) COLLATE "C" AS key, {_WORST}::bigint AS worst,
           currency, minor, {_NIGHT_SUMS}
    FROM {{rows}} AS night WHERE {_OF_UNIT} GROUP BY {{columns}}, currency, minor HAVING sum(hands) > 0) AS listed
{_PAGE}
"""
_SURE_NIGHTS: Final = f"""
(SELECT venue_id, table_name, day, house, currency, minor, {_SUMS} FROM sure
 GROUP BY venue_id, table_name, day, house, currency, minor)
"""
_VENUE: Final = "(SELECT name FROM venue WHERE venue.id = listed.venue_id)"
_COLUMNS: Final = {
    "table": ("table_name", _VENUE, "venue_id, table_name", "venue_id || '.' || table_name"),
    "night": ("nullif(day, '0001-01-01')::text", _VENUE, "venue_id, day", "venue_id || '.' || day"),
    "house": ("house", "''", "house", "house"),
}


def _grouped(group: str, rows: str) -> str:
    name, venue, columns, key = _COLUMNS[group]
    return _GROUPED.format(name=name, venue=venue, columns=columns, key=key, rows=rows)


_BY: Final = {"player": _PLAYERS, **{group: _grouped(group, "owed_night") for group in _COLUMNS}}
_CONFIRMED_BY: Final = {
    "player": _CONFIRMED_PLAYERS,
    **{group: f"{_CONFIRMED} {_grouped(group, _SURE_NIGHTS)}" for group in _COLUMNS},
}

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
