"""Sessions: one sign-in of one browser. Only the database knows them, so that it can end them immediately.

Times are by the database's clock.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, and_, delete, func, insert, select, update

from auditor.store.people.tokens import digest, fresh
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, session

# The seconds between two notes of the last use: else every page would write.
NOTED: Final = dt.timedelta(minutes=1)
_LONGEST_BROWSER: Final = 120


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The account of a session; `letter_keys` as in `Person`."""

    account_id: int
    name: str
    role: str
    letter_keys: bool
    session_id: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session that is still valid."""

    id: int
    made_at: dt.datetime
    last_seen_at: dt.datetime
    expires_at: dt.datetime
    address: str
    browser: str


def begin(connection: Connection, account_id: int, longest: dt.timedelta, address: str, browser: str) -> str:
    """Begins a session, which ends after `longest` at the latest, and returns the token that only the browser has."""
    token = fresh()
    connection.execute(delete(session).where(session.c.expires_at <= func.now()))  # nobody needs them any more
    connection.execute(
        insert(session).values(
            sha256=digest(token),
            account_id=account_id,
            expires_at=func.now() + longest,
            address=address,
            browser="".join([letter for letter in browser if letter.isprintable()])[:_LONGEST_BROWSER],
        )
    )
    return token


def signed_in(connection: Connection, token: str, idle: dt.timedelta) -> SignedIn | None:
    """The account of a session that is valid: not revoked, not over, and used within `idle`. This counts as a use."""
    asked = (
        select(
            *[account.c[name] for name in ("name", "role", "letter_keys")],
            account.c.id.label("account_id"),
            session.c.id.label("session_id"),
            (session.c.last_seen_at < func.now() - NOTED).label("long_ago"),
        )
        .join(account, account.c.id == session.c.account_id)
        .where(session.c.sha256 == digest(token), account.c.disabled_at.is_(None), _goes_on(idle))
    )
    row: RowMapping | None = connection.execute(asked).mappings().first()
    if row is None:
        return None
    if row["long_ago"]:
        seen = update(session).where(session.c.id == row["session_id"]).values(last_seen_at=func.now())
        connection.execute(seen)
    return SignedIn(**{name: value for name, value in row.items() if name != "long_ago"})


def sessions_of(connection: Connection, account_id: int, idle: dt.timedelta) -> tuple[SessionRow, ...]:
    """The valid sessions of an account, the newest first."""
    columns = [session.c[name] for name in SessionRow.__slots__]
    asked = select(*columns).where(session.c.account_id == account_id, _goes_on(idle)).order_by(session.c.id.desc())
    return tuple(SessionRow(**row) for row in connection.execute(asked).mappings())


def revoke(connection: Connection, account_id: int, session_id: int | None = None) -> int:
    """Ends one session of an account, else all; returns how many it ended."""
    which = [session.c.account_id == account_id, session.c.revoked_at.is_(None)]
    if session_id is not None:
        which.append(session.c.id == session_id)
    return connection.execute(update(session).where(*which).values(revoked_at=func.now())).rowcount


def revoke_token(connection: Connection, token: str) -> None:
    """Ends the session of that token, where there is one."""
    connection.execute(
        update(session)
        .where(session.c.sha256 == digest(token), session.c.revoked_at.is_(None))
        .values(revoked_at=func.now())
    )


def _goes_on(idle: dt.timedelta) -> ColumnElement[bool]:
    return and_(
        session.c.revoked_at.is_(None),
        session.c.expires_at > func.now(),
        session.c.last_seen_at > func.now() - idle,
    )
