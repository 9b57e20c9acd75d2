"""The connection to PostgreSQL: its address, its time limits, and transactions."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final

import psycopg
from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy.exc import ArgumentError

from auditor.settings import Settings
from auditor.store.postgres import embedded, risks
from auditor.store.postgres.binaries import NoServer
from auditor.store.postgres.embedded_roles import APPLICATION, OWNER
from auditor.store.postgres.risks import Risk

__all__ = [
    "Connection",
    "Database",
    "NoDatabase",
    "Purpose",
    "address",
    "driver_of",
    "libpq_address",
    "open_database",
    "owner_address",
    "risks_of",
]

OLDEST: Final = 150000
# The time after which the server notices that a client is gone, and releases the locks of the client.
GONE_MILLISECONDS: Final = 1_000
DRIVER: Final = "postgresql+psycopg"


class Purpose(Enum):
    """The purpose of a connection, which sets its time limits.

    The values are the time limits for a statement, for a wait for a lock, and for a pause in a transaction, in
    milliseconds.
    """

    WEB = (5_000, 2_000, 30_000)
    # The third limit is 150 seconds: during a transaction, a worker may wait almost that long for its child process.
    WORKER = (600_000, 60_000, 150_000)


class NoDatabase(Exception):
    """Raised if the database cannot be used. The message says why, and what to do."""


class Database:
    """An opened database with a pool of connections.

    `accepted` lists the risks to the data that the user accepted in AUDITOR_ALLOW_RISKS, such as a server with `fsync`
    off. Threads may share this object, but each process has to open its own.
    """

    def __init__(self, url: URL, purpose: Purpose, accepted: tuple[Risk, ...] = ()) -> None:
        self.accepted: Final = accepted
        statement, lock, idle = purpose.value
        limits = {
            "statement_timeout": statement,
            "lock_timeout": lock,
            "idle_in_transaction_session_timeout": idle,
            "client_connection_check_interval": GONE_MILLISECONDS,
        }
        options = " ".join([f"-c {name}={milliseconds}" for name, milliseconds in limits.items()])
        self._url = url
        self._engine = create_engine(
            url,
            pool_pre_ping=True,  # the server may have restarted since the last use
            pool_size=4,
            max_overflow=8,
            hide_parameters=True,  # errors are logged, and the parameters may contain names of players
            connect_args={"options": f"{options} -c timezone=UTC", "connect_timeout": 10},
        )

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Begins a transaction, which is committed at the end, or rolled back after an exception."""
        with self._engine.begin() as connection:
            yield connection

    def ping(self) -> None:
        """Raises an exception of the driver if the database does not answer."""
        with self._engine.connect() as connection:
            keep_alive(connection)

    def conninfo(self) -> str:
        """Returns the address in the form that libpq needs, including the password."""
        return libpq_address(self._url)

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def keep_alive(connection: Connection) -> None:
    """Runs an empty query, so that a long pause in a transaction does not reach the time limit for pauses."""
    connection.exec_driver_sql("SELECT 1")


def address(settings: Settings) -> URL:
    """Returns the address of the database of these settings.

    If the settings use the embedded server, it is created and started first.

    Raises:
        NoDatabase: `DATABASE_URL` cannot be parsed, or the embedded server does not start.
    """
    if settings.database_url is None:
        return _embedded(settings, APPLICATION)
    return _read(settings.database_url, "DATABASE_URL")


def owner_address(settings: Settings) -> URL:
    """Returns the address of the database for the role that owns the tables.

    This role makes and changes tables. With the embedded server, the role is `auditor_owner`. With another server, the
    address is in DATABASE_OWNER_URL. If that setting is missing, the role and address are the same as in `address`.

    Raises:
        NoDatabase: `DATABASE_URL` or `DATABASE_OWNER_URL` cannot be parsed, or the embedded server does not start.
    """
    if settings.database_url is None:
        return _embedded(settings, OWNER)
    if settings.database_owner_url is None:
        return address(settings)
    return _read(settings.database_owner_url, "DATABASE_OWNER_URL")


def open_database(settings: Settings, purpose: Purpose) -> Database:
    """Opens the database of these settings.

    Raises:
        NoDatabase: the database does not exist, does not answer or is too old, or it has a risk (see `risks_of`) that
            AUDITOR_ALLOW_RISKS does not name.
    """
    url = address(settings)
    found = risks_of(url)
    refusal = risks.not_allowed(found, settings.allowed_risks)
    if refusal:
        raise NoDatabase(refusal)
    return Database(url, purpose, found)


def risks_of(url: URL, variable: str = "DATABASE_URL") -> tuple[Risk, ...]:
    """Connects to a database, and returns the settings and rights that put its data at risk, such as `fsync` off.

    `variable` is the environment variable that has the address; error messages name it.

    Raises:
        NoDatabase: the database does not answer, is too old, or has another encoding than UTF8.
    """
    try:
        with psycopg.connect(libpq_address(url), connect_timeout=10, autocommit=True) as connection:
            _insist(connection)
            return risks.found(connection)
    except psycopg.OperationalError as error:
        place = url.set(drivername="postgresql").render_as_string(hide_password=True)
        raise NoDatabase(f"The database at {place} does not answer: {_fault(error)}") from error
    except psycopg.Error as error:
        raise NoDatabase(f"{variable} cannot be used: {_fault(error)}") from error


def libpq_address(url: URL) -> str:
    """Returns the address in the form that libpq needs, including the password."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def driver_of(connection: Connection) -> psycopg.Connection[Any]:
    """Returns the psycopg connection that a SQLAlchemy connection uses. The two are in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver


def _embedded(settings: Settings, role: str) -> URL:
    try:
        return make_url(embedded.start(settings, role)).set(drivername=DRIVER)
    except NoServer as refused:
        raise NoDatabase(str(refused)) from refused
    except psycopg.OperationalError as error:  # the server started, but ended before the connection was made
        raise NoDatabase(f"The embedded database does not answer: {_fault(error)}") from error


def _read(text: str, variable: str) -> URL:
    try:
        url = make_url(text)
    # `make_url` raises `ValueError` if the port is no number or a bracket is not closed.
    except (ArgumentError, ValueError):
        raise NoDatabase(
            f"{variable} is not an address. Write an address like postgresql://user@host/database."
        ) from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise NoDatabase(f"{variable} names {url.get_backend_name()}; only PostgreSQL is supported.")
    return url.set(drivername=DRIVER)


def _fault(error: psycopg.Error) -> str:
    """Returns the message of the driver, without hints and without the address, which may contain a password."""
    message = str(error).strip().partition("\n")[0].strip()
    if "://" in message:
        return "the address of the database is wrong."
    return message.removeprefix("connection failed: ")


def _insist(connection: psycopg.Connection[Any]) -> None:
    if connection.info.server_version < OLDEST:
        raise NoDatabase(f"PostgreSQL {OLDEST // 10000} or later is needed; this is {connection.info.server_version}.")
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        raise NoDatabase(
            "The encoding of the database is not UTF8. Create another database: CREATE DATABASE name ENCODING 'UTF8'."
        )
