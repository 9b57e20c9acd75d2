"""Cancels an upload. If the upload is an archive, the documents in it are cancelled too."""

from auditor.jobs.context import Workplace
from auditor.store.queries import uploads
from auditor.store.uploads import archives, cancelling
from auditor.store.uploads.senders import SOMEBODY, Sender, may_change


class NotCancelled(Exception):
    """The error for an upload that cannot be cancelled. The text states why."""


def cancel(place: Workplace, receipt: str, by: str, sender: Sender = SOMEBODY) -> None:
    """Stops the audit of an upload, in the name of `by`. Hands that were audited stay. Documents of an archive that the
    sender may not change are still audited.

    Raises:
        NotCancelled: there is no such upload, no part of it is waiting, or the sender may not change it.
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
            raise NotCancelled(
                f"Upload {receipt} cannot be cancelled: no part of it is waiting, and it is {upload.state}."
            )
    # Each document is cancelled in its own transaction. A document that ends at this moment waits for the row of its
    # archive.
    with place.database.begin() as connection:
        documents = cancelling.documents_of(connection, upload.id)
    for document in documents:
        with place.database.begin() as connection:
            if may_change(connection, sender, document):
                cancelling.cancel(connection, document, by)
    with place.database.begin() as connection:
        archives.finish(connection, upload.id)
