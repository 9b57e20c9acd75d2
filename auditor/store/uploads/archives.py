"""Archives and the documents in them (members). Each accepted document in an archive is an upload of its own.

An archive is finished when all its documents are finished.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.settings import command_line
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection

# The reason that people see on a cancelled upload. The four values are the person who cancelled, the hands found so
# far, the hands audited so far, and the receipt.
CANCELLED: Final = (
    "Cancelled by %s. Of %s hands found until then, %s were audited. To audit the others: "
    f"{command_line('ingest --again')} %s"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """The sizes of a document in an archive after it was unpacked or refused: compressed and uncompressed, in bytes.
    Both are 0 if the document was refused.
    """

    packed: int
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """A document in an archive.

    `number` is its place in the archive, from 1. `packed` and `size` are its compressed and uncompressed bytes. If the
    document was accepted, `upload_id` is its upload; `again`: it had been uploaded before. If the document was refused,
    `reason` says why.
    """

    number: int
    name: str
    packed: int = 0
    size: int = 0
    upload_id: int | None = None
    again: bool = False
    reason: str = ""


def begin(connection: Connection, archive_id: int, kind: str, members: int, notes: Sequence[str]) -> bool:
    """Marks the archive as being unpacked. Returns false if the archive no longer has to be unpacked.

    `kind` is its format, such as `zip`, and `members` the number of its documents. `notes` are sentences for people
    about the archive.
    """
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
    """Whether the archive must still be unpacked. Locks the archive: nobody cancels it before this transaction ends."""
    row = connection.execute(
        text("SELECT FROM upload WHERE id = :archive AND state = 'reading' FOR NO KEY UPDATE"), {"archive": archive_id}
    )
    return row.first() is not None


def dealt_with(connection: Connection, archive_id: int) -> dict[int, Kept]:
    """Returns the sizes of the documents that an earlier attempt to unpack the archive already processed, by their
    number in the archive.
    """
    rows = connection.execute(
        text("SELECT number, packed, size FROM member WHERE archive_id = :archive"), {"archive": archive_id}
    )
    return {row.number: Kept(row.packed, row.size) for row in rows}


def note(connection: Connection, archive_id: int, found: Found) -> None:
    """Stores that a document of the archive was accepted or refused.

    Call this function in the transaction that inserts the upload of the document.
    """
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
    """Marks the archive as completely unpacked. The hands in its documents may still be waiting for their audit."""
    connection.execute(
        text("UPDATE upload SET state = 'auditing' WHERE id = :upload AND state = 'reading'"), {"upload": archive_id}
    )
    finish(connection, archive_id)


def finish(connection: Connection, archive_id: int) -> None:
    """Marks an archive as finished if all its documents are finished. Does nothing if the upload is no archive."""
    connection.execute(text(_FINISH), {"archives": [archive_id], "cancelled": CANCELLED})


def finish_around(connection: Connection, upload_id: int) -> None:
    """Marks the archives that contain an upload as finished, if this upload was their last unfinished document.

    Locks the rows of the archives first. So if two documents end at the same time, the second transaction sees that the
    first document has ended.
    """
    around = [row.id for row in connection.execute(text(_AROUND), {"upload": upload_id})]
    if around:
        connection.execute(text(_FINISH), {"archives": around, "cancelled": CANCELLED})


def reopen_around(connection: Connection, upload_id: int) -> None:
    """Marks the archives that contain an upload as unfinished, because a part of the upload is retried."""
    connection.execute(
        text("""UPDATE upload SET state = 'auditing', reason = '', finished_at = NULL
                WHERE finished_at IS NOT NULL AND id IN (SELECT archive_id FROM member WHERE upload_id = :upload)"""),
        {"upload": upload_id},
    )


# Locks the archives that contain the upload. Transactions that insert documents of the archive do not wait for
# this lock, because it is `FOR NO KEY UPDATE`.
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
