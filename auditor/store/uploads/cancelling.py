"""Cancels an upload. Its waiting shards are given up, its audited hands stay, and a retry can continue the upload.

A shard is the part of an upload that one job audits. A shard that is given up is audited only if the upload is retried.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.uploads.upload_rows import finish_if_done


def cancel(connection: Connection, upload_id: int, by: str) -> bool:
    """Cancels an upload for the person `by`. Returns false if there is nothing to cancel: the upload is finished or
    unknown, or its file is completely split and no shard (part for one job) is waiting.

    Waiting shards are given up: they will not be audited. If another transaction is storing a shard at this moment,
    that shard is stored, and the upload ends after that. If the upload is an archive, no further document is unpacked.

    This function locks the row of the upload first and skips locked shards, so that no two transactions wait for each
    other.
    """
    values = {"upload": upload_id, "by": pg_values.text(by)}
    upload = connection.execute(text(_LOCK), values).first()
    if upload is None:
        return False
    given_up = connection.execute(text(_GIVE_UP), values).rowcount
    if upload.state == "auditing" and upload.members is None and not given_up:
        return False
    connection.execute(text(_CANCEL), values)
    if upload.members is None:
        finish_if_done(connection, upload_id)
    return True


def give_up_rest(connection: Connection, upload_id: int) -> None:
    """Gives up (does not audit) shards that were made after the upload was cancelled.

    A shard is the part of an upload for one job. The caller must have locked the row of the upload.
    """
    connection.execute(text(_GIVE_UP_REST), {"upload": upload_id})


def documents_of(connection: Connection, archive_id: int) -> Sequence[int]:
    """Returns the unfinished documents that came with this archive, and were not uploaded before it.

    A document is left out if another archive contains it too, and that archive is unfinished and not cancelled.
    """
    return [row.upload_id for row in connection.execute(text(_DOCUMENTS), {"archive": archive_id})]


_LOCK: Final = "SELECT state, members FROM upload WHERE id = :upload AND finished_at IS NULL FOR UPDATE"

_GIVE_UP: Final = """
UPDATE shard SET state = 'given_up', reason = 'The upload was cancelled.', finished_at = now()
WHERE id IN (SELECT id FROM shard WHERE upload_id = :upload AND state = 'waiting' FOR UPDATE SKIP LOCKED)
"""

_GIVE_UP_REST: Final = f"""{_GIVE_UP}
AND EXISTS (SELECT FROM upload WHERE id = :upload AND cancelled_by <> '')
"""

_CANCEL: Final = "UPDATE upload SET cancelled_by = :by, state = 'auditing' WHERE id = :upload"

_DOCUMENTS: Final = """
SELECT DISTINCT mine.upload_id FROM member AS mine JOIN upload AS document ON document.id = mine.upload_id
WHERE mine.archive_id = :archive AND NOT mine.again AND document.finished_at IS NULL AND NOT EXISTS (
    SELECT FROM member AS theirs JOIN upload AS other ON other.id = theirs.archive_id
    WHERE theirs.upload_id = mine.upload_id AND other.id <> :archive AND other.finished_at IS NULL
      AND other.cancelled_by = '')
ORDER BY mine.upload_id
"""
