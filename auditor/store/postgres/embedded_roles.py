"""The three roles of the embedded database.

`auditor_owner` owns the tables, and the application works with the tables as `auditor`. `postgres` is the only
superuser. This role is used only to start the server and to make the database and the other two roles. In earlier
versions `auditor` owned everything. The next start gives the tables of such a database to `auditor_owner`.
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

# A function that returns the address of a database, from the name of a role and the name of the database.
Address = Callable[[str, str], str]


def prepare(address: Address, database: str) -> None:
    """Creates the roles and the database if they are missing. If an earlier version of this program made the database,
    its tables get a new owner: the role `auditor_owner`.

    Raises:
        NoServer: the tables need the new owner, but a process of the earlier version is still using them.
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
    """Makes the owner role the owner of everything that the application's role owns.

    The change is one transaction, so that an interrupted start changes nothing.
    """
    roles = (sql.Identifier(APPLICATION), sql.Identifier(OWNER))
    try:
        with psycopg.connect(address) as connection:
            connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_MILLISECONDS))
            connection.execute(sql.SQL("REASSIGN OWNED BY {} TO {}").format(*roles))
    except errors.LockNotAvailable as error:
        raise NoServer(
            "The tables of the embedded database must get a new owner, but a process is still using them. Stop every"
            " auditor process of the earlier version, then run the command again."
        ) from error


_OWNER_OF: Final = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = %s"
