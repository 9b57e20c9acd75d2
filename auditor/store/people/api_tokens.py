"""Tokens of programs. Each has a scope, a venue and an end, and a list of the uploads that it sent.

A token is looked up at every request, so that it ends immediately: when it is revoked, when its time is over, or when
its account is disabled. Times are by the database's clock.
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
# The seconds between two notes of the last use: else every request would write.
NOTED: Final = dt.timedelta(minutes=1)


class Scope(StrEnum):
    """The purpose of a token. No token opens a page, and none allows more than its account may."""

    UPLOAD = "upload"  # sends files, and sees the outcome of those alone
    READ = "read"  # sees all of its venue, and changes nothing
    DECIDE = "decide"  # sends files, sees all of its venue, and decides in the name of its account


# Programs that search for leaked secrets know a token by its first letters.
PREFIXES: Final = {Scope.UPLOAD: "hhi_", Scope.READ: "hhr_", Scope.DECIDE: "hhd_"}


@dataclass(frozen=True, slots=True)
class Reach:
    """The uploads that a token may see: those of its venue, and with `token_id` only those that came by that token."""

    venue_id: int
    venue: str
    token_id: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """The account of a token, and its purpose."""

    account_id: int
    name: str
    role: str
    token_id: int
    scope: Scope
    venue_id: int
    venue: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token that may be used, without its secret."""

    id: int
    label: str
    scope: str
    venue: str
    made_at: dt.datetime
    used_at: dt.datetime | None
    expires_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """The properties of a token that is to be made."""

    label: str
    scope: Scope
    venue_id: int
    days: int = LONGEST_DAYS


def make_token(connection: Connection, account_id: int, wanted: Wanted) -> str:
    """A token that identifies a program until its time is over; only its bearer knows it."""
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
    """The account and the purpose of a token, where it may be used; stores that it was used."""
    asked = (
        select(
            account.c.id.label("account_id"),
            account.c.name,
            account.c.role,
            api_token.c.id.label("token_id"),
            api_token.c.scope,
            api_token.c.venue_id,
            venue.c.name.label("venue"),
            func.coalesce(api_token.c.used_at < func.now() - NOTED, True).label("long_ago"),
        )
        .join(account, account.c.id == api_token.c.account_id)
        .join(venue, venue.c.id == api_token.c.venue_id)
        .where(api_token.c.sha256 == digest(token), account.c.disabled_at.is_(None), _may_be_used())
    )
    row = connection.execute(asked).mappings().first()
    if row is None:
        return None
    values = dict(row)
    if values.pop("long_ago"):
        seen = update(api_token).where(api_token.c.id == row["token_id"]).values(used_at=func.now())
        connection.execute(seen)
    return Bearer(**{**values, "scope": Scope(row["scope"])})


def tokens_of(connection: Connection, account_id: int) -> tuple[TokenRow, ...]:
    """The tokens of an account that may be used, the oldest first."""
    columns = [api_token.c[name] for name in TokenRow.__slots__ if name != "venue"]
    asked = (
        select(*columns, venue.c.name.label("venue"))
        .join(venue, venue.c.id == api_token.c.venue_id)
        .where(api_token.c.account_id == account_id, _may_be_used())
        .order_by(api_token.c.id)
    )
    return tuple(TokenRow(**row) for row in connection.execute(asked).mappings())


def revoke_tokens(
    connection: Connection, account_id: int, *, label: str | None = None, number: int | None = None
) -> int:
    """Ends the tokens of an account that have this label or number, else all; returns how many it ended."""
    which = [api_token.c.account_id == account_id, api_token.c.revoked_at.is_(None)]
    if label is not None:
        which.append(api_token.c.label == label)
    if number is not None:
        which.append(api_token.c.id == number)
    return connection.execute(update(api_token).where(*which).values(revoked_at=func.now())).rowcount


def note_upload(connection: Connection, token_id: int, upload_id: int, *, made: bool) -> None:
    """Lets the token see this upload from now on, even where somebody else sent the same file before. `made` where
    nobody did.
    """
    row = {"token_id": token_id, "upload_id": upload_id, "made": made}
    connection.execute(postgresql.insert(token_upload).values(row).on_conflict_do_nothing())


def hand_on_upload(connection: Connection, old_id: int, new_id: int) -> None:
    """Lets every token that may see an upload see the one that supersedes it."""
    old = token_upload.c
    seen = select(old.token_id, literal(new_id), old.made).where(old.upload_id == old_id)
    row = postgresql.insert(token_upload).from_select(["token_id", "upload_id", "made"], seen)
    connection.execute(row.on_conflict_do_nothing())


def within(reach: Reach) -> ColumnElement[bool]:
    """The uploads within reach: of the venue, and sent by the token, alone or in an archive."""
    in_venue = upload.c.venue_id == reach.venue_id
    if reach.token_id is None:
        return in_venue
    mine = token_upload.c.token_id == reach.token_id
    alone = exists().where(mine, token_upload.c.upload_id == upload.c.id)
    packed = exists().where(mine, token_upload.c.upload_id == member.c.archive_id, member.c.upload_id == upload.c.id)
    return and_(in_venue, or_(alone, packed))


def _may_be_used() -> ColumnElement[bool]:
    return and_(api_token.c.revoked_at.is_(None), api_token.c.expires_at > func.now())
