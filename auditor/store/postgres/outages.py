"""Failures of the database itself: a lost connection, a server that is starting, a disk without room.

The work that they interrupt is not their cause, and may be done again.
"""

from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg import errors

from auditor.store.postgres.binaries import NoServer
from auditor.store.postgres.database import NoDatabase

# The server's own codes: it ends or starts, the connection broke, it takes no more of them, its disk is full.
_CODES: Final = ("57P01", "57P02", "57P03", "53100", "53300")
_CONNECTION: Final = "08"


def is_outage(error: BaseException) -> bool:
    """Whether the database failed, independent of the statement."""
    return any(isinstance(each, NoDatabase | NoServer) or _lost(each) for each in _causes(error))


def is_full(error: BaseException) -> bool:
    """Whether the database's disk has no room left."""
    return any(isinstance(each, errors.DiskFull) for each in _causes(error))


def _lost(error: BaseException) -> bool:
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    # Failures that the driver notices by itself have no code: the server hung up, or is not there.
    code = error.sqlstate or ""
    return not code or code in _CODES or code.startswith(_CONNECTION)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__
