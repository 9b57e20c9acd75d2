"""Reads what is known about a player, a poker table or a day: the hands, the findings, the wrong payouts, and the
people who played.

Amounts are integers in the smallest unit of the currency. A player is a name at a venue, as the logs write the name.
Superseded records (hands as earlier reads of a file had them) are neither listed nor counted.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.facet_counts import Totals
from auditor.store.queries.hands import MOST_ON_A_PAGE
from auditor.store.tables.payouts import about_payout_of, for_player
from auditor.store.uploads.current_record import counts_still

# Counts stop at this number, so that the page of a player with very many hands does not take long. For each counted
# hand the server looks up its uploads; for 100,000 hands this took 190 ms of 220 ms.
MOST_COUNTED: Final = 100_000
# To count who played with a player, at a table or on a day, only this many of the latest hands are read.
LATEST: Final = 1_000
MOST_PEOPLE: Final = 20


@dataclass(frozen=True, slots=True)
class Subject:
    """The player, the poker table or the day that a page is about. `kind` is `player`, `table` or `day`.

    `name` is the name of the player or of the table, or the day, such as `2026-11-24` (UTC). `player_id` is set only
    for a player. If `venue` is empty, a table or a day includes all venues.
    """

    kind: str
    name: str
    venue: str = ""
    player_id: int | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the SQL statements of this kind."""
        start = dt.datetime.fromisoformat(self.name).replace(tzinfo=dt.UTC) if self.kind == "day" else None
        return {
            "player": self.player_id,
            "table": self.name,
            "day": start.date() if start else None,
            "start": start,
            "stop": start + dt.timedelta(days=1) if start else None,
            "venue": self.venue or None,
        }


@dataclass(frozen=True, slots=True)
class Count:
    """A number of hands or findings. `more`: the count stopped at a limit, so there are more."""

    number: int
    more: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """The payouts that were wrong, in one unit: a currency and its number of decimals.

    - `over` is the sum of the amounts paid too much.
    - `short` is the sum of the amounts paid too little, a negative number.
    - `rake` is the logged rake minus the lawful rake.
    - `unaccounted` are the chips that neither a player nor the house got. The number is negative if more was paid than
      was put in.
    - `hands` is the number of hands with wrong payouts.

    The first four numbers add up to zero, except in the sums of a single player: there `rake` and `unaccounted` are
    always 0.
    """

    currency: str
    minor: int
    over: int
    short: int
    rake: int
    unaccounted: int
    hands: int

    @property
    def net(self) -> int:
        """The payouts in the log minus the lawful payouts. A negative amount is owed to the player."""
        return self.over + self.short


@dataclass(frozen=True, slots=True)
class Person:
    """A player, and the number of hands that the player played."""

    venue: str
    name: str
    hands: int


def players_named(connection: Connection, name: str) -> dict[str, int]:
    """Returns the database id of the player with this name at each venue, by the name of the venue."""
    rows = connection.execute(text(_PLAYERS), {"name": name})
    return {row.venue: row.id for row in rows}


def tables_named(connection: Connection, name: str) -> tuple[str, ...]:
    """Returns the venues that have a poker table with this name."""
    return tuple(connection.execute(text(_TABLES), {"name": name}).scalars())


def number_of_hands(connection: Connection, subject: Subject) -> Count:
    """Returns the number of records (hands as logged) of a player, a table or a day, at most `MOST_COUNTED`."""
    values = {**subject.values, "before": None, "size": MOST_COUNTED + 1}
    rows = connection.execute(text(_COUNT_OF[subject.kind]), values).scalar_one()
    return Count(min(rows, MOST_COUNTED), rows > MOST_COUNTED)


def latest_hands(connection: Connection, subject: Subject) -> list[int]:
    """Returns the numbers of the `LATEST` records (hands as logged) of a player, a table or a day that were stored
    last, the last stored first.
    """
    values = {**subject.values, "before": None, "size": LATEST}
    return list(connection.execute(text(_HANDS_OF[subject.kind]), values).scalars())


def hands_before(connection: Connection, subject: Subject, before: int, size: int) -> list[int]:
    """Returns the numbers of the records (hands as logged) of a player, a table or a day that were stored before the
    record with the number `before`, the last stored first.
    """
    values = {**subject.values, "before": before, "size": max(1, min(size, MOST_ON_A_PAGE))}
    return list(connection.execute(text(_HANDS_OF[subject.kind]), values).scalars())


@dataclass(frozen=True, slots=True)
class PlayerFindings:
    """`totals` has the number of findings against a player (`against`), for the player (`for`), and together (`all`).
    `worst` has the ids of the most serious findings, in the order of the list of findings.
    """

    totals: dict[str, Totals]
    worst: tuple[int, ...]


def findings_of_player(connection: Connection, subject: Subject, most: int, size: int) -> PlayerFindings:
    """Counts the findings against and for a player. A finding about the payout belongs to each player who was paid
    wrongly in the hand, whatever seat it is about. It is for a player who is owed chips, and against a player who got
    too much. All other findings about the seat of the player are against the player.

    The count stops at `most`. `size` is the largest number of findings in `worst`. If the count stopped, `worst` is
    empty, because the worst findings may be among the findings that were not counted.
    """
    row = connection.execute(text(_FINDINGS_OF_PLAYER), {**subject.values, "size": most + 1}).one()
    more = row.listed > most
    totals = {
        "all": Totals(most, most, more) if more else Totals(row.found, row.listed),
        "against": Totals(row.found - row.found_for, row.listed - row.listed_for, more),
        "for": Totals(row.found_for, row.listed_for, more),
    }
    return PlayerFindings(totals, () if more else tuple((row.ids or ())[:size]))


def sums_of(connection: Connection, subject: Subject) -> tuple[Sum, ...]:
    """Returns the sums of the wrong payouts of a player, a table or a day, one for each unit (a currency and its number
    of decimals).
    """
    rows = connection.execute(text(_SUMS_OF[subject.kind]), subject.values)
    return tuple(sum_of(row, of_player=subject.kind == "player") for row in rows)


def sum_of(row: Any, *, of_player: bool = False) -> Sum:
    """Returns the sums in a row of the database. The row has no column for the chips that are unaccounted for. Their
    number is computed, because all four sums add up to zero. No such chips belong to a single player.
    """
    over, short, rake = int(row.over), int(row.short), int(row.rake)
    unaccounted = 0 if of_player else -(over + short + rake)
    return Sum(row.currency, row.minor, over, short, rake, unaccounted, int(row.hands))


def people_of(connection: Connection, subject: Subject, latest: Sequence[int]) -> tuple[Person, ...]:
    """Returns the players with the most hands among the records (hands as logged) with the numbers `latest`. If the
    page is about a player, this player is left out.
    """
    values = {"hands": list(latest), "player": subject.player_id, "size": MOST_PEOPLE}
    return tuple(Person(row.venue, row.name, row.hands) for row in connection.execute(text(_PEOPLE), values))


def tables_of(connection: Connection, latest: Sequence[int]) -> dict[str, int]:
    """Returns the names of the poker tables of the records (hands as logged) with the numbers `latest`, each with its
    number of hands.
    """
    rows = connection.execute(text(_TABLES_OF), {"hands": list(latest), "size": MOST_PEOPLE})
    return {row.table_name: row.hands for row in rows}


_PLAYERS: Final = """
SELECT player.id, venue.name AS venue FROM player JOIN venue ON venue.id = venue_id
WHERE player.name = :name ORDER BY venue.name
"""
_TABLES: Final = """
SELECT venue.name FROM poker_table JOIN venue ON venue.id = venue_id WHERE poker_table.name = :name ORDER BY venue.name
"""
_AT_VENUE: Final = "(:venue IS NULL OR venue_id = (SELECT id FROM venue WHERE name = :venue))"
_OLDER: Final = "(CAST(:before AS bigint) IS NULL OR {} < :before)"

# A player may sit in two seats of one hand, which rule H802 reports. The hand is listed once.
_OF_PLAYER: Final = f"""
SELECT DISTINCT hand_id AS id FROM seat WHERE player_id = :player AND {_OLDER.format("hand_id")}
  AND {counts_still("seat.hand_id")}
ORDER BY hand_id DESC LIMIT :size
"""
_OF_TABLE: Final = f"""
SELECT id FROM hand WHERE table_name = :table AND {_AT_VENUE.replace(":venue", "CAST(:venue AS text)")}
  AND {_OLDER.format("id")} AND {counts_still("hand.id")}
ORDER BY id DESC LIMIT :size
"""
# The condition also names the months, because the server then reads only the partitions of `hand` with this day. Hands
# of unlikely years have the month 0001-01-01, whatever their date.
_OF_DAY: Final = f"""
SELECT id FROM hand
WHERE played >= :start AND played < :stop
  AND month IN (CAST(date_trunc('month', CAST(:day AS date)) AS date), DATE '0001-01-01')
  AND {_AT_VENUE.replace(":venue", "CAST(:venue AS text)")} AND {_OLDER.format("id")}
  AND {counts_still("hand.id")}
ORDER BY id DESC LIMIT :size
"""
_HANDS_OF: Final = {"player": _OF_PLAYER, "table": _OF_TABLE, "day": _OF_DAY}
_COUNT_OF: Final = {kind: f"SELECT count(*) FROM ({statement}) AS listed" for kind, statement in _HANDS_OF.items()}

# Counts all findings of the player, and the findings for the player, in one search of the player's hands. A player may
# sit in two seats of one hand, which rule H802 reports. Each finding counts once.
#
# `OFFSET 0` makes the server look up the findings of one hand after another. Otherwise it may read all findings: with
# 5,000,000 findings and a player in 10,000 hands, it read 587,197 pages of the database in 8.3 s.
_FINDINGS_OF_PLAYER: Final = f"""
SELECT count(*) AS listed, coalesce(sum(1 + more), 0)::bigint AS found, count(*) FILTER (WHERE is_for) AS listed_for,
       coalesce(sum(1 + more) FILTER (WHERE is_for), 0)::bigint AS found_for,
       array_agg(id ORDER BY worst, weight, id) AS ids
FROM (SELECT found.id, found.worst, found.weight, found.more, decided.is_for
      FROM (SELECT hand_id, array_agg(seat) AS seats FROM seat WHERE player_id = :player GROUP BY hand_id) AS played
      CROSS JOIN LATERAL (
          SELECT id, worst, weight, more, severity, amount, detection, seat, hand_id FROM finding
          WHERE finding.hand_id = played.hand_id OFFSET 0) AS found
      CROSS JOIN LATERAL (SELECT {for_player(":player", "found")} AS is_for) AS decided
      WHERE found.detection <> 'gone'
        AND (found.seat = ANY(played.seats) OR {about_payout_of(":player", "found")})
      LIMIT :size) AS counted
"""

_SUMS_OF_PLAYER: Final = """
SELECT currency, minor, over, short, 0 AS rake, hands FROM owed_player
WHERE player_id = :player AND hands > 0 ORDER BY currency, minor
"""
_SUMS_OF_NIGHTS: Final = f"""
SELECT currency, minor, sum(over) AS over, sum(short) AS short, sum(rake) AS rake, sum(hands) AS hands FROM owed_night
WHERE {{}} AND {_AT_VENUE.replace(":venue", "CAST(:venue AS text)")}
GROUP BY currency, minor HAVING sum(hands) > 0 ORDER BY currency, minor
"""
_SUMS_OF: Final = {
    "player": _SUMS_OF_PLAYER,
    "table": _SUMS_OF_NIGHTS.format("table_name = :table"),
    "day": _SUMS_OF_NIGHTS.format("day = :day"),
}

_PEOPLE: Final = """
SELECT venue.name AS venue, player.name, together.hands
FROM (SELECT player_id, count(DISTINCT hand_id) AS hands FROM seat
      WHERE hand_id = ANY(:hands) AND player_id IS DISTINCT FROM CAST(:player AS bigint)
      GROUP BY player_id ORDER BY count(DISTINCT hand_id) DESC, player_id LIMIT :size) AS together
JOIN player ON player.id = together.player_id JOIN venue ON venue.id = player.venue_id
ORDER BY together.hands DESC, player.name, venue.name
"""
_TABLES_OF: Final = """
SELECT table_name, count(*) AS hands FROM hand WHERE id = ANY(:hands) AND table_name <> ''
GROUP BY table_name ORDER BY count(*) DESC, table_name LIMIT :size
"""
