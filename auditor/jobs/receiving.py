"""Receiving a file: the bytes are kept and a receipt is given; reading and auditing them comes after."""

from auditor.engine.house import names
from auditor.engine.kinds import HouseRefused
from auditor.jobs import queue
from auditor.jobs.workplace import Workplace
from auditor.store import retrying, uploads
from auditor.store.evidence import Readable
from auditor.store.retrying import Retried
from auditor.store.uploads import Receipt


def receive(
    place: Workplace, data: bytes | Readable, file_name: str, house: str = "", most: int | None = None
) -> Receipt:
    """Keeps a file and has it audited in the background, under `house` where one is named.

    The receipt comes after the bytes are safe on the disk and the database has committed. The same bytes for the same
    house get the same receipt again, and nothing changes. `most` bytes are taken, as the settings say where not given.

    Raises:
        HouseRefused: there is no such house.
        NotKept: the file is too large, or the disk is full or cannot be written to.
    """
    if house and house not in names():
        raise HouseRefused(f'There is no house "{house[:60]}"; there are: {", ".join(names())}.')
    kept = place.evidence.keep(data, place.settings.ingest_bytes if most is None else most)
    with place.database.begin() as connection:
        receipt = uploads.receive(connection, kept, file_name, house)
        if not receipt.again:
            queue.send_split(connection, receipt.upload_id)
    return receipt


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
