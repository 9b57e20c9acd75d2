"""Stores who sat in which seat of new records, and the names of their poker tables, for the pages of players and
tables. A record is a hand as one log has it.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import text

from auditor.engine.hand import Hand
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection, driver_of

_MOST_SEAT: Final = 32_767  # the largest number that the column of the seat can store


def store_seats(connection: Connection, hands: Iterable[tuple[int, Hand]], players: Mapping[str, int]) -> None:
    """Stores the named seats of new records (hands as logged). `hands` has the number and the hand of each record.
    `players` has the database id of each player, by the name.
    """
    rows = [
        (hand_id, seat.number, players[pg_values.text(seat.player)])
        for hand_id, hand in hands
        for seat in hand.seats
        if seat.player and 0 < seat.number <= _MOST_SEAT
    ]
    if not rows:
        return
    with (
        driver_of(connection).cursor() as cursor,
        cursor.copy("COPY seat (hand_id, seat, player_id) FROM STDIN (FORMAT BINARY)") as copy,
    ):
        copy.set_types(["int8", "int2", "int8"])
        for row in rows:
            copy.write_row(row)


def store_tables(connection: Connection, venue_id: int, hands: Iterable[Hand]) -> None:
    """Stores the names of the poker tables of these hands, if they are not stored yet."""
    names = sorted({pg_values.text(hand.table) for hand in hands if hand.table})
    connection.execute(text(_TABLES), {"venue": venue_id, "names": names})


# `WHERE NOT EXISTS` is needed too: with `ON CONFLICT` alone, every name that is already stored would use up a number of
# the id sequence.
_TABLES: Final = """
INSERT INTO poker_table (venue_id, name)
SELECT :venue, name FROM unnest(CAST(:names AS text[])) AS name
WHERE NOT EXISTS (SELECT FROM poker_table AS old WHERE old.venue_id = :venue AND old.name = name.name)
ORDER BY name ON CONFLICT (venue_id, name) DO NOTHING
"""
