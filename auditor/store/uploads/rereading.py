"""Reads the stored bytes of an upload again. The new read is another upload, and supersedes the earlier upload.

Nothing is deleted. If the new read finds the same hand again, the decisions about its findings still apply.
"""

from typing import Any, Final

from sqlalchemy import text

from auditor.store.findings.owed import withdraw_owed
from auditor.store.findings.rake import withdraw_rake
from auditor.store.findings.reconcile import withdraw
from auditor.store.people.api_tokens import hand_on_upload
from auditor.store.postgres.database import Connection


def supersede(connection: Connection, upload_id: int) -> None:
    """Marks an upload as superseded, because the same file will be read again.

    If a record (a hand as one log has it) is only in superseded uploads, its reports are no longer current. The
    findings on such records stay until `withdraw_what_is_left` is called, because the new read may find the same
    records again.
    """
    values = {"upload": upload_id}
    connection.execute(text("UPDATE upload SET superseded_at = now() WHERE id = :upload"), values)
    connection.execute(text(_NO_LONGER_CURRENT), values)


def take_the_place(connection: Connection, old_id: int, new_id: int) -> None:
    """Puts the new read `new_id` of a file in place of the superseded upload `old_id`, in each archive that contains
    the file. Tokens that may see the old upload may also see the new one.
    """
    connection.execute(
        text("UPDATE member SET upload_id = :new WHERE upload_id = :old"), {"new": new_id, "old": old_id}
    )
    hand_on_upload(connection, old_id, new_id)


def withdraw_what_is_left(connection: Connection, upload_id: int) -> None:
    """Withdraws the records (hands as logged) that the new read of a file did not find again: only superseded reads
    contain these records. Their findings are marked as gone, and their wrong payouts and their rake no longer count.

    `upload_id` is the upload of the new read. Call this function when that upload is finished.
    """
    left = connection.execute(text(_LEFT), {"upload": upload_id}).all()
    found = [row.hand_id for row in left if row.has_findings]
    if found:
        withdraw(connection, found)
    # This is done for all these records, also for those without a wrong payout or rake. Only one record of each deal
    # counts. If it was one of these records, a later record of the deal counts from now on.
    hands = [row.hand_id for row in left]
    withdraw_owed(connection, hands)
    withdraw_rake(connection, hands)


def to_read_again(connection: Connection, upload_id: int) -> Any | None:
    """Returns the row of an upload, and locks the row. Returns `None` if the upload does not exist, or if a newer read
    of the file superseded it.
    """
    return connection.execute(text(_LOCKED), {"upload": upload_id}).first()


_LOCKED: Final = """
SELECT id, venue_id, sha256, size, file_name, house, asked_encoding, by_people, finished_at FROM upload
WHERE id = :upload AND superseded_at IS NULL FOR UPDATE
"""

_NOT_COUNTED: Final = """NOT EXISTS (
    SELECT FROM source JOIN upload ON upload.id = source.upload_id
    WHERE source.hand_id = mine.hand_id AND upload.superseded_at IS NULL)
"""

_NO_LONGER_CURRENT: Final = f"""
UPDATE report SET current = false
WHERE current AND hand_id IN (SELECT hand_id FROM source AS mine WHERE upload_id = :upload AND {_NOT_COUNTED})
"""

_LEFT: Final = f"""
SELECT DISTINCT mine.hand_id,
       EXISTS (SELECT FROM finding WHERE finding.hand_id = mine.hand_id AND detection <> 'gone') AS has_findings
FROM upload AS read
JOIN upload AS former ON former.sha256 = read.sha256 AND former.venue_id = read.venue_id AND former.house = read.house
                     AND former.superseded_at IS NOT NULL
JOIN source AS mine ON mine.upload_id = former.id
WHERE read.id = :upload AND {_NOT_COUNTED}
"""
