"""Links for signing in once, without a password."""

import datetime as dt
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from auditor.store.people.tokens import digest, fresh
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, one_time_link

LINK_LASTS: Final = dt.timedelta(hours=1)


def make_link(connection: Connection, account_id: int) -> str:
    """Makes the token of a link, and returns it. The link signs in to this account once, within one hour."""
    token = fresh()
    connection.execute(delete(one_time_link).where(one_time_link.c.expires_at <= func.now()))
    values = {"sha256": digest(token), "account_id": account_id, "expires_at": func.now() + LINK_LASTS}
    connection.execute(insert(one_time_link).values(values))
    return token


def use_link(connection: Connection, token: str) -> int | None:
    """Uses up a link, and returns the number of its account. Returns `None` if the link is unknown, used or expired, or
    if its account is disabled.

    If a link is used several times at the same moment, only one use is successful.
    """
    used = (
        update(one_time_link).where(*_lets_in(token)).values(used_at=func.now()).returning(one_time_link.c.account_id)
    )
    number: int | None = connection.execute(used).scalar()
    return number


def is_open(connection: Connection, token: str) -> bool:
    """Whether the link is valid now. This check does not use up the link."""
    return connection.execute(select(one_time_link.c.account_id).where(*_lets_in(token))).first() is not None


def _lets_in(token: str) -> list[ColumnElement[bool]]:
    return [
        one_time_link.c.sha256 == digest(token),
        one_time_link.c.account_id == account.c.id,
        one_time_link.c.used_at.is_(None),
        one_time_link.c.expires_at > func.now(),
        account.c.disabled_at.is_(None),
    ]


def drop_links(connection: Connection, account_id: int) -> None:
    """Ends all links of an account that were made until now."""
    connection.execute(delete(one_time_link).where(one_time_link.c.account_id == account_id))
