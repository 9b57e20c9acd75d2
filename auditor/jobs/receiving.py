"""Receives a file: stores the bytes and returns a receipt.

A worker reads the hands of the file later, because a slow file must not delay the web process that receives it.
"""

from dataclasses import replace

from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import names
from auditor.formats.files.decoding import HEAD, byte_order
from auditor.formats.files.encodings import EITHER, encoding_named
from auditor.formats.files.kinds import looks_like
from auditor.jobs import queue
from auditor.jobs.context import Workplace
from auditor.jobs.outages import through_outages
from auditor.store.evidence.disk_space import full
from auditor.store.evidence.files import Kept, Readable
from auditor.store.postgres.outages import is_full
from auditor.store.uploads import receipts, retrying
from auditor.store.uploads.receipts import Sent
from auditor.store.uploads.retrying import Retried
from auditor.store.uploads.senders import SOMEBODY, Sender
from auditor.store.uploads.upload_rows import Receipt


def receive(
    place: Workplace,
    data: bytes | Readable,
    file_name: str,
    house: str = "",
    most: int | None = None,
    *,
    encoding: str = "",
    sender: Sender = SOMEBODY,
    patient: bool = False,
) -> Receipt:
    """Stores a file, and queues a job that audits its hands in the background. `house` is the name of the house for the
    audit; if it is empty, each log or its room determines the house. `encoding` is the encoding of the text, such as
    `cp1252`; if it is empty, the auditor detects the encoding.

    The receipt is returned after the bytes are safe on the disk and the database has committed. If the same bytes are
    sent again for the same house, the same receipt is returned and nothing changes. At most `most` bytes are accepted;
    if `most` is `None`, the limit is in the settings. With `patient`, the function waits while the database is lost.

    Raises:
        HouseRefused: there is no such house.
        EncodingRefused: there is no such encoding.
        NoRoom: a disk is nearly full.
        NotKept: the file is too large, or the disk cannot be written to.
        NotReadAgain: the file was sent before, and now with another encoding. Either the file is still being read, or
            other people sent it too and this sender may not change it.
    """
    if house and house not in names():
        raise HouseRefused(f'There is no house "{house[:60]}"; there are: {", ".join(names())}.')
    chosen = encoding_named(encoding)
    if patient:
        through_outages(place, lambda _: place.room.insist())
    kept = place.evidence.keep(data, place.settings.ingest_bytes if most is None else most)
    sent = Sent(file_name, house, chosen, sender)
    return through_outages(place, lambda _: _receipt(place, kept, sent)) if patient else _receipt(place, kept, sent)


def read_again(place: Workplace, receipt: Receipt, encoding: str, sender: Sender = SOMEBODY) -> Receipt:
    """Queues a file to be read again from its stored bytes, in another encoding. The new upload replaces the earlier
    upload of the file. `sender` must belong to the venue of the receipt, that is, to the owner of its hands, such as a
    card room.

    Raises:
        EncodingRefused: there is no such encoding.
        NotReadAgain: the file is still being read, or other people sent it too and this sender may not change it.
        Damaged: the stored bytes are missing or changed. The earlier upload is not replaced.
    """
    chosen = encoding_named(encoding)
    place.evidence.insist(receipt.sha256)
    sent = Sent(receipt.file_name, receipt.house, chosen, sender)
    return _receipt(place, Kept(receipt.sha256, receipt.size), sent)


def receive_again(place: Workplace, receipt: str) -> Retried:
    """Retries the failed parts of an upload in the background. Each part gets as many attempts as the first time.

    Raises:
        NotRetried: there is no such upload, or no part of it failed.
    """
    with place.database.begin() as connection:
        retried = retrying.retry(connection, receipt)
        queue.send_shards(connection, queue.AUDIT, retried.shards)
        for upload_id in retried.files:
            queue.send_split(connection, upload_id)
    return retried


def with_byte_order(place: Workplace, kept: Kept, sent: Sent) -> Sent:
    """Returns `sent` with the exact name of the encoding: if the sender chose UTF-16 without a byte order, the first
    bytes of the file decide the byte order. The reason is that the same file must not be stored twice, under two names
    of one encoding.

    Any other encoding stays unchanged. An archive also keeps the encoding that the sender chose, because each file in
    the archive has its own first bytes.
    """
    if sent.encoding != EITHER:
        return sent
    with place.evidence.opened(kept.sha256) as stream:
        head = stream.read(HEAD)
    return sent if not head or looks_like(head) else replace(sent, encoding=byte_order(head))


def _receipt(place: Workplace, kept: Kept, sent: Sent) -> Receipt:
    sent = with_byte_order(place, kept, sent)
    place.evidence.renew(kept.sha256)
    try:
        with place.database.begin() as connection:
            receipt = receipts.receive(connection, kept, sent)
            if not receipt.again:
                queue.send_split(connection, receipt.upload_id)
    except Exception as error:
        if is_full(error):
            raise full("the database") from None
        raise
    place.evidence.acknowledge(kept.sha256)
    return receipt
