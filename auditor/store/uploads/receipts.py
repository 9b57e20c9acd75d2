"""Gives receipts for received files.

A file that is sent again gets the same receipt if its venue, its house and its bytes are the same. The file gets a new
receipt if its sender chose another encoding, if marks on its unread lines have changed, or if the earlier upload was
removed because of its age. In the first two cases, the earlier upload is superseded.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.evidence import damage
from auditor.store.evidence.files import Kept
from auditor.store.people.api_tokens import note_upload
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.unread.marks import is_outdated
from auditor.store.uploads.rereading import supersede, take_the_place, to_read_again
from auditor.store.uploads.senders import SOMEBODY, Sender, may_change, note_person
from auditor.store.uploads.upload_rows import Receipt

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
    """Returns the name of a file as the database stores it: cut to the longest name, and escapes in place of NUL."""
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
                "Other people sent this file too, so an upload token cannot choose another encoding. A person can"
                " choose another encoding on the page of the upload."
            )
        if before.finished_at is None:
            raise NotReadAgain(
                f"The file is still being read in its first encoding (receipt {before.receipt}). Wait for the end, then"
                " choose another encoding."
            )
        values["by_people"] |= before.by_people
        values["rereads"] = connection.execute(text(_REREADS), values).scalar_one()
        supersede(connection, before.id)
    if before is None:
        # The same file may have been uploaded earlier, and removed because its venue keeps files only for a set time.
        # The rows of these earlier uploads are still stored, so the new receipt must differ from their receipts.
        values["rereads"] = connection.execute(text(_REMOVED), values).scalar_one()
    row = connection.execute(text(_RECEIVE), {**values, "receipt": _receipt(sent, kept, values["rereads"])}).first()
    new = row is not None
    damage.clear(connection, kept.sha256)
    if row is None:
        row = connection.execute(text(_IN_FORCE), values).one()
    elif values["rereads"] and before is not None:
        take_the_place(connection, before.id, row.id)
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


def read_anew(connection: Connection, upload_id: int) -> int | None:
    """Makes a new upload that reads the stored bytes of an upload again, because marks on its unread lines have
    changed.

    The new upload supersedes the earlier upload. Returns the number of the new upload. Returns `None` if no such mark
    has changed, or if the upload cannot be read again: it is unfinished, superseded, cancelled or damaged.
    """
    before = to_read_again(connection, upload_id)
    if before is None or before.finished_at is None or not is_outdated(connection, upload_id):
        return None
    sha256 = bytes(before.sha256)
    values = {"venue": before.venue_id, "sha256": sha256, "house": before.house}
    rereads = connection.execute(text(_REREADS), values).scalar_one()
    sent = Sent(before.file_name, before.house, before.asked_encoding, Sender(before.venue_id))
    supersede(connection, upload_id)
    row = connection.execute(
        text(_RECEIVE),
        {
            **values,
            "receipt": _receipt(sent, Kept(sha256.hex(), before.size), rereads),
            "size": before.size,
            "file_name": before.file_name,
            "asked": before.asked_encoding,
            "by_people": before.by_people,
        },
    ).one()
    take_the_place(connection, upload_id, row.id)
    return int(row.id)


def _receipt(sent: Sent, kept: Kept, rereads: int) -> str:
    """Returns a receipt (a short text that names the upload), made from the venue, the house and the bytes.

    `rereads` is the number of earlier uploads from which the new receipt must differ. If this number is not 0, the
    receipt is also made from this number and the encoding.
    """
    body = f"receipt/1 {sent.sender.venue_id} {sent.house} {kept.sha256}"
    if rereads:
        body = f"receipt/2 {sent.sender.venue_id} {sent.house} {rereads} {sent.encoding} {kept.sha256}"
    digest = hashlib.sha256(body.encode()).hexdigest()
    return "-".join([digest[at : at + 4] for at in range(0, 16, 4)])


_IN_FORCE: Final = """
SELECT id, receipt, size, file_name, house, received_at, finished_at, asked_encoding, encoding, notes,
       by_people
FROM upload
WHERE venue_id = :venue AND sha256 = :sha256 AND house = :house AND superseded_at IS NULL
"""

# The query of the upload that is in force (not superseded), with a lock, so that no two transactions supersede it at
# the same time.
_LOCKED: Final = f"{_IN_FORCE} FOR UPDATE"

_REREADS: Final = """
SELECT count(*) FROM upload WHERE venue_id = :venue AND sha256 = :sha256 AND house = :house
"""

_REMOVED: Final = f"{_REREADS} AND removed_at IS NOT NULL"

_RECEIVE: Final = """
INSERT INTO upload (receipt, venue_id, sha256, size, file_name, house, asked_encoding, by_people)
VALUES (:receipt, :venue, :sha256, :size, :file_name, :house, :asked, :by_people)
ON CONFLICT DO NOTHING
RETURNING id, receipt, size, file_name, house, received_at, encoding, notes, by_people
"""
