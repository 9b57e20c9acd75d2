"""Archives: their members, and when all of them are done. Each document in an archive is an upload of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection

# The reason of a cancelled upload: who cancelled it, how many hands it has and how many were audited, its receipt.
CANCELLED: Final = (
    "Cancelled by %s. Of %s hands found until then, %s were audited. To take up the others: auditor ingest --again %s"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A processed member: how large it is packed and unpacked, 0 where it was refused."""

    packed: int
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """A member of an archive, its place in there from 1; `upload_id` is its own upload, or `reason` why it has none."""

    number: int
    name: str
    packed: int = 0
    size: int = 0
    upload_id: int | None = None
    again: bool = False
    reason: str = ""


def begin(connection: Connection, archive_id: int, kind: str, members: int, notes: Sequence[str]) -> bool:
    """Begins to unpack the archive; false where it no longer needs to be unpacked."""
    values = {"upload": archive_id, "kind": kind, "members": members, "notes": pg_values.text("\n".join(notes))}
    return (
        connection.execute(
            text("""UPDATE upload SET state = 'reading', format = :kind, members = :members, notes = :notes
                    WHERE id = :upload AND state IN ('received', 'reading') RETURNING id"""),
            values,
        ).first()
        is not None
    )


def is_being_read(connection: Connection, archive_id: int) -> bool:
    """Whether the archive is still to be unpacked; nobody cancels it until the transaction ends."""
    row = connection.execute(
        text("SELECT FROM upload WHERE id = :archive AND state = 'reading' FOR NO KEY UPDATE"), {"archive": archive_id}
    )
    return row.first() is not None


def dealt_with(connection: Connection, archive_id: int) -> dict[int, Kept]:
    """The members, by their places, that an earlier attempt has processed."""
    rows = connection.execute(
        text("SELECT number, packed, size FROM member WHERE archive_id = :archive"), {"archive": archive_id}
    )
    return {row.number: Kept(row.packed, row.size) for row in rows}


def note(connection: Connection, archive_id: int, found: Found) -> None:
    """Stores a member, in the transaction that made its upload."""
    connection.execute(
        text("""INSERT INTO member (archive_id, number, name, upload_id, again, packed, size, reason)
                VALUES (:archive, :number, :name, :upload, :again, :packed, :size, :reason)"""),
        {
            "archive": archive_id,
            "number": found.number,
            "name": pg_values.text(found.name),
            "upload": found.upload_id,
            "again": found.again,
            "packed": found.packed,
            "size": found.size,
            "reason": pg_values.text(found.reason),
        },
    )


def end(connection: Connection, archive_id: int) -> None:
    """Marks all members as processed; their hands are being audited, or are already."""
    connection.execute(
        text("UPDATE upload SET state = 'auditing' WHERE id = :upload AND state = 'reading'"), {"upload": archive_id}
    )
    finish(connection, archive_id)


def finish(connection: Connection, archive_id: int) -> None:
    """Ends an archive where all of its documents are done; does nothing to an upload that is no archive."""
    connection.execute(text(_FINISH), {"archives": [archive_id], "cancelled": CANCELLED})


def finish_around(connection: Connection, upload_id: int) -> None:
    """Ends the archives of an upload, where it was the last of them to be done. Their rows are locked first: so one of
    two members that end at the same time finds the other done.
    """
    around = [row.id for row in connection.execute(text(_AROUND), {"upload": upload_id})]
    if around:
        connection.execute(text(_FINISH), {"archives": around, "cancelled": CANCELLED})


def reopen_around(connection: Connection, upload_id: int) -> None:
    """Opens the archives of an upload again: some of it is retried."""
    connection.execute(
        text("""UPDATE upload SET state = 'auditing', reason = '', finished_at = NULL
                WHERE finished_at IS NOT NULL AND id IN (SELECT archive_id FROM member WHERE upload_id = :upload)"""),
        {"upload": upload_id},
    )


# A weaker lock than a deletion would need: members that are just being stored do not wait for it.
_AROUND: Final = """
SELECT id FROM upload
WHERE state = 'auditing' AND id IN (SELECT archive_id FROM member WHERE upload_id = :upload)
ORDER BY id FOR NO KEY UPDATE
"""

_FINISH: Final = """
UPDATE upload SET finished_at = now(),
       state = CASE WHEN cancelled_by <> '' THEN 'cancelled' WHEN of_it.incomplete > 0 THEN 'incomplete'
               WHEN of_it.unread = members THEN 'unreadable' ELSE 'done' END,
       reason = CASE WHEN cancelled_by <> '' THEN format(:cancelled, cancelled_by,
                                                                 to_char(of_it.found, 'FM999,999,999,990'),
                                                                 to_char(of_it.audited, 'FM999,999,999,990'), receipt)
                WHEN members = 0 THEN 'There is no file in the archive. Pack it again, with the files.'
                WHEN of_it.incomplete > 0 THEN of_it.why
                WHEN of_it.unread = members AND members = 1 THEN of_it.why
                WHEN of_it.unread > 0 THEN of_it.unread || ' of ' || members
                     || CASE WHEN members = 1 THEN ' file' ELSE ' files' END
                     || ' in the archive could not be read; each is listed with the reason.'
                ELSE '' END
FROM (SELECT archive.id,
             count(document.id) FILTER (WHERE document.state IN ('incomplete', 'cancelled')) AS incomplete,
             coalesce(sum(document.found), 0) AS found, coalesce(sum(document.audited), 0) AS audited,
             count(*) FILTER (WHERE member.reason <> '' OR document.state = 'unreadable') AS unread,
             coalesce(min(CASE WHEN member.reason <> '' THEN member.reason ELSE document.reason END)
                      FILTER (WHERE member.reason <> '' OR document.reason <> ''), '') AS why,
             count(document.id) FILTER (WHERE document.finished_at IS NULL) AS waiting
      FROM upload AS archive
      LEFT JOIN member ON member.archive_id = archive.id
      LEFT JOIN upload AS document ON document.id = member.upload_id
      WHERE archive.id = ANY(:archives)
      GROUP BY archive.id) AS of_it
WHERE upload.id = of_it.id AND upload.state = 'auditing' AND upload.members IS NOT NULL AND of_it.waiting = 0
"""
