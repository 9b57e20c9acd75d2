"""Cancels an upload, and with an archive the documents in it."""

from auditor.jobs.context import Workplace
from auditor.store.queries import uploads
from auditor.store.uploads import archives, cancelling


class NotCancelled(Exception):
    """There is nothing to cancel; the text says why."""


def cancel(place: Workplace, receipt: str, by: str) -> None:
    """Stops the audit of an upload, in the name of `by`. Audited hands stay.

    Raises:
        NotCancelled: there is no such upload, or nothing of it waits any more.
    """
    with place.database.begin() as connection:
        upload = uploads.by_receipt(connection, receipt)
        if upload is None:
            raise NotCancelled(f"There is no upload with the receipt {receipt[:60]!a}.")
        if not cancelling.cancel(connection, upload.id, by):
            raise NotCancelled(f"Nothing of upload {receipt} waits any more; it is {upload.state}.")
    # Each in its own transaction: a document that ends just now waits for the row of its archive.
    with place.database.begin() as connection:
        documents = cancelling.documents_of(connection, upload.id)
    for document in documents:
        with place.database.begin() as connection:
            cancelling.cancel(connection, document, by)
    with place.database.begin() as connection:
        archives.finish(connection, upload.id)
