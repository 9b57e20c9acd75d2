"""The queue: jobs are sent inside the transaction that makes them necessary, so that neither is ever there alone."""

from collections.abc import Sequence
from typing import Final

from procrastinate import App, SyncPsycopgConnector
from procrastinate.types import JSONDict

from auditor.store.database import Connection, driver_of

SPLIT: Final = "split"
AUDIT: Final = "audit"
AUDIT_AGAIN: Final = "audit_again"

# Never opened: it sends through the connection it is given.
_SENDER: Final = App(connector=SyncPsycopgConnector())


def send_split(connection: Connection, upload_id: int) -> None:
    """A file was received: it is to be split into shards."""
    _SENDER.configure_task(SPLIT, connection=driver_of(connection)).defer(upload_id=upload_id)


def send_shards(connection: Connection, task: str, shards: Sequence[int]) -> None:
    """These shards are to be done, by the task of that name."""
    if shards:
        deferrer = _SENDER.configure_task(task, connection=driver_of(connection))
        jobs: list[JSONDict] = [{"shard_id": shard_id} for shard_id in shards]
        deferrer.batch_defer(*jobs)
