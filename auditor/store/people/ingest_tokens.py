"""The ingest tokens of venues. With such a token, a program sends files to one venue and sees only its own receipts.

A token of a venue belongs to no account, so it stays valid if the person who made it leaves. The lists here also have
the tokens of accounts with the same scope, so that an admin sees and ends every token that can send files only.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Select, func, insert, select, update

from auditor.store.people.api_tokens import LONGEST_DAYS, PREFIXES, Scope, may_be_used
from auditor.store.people.setting_acts import record
from auditor.store.people.tokens import digest, fresh
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, api_token, venue
from auditor.store.triage.venues import number_of

LONGEST_LABEL: Final = 64


class TokenRefused(Exception):
    """Raised if an ingest token cannot be made or ended. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class IngestToken:
    """A valid ingest token, without its secret. `account` is empty if the token belongs to the venue itself, and
    `made_by` is empty for a token of an account.
    """

    id: int
    label: str
    venue: str
    account: str
    made_by: str
    made_at: dt.datetime
    used_at: dt.datetime | None
    expires_at: dt.datetime


def make(connection: Connection, venue_name: str, label: str, days: int, by: str) -> str:
    """Makes an ingest token of a venue, and returns it. Only the digest of the token is stored. `days`: after how many
    days the token ends. The change is recorded under the name `by`.

    Raises:
        TokenRefused: the label or the number of days cannot be used, or the venue has a token with this label.
        VenueRefused: there is no such venue.
    """
    if not label or label != label.strip() or not label.isprintable() or len(label) > LONGEST_LABEL:
        raise TokenRefused(
            f"Write a label that names the program that will use the token: 1 to {LONGEST_LABEL} visible letters."
        )
    if not 1 <= days <= LONGEST_DAYS:
        raise TokenRefused(f"A token ends after 1 to {LONGEST_DAYS} days. Write a number from 1 to {LONGEST_DAYS}.")
    number = number_of(connection, venue_name)
    if any(each.label == label and not each.account for each in every(connection, venue_name)):
        raise TokenRefused(f'{venue_name} already has a token "{label}". End it first, or choose another label.')
    token = fresh(PREFIXES[Scope.UPLOAD])
    connection.execute(
        insert(api_token).values(
            sha256=digest(token),
            label=label,
            scope=Scope.UPLOAD.value,
            venue_id=number,
            made_by=by,
            expires_at=func.now() + dt.timedelta(days=days),
        )
    )
    record(connection, "ingest token made", venue_name, by, after=label)
    return token


def every(connection: Connection, venue_name: str | None = None) -> tuple[IngestToken, ...]:
    """Returns the valid ingest tokens, sorted by venue and age; with `venue_name`, only those of this venue."""
    query = _tokens().order_by(venue.c.name, api_token.c.id)
    if venue_name is not None:
        query = query.where(venue.c.name == venue_name)
    return tuple([IngestToken(**row) for row in connection.execute(query).mappings()])


def end(connection: Connection, number: int, by: str) -> IngestToken:
    """Ends an ingest token, so that its next request is refused. Returns the token. The change is recorded under the
    name `by`. Raises `TokenRefused` if there is no valid ingest token with this number.
    """
    row = connection.execute(_tokens().where(api_token.c.id == number)).mappings().first()
    if row is None:
        raise TokenRefused("This token does not exist, or has already ended. Load the list of tokens again.")
    connection.execute(update(api_token).where(api_token.c.id == number).values(revoked_at=func.now()))
    record(connection, "ingest token ended", row["venue"], by, before=row["label"])
    return IngestToken(**row)


def _tokens() -> Select[int, str, str, str, str, dt.datetime, dt.datetime, dt.datetime]:
    return (
        select(
            api_token.c.id,
            api_token.c.label,
            venue.c.name.label("venue"),
            func.coalesce(account.c.name, "").label("account"),
            api_token.c.made_by,
            api_token.c.made_at,
            api_token.c.used_at,
            api_token.c.expires_at,
        )
        .join(venue, venue.c.id == api_token.c.venue_id)
        .outerjoin(account, account.c.id == api_token.c.account_id)
        .where(api_token.c.scope == Scope.UPLOAD.value, may_be_used())
    )
