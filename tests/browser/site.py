"""The site that the browser visits, and how long anybody waits for it."""

from dataclasses import dataclass

from playwright.sync_api import FilePayload

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import wait_until_idle
from auditor.store.uploads.upload_rows import Receipt

PATIENCE_SECONDS = 60
PATIENCE = PATIENCE_SECONDS * 1000  # as the browser counts
# Large enough for every file of these tests but the one that must not fit.
UPLOAD_BYTES = 400_000


@dataclass(frozen=True)
class Site:
    """The pages as they are served."""

    address: str
    place: Workplace

    def sent(self, data: bytes, name: str) -> Receipt:
        """Sends a file past the pages and waits until it is audited."""
        receipt = receive(self.place, data, name)
        self.done()
        return receipt

    def done(self) -> None:
        """Waits until everything that was sent is audited."""
        wait_until_idle(self.place, PATIENCE_SECONDS)


def file(name: str, content: bytes, kind: str = "text/plain") -> FilePayload:
    """A file for a form."""
    return {"name": name, "mimeType": kind, "buffer": content}
