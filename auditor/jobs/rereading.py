"""Marks shapes of unread lines. The shape of a line is its text without names, cards and numbers. After the mark of a
shape changes, the uploads with lines of this shape are read again in the background.
"""

from auditor.jobs import queue
from auditor.jobs.context import Workplace
from auditor.store.evidence import damage
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import Connection
from auditor.store.unread import marks
from auditor.store.uploads import receipts, upload_rows


def mark(connection: Connection, shape_id: int, by: str, *, noise: bool, venue_id: int | None = None) -> int:
    """Marks the lines of a shape as no part of the play, such as chat. If `noise` is false, removes the mark. `by` is
    the name of the person. With `venue_id`, the shape must be of this venue (an owner of hands, such as a card room).
    Returns how many uploads are read again in the background.

    Raises:
        BadWish: there is no such shape, or the act changes nothing.
    """
    outdated = marks.mark(connection, shape_id, by, noise=noise, venue_id=venue_id)
    queue.send_rereads(connection, outdated)
    return len(outdated)


def queue_if_outdated(connection: Connection, upload_id: int) -> None:
    """Queues a job that reads an upload again, if the upload is finished and people changed the marks on its unread
    lines while it was being audited. A mark says that a line is no part of the play, such as chat.

    Call this function at the end of each transaction that may finish the upload. The transaction must have locked the
    upload before.
    """
    if not upload_rows.has_ended(connection, upload_id):
        return
    marks.await_marks(connection)
    if marks.is_outdated(connection, upload_id):
        queue.send_rereads(connection, [upload_id])


def read_outdated(place: Workplace, upload_id: int) -> None:
    """Queues an upload to be read again from its stored bytes, if the marks on its unread lines have changed since the
    upload was last read.

    - If the upload was cancelled, nothing happens.
    - If the upload is not finished, nothing happens: the transaction that finishes the upload calls
      `queue_if_outdated`.
    - If the stored bytes are damaged, the upload is not read again. Only the damage is noted, and the page of the
      upload shows it.
    """
    with place.database.begin() as connection:
        if not marks.is_outdated(connection, upload_id):
            return
        source = upload_rows.source_of(connection, upload_id)
    try:
        place.evidence.insist(source.sha256)
    except Damaged as reason:
        with place.database.begin() as connection:
            damage.note(connection, reason)
        return
    with place.database.begin() as connection:
        new_id = receipts.read_anew(connection, upload_id)
        if new_id is not None:
            queue.send_split(connection, new_id)
