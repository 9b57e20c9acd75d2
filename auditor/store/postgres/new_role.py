"""The SQL that makes a role for the application, where one role owns the tables and works with them."""

import secrets
from typing import Final, NamedTuple

import psycopg
from psycopg import sql
from sqlalchemy import URL

from auditor.store.postgres.database import libpq_address

_SUFFIX: Final = "_app"
_LONGEST_NAME: Final = 63  # bytes


class NewRole(NamedTuple):
    """A statement for a superuser of the server, and the addresses to set after that; both have a new password."""

    statement: str
    database_url: str
    database_owner_url: str


def new_role(url: URL) -> NewRole:
    """The role for the application of a database; `url` is the owner's address. Nothing is run."""
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
