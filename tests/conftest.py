"""Databases for tests: a real server, started once a session, and in it a fresh, migrated database for every test."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import URL, make_url

from auditor.jobs.workplace import Workplace
from auditor.settings import Settings, load
from auditor.store import migrating
from auditor.store.accounts import account_for
from auditor.store.database import DRIVER, Database, Purpose
from auditor.store.embedded import SUPERUSER, Cluster
from tests.databases import Copies

ROOM = 6 * 1024**3  # for the servers of two test processes, with the most that each writes ahead


def pytest_configure() -> None:
    """Ctrl-C works in what the tests start, also where they run in the background: there a shell has it ignored, and
    an ignored signal is inherited. And they run on a machine whose disk is nearly full.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("AUDITOR_FREE_BYTES", "0")


def pytest_collection_finish() -> None:
    """Python looks seldom for objects that hold each other in circles, and not at all among the tests themselves: it
    would take a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def server() -> Iterator[URL]:
    """The address of a server that may make databases: that of DATABASE_URL, else an embedded one without fsync."""
    given = load().database_url
    if given is not None:
        yield make_url(given).set(drivername=DRIVER)
        return
    account = account_for(None)
    home = Path(tempfile.mkdtemp(prefix="auditor-tests-", dir=_roomy_memory()))
    account.give(home)
    cluster = Cluster(home, account, durable=False)
    try:
        cluster.start()
        yield make_url(cluster.address(SUPERUSER, "postgres")).set(drivername=DRIVER)
    finally:
        cluster.stop()
        shutil.rmtree(home)


@pytest.fixture(scope="session")
def template(server: URL) -> Iterator[URL]:
    """A migrated database that nobody is connected to, to make others from."""
    name = f"auditor_template_{token_hex(4)}"
    _on(server, "CREATE DATABASE {}", name)
    migrating.upgrade(server.set(database=name))
    yield server.set(database=name)
    _on(server, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture(scope="session")
def copies(server: URL) -> Iterator[Copies]:
    """What makes databases for tests."""
    made = Copies(server)
    yield made
    made.close()


@pytest.fixture
def empty_url(server: URL) -> Iterator[URL]:
    """A database with nothing in it, as on the first day."""
    name = f"auditor_empty_{token_hex(4)}"
    _on(server, "CREATE DATABASE {}", name)
    yield server.set(database=name)
    _on(server, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def original(template: URL) -> URL:
    """What the database of a test is a copy of: nothing is in it."""
    return template


@pytest.fixture
def database_url(copies: Copies, original: URL) -> Iterator[URL]:
    """A database for this test alone, with all tables; nobody wrote anything into it before."""
    with copies.of(original) as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder of this test's own."""
    return tmp_path / "data"


@pytest.fixture
def settings(database_url: URL, folder: Path) -> Settings:
    """Settings for that database and that folder."""
    url = database_url.set(drivername="postgresql").render_as_string(hide_password=False)
    return Settings(data=folder, database_url=url, free_bytes=0)


@pytest.fixture
def database(database_url: URL) -> Iterator[Database]:
    """That database, opened as the workers open it."""
    opened = Database(database_url, Purpose.WORKER)
    yield opened
    opened.close()


@pytest.fixture
def place(settings: Settings, database: Database) -> Workplace:
    """A workplace for jobs on that database."""
    return Workplace(settings, database)


@pytest.fixture
def rows(database_url: URL) -> Callable[..., list[tuple[object, ...]]]:
    """Asks the database directly, past all code under test."""

    def ask(query: str, *values: object) -> list[tuple[object, ...]]:
        address = database_url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address) as connection:
            return connection.execute(query, values or None).fetchall()

    return ask


def _roomy_memory() -> Path | None:
    """A file system in memory that has the room, if there is one: a database of a test's own is made there in a
    fifth of the time.
    """
    shared = Path("/dev/shm")  # noqa: S108 - only the parent of a folder with a name that nobody can foretell
    try:
        return shared if os.access(shared, os.W_OK) and shutil.disk_usage(shared).free >= ROOM else None
    except OSError:
        return None


def _on(server: URL, statement: str, *names: str) -> None:
    address = server.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*[sql.Identifier(name) for name in names]))
