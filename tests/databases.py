"""Copies of databases for tests, handed on from one test to the next as long as nobody wrote into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy import URL

# Files are copied as they are: what is copied is small, and takes half the time so.
_COPY: Final = "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"
_DROP: Final = "DROP DATABASE {} WITH (FORCE)"
_END_VISITS: Final = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
# Whoever writes anything, anywhere on the server, moves it on; whoever only reads does not.
_LAST_WRITTEN: Final = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text"


class Copies:
    """Makes copies, and keeps of each original one that is as it was made: a test that only reads needs no other."""

    def __init__(self, server: URL) -> None:
        self._server: Final = server
        address = server.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Final = psycopg.connect(address, autocommit=True)
        self._unwritten: Final[dict[str, str]] = {}

    @contextmanager
    def of(self, original: URL) -> Iterator[URL]:
        """A copy, as it was made, of a database that nobody is connected to. Whoever is connected at the end is not."""
        assert original.database is not None
        name = self._unwritten.pop(original.database, None) or self._copied(original.database)
        before = self._last_written()
        yield self._server.set(database=name)
        self._connection.execute(_END_VISITS, [name])
        if before == self._last_written() and original.database not in self._unwritten:
            self._unwritten[original.database] = name
        else:
            self._on(_DROP, name)

    def close(self) -> None:
        """Drops what is kept."""
        for name in self._unwritten.values():
            self._on(_DROP, name)
        self._connection.close()

    def _copied(self, original: str) -> str:
        name = f"auditor_test_{token_hex(4)}"
        self._on(_COPY, name, original)
        return name

    def _last_written(self) -> object:
        return self._connection.execute(_LAST_WRITTEN).fetchone()

    def _on(self, statement: str, *names: str) -> None:
        self._connection.execute(sql.SQL(statement).format(*[sql.Identifier(name) for name in names]))
