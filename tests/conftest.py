"""Databases for tests: a real server, started once a session, and in it a fresh, migrated database for every test.

One role owns the tables and another works with them, as it is to be: whatever a test does by the code under test, it
does as the role of the application.
"""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from hypothesis import settings as drawn
from sqlalchemy import URL, make_url

from auditor.jobs.context import Workplace, current_pin
from auditor.settings import Settings, load
from auditor.store.findings import houses
from auditor.store.postgres import migration
from auditor.store.postgres.database import DRIVER, Database, Purpose, libpq_address
from auditor.store.postgres.embedded import Cluster
from auditor.store.postgres.embedded_roles import SUPERUSER
from auditor.store.postgres.system_account import account_for
from tests.databases import RISKS, Copies, compiled_once, new_role, on_server

ROOM = 6 * 1024**3  # for the servers of two test processes, with the most that each writes ahead


def pytest_configure() -> None:
    """Ctrl-C works in what the tests start, also where they run in the background: there a shell has it ignored, and
    an ignored signal is inherited. They run on a machine whose disk is nearly full. No drawn value is timed, because a
    busy machine would fail the test.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("AUDITOR_FREE_BYTES", "0")
    os.environ.setdefault("AUDITOR_SECOND_FACTOR", "offered")  # a test of the second factor sets it up itself
    os.environ.pop("AUDITOR_HOUSES", None)  # a test that needs own houses names a folder of its own
    drawn.register_profile("untimed", parent=drawn(), deadline=None)
    drawn.load_profile("untimed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are collected next to nothing is made that could go again: looking for it takes a quarter longer."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


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
def owner(server: URL) -> Iterator[URL]:
    """The server for the role that owns the tables."""
    with new_role(server, "owner") as url:
        yield url


@pytest.fixture(scope="session")
def application(server: URL) -> Iterator[URL]:
    """The server for the role that the application works as."""
    with new_role(server, "application") as url:
        yield url


@pytest.fixture(scope="session")
def template(server: URL, owner: URL, application: URL) -> Iterator[URL]:
    """A migrated database that nobody is connected to, to make others from.

    The texts of the houses are in it, as after the first upload: to store those two megabytes for each test took a
    tenth of a second of processor time. `tests/jobs/test_crossing.py` has the test that begins without them.
    """
    name = f"auditor_template_{token_hex(4)}"
    _new_database(server, owner, name)
    migration.upgrade(owner.set(database=name), application.set(database=name))
    _keep_houses(application.set(database=name))
    with compiled_once(application.set(database=name)):
        yield application.set(database=name)
    on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture(scope="session")
def copies(server: URL, owner: URL, application: URL) -> Iterator[Copies]:
    """What makes databases for tests. It is closed before the roles are dropped that own and use them."""
    made = Copies(server, application)
    yield made
    made.close()


@pytest.fixture
def empty_url(server: URL, owner: URL) -> Iterator[URL]:
    """A database with nothing in it, as on the first day, for the role that is to own its tables."""
    name = f"auditor_empty_{token_hex(4)}"
    _new_database(server, owner, name)
    yield owner.set(database=name)
    on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def original(template: URL) -> URL:
    """What the database of a test is a copy of: nothing is in it but the texts of the houses."""
    return template


@pytest.fixture
def database_url(copies: Copies, original: URL) -> Iterator[URL]:
    """A database for this test alone, with all tables; nobody wrote anything into it before."""
    with copies.of(original) as url:
        yield url


@pytest.fixture
def owner_url(owner: URL, database_url: URL) -> URL:
    """That database for the owner of its tables, who may do what the code under test may not."""
    return owner.set(database=database_url.database)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder of this test's own."""
    return tmp_path / "data"


@pytest.fixture
def settings(database_url: URL, folder: Path) -> Settings:
    """Settings for that database and that folder."""
    url = database_url.set(drivername="postgresql").render_as_string(hide_password=False)
    return Settings(data=folder, database_url=url, allowed_risks=RISKS, free_bytes=0, factor_required=False)


@pytest.fixture
def database(database_url: URL) -> Iterator[Database]:
    """That database, opened as the workers open it."""
    opened = Database(database_url, Purpose.WORKER)
    yield opened
    opened.close()


@pytest.fixture
def owners_database(owner_url: URL) -> Iterator[Database]:
    """The same, opened as the owner of its tables."""
    opened = Database(owner_url, Purpose.WORKER)
    yield opened
    opened.close()


@pytest.fixture
def place(settings: Settings, database: Database) -> Workplace:
    """A workplace for jobs on that database."""
    return Workplace(settings, database)


@pytest.fixture
def rows(server: URL, database_url: URL) -> Callable[..., list[tuple[object, ...]]]:
    """Asks the database directly, past all code under test, as who looks after the server."""

    def ask(query: str, *values: object) -> list[tuple[object, ...]]:
        address = libpq_address(server.set(database=database_url.database))
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


def _keep_houses(url: URL) -> None:
    database = Database(url, Purpose.WORKER)
    with database.begin() as connection:
        houses.keep(connection, current_pin().lines)
    database.close()


def _new_database(server: URL, owner: URL, name: str) -> None:
    on_server(server, "CREATE DATABASE {}", name)
    on_server(server.set(database=name), "GRANT CREATE ON SCHEMA public TO {}", str(owner.username))
    on_server(server.set(database=name), "CREATE SCHEMA public_of_venue AUTHORIZATION {}", str(owner.username))
