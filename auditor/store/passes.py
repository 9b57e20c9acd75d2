"""Other ways in than a password: links that lead in once, and the tokens of programs."""

import datetime as dt
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, null, select, update

from auditor.store.database import Connection
from auditor.store.sessions import SignedIn
from auditor.store.tables import account, api_token, one_time_link
from auditor.store.tokens import digest, fresh

LINK_LASTS: Final = dt.timedelta(hours=1)
PREFIX: Final = "aud_"


def make_link(connection: Connection, account_id: int) -> str:
    """A token that lets somebody in by that account, once and within the hour."""
    token = fresh()
    connection.execute(delete(one_time_link).where(one_time_link.c.expires_at <= func.now()))
    values = {"sha256": digest(token), "account_id": account_id, "expires_at": func.now() + LINK_LASTS}
    connection.execute(insert(one_time_link).values(values))
    return token


def use_link(connection: Connection, token: str) -> int | None:
    """The number of the account that the link lets in by, and it is used up; `None` where it lets nobody in. Of several
    who use it at once one comes in.
    """
    used = (
        update(one_time_link).where(*_lets_in(token)).values(used_at=func.now()).returning(one_time_link.c.account_id)
    )
    number: int | None = connection.execute(used).scalar()
    return number


def is_open(connection: Connection, token: str) -> bool:
    """Whether the link would let somebody in now; asking does not use it up."""
    return connection.execute(select(one_time_link.c.account_id).where(*_lets_in(token))).first() is not None


def _lets_in(token: str) -> list[ColumnElement[bool]]:
    return [
        one_time_link.c.sha256 == digest(token),
        one_time_link.c.account_id == account.c.id,
        one_time_link.c.used_at.is_(None),
        one_time_link.c.expires_at > func.now(),
        account.c.disabled_at.is_(None),
    ]


def make_token(connection: Connection, account_id: int, label: str) -> str:
    """A token by which a program is recognised as that account until it is revoked."""
    token = fresh(PREFIX)
    connection.execute(insert(api_token).values(sha256=digest(token), account_id=account_id, label=label))
    return token


def bearer(connection: Connection, token: str) -> SignedIn | None:
    """Whose token it is."""
    asked = (
        select(
            *[account.c[name] for name in ("name", "role", "letter_keys")],
            account.c.id.label("account_id"),
            null().label("session_id"),
        )
        .join(api_token, api_token.c.account_id == account.c.id)
        .where(api_token.c.sha256 == digest(token), api_token.c.revoked_at.is_(None), account.c.disabled_at.is_(None))
    )
    row = connection.execute(asked).mappings().first()
    return None if row is None else SignedIn(**row)


def drop_links(connection: Connection, account_id: int) -> None:
    """No link that was made for an account until now lets anybody in."""
    connection.execute(delete(one_time_link).where(one_time_link.c.account_id == account_id))


def revoke_tokens(connection: Connection, account_id: int, label: str | None = None) -> int:
    """Ends the tokens of an account that have this label, else all; gives how many ended with that."""
    which = [api_token.c.account_id == account_id, api_token.c.revoked_at.is_(None)]
    if label is not None:
        which.append(api_token.c.label == label)
    return connection.execute(update(api_token).where(*which).values(revoked_at=func.now())).rowcount


def labels_of(connection: Connection, account_id: int) -> tuple[str, ...]:
    """The labels of the tokens that may be used."""
    asked = select(api_token.c.label).where(api_token.c.account_id == account_id, api_token.c.revoked_at.is_(None))
    return tuple(connection.execute(asked.order_by(api_token.c.id)).scalars())
