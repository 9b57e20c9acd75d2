"""Recognises failures of the database itself: a lost connection, a server that is starting, a full disk.

The interrupted work did not cause such a failure, and may be done again.
"""

from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg import errors

from auditor.store.postgres.binaries import NoServer
from auditor.store.postgres.database import NoDatabase

# Error codes of the server: 57P01 to 57P03, the server is stopping, crashing or starting; 53100, its disk is full;
# 53300, there are too many connections. Codes that begin with 08 are about a broken connection.
_CODES: Final = ("57P01", "57P02", "57P03", "53100", "53300")
_CONNECTION: Final = "08"


def is_outage(error: BaseException) -> bool:
    """Whether the error is an outage of the database, such as a lost connection or a full disk. The SQL statement did
    not cause such an error.
    """
    return any(isinstance(each, NoDatabase | NoServer) or _lost(each) for each in _causes(error))


def is_full(error: BaseException) -> bool:
    """Whether the cause of the error is a full disk of the database."""
    return any(isinstance(each, errors.DiskFull) for each in _causes(error))


def _lost(error: BaseException) -> bool:
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    # An error without a code comes from the driver and not from the server: the server closed the connection, or there
    # is no server at this address. Such an error counts as an outage.
    code = error.sqlstate or ""
    return not code or code in _CODES or code.startswith(_CONNECTION)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__
