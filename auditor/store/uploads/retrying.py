"""What was given up of an upload waits again: the shards that could not be audited, or the file itself."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.uploads import archives


@dataclass(frozen=True, slots=True)
class Retried:
    """An upload that is tried again: these shards of it and of the documents in it, and these files of them that are
    to be split, to their ends at least.
    """

    upload_id: int
    receipt: str
    file_name: str
    files: tuple[int, ...]
    shards: tuple[int, ...]


class NotRetried(Exception):
    """There is nothing to try again; the text says why."""


def retry(connection: Connection, receipt: str) -> Retried:
    """Sets back what was given up or cancelled of an upload; the caller sends it off in the same transaction.

    Raises:
        NotRetried: there is no such upload, or nothing of it was given up.
    """
    upload = connection.execute(text(_UPLOAD), {"receipt": receipt}).first() if receipt.isprintable() else None
    if upload is None:
        raise NotRetried(f"There is no upload with the receipt {receipt[:60]!a}.")
    values = {"upload": upload.id}
    shards = [row.id for row in connection.execute(text(_SHARDS), values)]
    files = [upload.id] if upload.state in ("unreadable", "cancelled") else []
    if not files and not shards:
        raise NotRetried(f"Nothing of upload {receipt} was given up; it is {upload.state}.")
    connection.execute(text(_WAITS), values)
    # Its shards add to the run they were meant for, unless rules or houses have changed since: then to another.
    connection.execute(text(_RUNS), values)
    archives.reopen_around(connection, upload.id)
    if upload.state == "cancelled":
        for row in connection.execute(text(_CANCELLED_INSIDE), values).all():
            document = retry(connection, row.receipt)
            files += document.files
            shards += document.shards
    return Retried(upload.id, receipt, upload.file_name, tuple(files), tuple(sorted(shards)))


# Locked first, as every shard does that ends.
_UPLOAD: Final = "SELECT id, state, file_name FROM upload WHERE receipt = :receipt FOR UPDATE"

_CANCELLED_INSIDE: Final = """
SELECT receipt FROM upload
WHERE state = 'cancelled' AND id IN (SELECT upload_id FROM member WHERE archive_id = :upload)
ORDER BY id
"""

_SHARDS: Final = """
UPDATE shard SET state = 'waiting', attempts = 0, reason = '', finished_at = NULL
WHERE upload_id = :upload AND state = 'given_up'
RETURNING id
"""

_WAITS: Final = """
UPDATE upload SET state = CASE WHEN state IN ('unreadable', 'cancelled') THEN 'received'
                               WHEN state = 'incomplete' THEN 'auditing' ELSE state END,
       reason = '', finished_at = NULL, cancelled_by = '', attempts = 0
WHERE id = :upload
"""

_RUNS: Final = """
UPDATE run SET state = 'running', finished_at = NULL WHERE upload_id = :upload AND state = 'partial'
"""
