"""Reads the sums of owed chips by player, poker table, night and house, one list for each unit after the other.

A unit is a currency and its number of decimals. Amounts of different units are never added or compared: the rows of a
unit stand together, and only inside a unit they are sorted by their amounts. The sums of all hands are stored in
`owed_player` and `owed_night`; the sums of hands with a confirmed finding are computed each time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.owed import MOST_ON_A_PAGE, OwedFilter
from auditor.store.queries.people import Sum, sum_of
from auditor.store.tables.payouts import CONFIRMED_PAYOUT

GROUPS: Final = ("player", "table", "night", "house")
# The columns by which people can sort the rows of a unit. `worst` is the larger of the amounts paid too much and too
# little; the largest comes first. The other columns begin with their smallest value: `short` with the largest amount
# paid too little, because that amount is negative. A `-` before the name reverses the order.
SORTS: Final = ("worst", "name", "short", "over", "net", "rake", "unaccounted", "hands")


@dataclass(frozen=True, slots=True)
class OwedPlace:
    """The place of a row in the list: its unit, the value of the column by which the list is sorted, and its key."""

    currency: str
    minor: int
    value: int | str
    key: str


@dataclass(frozen=True, slots=True)
class OwedRow:
    """The wrong payouts of one player, table, night or house, in one unit (a currency and its number of decimals).
    `name` is empty if the hands have no table name or no date.
    """

    name: str
    venue: str
    sums: Sum
    place: OwedPlace


def totals(connection: Connection, *, confirmed: bool) -> tuple[Sum, ...]:
    """Returns the sums over all hands, one for each unit (a currency and its number of decimals). In each unit, `over`,
    `short`, `rake` and `unaccounted` add up to zero.
    """
    rows = connection.execute(text(_CONFIRMED_TOTALS if confirmed else _TOTALS))
    return tuple(sum_of(row) for row in rows)


def rows_of(
    connection: Connection, group: str, chosen: OwedFilter, sort: str, after: OwedPlace | None, size: int
) -> tuple[OwedRow, ...]:
    """Returns a page of the sums by player, table, night or house: unit after unit, and in each unit in the order
    `sort`, such as `worst` or `-hands` (see `SORTS`). `after` is the last place on the previous page.
    """
    values = {**chosen.values, "size": max(1, min(size, MOST_ON_A_PAGE))}
    if after is not None:
        values |= {"after_currency": after.currency, "after_minor": after.minor, "value": after.value, "key": after.key}
    statement = _statement(group, sort, confirmed=chosen.confirmed, goes_on=after is not None)
    return tuple(
        OwedRow(
            row.name or "",
            row.venue or "",
            sum_of(row, of_player=group == "player"),
            OwedPlace(row.currency, row.minor, row.value, f"{row.key}"),
        )
        for row in connection.execute(text(statement), values)
    )


def _statement(group: str, sort: str, *, confirmed: bool, goes_on: bool) -> str:
    column, back = sort.removeprefix("-"), sort.startswith("-")
    of = _OF_GROUP[group]
    by_name = column == "name"
    value = of.sorted_name if by_name else f"({'-' if back else ''}({_VALUES[column]}))"
    named = of.named if by_name else ""
    types = ("text" if by_name else "bigint", of.key_type)
    wanted = "".join([f" AND {each}" for each in _after(types, back=back and by_name)] if goes_on else [])
    direction = "DESC" if back and by_name else "ASC"
    return f"""
{_CONFIRMED if confirmed else ""}
SELECT {of.name} AS name, {of.venue} AS venue, page.* FROM (
    SELECT listed.*, {value} AS value FROM ({of.confirmed if confirmed else of.all}) AS listed {named}
    WHERE {_OF_UNIT}{wanted.replace("VALUE", value)}
    ORDER BY currency, minor, value {direction}, key {direction} LIMIT :size) AS page
{of.named.replace("listed.", "page.")}
ORDER BY currency, minor, value {direction}, key {direction}
"""


def _after(types: tuple[str, str], *, back: bool) -> list[str]:
    """Returns the SQL conditions that a row comes after a place. With `back`, the rows of a unit are in the order of
    descending values. VALUE stands for the column by which they are sorted.
    """
    value, key = f"CAST(:value AS {types[0]})", f"CAST(:key AS {types[1]})"
    unit = "CAST(:after_currency AS text), CAST(:after_minor AS smallint)"
    if not back:
        return [f"(currency, minor, VALUE, key) > ({unit}, {value}, {key})"]
    return [f"((currency, minor) > ({unit}) OR ((currency, minor) = ({unit}) AND (VALUE, key) < ({value}, {key})))"]


@dataclass(frozen=True, slots=True)
class _Group:
    """The parts of the SQL statement for one way of adding up. `all` and `confirmed` are queries for the sums, with the
    columns of `Sum`, `worst` and `key`. `named` joins the table that has the names. `name` and `venue` are expressions
    for the result, and `sorted_name` is the expression by which the rows are sorted by name.
    """

    name: str
    venue: str
    sorted_name: str
    key_type: str
    all: str
    confirmed: str
    named: str = ""


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
_VALUES: Final[Mapping[str, str]] = {
    "worst": "worst",
    "short": "short",
    "over": "over",
    "net": "over + short",
    "rake": "rake",
    "unaccounted": "-(over + short + rake)",
    "hands": "hands",
}
assert {"name", *_VALUES} == set(SORTS)


def _grouped(name: str, venue: str, columns: str, key: str) -> _Group:
    """Returns the parts for sums of nights: by table, by night or by house. `columns` identify a row of the list."""
    sums = f"""
    SELECT {columns}, ({key}) COLLATE "C" AS key, currency, minor,
           least(sum(short), -sum(over), -abs(sum(rake)))::bigint AS worst,
           sum(over)::bigint AS over, sum(short)::bigint AS short, sum(rake)::bigint AS rake,
           sum(hands)::bigint AS hands
    FROM {{}} AS night GROUP BY {columns}, currency, minor HAVING sum(hands) > 0"""
    sorted_name = f"""coalesce({name.replace("page.", "listed.")}, '') COLLATE "C\""""
    return _Group(name, venue, sorted_name, "text", sums.format("owed_night"), sums.format(_SURE_NIGHTS))


_SURE_NIGHTS: Final = f"""
(SELECT venue_id, table_name, day, house, currency, minor, {_SUMS} FROM sure
 GROUP BY venue_id, table_name, day, house, currency, minor)
"""
_VENUE: Final = "(SELECT name FROM venue WHERE venue.id = page.venue_id)"
_OF_GROUP: Final[Mapping[str, _Group]] = {
    "player": _Group(
        name="player.name",
        venue="venue.name",
        sorted_name='player.name COLLATE "C"',
        key_type="bigint",
        all="""SELECT player_id AS key, worst, currency, minor, over, short, 0::bigint AS rake, hands
               FROM owed_player WHERE worst < 0""",
        confirmed=f"""SELECT player_id AS key, currency, minor,
               least(sum(least(amount, 0)), -sum(greatest(amount, 0)))::bigint AS worst, {_SUMS}
               FROM sure WHERE player_id IS NOT NULL GROUP BY player_id, currency, minor""",
        named="JOIN player ON player.id = listed.key JOIN venue ON venue.id = player.venue_id",
    ),
    "table": _grouped("page.table_name", _VENUE, "venue_id, table_name", "venue_id || '.' || table_name"),
    "night": _grouped("nullif(page.day, '0001-01-01')::text", _VENUE, "venue_id, day", "venue_id || '.' || day"),
    "house": _grouped("page.house", "''", "house", "house"),
}
