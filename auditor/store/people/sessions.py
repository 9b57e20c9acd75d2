"""Sessions. A session is one sign-in of one browser.

Sessions are stored only in the database, so that ending a session has an immediate effect. Times are by the clock of
the database.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, and_, delete, exists, func, insert, select, update

from auditor.store.people.tokens import digest, fresh
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, second_factor, session, venue

# The shortest time between two updates of `last_seen_at`, because otherwise every page would write to the database.
NOTED: Final = dt.timedelta(minutes=1)
# How long security settings can be changed after the person typed the password again.
CONFIRMED: Final = dt.timedelta(minutes=5)
_LONGEST_BROWSER: Final = 120


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The account of a valid session, with the settings of its pages. `letter_keys`: whether single letters are
    keyboard shortcuts. `confirmed`: in this session, the person typed the password again less than five minutes ago
    (`CONFIRMED`). `venue_id` and `venue`: the only venue that the person sees; `None` for all venues.
    `has_factor`: the account has a second factor. `gave_factor`: the person typed a code of it in this session.
    """

    account_id: int
    name: str
    role: str
    letter_keys: bool
    time_zone: str
    theme: str
    confirmed: bool
    session_id: int
    venue_id: int | None
    venue: str | None
    has_factor: bool
    gave_factor: bool


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A valid session (one sign-in of one browser), as a list of sessions shows it."""

    id: int
    made_at: dt.datetime
    last_seen_at: dt.datetime
    expires_at: dt.datetime
    address: str
    browser: str


def begin(connection: Connection, account_id: int, longest: dt.timedelta, address: str, browser: str) -> str:
    """Begins a session, and returns its token for the browser. The session ends after `longest` at the latest."""
    token = fresh()
    connection.execute(delete(session).where(session.c.expires_at <= func.now()))  # deletes expired sessions
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
    """Returns the account of the session with this token; `None` if the session is not valid. Stores the time of this
    use, at most once a minute.

    A session is valid if it is not revoked and not expired, its account is enabled, and its last use is not longer ago
    than `idle`.
    """
    query = (
        select(
            *[account.c[name] for name in ("name", "role", "letter_keys", "time_zone", "theme", "venue_id")],
            account.c.id.label("account_id"),
            session.c.id.label("session_id"),
            venue.c.name.label("venue"),
            and_(session.c.confirmed_at.is_not(None), session.c.confirmed_at > func.now() - CONFIRMED).label(
                "confirmed"
            ),
            (session.c.last_seen_at < func.now() - NOTED).label("long_ago"),
            session.c.factor_at.is_not(None).label("gave_factor"),
            exists()
            .where(second_factor.c.account_id == account.c.id, second_factor.c.confirmed_at.is_not(None))
            .label("has_factor"),
        )
        .join(account, account.c.id == session.c.account_id)
        .outerjoin(venue, venue.c.id == account.c.venue_id)
        .where(session.c.sha256 == digest(token), account.c.disabled_at.is_(None), _goes_on(idle))
    )
    row: RowMapping | None = connection.execute(query).mappings().first()
    if row is None:
        return None
    if row["long_ago"]:
        seen = update(session).where(session.c.id == row["session_id"]).values(last_seen_at=func.now())
        connection.execute(seen)
    return SignedIn(**{name: value for name, value in row.items() if name != "long_ago"})


def sessions_of(connection: Connection, account_id: int, idle: dt.timedelta) -> tuple[SessionRow, ...]:
    """Returns the valid sessions of an account, the newest first."""
    columns = [session.c[name] for name in SessionRow.__slots__]
    query = select(*columns).where(session.c.account_id == account_id, _goes_on(idle)).order_by(session.c.id.desc())
    return tuple(SessionRow(**row) for row in connection.execute(query).mappings())


def revoke(connection: Connection, account_id: int, session_id: int | None = None) -> int:
    """Ends one session of an account; all its sessions if `session_id` is `None`. Returns how many sessions ended."""
    conditions = [session.c.account_id == account_id, session.c.revoked_at.is_(None)]
    if session_id is not None:
        conditions.append(session.c.id == session_id)
    return connection.execute(update(session).where(*conditions).values(revoked_at=func.now())).rowcount


def confirm(connection: Connection, session_id: int) -> str:
    """Stores that the person has just typed the password, or a code, again. Returns a new token of the session for the
    browser. The former token ends, so that nobody who knows it can change security settings.
    """
    token = fresh()
    values = {"sha256": digest(token), "confirmed_at": func.now()}
    connection.execute(update(session).where(session.c.id == session_id).values(values))
    return token


def pass_factor(connection: Connection, session_id: int) -> str:
    """Stores that the person has typed a code of the second factor in this session. Returns a new token of the session
    for the browser, because the token of the time before must not open more than it did.
    """
    token = fresh()
    values = {"sha256": digest(token), "factor_at": func.now()}
    connection.execute(update(session).where(session.c.id == session_id).values(values))
    return token


def revoke_token(connection: Connection, token: str) -> None:
    """Ends the session with this token, if there is one."""
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
