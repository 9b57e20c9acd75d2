"""Lists the hands that a figure counts: the audited hands, or the hands with rake."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries import figures
from auditor.store.queries.figures import HandsFilter

MOST_ON_A_PAGE: Final = 200
# The lists of hands with rake: all these hands, or only the hands whose rake is not the rake of the schedule.
RAKE: Final = ("any", "different")


@dataclass(frozen=True, slots=True)
class FigureHand:
    """A record (a hand as one log has it) under a house. `taken` and `due` are the rake in the log and the rake by the
    schedule of the house, in the smallest unit; `None` if the list is not about rake.
    """

    hand_id: int
    number: str | None
    venue: str
    room: str
    table: str
    played: dt.datetime | None
    house: str
    currency: str
    minor: int
    taken: int | None
    due: int | None


@dataclass(frozen=True, slots=True)
class RakeFilter:
    """Chooses hands with rake. `rake` is `any` for all these hands, or `different` for the hands whose rake is not the
    rake of the schedule. `currency` and `minor` (the number of decimals) are the unit of the rake; `None` means any
    unit.
    """

    rake: str
    currency: str | None = None
    minor: int | None = None


def number_of_hands(connection: Connection, chosen: HandsFilter, rake: RakeFilter | None) -> int:
    """Returns the number of hands in the list, from the same counts as the figures. The counts of rake have no room, no
    weekday and no hour, so with these filters the hands of the list are counted.
    """
    if rake is None:
        return figures.totals(connection, chosen).hands
    values = _values(chosen, rake)
    if any(values.get(name) is not None for name in ("room", "weekday", "hour")):
        return int(connection.execute(text(_RAKED_COUNTED.format(_where(values))), values).scalar_one())
    return int(connection.execute(text(_RAKE_COUNT), values).scalar_one())


def hands_of(
    connection: Connection,
    chosen: HandsFilter,
    rake: RakeFilter | None,
    after: tuple[int, str] | None,
    size: int,
) -> list[FigureHand]:
    """Returns a page of the hands. The hands that were stored last come first. A hand that was audited under two houses
    is in the list for each of them. `after` describes the last hand on the previous page: the number of its record, and
    its house.
    """
    hand_id, house = after or (None, None)
    values = {**_values(chosen, rake), "after": hand_id, "after_house": house}
    values["size"] = max(1, min(size, MOST_ON_A_PAGE))
    statement = (_AUDITED if rake is None else _RAKED).format(_where(values))
    return [FigureHand(**row) for row in connection.execute(text(statement), values).mappings()]


def _where(values: dict[str, Any]) -> str:
    return " AND ".join(
        ["true", *[condition for name, condition in _CONDITIONS.items() if values.get(name) is not None]]
    )


def _values(chosen: HandsFilter, rake: RakeFilter | None) -> dict[str, Any]:
    unit = {"currency": rake.currency, "minor": rake.minor} if rake is not None else {}
    different = "different" if rake is not None and rake.rake == "different" else None
    return {**chosen.values, **unit, "different": different}


# The SQL condition of each filter. A statement contains only the conditions of the filters that are set. So the server
# can use an index that fits these filters. The conditions for days also name the months, because the server then reads
# only the partitions of `hand` with these months.
_CONDITIONS: Final = {
    "first": "hand.played >= CAST(:first AS date)::timestamp AT TIME ZONE 'UTC'"
    " AND hand.month >= date_trunc('month', CAST(:first AS date))",
    "last": "hand.played < (CAST(:last AS date) + 1)::timestamp AT TIME ZONE 'UTC' AND hand.month <= :last",
    "venue": "hand.venue_id = (SELECT id FROM venue WHERE name = :venue)",
    "house": "listed.house = :house",
    "table": "hand.table_name = :table",
    "room": "hand.room = :room",
    "weekday": "extract(isodow FROM hand.played AT TIME ZONE 'UTC') = :weekday",
    "hour": "extract(hour FROM hand.played AT TIME ZONE 'UTC') = :hour",
    "currency": "hand.currency = :currency",
    "minor": "hand.minor = :minor",
    "different": "taken <> due",
    "after": "(listed.hand_id < :after OR (listed.hand_id = :after AND listed.house > :after_house))",
}
_COLUMNS: Final = """
SELECT listed.hand_id, hand.number, (SELECT name FROM venue WHERE id = hand.venue_id) AS venue, hand.room,
       hand.table_name AS table, hand.played, listed.house, hand.currency, hand.minor,
"""
_IN_ORDER: Final = "WHERE {} ORDER BY listed.hand_id DESC, listed.house LIMIT :size"
_AUDITED: Final = f"""
{_COLUMNS} CAST(NULL AS bigint) AS taken, CAST(NULL AS bigint) AS due
FROM report AS listed JOIN hand ON hand.id = listed.hand_id AND hand.month = listed.month
{_IN_ORDER.replace("{}", "current AND {}")}
"""
_RAKED: Final = f"""
{_COLUMNS} taken, due FROM hand_rake AS listed JOIN hand ON hand.id = listed.hand_id {_IN_ORDER}
"""
_RAKED_COUNTED: Final = "SELECT count(*) FROM hand_rake AS listed JOIN hand ON hand.id = listed.hand_id WHERE {}"
_RAKE_COUNT: Final = """
SELECT coalesce(sum(CASE WHEN CAST(:different AS text) IS NULL THEN hands ELSE differ END), 0) FROM rake_night
WHERE (CAST(:venue AS text) IS NULL OR venue_id = (SELECT id FROM venue WHERE name = :venue))
  AND (CAST(:house AS text) IS NULL OR house = :house) AND (CAST(:table AS text) IS NULL OR table_name = :table)
  AND (CAST(:first AS date) IS NULL OR (day >= :first AND day > '0001-01-01'))
  AND (CAST(:last AS date) IS NULL OR (day <= :last AND day > '0001-01-01'))
  AND (CAST(:currency AS text) IS NULL OR currency = :currency) AND (CAST(:minor AS int) IS NULL OR minor = :minor)
"""
