"""Gives receipts for received files.

The same bytes under the same house always get the same receipt. If a person asks to read the file in another encoding,
it gets a new receipt, and the earlier upload is superseded.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.evidence import damage
from auditor.store.evidence.files import Kept
from auditor.store.findings.reconcile import same_result_for_all
from auditor.store.people.api_tokens import hand_on_upload, note_upload
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.uploads.senders import SOMEBODY, Sender, may_change, note_person
from auditor.store.uploads.upload_rows import Receipt
from auditor.triage.states import Result

LONGEST_NAME: Final = 255


class NotReadAgain(Exception):
    """Raised if a file cannot be read in another encoding now. The message says why."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as its sender describes it: its name, its house and its encoding.

    House and encoding are empty if the program has to find them from the file.
    """

    file_name: str
    house: str = ""
    encoding: str = ""
    sender: Sender = SOMEBODY


def stored_name(name: str) -> str:
    """Returns the name of a file as the database stores it."""
    return pg_values.text(name)[:LONGEST_NAME]


def receive(connection: Connection, kept: Kept, sent: Sent) -> Receipt:
    """Returns the receipt for stored bytes: a new receipt, or the earlier one for the same bytes, venue and house.

    The bytes were stored or checked a moment ago, so a mark of damage on them is removed. If the sender chose another
    encoding than before, the receipt is new and the earlier upload is superseded.

    Raises `NotReadAgain` if the earlier upload is still being read, or if the sender may not change that upload.
    """
    values: dict[str, Any] = {
        "venue": sent.sender.venue_id,
        "sha256": bytes.fromhex(kept.sha256),
        "size": kept.size,
        "file_name": stored_name(sent.file_name),
        "house": sent.house,
        "asked": sent.encoding,
        "rereads": 0,
        "by_people": sent.sender.token_id is None,
    }
    before = connection.execute(text(_LOCKED if sent.encoding else _IN_FORCE), values).first()
    if before is not None and sent.encoding not in ("", before.asked_encoding, before.encoding):
        if not may_change(connection, sent.sender, before.id):
            raise NotReadAgain(
                "Others sent this file too: a token that may only upload cannot have it read in another encoding. A"
                " person can, on the page of the upload."
            )
        if before.finished_at is None:
            raise NotReadAgain(
                f"The file is still being read as it was sent first (receipt {before.receipt}). Choose another encoding"
                " when that is done."
            )
        values["by_people"] |= before.by_people
        values["rereads"] = connection.execute(text(_REREADS), values).scalar_one()
        _supersede(connection, before.id)
    row = connection.execute(text(_RECEIVE), {**values, "receipt": _receipt(sent, kept, values["rereads"])}).first()
    new = row is not None
    damage.clear(connection, kept.sha256)
    if row is None:
        row = connection.execute(text(_IN_FORCE), values).one()
    elif values["rereads"] and before is not None:
        connection.execute(
            text("UPDATE member SET upload_id = :new WHERE upload_id = :old"), {"new": row.id, "old": before.id}
        )
        hand_on_upload(connection, before.id, row.id)
    if sent.sender.token_id is not None:
        note_upload(connection, sent.sender.token_id, row.id, made=new)
    elif not row.by_people:
        note_person(connection, row.id)
    return Receipt(
        row.receipt,
        row.id,
        kept.sha256,
        row.size,
        row.file_name,
        row.house,
        row.received_at,
        again=not new,
        encoding=row.encoding,
        notes=tuple(row.notes.splitlines()),
    )


def _receipt(sent: Sent, kept: Kept, rereads: int) -> str:
    """Returns a receipt made from the venue, the house and the bytes. `rereads` counts earlier uploads of the bytes."""
    body = f"receipt/1 {sent.sender.venue_id} {sent.house} {kept.sha256}"
    if rereads:
        body = f"receipt/2 {sent.sender.venue_id} {sent.house} {rereads} {sent.encoding} {kept.sha256}"
    digest = hashlib.sha256(body.encode()).hexdigest()
    return "-".join([digest[at : at + 4] for at in range(0, 16, 4)])


def _supersede(connection: Connection, upload_id: int) -> None:
    """Marks an upload as superseded, and the reports and findings of the records that no other upload contains.

    Nothing is deleted. A record that the re-read finds again counts again.
    """
    values = {"upload": upload_id}
    connection.execute(text("UPDATE upload SET superseded_at = now() WHERE id = :upload"), values)
    hands = [row.hand_id for row in connection.execute(text(_ALONE), values)]
    connection.execute(
        text("UPDATE report SET current = false WHERE current AND hand_id = ANY(:hands)"), {"hands": hands}
    )
    same_result_for_all(connection, None, Result.RECORD, hands)


_IN_FORCE: Final = """
SELECT id, receipt, size, file_name, house, received_at, finished_at, asked_encoding, encoding, notes,
       by_people
FROM upload
WHERE venue_id = :venue AND sha256 = :sha256 AND house = :house AND superseded_at IS NULL
"""

# Locks the upload, so that no two transactions supersede it at the same time.
_LOCKED: Final = f"{_IN_FORCE} FOR UPDATE"

_REREADS: Final = """
SELECT count(*) FROM upload WHERE venue_id = :venue AND sha256 = :sha256 AND house = :house
"""

_RECEIVE: Final = """
INSERT INTO upload (receipt, venue_id, sha256, size, file_name, house, asked_encoding, by_people)
VALUES (:receipt, :venue, :sha256, :size, :file_name, :house, :asked, :by_people)
ON CONFLICT DO NOTHING
RETURNING id, receipt, size, file_name, house, received_at, encoding, notes, by_people
"""

_ALONE: Final = """
SELECT hand_id FROM source AS mine WHERE upload_id = :upload AND NOT EXISTS (
    SELECT FROM source JOIN upload ON upload.id = source.upload_id
    WHERE source.hand_id = mine.hand_id AND upload.superseded_at IS NULL)
"""
