"""Retries an upload: its failed shards, or the splitting of the whole file, wait for a worker again.

A shard is the part of an upload that one job audits.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.runs.attempts import NO_ATTEMPTS
from auditor.store.uploads import archives


@dataclass(frozen=True, slots=True)
class Retried:
    """An upload that is retried, and the jobs that the caller has to send.

    `shards` are the numbers of the shards (the parts for one job each) to audit again. `files` are the numbers of the
    uploads that must still be split into shards. For an archive, both also include the shards and files of its
    cancelled documents.
    """

    upload_id: int
    receipt: str
    file_name: str
    files: tuple[int, ...]
    shards: tuple[int, ...]


class NotRetried(Exception):
    """Raised if there is nothing to retry. The message says why."""


def retry(connection: Connection, receipt: str) -> Retried:
    """Marks the failed or cancelled parts of an upload as waiting. The caller sends their jobs in the same transaction.

    Raises:
        NotRetried: there is no such upload, or no part of the upload failed or was cancelled.
    """
    upload = connection.execute(text(_UPLOAD), {"receipt": receipt}).first() if receipt.isprintable() else None
    if upload is None:
        raise NotRetried(f"There is no upload with the receipt {receipt[:60]!a}. The page /uploads lists all receipts.")
    values = {"upload": upload.id}
    shards = [row.id for row in connection.execute(text(_SHARDS), values)]
    files = [upload.id] if upload.state in ("unreadable", "cancelled") else []
    if not files and not shards:
        raise NotRetried(
            f"There is nothing to retry: no part of upload {receipt} failed or was cancelled. Its state is"
            f" {upload.state}."
        )
    connection.execute(text(_WAITS), values)
    # Opens the earlier run of the upload again, so that the results of the shards are added to this run. But if the
    # rules or houses have changed since this run began, the worker makes another run for the shards.
    connection.execute(text(_RUNS), values)
    archives.reopen_around(connection, upload.id)
    if upload.state == "cancelled":
        for row in connection.execute(text(_CANCELLED_INSIDE), values).all():
            document = retry(connection, row.receipt)
            files += document.files
            shards += document.shards
    return Retried(upload.id, receipt, upload.file_name, tuple(files), tuple(sorted(shards)))


# Locks the row of the upload. Every transaction that ends a shard of the upload locks this row too. So a retry and the
# end of a shard happen one after the other.
_UPLOAD: Final = "SELECT id, state, file_name FROM upload WHERE receipt = :receipt FOR UPDATE"

_CANCELLED_INSIDE: Final = """
SELECT receipt FROM upload
WHERE state = 'cancelled' AND id IN (SELECT upload_id FROM member WHERE archive_id = :upload)
ORDER BY id
"""

_SHARDS: Final = f"""
UPDATE shard SET state = 'waiting', {NO_ATTEMPTS}, reason = '', finished_at = NULL
WHERE upload_id = :upload AND state = 'given_up'
RETURNING id
"""

_WAITS: Final = f"""
UPDATE upload SET state = CASE WHEN state IN ('unreadable', 'cancelled') THEN 'received'
                               WHEN state = 'incomplete' THEN 'auditing' ELSE state END,
       reason = '', finished_at = NULL, cancelled_by = '', {NO_ATTEMPTS}
WHERE id = :upload
"""

_RUNS: Final = """
UPDATE run SET state = 'running', finished_at = NULL WHERE upload_id = :upload AND state = 'partial'
"""
