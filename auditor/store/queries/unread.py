"""Reads unread lines: lines of a room's log that the program does not understand.

They are grouped by shape, the text without names, cards and numbers. The queries return how often each shape occurs,
what people marked, and the hands with such lines. Lines of superseded uploads are counted only if that upload is named.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.unread.marks import CAN_BE_READ_AGAIN

MOST_ON_A_PAGE: Final = 200
MARKED: Final = "marked"
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """A shape at a venue: the common text of similar unread lines, without their names, cards and numbers.

    `times` counts the lines with this shape. `unread` counts the lines that were read while their shape was not marked.
    `hands` counts the records (hands as logged) with such lines. `seen_at` is the time when the first line was stored,
    `example` is the text of this line, and `hand_id` the stored hand with this line.

    `marked`: a person marked the shape as having no effect on the play: its lines are no act, card or amount. `by` and
    `at` are the person and the time of the last mark or unmark, or `None`. `outdated` counts the uploads that must be
    read again, because the mark changed after they were read.
    """

    id: int
    venue_id: int
    venue: str
    room: str
    shape: str
    example: str
    hand_id: int
    seen_at: dt.datetime
    times: int
    unread: int
    hands: int
    outdated: int
    marked: bool
    by: str | None
    at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class ShapeFilter:
    """The shapes to list. `mark` is `open` (not marked), `marked`, or empty for all shapes.

    `upload` is a receipt. With `upload`, only the lines of this upload, or of the files in this archive, are counted.
    `after` describes the last shape on the previous page: the count of its lines, and its id.
    """

    room: str | None = None
    mark: str = ""
    upload: str = ""
    after: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ShapeAct:
    """An act of a person on a shape.

    If `noise` is true, the person marked the shape as having no effect on the play. Otherwise the person took that mark
    back.
    """

    noise: bool
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The place of an unread line: its record (the stored hand), its hand number in the room, its upload, and its line
    in the upload.

    `first_line` is the first line of the hand in the upload, and `event` the position among the events of the hand.
    """

    hand_id: int
    number: str | None
    upload_id: int
    receipt: str
    file_name: str
    first_line: int
    event: int
    line: int | None

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The sort key of this line in the list of all lines with its shape. The key is different for every line."""
        return (self.hand_id, self.upload_id, self.first_line, self.event)


def shapes(connection: Connection, chosen: ShapeFilter, size: int = 50) -> tuple[ShapeRow, ...]:
    """Returns a page of shapes, the shapes with the most lines first. A shape is the text of unread lines without
    names, cards and numbers.
    """
    times, shape_id = chosen.after or (None, None)
    values = {
        "shape": None,
        "room": chosen.room,
        "mark": chosen.mark,
        "upload": chosen.upload,
        "times": times,
        "after": shape_id,
        "size": max(1, min(size, MOST_ON_A_PAGE)),
    }
    return tuple(ShapeRow(**row) for row in connection.execute(text(_SHAPES), values).mappings())


def all_shapes(connection: Connection) -> tuple[ShapeRow, ...]:
    """Returns all shapes, the shapes with the most lines first. A shape is the text of unread lines without names,
    cards and numbers.
    """
    values: dict[str, Any] = dict.fromkeys(("shape", "room", "times", "after", "size"))
    rows = connection.execute(text(_SHAPES), {**values, "mark": "", "upload": ""}).mappings()
    return tuple(ShapeRow(**row) for row in rows)


def shape(connection: Connection, shape_id: int) -> ShapeRow | None:
    """Returns the shape (the common text of similar unread lines) with this number; `None` if there is none."""
    values: dict[str, Any] = dict.fromkeys(("room", "times", "after"))
    values |= {"shape": shape_id, "mark": "", "upload": "", "size": 1}
    row = connection.execute(text(_SHAPES), values).mappings().first()
    return None if row is None else ShapeRow(**row)


def rooms(connection: Connection) -> tuple[str, ...]:
    """Returns the names of the card rooms whose logs have lines that the program does not understand, sorted."""
    return tuple(connection.execute(text("SELECT DISTINCT room FROM unread_shape ORDER BY room")).scalars())


def acts(connection: Connection, shape_id: int) -> tuple[ShapeAct, ...]:
    """Returns the last 100 times that a person marked or unmarked this shape, the latest first."""
    rows = connection.execute(text(_ACTS), {"shape": shape_id}).mappings()
    return tuple(ShapeAct(**row) for row in rows)


def lines_of_shape(
    connection: Connection, shape_id: int, after: tuple[int, int, int, int] | None = None, size: int = 50
) -> tuple[LinePlace, ...]:
    """Returns a page of the unread lines that have this shape. The lines of the hand that was stored last come first.

    `after` is the `key` of the last line on the previous page; `None` means the first page.
    """
    values: dict[str, Any] = {"shape": shape_id, "size": max(1, min(size, MOST_ON_A_PAGE))}
    values |= zip(("hand", "upload", "first_line", "event"), after or (None,) * 4, strict=True)
    return tuple(LinePlace(**row) for row in connection.execute(text(_LINES), values).mappings())


def shapes_of_hand(connection: Connection, hand_id: int) -> dict[int, int]:
    """Returns the shapes of the unread lines of a stored hand: the number of the shape by the event number of the line,
    such as `{14: 3}`.
    """
    found = connection.execute(text(_OF_HAND), {"hand": hand_id})
    return {row.event: row.shape_id for row in found}


def names_among(connection: Connection, words: Sequence[str]) -> frozenset[str]:
    """Returns the words of `words` that are the name of a player at any venue. The export of shapes calls this
    function, because it leaves out names.
    """
    found = connection.execute(text("SELECT name FROM player WHERE name = ANY(:words)"), {"words": list(words)})
    return frozenset(found.scalars())


# Selects the lines to count. Without `upload`, these are the lines of all uploads that are not superseded (replaced by
# a newer read of the same file). With `upload`, a receipt, these are the lines of this upload, or of the documents in
# this archive.
_COUNTED: Final = f"""
counted AS (
    SELECT l.shape_id, l.hand_id, l.noise,
           CASE WHEN {CAN_BE_READ_AGAIN.format(upload="u")} THEN l.upload_id END AS again
    FROM unread_line AS l JOIN upload AS u ON u.id = l.upload_id
    WHERE (CAST(:shape AS bigint) IS NULL OR l.shape_id = :shape)
      AND CASE WHEN :upload = '' THEN u.superseded_at IS NULL
               ELSE u.receipt = :upload OR EXISTS (
                   SELECT FROM member JOIN upload AS archive ON archive.id = member.archive_id
                   WHERE member.upload_id = u.id AND archive.receipt = :upload) END
)
"""

_SHAPES: Final = f"""
WITH {_COUNTED}, sums AS (
    SELECT shape_id, count(*) AS times, count(*) FILTER (WHERE NOT noise) AS unread,
           count(DISTINCT hand_id) AS hands,
           count(DISTINCT again) FILTER (WHERE noise) AS with_mark,
           count(DISTINCT again) FILTER (WHERE NOT noise) AS without_mark
    FROM counted GROUP BY shape_id
), listed AS (
    SELECT s.id, s.venue_id, venue.name AS venue, s.room, s.shape, s.example, s.hand_id, s.seen_at,
           coalesce(sums.times, 0) AS times, coalesce(sums.unread, 0) AS unread, coalesce(sums.hands, 0) AS hands,
           coalesce(act.noise, false) AS marked, act.by, act.at,
           coalesce(CASE WHEN act.noise THEN without_mark ELSE with_mark END, 0) AS outdated
    FROM unread_shape AS s JOIN venue ON venue.id = s.venue_id LEFT JOIN sums ON sums.shape_id = s.id
    LEFT JOIN LATERAL (SELECT noise, by, at FROM shape_act WHERE shape_id = s.id
                       ORDER BY id DESC LIMIT 1) AS act ON true
    WHERE (CAST(:shape AS bigint) IS NULL OR s.id = :shape)
      AND (CAST(:room AS text) IS NULL OR s.room = :room)
      AND (:upload = '' OR sums.times > 0)
)
SELECT * FROM listed
WHERE (:mark = '' OR marked = (:mark = '{MARKED}'))
  AND (CAST(:times AS bigint) IS NULL OR (times, -id) < (:times, -CAST(:after AS bigint)))
ORDER BY times DESC, id
LIMIT :size
"""

_ACTS: Final = "SELECT noise, by, at FROM shape_act WHERE shape_id = :shape ORDER BY id DESC LIMIT 100"

_LINES: Final = """
SELECT l.hand_id, hand.number, l.upload_id, u.receipt, u.file_name, l.first_line, l.event, l.line
FROM unread_line AS l
JOIN upload AS u ON u.id = l.upload_id
JOIN hand ON hand.id = l.hand_id AND hand.month = l.month
WHERE l.shape_id = :shape AND u.superseded_at IS NULL
  AND (CAST(:hand AS bigint) IS NULL OR (l.hand_id, l.upload_id, l.first_line, l.event)
       < (:hand, CAST(:upload AS bigint), CAST(:first_line AS bigint), CAST(:event AS bigint)))
ORDER BY l.hand_id DESC, l.upload_id DESC, l.first_line DESC, l.event DESC
LIMIT :size
"""

# `DISTINCT` is needed, because a record (a hand as one log has it) may be in several uploads. In each upload, the
# record has the same events, and so the same unread lines.
_OF_HAND: Final = """
SELECT DISTINCT event, shape_id FROM unread_line
WHERE hand_id = :hand AND NOT noise
ORDER BY event
"""
