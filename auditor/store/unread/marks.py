"""Marks on shapes. A shape is the text of unread lines without names, cards and numbers.

A person can mark a shape whose lines have no effect on the play (no act, card or amount), and can take the mark back. A
mark applies only when a file is read. If a mark changes after an upload was read, the upload is *outdated* and is read
again.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.triage.acts import BadWish

# An arbitrary number for advisory locks, which no other program may use on the same database.
_LOCK: Final = 7_283_114_522

# The SQL condition that an upload can be read again: no newer read of the same file replaced it, nobody cancelled it,
# and its stored bytes are not damaged.
CAN_BE_READ_AGAIN: Final = "{upload}.superseded_at IS NULL AND {upload}.state <> 'cancelled' AND {upload}.damage = ''"

# The SQL condition that people marked the shape `{shape}` as having no effect on the play: the last act on this shape
# set the mark.
IS_MARKED: Final = """coalesce((SELECT act.noise FROM shape_act AS act WHERE act.shape_id = {shape}
                               ORDER BY act.id DESC LIMIT 1), false)"""


def marked_shapes(connection: Connection, venue_id: int) -> frozenset[tuple[str, str]]:
    """Returns the shapes at a venue that people marked as having no effect on the play. Each is a pair: the name of the
    room and the text of the shape.
    """
    return frozenset([(row.room, row.shape) for row in connection.execute(text(_MARKED), {"venue": venue_id})])


def mark(connection: Connection, shape_id: int, by: str, *, noise: bool, venue_id: int | None = None) -> list[int]:
    """Marks a shape as having no effect on the play, or takes the mark back. Returns the numbers of the uploads to read
    again.

    `by` is the name of the person. If `venue_id` is given, the shape must be of this venue. Nothing is deleted: each
    act stays in the database, with the name of the person and the time.

    Raises:
        BadWish: there is no such shape, or the act changes nothing.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    row = connection.execute(text(_STATE), {"shape": shape_id, "venue": venue_id}).first()
    if row is None:
        raise BadWish(f"There is no line shape with the number {shape_id}. The page /unread lists all shapes.")
    if row.marked == noise:
        raise BadWish(f"Shape {shape_id} is {'already' if noise else 'not'} marked. Load the list again.")
    connection.execute(
        text("INSERT INTO shape_act (shape_id, noise, by) VALUES (:shape, :noise, :by)"),
        {"shape": shape_id, "noise": noise, "by": by},
    )
    return list(connection.execute(text(_OUTDATED), {"shape": shape_id, "noise": noise}).scalars())


def is_outdated(connection: Connection, upload_id: int) -> bool:
    """Whether the upload should be read again: since it was read, a person marked or unmarked the shape of one of its
    lines.
    """
    return bool(connection.execute(text(_IS_OUTDATED), {"upload": upload_id}).scalar_one())


def await_marks(connection: Connection) -> None:
    """Waits until no other transaction is marking a shape, and prevents new marks until this transaction ends.

    A transaction that stores unread lines calls this function. So each mark is made before or after that transaction. A
    mark that is made before applies to these lines. A mark that is made after finds these lines in the database.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": _LOCK})


_MARKED: Final = f"""
SELECT room, shape FROM unread_shape WHERE venue_id = :venue
  AND EXISTS (SELECT FROM shape_act WHERE shape_id = unread_shape.id) AND {IS_MARKED.format(shape="unread_shape.id")}
"""

_STATE: Final = f"""
SELECT {IS_MARKED.format(shape="unread_shape.id")} AS marked FROM unread_shape
WHERE id = :shape AND (CAST(:venue AS smallint) IS NULL OR venue_id = :venue)
"""

_OUTDATED: Final = f"""
SELECT DISTINCT upload_id FROM unread_line JOIN upload ON upload.id = upload_id
WHERE shape_id = :shape AND noise <> :noise AND {CAN_BE_READ_AGAIN.format(upload="upload")}
ORDER BY upload_id
"""

_IS_OUTDATED: Final = f"""
SELECT EXISTS (SELECT FROM unread_line JOIN upload ON upload.id = upload_id
               WHERE upload_id = :upload AND {CAN_BE_READ_AGAIN.format(upload="upload")}
                 AND noise <> {IS_MARKED.format(shape="unread_line.shape_id")})
"""
