"""Makes the SQL for a separate role of the application, for a database whose owner also works with the tables."""

import secrets
from typing import Final, NamedTuple

import psycopg
from psycopg import sql
from sqlalchemy import URL

from auditor.store.postgres.database import libpq_address

_SUFFIX: Final = "_app"
_LONGEST_NAME: Final = 63  # bytes


class NewRole(NamedTuple):
    """A statement for a superuser of the server, and the addresses to set after that.

    The statement and `database_url` contain the new password of the role.
    """

    statement: str
    database_url: str
    database_owner_url: str


def new_role(url: URL) -> NewRole:
    """Returns the statement and the addresses for a new role. `url` is the address of the owner. Changes nothing."""
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
