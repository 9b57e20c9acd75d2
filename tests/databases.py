"""Roles and copies of databases for tests; a copy is handed on to the next test as long as nobody wrote into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex, token_urlsafe
from typing import Any, Final

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import URL, Engine, create_engine

from auditor.store.postgres import database

# The server for tests is fast and loose: what it holds is gone with the tests.
RISKS: Final = ("fsync", "full_page_writes", "synchronous_commit")

# Files are copied as they are: what is copied is small, and takes half the time so.
_COPY: Final = "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"
_DROP: Final = "DROP DATABASE {} WITH (FORCE)"
_END_VISITS: Final = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
# Whoever writes anything, anywhere on the server, moves it on; whoever only reads does not.
_LAST_WRITTEN: Final = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text"


class Copies:
    """Makes copies, and keeps of each original one that is as it was made: a test that only reads needs no other."""

    def __init__(self, server: URL, application: URL) -> None:
        self._application: Final = application
        self._connection: Final = _connected(server)
        self._unwritten: Final[dict[str, str]] = {}

    @contextmanager
    def of(self, original: URL) -> Iterator[URL]:
        """A copy, as it was made, of a database that nobody is connected to, for the role of the application. Whoever
        is connected at the end is not.
        """
        assert original.database is not None
        name = self._unwritten.pop(original.database, None) or self._copied(original.database)
        before = self._last_written()
        yield self._application.set(database=name)
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


@contextmanager
def compiled_once(url: URL) -> Iterator[None]:
    """A statement that SQLAlchemy compiled for one database serves the others of the server: to compile all anew for
    each test takes a tenth of the time of a test with pages.
    """
    first = create_engine(url, query_cache_size=5_000)
    first.connect().close()  # asks the server for its version
    first.dispose()

    def opened(url: URL, **options: Any) -> Engine:
        engine = create_engine(url, **options)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", opened)
        yield


@contextmanager
def new_role(server: URL, purpose: str) -> Iterator[URL]:
    """The server for a role that may do nothing yet; whoever made it may end its visits."""
    name, password = f"auditor_{purpose}_{token_hex(4)}", token_urlsafe(12)
    with _connected(server) as connection:
        made = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), sql.Literal(password))
        connection.execute(made)
        connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(name)))
    yield server.set(username=name, password=password)
    on_server(server, "DROP ROLE {}", name)


def on_server(server: URL, statement: str, *names: str) -> None:
    """Runs a statement outside of any transaction, with these names in it."""
    with _connected(server) as connection:
        connection.execute(sql.SQL(statement).format(*[sql.Identifier(name) for name in names]))


def _connected(server: URL) -> psycopg.Connection:
    return psycopg.connect(server.set(drivername="postgresql").render_as_string(hide_password=False), autocommit=True)
