"""Checks whether a database can be used now, and turns its failures into `NoDatabase` or `NoRoom`."""

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import errors
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from auditor.settings import command_line
from auditor.store.evidence.disk_space import full
from auditor.store.postgres import migration
from auditor.store.postgres.database import DRIVER, Connection, Database, NoDatabase
from auditor.store.postgres.outages import is_full


@contextmanager
def begun(database: Database) -> Iterator[Connection]:
    """Begins a transaction, and yields its connection.

    Raises `NoRoom` if the disk of the database is full, and `NoDatabase` for other failures of the database (see
    `refusing`).
    """
    with refusing(), database.begin() as connection:
        yield connection


@contextmanager
def refusing() -> Iterator[None]:
    """Turns some failures of the database inside the `with` block into one of the two exceptions below. Other errors,
    such as the error for a wrong statement, are raised unchanged.

    Raises:
        NoRoom: the disk of the database is full.
        NoDatabase: the connection fails or breaks, the database takes too long, or a table or column is missing. The
            message contains no part of the statement.
    """
    try:
        yield
    except PoolExhausted as error:
        raise NoDatabase("The database is busy; try again in a moment.") from error
    except OperationalError as error:
        if is_full(error):
            raise full("the database") from None
        raise NoDatabase(_sentence(error)) from error
    except ProgrammingError as error:
        if isinstance(error.orig, errors.UndefinedTable | errors.UndefinedColumn):
            run = command_line("db upgrade")
            raise NoDatabase(f"The database has the schema of another version. Run: {run}") from error
        raise


def is_current(database: Database) -> bool:
    """Whether an opened database has the schema of this version."""
    return migration.is_current(make_url(database.conninfo()).set(drivername=DRIVER))


def _sentence(error: DBAPIError) -> str:
    if isinstance(error.orig, errors.QueryCanceled | errors.LockNotAvailable):
        return "The database took too long to answer. Try again, or request less data."
    return f'The database does not answer, so nothing was changed. To see why, run "{command_line("db status")}".'
