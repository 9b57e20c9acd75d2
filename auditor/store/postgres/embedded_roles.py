"""The roles of the embedded database: one owns the tables, one works with them, and only the launcher is superuser.

In earlier versions the application's role owned everything; such a database changes owners at its next start.
"""

from collections.abc import Callable
from typing import Final

import psycopg
from psycopg import errors, sql

from auditor.store.postgres.binaries import NoServer

OWNER: Final = "auditor_owner"
APPLICATION: Final = "auditor"
SUPERUSER: Final = "postgres"
LOCK_MILLISECONDS: Final = 10_000

# Returns the address of a database for a role.
Address = Callable[[str, str], str]


def prepare(address: Address, database: str) -> None:
    """Makes the roles and the database where they are missing.

    Raises:
        NoServer: the tables are still in use by a process of the version before.
    """
    name = sql.Identifier(database)
    with psycopg.connect(address(SUPERUSER, "postgres"), autocommit=True) as connection:
        there = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
        for role in (OWNER, APPLICATION):
            if role not in there:
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
        row = connection.execute(_OWNER_OF, [database]).fetchone()
        if row is None:
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, sql.Identifier(OWNER)))
    if row is not None and row[0] == APPLICATION:
        _hand_over(address(SUPERUSER, database))


def _hand_over(address: str) -> None:
    """Changes the owner in one transaction: an interrupted launcher has changed nothing."""
    roles = (sql.Identifier(APPLICATION), sql.Identifier(OWNER))
    try:
        with psycopg.connect(address) as connection:
            connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_MILLISECONDS))
            connection.execute(sql.SQL("REASSIGN OWNED BY {} TO {}").format(*roles))
    except errors.LockNotAvailable as error:
        raise NoServer(
            "The embedded database is to get an owner of its own, and a process still works with its tables. Stop every"
            " auditor of the version before, then start this again."
        ) from error


_OWNER_OF: Final = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = %s"
