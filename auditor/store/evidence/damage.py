"""Marks uploads whose stored bytes are damaged, until the bytes are correct again."""

from typing import Final

from sqlalchemy import text

from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import Connection


def note(connection: Connection, damage: Damaged) -> None:
    """Marks each upload of a damaged file, by storing the message of `damage` in the row of the upload. If an upload
    has such a message already, the earlier message stays.
    """
    connection.execute(text(_NOTE), {"sha256": bytes.fromhex(damage.sha256), "damage": str(damage)})


def clear(connection: Connection, sha256: str) -> None:
    """Removes the description of the damage from the uploads of a file that is no longer damaged."""
    connection.execute(text(_CLEAR), {"sha256": bytes.fromhex(sha256)})


def marked(connection: Connection) -> list[str]:
    """Returns the digests of the files whose uploads are marked as damaged."""
    return [row.sha256.hex() for row in connection.execute(text(_MARKED))]


_NOTE: Final = "UPDATE upload SET damage = :damage WHERE sha256 = :sha256 AND damage = ''"
_CLEAR: Final = "UPDATE upload SET damage = '' WHERE sha256 = :sha256 AND damage <> ''"
_MARKED: Final = "SELECT DISTINCT sha256 FROM upload WHERE damage <> '' ORDER BY sha256"
