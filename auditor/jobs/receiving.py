"""Receiving a file: the bytes are kept and a receipt is given; reading and auditing them comes after."""

from dataclasses import replace
from typing import Final

from auditor.engine.kinds import HouseRefused
from auditor.engine.shelf import names
from auditor.formats import Unreadable, log_of
from auditor.formats.files.decoding import HEAD, examine
from auditor.formats.files.encodings import EITHER, encoding_named
from auditor.formats.files.kinds import looks_like
from auditor.jobs import queue
from auditor.jobs.workplace import Workplace
from auditor.store import receipts, retrying
from auditor.store.evidence import Kept, Readable
from auditor.store.receipts import Sender, Sent
from auditor.store.retrying import Retried
from auditor.store.uploads import Receipt

NOBODY_ELSE: Final = Sender()
_NO_TEXT: Final = ("", ())


def receive(
    place: Workplace,
    data: bytes | Readable,
    file_name: str,
    house: str = "",
    most: int | None = None,
    *,
    encoding: str = "",
    sender: Sender = NOBODY_ELSE,
) -> Receipt:
    """Keeps a file and has it audited in the background, under `house` and in `encoding` where they are named.

    The receipt comes after the bytes are safe on the disk and the database has committed. The same bytes for the same
    house get the same receipt again, and nothing changes. `most` bytes are taken, as the settings say where not given.

    Raises:
        HouseRefused: there is no such house.
        EncodingRefused: there is no such encoding.
        NotKept: the file is too large, or the disk is full or cannot be written to.
        NotReadAgain: another encoding is asked for while the file is still being read.
    """
    if house and house not in names():
        raise HouseRefused(f'There is no house "{house[:60]}"; there are: {", ".join(names())}.')
    asked = encoding_named(encoding)
    kept = place.evidence.keep(data, place.settings.ingest_bytes if most is None else most)
    return _receipt(place, kept, Sent(file_name, house, asked, sender))


def read_again(place: Workplace, receipt: Receipt, encoding: str, sender: Sender = NOBODY_ELSE) -> Receipt:
    """Has the kept bytes of a receipt read in another encoding; that reading stands for them from then on. `sender` has
    the venue of the receipt.

    Raises:
        EncodingRefused: there is no such encoding.
        NotReadAgain: the file is still being read.
        Damaged: the kept bytes are missing.
    """
    asked = encoding_named(encoding)
    sent = Sent(receipt.file_name, receipt.house, asked, sender)
    return _receipt(place, Kept(receipt.sha256, receipt.size), sent)


def receive_again(place: Workplace, receipt: str) -> Retried:
    """Has what was given up of an upload tried again in the background, as often as the first time.

    Raises:
        NotRetried: there is no such upload, or nothing of it was given up.
    """
    with place.database.begin() as connection:
        retried = retrying.retry(connection, receipt)
        queue.send_shards(connection, queue.AUDIT, retried.shards)
        if retried.split:
            queue.send_split(connection, retried.upload_id)
    return retried


def _receipt(place: Workplace, kept: Kept, sent: Sent) -> Receipt:
    encoding, notes = _looked_at(place, kept.sha256, sent.encoding)
    if sent.encoding == EITHER and encoding:
        sent = replace(sent, encoding=encoding)  # else it would be another reading than that in the one it is
    with place.database.begin() as connection:
        receipt = receipts.receive(connection, kept, sent)
        if not receipt.again:
            queue.send_split(connection, receipt.upload_id)
    return replace(receipt, encoding=encoding, notes=notes)


def _looked_at(place: Workplace, sha256: str, asked: str) -> tuple[str, tuple[str, ...]]:
    """The encoding that a text will be read in and, where a hand begins in it, what is odd about that, so that the
    sender can choose another: of any other text it matters more that it is none of ours.
    """
    with place.evidence.opened(sha256) as stream:
        head = stream.read(HEAD)
        if not head or looks_like(head):
            return _NO_TEXT
        found = examine(stream, asked)
        try:
            log_of(stream, head, found)
        except Unreadable:
            return found.name, ()
        return found.name, found.notes
