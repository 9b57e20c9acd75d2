"""Reads the figures: findings and audited hands by rule, house, room, table, night and hour, and the rake of nights.

The counts come from tables that are kept up to date, so that no page counts millions of findings. A count is the number
in the table of sums plus the numbers in the table of changes. Amounts are integers in the smallest unit of the
currency. Days and hours are in UTC.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

UNDATED: Final = dt.date(1, 1, 1)  # the day of hands whose log has no date
HANDS: Final = "hands"  # the measure that counts hands; the other measures are severities of findings
# A rate of fewer hands than this is too uncertain to compare.
FEW_HANDS: Final = 30


@dataclass(frozen=True, slots=True)
class FigureFilter:
    """The hands and findings to count in all figures. `None` and an empty value mean all. `first` and `last` are days
    of play (UTC).

    `table` is empty for hands without a table name. `severity` limits only the findings.
    """

    first: dt.date | None = None
    last: dt.date | None = None
    venue: str = ""
    house: str = ""
    table: str | None = None
    severity: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the SQL statements."""
        return {
            "first": self.first,
            "last": self.last,
            "venue": self.venue or None,
            "house": self.house or None,
            "table": self.table,
            "severity": self.severity or None,
        }


@dataclass(frozen=True, slots=True)
class HandsFilter(FigureFilter):
    """The hands of one row of a figure, for `totals` and for the list of these hands (see `figure_hands`). The rows of
    some figures are rooms, or weekdays (1 is Monday) with an hour (UTC). `FigureFilter` has no room, weekday and hour,
    because the sums of the rake are not stored by room, weekday or hour.
    """

    room: str | None = None
    weekday: int | None = None
    hour: int | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the SQL statements."""
        # With slots, the short form `super()` would name another class.
        common = super(HandsFilter, self).values
        return {**common, "room": self.room, "weekday": self.weekday, "hour": self.hour}


@dataclass(frozen=True, slots=True)
class Found:
    """A number of findings of one kind (rule, triage state and unit of money) in one room under one house. `amounts`
    counts the findings with an amount.

    `at_stake` is the sum of the amounts without their sign.
    """

    code: str
    triage: str
    currency: str
    minor: int
    room: str
    house: str
    found: int
    amounts: int
    at_stake: int


@dataclass(frozen=True, slots=True)
class NightStake:
    """The amounts of the findings of one night in one unit: a currency and its number of decimals. The night is
    `UNDATED` for hands without a date.
    """

    day: dt.date
    currency: str
    minor: int
    amounts: int
    at_stake: int


@dataclass(frozen=True, slots=True)
class Played:
    """A number of audited hands and of findings. `key` is a place (room and house), a day, or a weekday and an hour."""

    key: tuple[Any, ...]
    hands: int
    found: int


@dataclass(frozen=True, slots=True)
class RakeSum:
    """The rake of one house, table or night, in one unit (a currency and its number of decimals). `taken` is the rake
    in the logs, and `due` the rake that the schedule of the house gives.

    `hands` counts the hands with rake. `differ` counts the hands whose rake is not the rake of the schedule.
    """

    name: str
    venue: str
    currency: str
    minor: int
    taken: int
    due: int
    hands: int
    differ: int


def findings(connection: Connection, chosen: FigureFilter) -> tuple[list[Found], list[NightStake]]:
    """Returns the numbers of findings by kind, room and house; and the amounts at stake by night, the newest first."""
    kinds: list[Found] = []
    nights: list[NightStake] = []
    for row in connection.execute(text(_at_level(_FINDINGS, chosen)), chosen.values):
        sums = int(row.found), int(row.amounts), int(row.at_stake)
        if row.day is None:
            kinds.append(Found(row.code, row.triage, row.currency, row.minor, row.room, row.house, *sums))
        else:
            nights.append(NightStake(row.day, row.currency, row.minor, *sums[1:]))
    return kinds, sorted(nights, key=lambda each: (-each.day.toordinal(), each.currency, each.minor))


@dataclass(frozen=True, slots=True)
class PlayedSums:
    """The audited hands and the findings by place (`(room, house)`), by day (`(day,)`) and by weekday and hour."""

    places: list[Played]
    days: list[Played]
    hours: list[Played]

    @property
    def hands(self) -> int:
        """The number of all audited hands."""
        return sum([each.hands for each in self.places])

    @property
    def found(self) -> int:
        """The number of all findings."""
        return sum([each.found for each in self.places])


def played(connection: Connection, chosen: FigureFilter) -> PlayedSums:
    """Returns the numbers of audited hands and of findings by place, by day (the newest first), and by hour."""
    sums = PlayedSums([], [], [])
    for row in connection.execute(text(_at_level(_PLAYED, chosen)), chosen.values):
        counts = int(row.hands), int(row.found)
        if not any(counts):
            continue
        if row.of_hour == 0:
            if row.hour >= 0:
                sums.hours.append(Played((row.weekday, row.hour), *counts))
        elif row.of_day == 0:
            sums.days.append(Played((row.day,), *counts))
        else:
            sums.places.append(Played((row.room, row.house), *counts))
    sums.days.sort(key=lambda each: each.key, reverse=True)
    return sums


def tables(connection: Connection, chosen: FigureFilter, most: int) -> list[Played]:
    """Returns the audited hands and the findings of at most `most` poker tables. The tables with the most findings per
    hand come first. Tables with fewer than `FEW_HANDS` hands come last, because their rates are too uncertain to
    compare. The key is the table and its venue.
    """
    values = {**chosen.values, "most": most, "few": FEW_HANDS}
    rows = connection.execute(text(_TABLES), values)
    return [Played((row.table_name, row.venue), int(row.hands), int(row.found)) for row in rows]


def rake(connection: Connection, chosen: FigureFilter, by: str, most: int) -> list[RakeSum]:
    """Returns the rake by `house`, `table` or `night`, at most `most` rows. The newest night comes first. Houses and
    tables are sorted by the difference between the rake taken and the rake of the schedule, the largest first.
    """
    rows = connection.execute(text(_RAKE[by]), {**chosen.values, "most": most})
    return [
        RakeSum(
            row.name or "",
            row.venue or "",
            row.currency,
            row.minor,
            int(row.taken),
            int(row.due),
            int(row.hands),
            int(row.differ),
        )
        for row in rows
    ]


def totals(connection: Connection, chosen: HandsFilter) -> Played:
    """Returns the number of audited hands and of findings that match. The key is empty."""
    row = connection.execute(text(_at_level(_TOTALS, chosen)), chosen.values).one()
    return Played((), int(row.hands), int(row.found))


def venues(connection: Connection) -> list[str]:
    """Returns the names of the venues with audited hands."""
    return list(connection.execute(text(_VENUES)).scalars())


def houses(connection: Connection) -> list[str]:
    """Returns the names of the houses with audited hands."""
    return list(connection.execute(text(_HOUSES)).scalars())


def _at_level(statement: str, chosen: FigureFilter) -> str:
    """Returns the statement with names of columns in place of the words `LEVEL` and `CHANGED`.

    If the filter names a table, these columns select the sums of single tables. Otherwise they select the sums of all
    tables of a room and house together, which have fewer rows.
    """
    level, changed = ("general_id", "general_id") if chosen.table is None else ("id", "place")
    return statement.replace("LEVEL", level).replace("CHANGED", changed)


_OF_PLACE: Final = """
(CAST(:venue AS text) IS NULL OR venue_id = (SELECT id FROM venue WHERE name = :venue))
AND (CAST(:house AS text) IS NULL OR house = :house) AND (CAST(:table AS text) IS NULL OR table_name = :table)
"""
_OF_DAY: Final = """
(CAST(:first AS date) IS NULL OR (day >= :first AND day > '0001-01-01'))
AND (CAST(:last AS date) IS NULL OR (day <= :last AND day > '0001-01-01'))
"""
# The counts of the chosen places: single tables, or all tables of a room and house together. `ANY` of an array makes
# the server look up these few places by the index, and not read the sums of all places.
_COUNTS: Final = f"""
level AS (SELECT DISTINCT LEVEL AS id, room, house FROM figure_place
          WHERE {_OF_PLACE} AND {{of_room}}),
counted AS (
    SELECT place AS level, {{columns}} FROM {{table}} WHERE place = ANY(ARRAY(SELECT id FROM level)) AND {_OF_DAY}
    UNION ALL
    SELECT CHANGED, {{columns}} FROM {{table}}_change WHERE CHANGED = ANY(ARRAY(SELECT id FROM level)) AND {_OF_DAY})
"""
_FINDINGS: Final = f"""
WITH {_COUNTS.format(table="figure_found", columns="day, kind, found, amounts, at_stake", of_room="true")},
kind AS (SELECT DISTINCT * FROM figure_kind WHERE CAST(:severity AS text) IS NULL OR severity = :severity),
of_kind AS (
    SELECT level, kind, sum(found) AS found, sum(amounts) AS amounts, sum(at_stake) AS at_stake
    FROM counted GROUP BY level, kind),
of_night AS (
    SELECT day, kind, sum(amounts) AS amounts, sum(at_stake) AS at_stake
    FROM counted WHERE amounts <> 0 OR at_stake <> 0 GROUP BY day, kind)
SELECT CAST(NULL AS date) AS day, code, triage, currency, minor, room, house, found, amounts, at_stake
FROM of_kind JOIN level ON level.id = of_kind.level JOIN kind ON kind.id = of_kind.kind WHERE found <> 0
UNION ALL
SELECT day, '', '', currency, minor, '', '', 0, sum(amounts), sum(at_stake)
FROM of_night JOIN kind ON kind.id = of_night.kind GROUP BY day, currency, minor
"""
_HANDS_AND_FOUND: Final = """
coalesce(sum(number) FILTER (WHERE measure = 'hands'), 0) AS hands,
coalesce(sum(number) FILTER (WHERE measure <> 'hands'
                             AND (CAST(:severity AS text) IS NULL OR measure = :severity)), 0) AS found
"""
_HOUR_COLUMNS: Final = "day, hour, measure, number"
_PLAYED: Final = f"""
WITH {_COUNTS.format(table="figure_hour", columns=_HOUR_COLUMNS, of_room="true")},
summed AS (
    SELECT level, day, extract(isodow FROM day)::int AS weekday, hour, grouping(day) AS of_day,
           grouping(hour) AS of_hour, {_HANDS_AND_FOUND}
    FROM counted
    GROUP BY GROUPING SETS ((level), (day), (extract(isodow FROM day)::int, hour)))
SELECT summed.*, level.room, level.house FROM summed LEFT JOIN level ON level.id = summed.level
"""
_OF_ROOM: Final = "(CAST(:room AS text) IS NULL OR room = :room)"
_TOTALS: Final = f"""
WITH {_COUNTS.format(table="figure_hour", columns=_HOUR_COLUMNS, of_room=_OF_ROOM)}
SELECT {_HANDS_AND_FOUND} FROM counted
WHERE (CAST(:weekday AS int) IS NULL OR extract(isodow FROM day)::int = :weekday)
  AND (CAST(:hour AS int) IS NULL OR hour = :hour)
"""
# The counts are added up before the places are joined. Otherwise the query takes 450 ms instead of 20 ms: after some
# requests the server uses one plan for all filters, and this plan compares each count with each place.
_TABLES: Final = f"""
WITH place AS (SELECT DISTINCT id, venue_id, table_name FROM figure_place WHERE {_OF_PLACE}),
of_place AS MATERIALIZED (
    SELECT place, {_HANDS_AND_FOUND}
    FROM (SELECT * FROM figure_night WHERE {_OF_DAY}
          UNION ALL SELECT place, day, measure, number FROM figure_hour_change WHERE {_OF_DAY}) AS counted
    GROUP BY place),
summed AS (
    SELECT venue_id, table_name, sum(hands) AS hands, sum(found) AS found
    FROM of_place JOIN place ON place.id = of_place.place GROUP BY venue_id, table_name)
SELECT table_name, (SELECT name FROM venue WHERE id = venue_id) AS venue, hands, found FROM summed WHERE hands > 0
ORDER BY hands >= :few DESC, found / hands DESC, hands DESC, table_name, venue_id LIMIT :most
"""
_RAKE_SUMS: Final = f"""
SELECT {{name}} AS name, {{venue}} AS venue, currency, minor, sum(taken) AS taken, sum(due) AS due,
       sum(hands) AS hands, sum(differ) AS differ
FROM rake_night WHERE {_OF_PLACE} AND {_OF_DAY}
GROUP BY {{columns}}, currency, minor HAVING sum(hands) > 0 ORDER BY {{order}}, currency, minor LIMIT :most
"""
_WORST: Final = "abs(sum(taken) - sum(due)) DESC, sum(hands) DESC"
_RAKE: Final = {
    "house": _RAKE_SUMS.format(name="house", venue="''", columns="house", order=f"{_WORST}, house"),
    "table": _RAKE_SUMS.format(
        name="table_name",
        venue="(SELECT name FROM venue WHERE id = venue_id)",
        columns="venue_id, table_name",
        order=f"{_WORST}, table_name, venue_id",
    ),
    "night": _RAKE_SUMS.format(name="nullif(day, '0001-01-01')::text", venue="''", columns="day", order="day DESC"),
}
_VENUES: Final = """
SELECT name FROM venue WHERE EXISTS (SELECT FROM figure_place WHERE venue_id = venue.id) ORDER BY name
"""
_HOUSES: Final = "SELECT DISTINCT house FROM figure_place WHERE house <> '' ORDER BY house"
