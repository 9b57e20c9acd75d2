"""Cancels an upload, and with an archive the documents in it."""

from auditor.jobs.context import Workplace
from auditor.store.queries import uploads
from auditor.store.uploads import archives, cancelling
from auditor.store.uploads.senders import SOMEBODY, Sender, may_change


class NotCancelled(Exception):
    """There is nothing to cancel; the text says why."""


def cancel(place: Workplace, receipt: str, by: str, sender: Sender = SOMEBODY) -> None:
    """Stops the audit of an upload, in the name of `by`. Audited hands stay. Documents of an archive
    that the sender may not change are audited all the same.

    Raises:
        NotCancelled: there is no such upload, nothing of it waits any more, or the sender may not change it.
    """
    with place.database.begin() as connection:
        upload = uploads.by_receipt(connection, receipt)
        if upload is None:
            raise NotCancelled(f"There is no upload with the receipt {receipt[:60]!a}.")
        if not may_change(connection, sender, upload.id):
            raise NotCancelled(
                "Others sent this file too: a token that may only upload cannot cancel it. A person can, on its page."
            )
        if not cancelling.cancel(connection, upload.id, by):
            raise NotCancelled(f"Nothing of upload {receipt} waits any more; it is {upload.state}.")
    # Each in its own transaction: a document that ends just now waits for the row of its archive.
    with place.database.begin() as connection:
        documents = cancelling.documents_of(connection, upload.id)
    for document in documents:
        with place.database.begin() as connection:
            if may_change(connection, sender, document):
                cancelling.cancel(connection, document, by)
    with place.database.begin() as connection:
        archives.finish(connection, upload.id)
