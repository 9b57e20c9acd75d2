"""Inserts the unread lines of hands: lines that the program does not understand. Each line refers to its shape: its
text without names, cards and numbers.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import text

from auditor.store.hands.insert import Entry, Stored
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.unread.lines import stored_room, stored_shape, stored_text


def store_unread(
    connection: Connection, venue_id: int, upload_id: int, entries: Sequence[Entry], stored: Sequence[Stored]
) -> int:
    """Stores the unread lines of hands: the lines that the program does not understand.

    `stored` are the stored records of `entries`, in the same order. Call this function in the transaction that stores
    the hands and their reports. Returns the number of newly stored lines that people must still look at. Other lines
    have a shape (the text without names, cards and numbers) that people marked as having no effect on the play.
    """
    rows = list(_rows(entries, stored))
    if not rows:
        return 0
    values = {"venue": venue_id, "upload": upload_id}
    copy_to_temporary(connection, "fresh_unread", _COLUMNS, rows)
    connection.execute(text(_SHAPES), values)
    inserted = connection.execute(text(_LINES), values)
    return sum([not row.noise for row in inserted])


def _rows(entries: Sequence[Entry], stored: Sequence[Stored]) -> Iterator[tuple[Any, ...]]:
    for entry, where in zip(entries, stored, strict=True):
        for each in entry.unread:
            place = (where.hand_id, where.month, entry.first_line, each.event, each.line)
            texts = (stored_room(entry.hand.room), stored_shape(each.shape), stored_text(each.text))
            yield (*place, *texts, each.noise)


_COLUMNS: Final = {
    "hand_id": "int8",
    "month": "date",
    "first_line": "int8",
    "event": "int4",
    "line": "int8",
    "room": "text",
    "shape": "text",
    "example": "text",
    "noise": "bool",
}

# Inserts the new shapes. The rows are in the order of their keys, so that two shards with the same shapes cannot
# deadlock.
_SHAPES: Final = """
INSERT INTO unread_shape (venue_id, room, shape, example, hand_id, month)
SELECT DISTINCT ON (room, shape) :venue, room, shape, example, hand_id, month FROM fresh_unread
ORDER BY room, shape, hand_id, event
ON CONFLICT (venue_id, room, shape) DO NOTHING
"""

# Inserts the unread lines. If a file has no line breaks, two equal hands may be in the same line and have the same key.
# `ON CONFLICT` stores their unread lines only once.
_LINES: Final = """
INSERT INTO unread_line (upload_id, hand_id, first_line, event, month, line, shape_id, noise)
SELECT :upload, f.hand_id, f.first_line, f.event, f.month, f.line, s.id, f.noise
FROM fresh_unread AS f
JOIN unread_shape AS s ON s.venue_id = :venue AND s.room = f.room AND s.shape = f.shape
ORDER BY f.hand_id, f.first_line, f.event
ON CONFLICT DO NOTHING
RETURNING noise
"""
