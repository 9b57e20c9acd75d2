"""Inserts records into the database. A record is a hand as one log has it. A record with the same content is stored
only once.
"""

import datetime as dt
import struct
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import text

from auditor.engine.hand import Hand
from auditor.store.findings.fingerprints import key_of
from auditor.store.hands.seats import store_seats, store_tables
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.unread.lines import UnreadLine, stored_room

_COLUMNS: Final = {
    "n": "int4",
    "month": "date",
    "digest": "bytea",
    "room": "text",
    "game": "text",
    "key": "text",
    "number": "text",
    "structure": "text",
    "currency": "text",
    "minor": "int2",
    "ante": "int8",
    "bring_in": "int8",
    "small_bet": "int8",
    "big_bet": "int8",
    "table_name": "text",
    "tournament": "text",
    "played": "timestamptz",
    "local": "text",
    "players": "int8[]",
    "document": "bytea",
}


class Entry:
    """A hand to be stored.

    `digest` is its SHA-256 in hex, and `document` the hand as compressed JSON. `first_line` and `last_line` are its
    lines in the uploaded file. `unread` are the lines of the hand that the program does not understand. `row` has the
    values for the table `hand`.
    """

    __slots__ = ("digest", "document", "first_line", "hand", "last_line", "row", "unread")

    def __init__(
        self,
        hand: Hand,
        digest: str,
        document: bytes,
        first_line: int,
        last_line: int,
        unread: Sequence[UnreadLine] = (),
    ) -> None:
        """Raises `Unstorable` if a number in the hand is too large for its column."""
        self.hand: Final = hand
        self.digest: Final = digest
        self.document: Final = document
        self.first_line: Final = first_line
        self.last_line: Final = last_line
        self.unread: Final = unread
        self.row: Final = _row(hand, digest)

    @property
    def month(self) -> dt.date:
        """The month in which the hand was played. Each month has its own partition of the table."""
        when: dt.date = self.row[0]
        return when


class Stored:
    """The stored record of a hand.

    `new`: the content of the record was not stored before. `contested`: the record is new, and another record of the
    same deal was stored before. (A contested *finding* is something else: it depends on how one understands a clause.)
    """

    __slots__ = ("contested", "hand_id", "month", "new")

    def __init__(self, hand_id: int, month: dt.date, *, new: bool, contested: bool) -> None:
        self.hand_id: Final = hand_id
        self.month: Final = month
        self.new: Final = new
        self.contested: Final = contested


def store_hands(
    connection: Connection, venue_id: int, upload_id: int, shard_id: int, entries: Sequence[Entry]
) -> list[Stored]:
    """Stores hands and their line numbers in the upload. Returns the stored record of each entry, in the same order.

    If the same hand is already stored, no second record is made: only the upload and the line numbers are added to the
    stored record. Rows are inserted in the order of their keys, so that two shards with the same hands cannot
    deadlock. (A shard is the part of an upload that one job audits.)
    """
    if not entries:
        return []
    players = _players(connection, venue_id, entries)
    rows = ((n, *_complete(entry, players)) for n, entry in enumerate(entries))
    copy_to_temporary(connection, "incoming", _COLUMNS, rows)
    values = {"venue": venue_id, "months": sorted({entry.month for entry in entries})}
    fresh_deals = {row.id for row in connection.execute(text(_IDENTITIES), values)}
    new = {row.id for row in connection.execute(text(_HANDS), values)}
    placed = connection.execute(text(_PLACED), values).all()
    stored: list[Stored] = []
    seen: set[int] = set()
    for row in placed:
        first = row.id in new and row.id not in seen
        contested = first and row.deal not in fresh_deals
        seen.add(row.id)
        # From now on this deal has a stored record. If another entry has a different record of this deal, that record
        # is contested.
        fresh_deals.discard(row.deal)
        stored.append(Stored(row.id, row.month, new=first, contested=contested))
    _note_sources(connection, upload_id, shard_id, entries, stored)
    fresh = [(place.hand_id, entry.hand) for entry, place in zip(entries, stored, strict=True) if place.new]
    store_seats(connection, fresh, players)
    store_tables(connection, venue_id, [hand for _, hand in fresh])
    return stored


_IDENTITIES: Final = """
INSERT INTO identity (venue_id, room, game, key)
SELECT DISTINCT :venue, room, game, key FROM incoming ORDER BY key, room, game
ON CONFLICT (venue_id, key, room, game) DO NOTHING
RETURNING id
"""

_HANDS: Final = """
INSERT INTO hand (identity_id, venue_id, month, digest, room, game, number, structure, currency, minor,
                  ante, bring_in, small_bet, big_bet, table_name, tournament, played, local, players, document)
SELECT deal.id, :venue, i.month, i.digest, i.room, i.game, i.number, i.structure, i.currency, i.minor,
       i.ante, i.bring_in, i.small_bet, i.big_bet, i.table_name, i.tournament, i.played, i.local, i.players, i.document
FROM incoming AS i
JOIN identity AS deal ON deal.venue_id = :venue AND deal.key = i.key AND deal.room = i.room AND deal.game = i.game
ORDER BY deal.id, i.n
ON CONFLICT (identity_id, digest, month) DO NOTHING
RETURNING id
"""

# Selects the stored record of each incoming hand. `hand` has a partition for each month, and the condition on `month`
# lets the server read only the partitions that are needed.
_PLACED: Final = """
SELECT hand.id, hand.month, deal.id AS deal
FROM incoming AS i
JOIN identity AS deal ON deal.venue_id = :venue AND deal.key = i.key AND deal.room = i.room AND deal.game = i.game
JOIN hand ON hand.identity_id = deal.id AND hand.digest = i.digest AND hand.month = i.month
WHERE hand.month = ANY(:months)
ORDER BY i.n
"""


def _players(connection: Connection, venue_id: int, entries: Sequence[Entry]) -> dict[str, int]:
    """Returns the database id of each player in the entries, by the player's name. Players who are not stored yet are
    inserted.
    """
    names = sorted({pg_values.text(seat.player) for entry in entries for seat in entry.hand.seats if seat.player})
    known = _numbers(connection, venue_id, names)
    if len(known) < len(names):
        connection.execute(
            text("""INSERT INTO player (venue_id, name) SELECT :venue, name FROM unnest(CAST(:names AS text[])) AS name
                    ORDER BY name ON CONFLICT (venue_id, name) DO NOTHING"""),
            {"venue": venue_id, "names": [name for name in names if name not in known]},
        )
        known = _numbers(connection, venue_id, names)
    return known


def _numbers(connection: Connection, venue_id: int, names: list[str]) -> dict[str, int]:
    found = connection.execute(
        text("SELECT name, id FROM player WHERE venue_id = :venue AND name = ANY(:names)"),
        {"venue": venue_id, "names": names},
    )
    return {row.name: row.id for row in found}


def _note_sources(
    connection: Connection, upload_id: int, shard_id: int, entries: Sequence[Entry], stored: Sequence[Stored]
) -> None:
    rows = (
        (place.hand_id, entry.first_line, entry.last_line, _lines(entry))
        for entry, place in zip(entries, stored, strict=True)
    )
    columns = {"hand_id": "int8", "first_line": "int8", "last_line": "int8", "lines": "bytea"}
    copy_to_temporary(connection, "standing", columns, rows)
    connection.execute(
        text("""INSERT INTO source (hand_id, upload_id, first_line, last_line, shard_id, lines)
                SELECT hand_id, :upload, first_line, last_line, :shard, lines FROM standing
                ON CONFLICT DO NOTHING"""),
        {"upload": upload_id, "shard": shard_id},
    )


def _lines(entry: Entry) -> bytes:
    """Returns the line number of each event of the hand, packed as two bytes each, low byte first.

    The numbers count from the first line of the hand, which is 1. The number 0 means that the event has no line, or is
    more than 65,535 lines away. For example, events in lines 1 and 3 of the hand are `01 00 03 00`.
    """
    base = entry.first_line - 1
    offsets = [line if 0 < (line := event.line - base) < 65536 else 0 for event in entry.hand.events]
    return struct.pack(f"<{len(offsets)}H", *offsets)


def lines_from(packed: bytes, first_line: int) -> list[int]:
    """Returns the line number of each event in the uploaded file; 0 for an event without a line.

    `packed` is the column `lines` of the table `source`, as `_lines` makes it. `first_line` is the first line of the
    hand.
    """
    offsets = struct.unpack(f"<{len(packed) // 2}H", packed)
    return [first_line - 1 + offset if offset else 0 for offset in offsets]


def _row(hand: Hand, digest: str) -> tuple[Any, ...]:
    played = pg_values.moment(hand.played)
    stakes = hand.stakes
    return (
        pg_values.month(played),
        bytes.fromhex(digest),
        stored_room(hand.room),
        str(hand.game),
        key_of(hand, digest),
        pg_values.text(hand.number) if hand.number else None,
        str(hand.structure),
        pg_values.text(hand.unit.currency),
        hand.unit.minor,
        pg_values.number(stakes.ante),
        pg_values.number(stakes.bring_in),
        pg_values.number(stakes.small_bet),
        pg_values.number(stakes.big_bet),
        pg_values.text(hand.table),
        pg_values.text(hand.tournament),
        played,
        pg_values.text(hand.local),
    )


def _complete(entry: Entry, players: dict[str, int]) -> tuple[Any, ...]:
    numbers = [players[pg_values.text(seat.player)] for seat in entry.hand.seats if seat.player]
    return (*entry.row, numbers, entry.document)
