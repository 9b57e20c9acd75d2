"""Reads facts about second reviews: the dismissals that wait for a second person, and the amounts that require one."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A dismissal that was put forward. `number` identifies it.

    `fresh`: the evidence of the finding has not changed since.
    """

    number: int
    reason: str
    comment: str
    by: str
    at: dt.datetime
    fresh: bool


@dataclass(frozen=True, slots=True)
class LimitRow:
    """The amount from which a venue requires a second person, in 10 ** -`minor` of the currency."""

    venue: str
    currency: str
    minor: int
    amount: int
    since: dt.datetime


def proposal(connection: Connection, fingerprint: str) -> ProposalRow | None:
    """Returns the dismissal of a fingerprint that waits for a second person; `None` if there is none."""
    row = connection.execute(text(_PROPOSAL), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else ProposalRow(**row)


def limit_reached(connection: Connection, fingerprint: str) -> LimitRow | None:
    """Returns the limit that the finding reaches on any record with this fingerprint, or `None`.

    Gone findings count too, because a dismissal applies to all records.
    """
    row = connection.execute(text(_REACHED), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else LimitRow(**row)


def limits(connection: Connection) -> tuple[LimitRow, ...]:
    """Returns all limits that are set, sorted by venue and currency."""
    return tuple([LimitRow(**row) for row in connection.execute(text(_LIMITS)).mappings()])


def is_known(connection: Connection, name: str) -> bool:
    """Whether this is the name of a reviewer with an account. Only accounts let the service distinguish two people."""
    known: bool = connection.execute(text(_IS_KNOWN), {"by": name}).scalar_one()
    return known


def has_others(connection: Connection, name: str) -> bool:
    """Whether there is another reviewer with an account, who could be the second person."""
    others: bool = connection.execute(text(_HAS_OTHERS), {"by": name}).scalar_one()
    return others


# Returns the condition that a reviewer has an account. Without accounts all acts are signed "this machine", so that two
# people cannot be distinguished.
def _reviewer(compared: str) -> str:
    return f"EXISTS (SELECT FROM account WHERE name {compared} :by AND role = 'reviewer' AND disabled_at IS NULL)"


KNOWN: Final = _reviewer("=")
_IS_KNOWN: Final = f"SELECT {KNOWN}"
_HAS_OTHERS: Final = f"SELECT {_reviewer('<>')}"

# Whether the findings `f` with a fingerprint still have the evidence that they had when the proposal `p` was made.
FRESH: Final = "(p.fingerprint IS NOT NULL AND bool_and(f.detection = 'gone' OR f.evidence = ANY(p.seen)))"

# The last amount that each venue set in each currency; null if no second person is needed any more.
IN_FORCE: Final = """
(SELECT DISTINCT ON (venue_id, currency) * FROM second_person ORDER BY venue_id, currency, id DESC)"""

# Whether a finding `f` reaches the amount `s` of its venue. The two may have different numbers of decimals (`minor`).
REACHES: Final = "abs(CAST(f.amount AS numeric)) * 10::numeric ^ s.minor >= s.amount * 10::numeric ^ f.minor"

_PROPOSAL: Final = f"""
SELECT p.put_forward_id AS number, p.reason, p.comment, p.by, p.at, {FRESH} AS fresh
FROM proposal AS p JOIN finding AS f USING (fingerprint)
WHERE p.fingerprint = :fingerprint GROUP BY p.fingerprint
"""

_LIMITS: Final = f"""
SELECT venue.name AS venue, s.currency, s.minor, s.amount, s.set_at AS since
FROM {IN_FORCE} AS s JOIN venue ON venue.id = s.venue_id WHERE s.amount IS NOT NULL ORDER BY 1, 2
"""

_REACHED: Final = f"""
SELECT venue.name AS venue, s.currency, s.minor, s.amount, s.set_at AS since
FROM finding AS f JOIN {IN_FORCE} AS s USING (venue_id, currency) JOIN venue ON venue.id = venue_id
WHERE f.fingerprint = :fingerprint AND {REACHES} LIMIT 1
"""
