"""Cancels an upload. If the upload is an archive, the documents (the files in the archive) are cancelled too."""

from auditor.jobs.context import Workplace
from auditor.store.queries import uploads
from auditor.store.uploads import archives, cancelling
from auditor.store.uploads.senders import SOMEBODY, Sender, may_change


class NotCancelled(Exception):
    """The error for an upload that cannot be cancelled. The text states why."""


def cancel(place: Workplace, receipt: str, by: str, sender: Sender = SOMEBODY) -> None:
    """Stops the audit of an upload. Hands that are already audited stay. `by` is the name of the person or program that
    cancels the upload; this name is stored with the upload. If the upload is an archive, the documents (files) in it
    that `sender` may not change are still audited.

    Raises:
        NotCancelled: there is no such upload, no part of it is waiting, or the sender may not change it.
    """
    with place.database.begin() as connection:
        upload = uploads.by_receipt(connection, receipt)
        if upload is None:
            raise NotCancelled(
                f"There is no upload with the receipt {receipt[:60]!a}. The page /uploads lists all receipts."
            )
        if not may_change(connection, sender, upload.id):
            raise NotCancelled(
                "Other people sent this file too, so an upload token cannot cancel the upload. A person can cancel it"
                " on the page of the upload."
            )
        if not cancelling.cancel(connection, upload.id, by):
            raise NotCancelled(
                f"Upload {receipt} cannot be cancelled, because all parts of the upload are already audited"
                " or cancelled. Its state is"
                f" {upload.state}."
            )
    # Each document is cancelled in its own transaction, to prevent a deadlock. One transaction for all documents would
    # hold a lock on the row of the archive, and wait for the rows of documents. At the same time, a job that finishes a
    # document holds a lock on the row of the document, and waits for the row of the archive.
    with place.database.begin() as connection:
        documents = cancelling.documents_of(connection, upload.id)
    for document in documents:
        with place.database.begin() as connection:
            if may_change(connection, sender, document):
                cancelling.cancel(connection, document, by)
    with place.database.begin() as connection:
        archives.finish(connection, upload.id)
