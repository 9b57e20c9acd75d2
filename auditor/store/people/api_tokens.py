"""Tokens of programs. A token has a scope, a venue, a time when it ends, and a list of the uploads that it sent.

A token is looked up at every request. So the token ends immediately when it is revoked, when its time is over, or when
its account is disabled. Times are by the clock of the database.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, func, insert, literal, or_, select, update
from sqlalchemy.dialects import postgresql

from auditor.store.people.tokens import digest, fresh
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, api_token, member, token_upload, upload, venue

LONGEST_DAYS: Final = 365
# The shortest time between two updates of `used_at`, because otherwise every request would write to the database.
NOTED: Final = dt.timedelta(minutes=1)


class Scope(StrEnum):
    """The scope of a token: the requests that a program may make with it.

    No token can be used to sign in to the pages, and no token allows more than its account may do.
    """

    UPLOAD = "upload"  # sends files, and sees the results of only these files
    READ = "read"  # sees everything of its venue, and changes nothing
    DECIDE = "decide"  # sends files, sees everything of its venue, and decides in the name of its account


# Programs that search for leaked secrets recognise a token by these first letters.
PREFIXES: Final = {Scope.UPLOAD: "hhi_", Scope.READ: "hhr_", Scope.DECIDE: "hhd_"}


@dataclass(frozen=True, slots=True)
class Reach:
    """The data that a person of one venue, or a token, may see: the data of the venue.

    If `token_id` is set, the token may see only the uploads that it sent itself.
    """

    venue_id: int
    venue: str
    token_id: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """The account, the scope and the venue of a token. An ingest token of a venue has no account, so its `account_id`
    is `None`, its `role` is empty, and its `name` is `token` with its label.
    """

    account_id: int | None
    name: str
    role: str
    token_id: int
    scope: Scope
    venue_id: int
    venue: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A valid token, without its secret."""

    id: int
    label: str
    scope: str
    venue: str
    made_at: dt.datetime
    used_at: dt.datetime | None
    expires_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """The properties of a token that is to be made: its label for people, its scope and venue, and after how many days
    it ends.
    """

    label: str
    scope: Scope
    venue_id: int
    days: int = LONGEST_DAYS


def make_token(connection: Connection, account_id: int, wanted: Wanted) -> str:
    """Makes a token for a program, and returns it. Only the digest of the token is stored."""
    assert 1 <= wanted.days <= LONGEST_DAYS
    token = fresh(PREFIXES[wanted.scope])
    connection.execute(
        insert(api_token).values(
            sha256=digest(token),
            account_id=account_id,
            label=wanted.label,
            scope=wanted.scope.value,
            venue_id=wanted.venue_id,
            expires_at=func.now() + dt.timedelta(days=wanted.days),
        )
    )
    return token


def bearer(connection: Connection, token: str) -> Bearer | None:
    """Returns the account, the scope and the venue of a token. Returns `None` if the token is unknown, revoked or
    expired, if its account is disabled, or if its
    account does not see the venue. Stores the time of this use, at most once a minute.
    """
    query = (
        select(
            account.c.id.label("account_id"),
            func.coalesce(account.c.name, "token " + api_token.c.label).label("name"),
            func.coalesce(account.c.role, "").label("role"),
            api_token.c.id.label("token_id"),
            api_token.c.scope,
            api_token.c.venue_id,
            venue.c.name.label("venue"),
            func.coalesce(api_token.c.used_at < func.now() - NOTED, True).label("long_ago"),
        )
        .outerjoin(account, account.c.id == api_token.c.account_id)
        .join(venue, venue.c.id == api_token.c.venue_id)
        .where(
            api_token.c.sha256 == digest(token),
            account.c.disabled_at.is_(None),
            or_(account.c.venue_id.is_(None), account.c.venue_id == api_token.c.venue_id),
            may_be_used(),
        )
    )
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    values = dict(row)
    if values.pop("long_ago"):
        seen = update(api_token).where(api_token.c.id == row["token_id"]).values(used_at=func.now())
        connection.execute(seen)
    return Bearer(**{**values, "scope": Scope(row["scope"])})


def tokens_of(connection: Connection, account_id: int) -> tuple[TokenRow, ...]:
    """Returns the valid tokens of an account, the oldest first."""
    columns = [api_token.c[name] for name in TokenRow.__slots__ if name != "venue"]
    query = (
        select(*columns, venue.c.name.label("venue"))
        .join(venue, venue.c.id == api_token.c.venue_id)
        .where(api_token.c.account_id == account_id, may_be_used())
        .order_by(api_token.c.id)
    )
    return tuple(TokenRow(**row) for row in connection.execute(query).mappings())


def revoke_tokens(
    connection: Connection, account_id: int, *, label: str | None = None, number: int | None = None
) -> int:
    """Ends the tokens of an account with this label or number. Ends all its tokens if neither is given. Returns how
    many tokens ended.
    """
    conditions = [api_token.c.account_id == account_id, api_token.c.revoked_at.is_(None)]
    if label is not None:
        conditions.append(api_token.c.label == label)
    if number is not None:
        conditions.append(api_token.c.id == number)
    return connection.execute(update(api_token).where(*conditions).values(revoked_at=func.now())).rowcount


def note_upload(connection: Connection, token_id: int, upload_id: int, *, made: bool) -> None:
    """Stores that this token sent the upload, so that the token may see the upload. The same file may have been sent
    before.

    `made` is true if the token was the first to send the file.
    """
    row = {"token_id": token_id, "upload_id": upload_id, "made": made}
    connection.execute(postgresql.insert(token_upload).values(row).on_conflict_do_nothing())


def hand_on_upload(connection: Connection, old_id: int, new_id: int) -> None:
    """Lets every token that may see the upload `old_id` also see the upload `new_id`, which is a new read of the same
    file.
    """
    old = token_upload.c
    seen = select(old.token_id, literal(new_id), old.made).where(old.upload_id == old_id)
    row = postgresql.insert(token_upload).from_select(["token_id", "upload_id", "made"], seen)
    connection.execute(row.on_conflict_do_nothing())


def within(reach: Reach) -> ColumnElement[bool]:
    """Returns the SQL condition for the uploads that a token may see.

    The upload must belong to the venue of the token. If the token may see only its own uploads, the token must have
    sent the upload itself, or an archive that contains the upload.
    """
    in_venue = upload.c.venue_id == reach.venue_id
    if reach.token_id is None:
        return in_venue
    mine = token_upload.c.token_id == reach.token_id
    alone = exists().where(mine, token_upload.c.upload_id == upload.c.id)
    packed = exists().where(mine, token_upload.c.upload_id == member.c.archive_id, member.c.upload_id == upload.c.id)
    return and_(in_venue, or_(alone, packed))


def may_be_used() -> ColumnElement[bool]:
    """Returns the SQL condition that a token is neither revoked nor expired."""
    return and_(api_token.c.revoked_at.is_(None), api_token.c.expires_at > func.now())
