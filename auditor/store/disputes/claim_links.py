"""The links with which a player without an account files a claim at a venue.

A link holds a secret of 256 random bits, and only its SHA-256 is stored. The link may be for any hand of the venue, or
for one hand and one seat. A link for one hand ends as soon as a claim was filed with it.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, insert, select, text, update

from auditor.disputes.claims import BadClaim
from auditor.store.people import tokens
from auditor.store.postgres.database import Connection
from auditor.store.tables import claim_link, venue

LINK_DAYS: Final = 30
MOST_DAYS: Final = 90
# The most claims that a venue accepts in 24 hours by links, so that nobody can fill the database with claims.
MOST_CLAIMS_A_DAY: Final = 200


@dataclass(frozen=True, slots=True)
class ClaimLink:
    """A link that still works. `hand_id` and `seat` are `None` if the link is for any hand of the venue. `hand_number`
    is the number that the card room gave the hand; it may be empty. The unit of the hand is 10 ** -`minor` of
    `currency`. `made_by` is the name of an account, or empty.
    """

    id: int
    venue_id: int
    venue: str
    hand_id: int | None
    hand_number: str
    seat: int | None
    currency: str
    minor: int
    made_by: str
    made_at: dt.datetime
    expires_at: dt.datetime


@dataclass(frozen=True, slots=True)
class WantedLink:
    """A claim link to make: for a venue, or for one hand (the number of its record) and perhaps one seat."""

    venue: str = ""
    hand_id: int | None = None
    seat: int | None = None
    days: int = LINK_DAYS


def make(connection: Connection, wanted: WantedLink, made_by: int | None) -> str:
    """Makes a link and returns its secret. Nobody can read the secret again later. Raises `BadClaim` if there is no
    such venue, hand or seat, or if the number of days is not possible.
    """
    if not 1 <= wanted.days <= MOST_DAYS:
        raise BadClaim(f"A link works for 1 to {MOST_DAYS} days.")
    if wanted.hand_id is None and wanted.seat is not None:
        raise BadClaim("A link with a seat needs the hand too.")
    venue_id = _venue_of(connection, wanted)
    if venue_id is None:
        words = f'There is no venue "{wanted.venue}".' if wanted.hand_id is None else "There is no such hand or seat."
        raise BadClaim(words)
    secret = tokens.fresh("hhc_")
    row = {"venue_id": venue_id, "hand_id": wanted.hand_id, "seat": wanted.seat, "sha256": tokens.digest(secret)}
    ends = func.now() + dt.timedelta(days=wanted.days)
    connection.execute(insert(claim_link).values(**row, made_by=made_by, expires_at=ends))
    return secret


def _venue_of(connection: Connection, wanted: WantedLink) -> int | None:
    if wanted.hand_id is None:
        return connection.execute(select(venue.c.id).where(venue.c.name == wanted.venue)).scalar()
    values = {"hand": wanted.hand_id, "seat": wanted.seat}
    venue_id: int | None = connection.execute(text(_HAND), values).scalar()
    return venue_id


def link_of_secret(connection: Connection, secret: str) -> ClaimLink | None:
    """Returns the link with this secret. Returns `None` if there is no such link, or if the link has ended."""
    row = connection.execute(text(_BY_DIGEST), {"sha256": tokens.digest(secret)}).mappings().first()
    return None if row is None else ClaimLink(**row)


def valid_links(connection: Connection) -> tuple[ClaimLink, ...]:
    """Returns the links that still work, the newest first."""
    return tuple([ClaimLink(**row) for row in connection.execute(text(_VALID)).mappings()])


def end(connection: Connection, link_id: int) -> bool:
    """Ends a link at once. Returns false if there is no such link, or if the link has ended already."""
    valid = (claim_link.c.id == link_id, claim_link.c.ended_at.is_(None))
    ended = connection.execute(update(claim_link).where(*valid).values(ended_at=func.now()))
    return bool(ended.rowcount)


def use(connection: Connection, link: ClaimLink) -> None:
    """Notes that a claim is filed with a link: a link for one hand ends. Raises `BadClaim` if somebody else has just
    used this link, or if the venue has too many new claims today.
    """
    if link.hand_id is not None and not end(connection, link.id):
        raise BadClaim("A claim was filed with this link already. Ask the card room for a new link.")
    count = connection.execute(text(_TODAY), {"venue": link.venue_id}).scalar_one()
    if count >= MOST_CLAIMS_A_DAY:
        raise BadClaim("The card room has too many new claims today. Try again tomorrow, or speak to the card room.")


_HAND: Final = """
SELECT venue_id FROM hand AS h WHERE id = :hand
AND (CAST(:seat AS smallint) IS NULL OR EXISTS (SELECT FROM seat AS s WHERE s.hand_id = h.id AND s.seat = :seat))
"""
_LINKS: Final = """
SELECT l.id, l.venue_id, venue.name AS venue, l.hand_id, coalesce(h.number, '') AS hand_number, l.seat,
       coalesce(h.currency, '') AS currency, coalesce(h.minor, 0) AS minor, coalesce(account.name, '') AS made_by,
       l.made_at, l.expires_at
FROM claim_link AS l JOIN venue ON venue.id = l.venue_id
LEFT JOIN hand AS h ON h.id = l.hand_id AND h.venue_id = l.venue_id
LEFT JOIN account ON account.id = l.made_by
WHERE l.ended_at IS NULL AND l.expires_at > now()
"""
_BY_DIGEST: Final = f"{_LINKS} AND l.sha256 = :sha256"
_VALID: Final = f"{_LINKS} ORDER BY l.id DESC LIMIT 200"
_TODAY: Final = """
SELECT count(*) FROM dispute WHERE venue_id = :venue AND opened_through = 'link'
AND opened_at > now() - interval '1 day'
"""
