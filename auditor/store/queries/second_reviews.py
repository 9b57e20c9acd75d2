"""Second reviews for pages: the amounts from which a dismissal needs two people, and the dismissals that wait."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A dismissal that was put forward, known by its `number`; `fresh` where the evidence of the finding is the same as
    then.
    """

    number: int
    reason: str
    comment: str
    by: str
    at: dt.datetime
    fresh: bool


@dataclass(frozen=True, slots=True)
class LimitRow:
    """The amount, in 10 ** -`minor` of the currency, from which a venue wants a second person, and since when."""

    venue: str
    currency: str
    minor: int
    amount: int
    since: dt.datetime


def proposal(connection: Connection, fingerprint: str) -> ProposalRow | None:
    """The dismissal of a fingerprint that waits for a second person."""
    row = connection.execute(text(_PROPOSAL), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else ProposalRow(**row)


def limit_reached(connection: Connection, fingerprint: str) -> LimitRow | None:
    """The amount that the finding reaches on any of its records, gone ones too: a dismissal holds for all of them."""
    row = connection.execute(text(_REACHED), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else LimitRow(**row)


def limits(connection: Connection) -> tuple[LimitRow, ...]:
    """All amounts that are set, by venue and currency."""
    return tuple([LimitRow(**row) for row in connection.execute(text(_LIMITS)).mappings()])


def is_known(connection: Connection, name: str) -> bool:
    """Whether this is a reviewer who signs in. Only then the service knows two people from each other."""
    known: bool = connection.execute(text(_IS_KNOWN), {"by": name}).scalar_one()
    return known


def has_others(connection: Connection, name: str) -> bool:
    """Whether any other reviewer signs in, who could be the second person of this one."""
    others: bool = connection.execute(text(_HAS_OTHERS), {"by": name}).scalar_one()
    return others


# Reviewers who sign in. Without accounts everything is signed "this machine", and nobody knows who sits there.
KNOWN: Final = "EXISTS (SELECT FROM account WHERE name = :by AND role = 'reviewer' AND disabled_at IS NULL)"
_IS_KNOWN: Final = f"SELECT {KNOWN}"
_HAS_OTHERS: Final = _IS_KNOWN.replace("= :by", "<> :by")

# Whether the records `f` of a fingerprint have the evidence that the proposal `p` on it has seen, and no other.
FRESH: Final = "(p.fingerprint IS NOT NULL AND bool_and(f.detection = 'gone' OR f.evidence = ANY(p.seen)))"

# The last amount that each venue set in each currency; NULL where nobody needs a second person any more.
IN_FORCE: Final = """
(SELECT DISTINCT ON (venue_id, currency) * FROM second_person ORDER BY venue_id, currency, id DESC)"""

# Whether a finding `f` reaches the amount `s` of its venue, whatever the decimals of either.
REACHES: Final = "abs(CAST(f.amount AS numeric)) * 10::numeric ^ s.minor >= s.amount * 10::numeric ^ f.minor"

_PROPOSAL: Final = """
SELECT p.put_forward_id AS number, p.reason, p.comment, p.by, p.at, FRESH AS fresh
FROM proposal AS p JOIN finding AS f USING (fingerprint)
WHERE p.fingerprint = :fingerprint GROUP BY p.fingerprint
""".replace("FRESH", FRESH)

_LIMITS: Final = """
SELECT venue.name AS venue, s.currency, s.minor, s.amount, s.set_at AS since
FROM IN_FORCE AS s JOIN venue ON venue.id = s.venue_id WHERE s.amount IS NOT NULL ORDER BY 1, 2
""".replace("IN_FORCE", IN_FORCE)

_REACHED: Final = """
SELECT venue.name AS venue, s.currency, s.minor, s.amount, s.set_at AS since
FROM finding AS f JOIN IN_FORCE AS s USING (venue_id, currency) JOIN venue ON venue.id = venue_id
WHERE f.fingerprint = :fingerprint AND REACHES LIMIT 1
""".replace("REACHES", REACHES).replace("IN_FORCE", IN_FORCE)
