"""Makes the SQL statement that creates a separate role for the application.

The statement is for a database in which the application still works as the owner of the tables.
"""

import secrets
from typing import Final, NamedTuple

import psycopg
from psycopg import sql
from sqlalchemy import URL

from auditor.store.postgres.database import libpq_address

_SUFFIX: Final = "_app"
_LONGEST_NAME: Final = 63  # the most bytes in the name of a PostgreSQL role


class NewRole(NamedTuple):
    """The result of `new_role`: an SQL statement that a superuser of the server must run, and two settings to change
    afterwards.

    `database_url` and `database_owner_url` are the new values of DATABASE_URL and DATABASE_OWNER_URL. The statement and
    `database_url` contain the new password.
    """

    statement: str
    database_url: str
    database_owner_url: str


def new_role(url: URL) -> NewRole:
    """Returns the SQL statement that creates a new role for the application, and the two new addresses for the
    settings.

    `url` is the address of the role that owns the tables. This function changes nothing: a person runs the statement.
    """
    with psycopg.connect(libpq_address(url), connect_timeout=10, autocommit=True) as connection:
        owner = connection.info.user
        name = owner.encode()[: _LONGEST_NAME - len(_SUFFIX)].decode(errors="ignore") + _SUFFIX
        password = secrets.token_urlsafe(24)
        form = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {};")
        statement = form.format(sql.Identifier(name), sql.Literal(password)).as_string(connection)
    plain = url.set(drivername="postgresql")
    return NewRole(
        statement,
        plain.set(username=name, password=password).render_as_string(hide_password=False),
        plain.set(username=owner).render_as_string(hide_password=True),
    )
