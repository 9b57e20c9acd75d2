"""Reads facts about second reviews: the proposals that wait for a second person, and the amounts from which a second
person must agree.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.people.roles import MAY_DECIDE
from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A dismissal or an acceptance that one person proposed, and that waits for a second person.

    `number` identifies the proposal. `accepts`: the proposal is an acceptance. The acceptance ends after the day
    `until` or, if `until` is `None`, when the rules of the house change. `fresh`: another person can still agree. The
    evidence of the finding has not changed since the proposal, and the last day of the acceptance is not over.
    """

    number: int
    reason: str
    comment: str
    by: str
    at: dt.datetime
    accepts: bool
    until: dt.date | None
    fresh: bool


@dataclass(frozen=True, slots=True)
class LimitRow:
    """The limit of a venue: a finding with this amount or more can be dismissed or accepted only if a second person
    agrees. The same is true for a finding of the severity money or integrity that has no amount.

    The unit of `amount` is 10 ** -`minor` of the currency: 50000 with `minor` 2 is 500.00.
    """

    venue: str
    currency: str
    minor: int
    amount: int
    since: dt.datetime


def proposal(connection: Connection, fingerprint: str) -> ProposalRow | None:
    """Returns the proposal about a finding that waits for a second person; `None` if there is none.

    A fingerprint identifies the finding in every audit and in every record (log) of the deal.
    """
    row = connection.execute(text(_PROPOSAL), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else ProposalRow(**row)


def limit_reached(connection: Connection, fingerprint: str) -> LimitRow | None:
    """Returns the limit that a finding with this fingerprint reaches. From this amount on, a second person must agree
    to a dismissal or an acceptance. A finding about money or integrity without an amount reaches every limit.

    Returns `None` if no limit is reached. Gone findings with this fingerprint also count, because a decision applies to
    all records (logs) of the deal.
    """
    row = connection.execute(text(_REACHED), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else LimitRow(**row)


def limits(connection: Connection) -> tuple[LimitRow, ...]:
    """Returns the limits in force, sorted by venue and currency.

    A limit is the amount from which a second person must agree to a dismissal or an acceptance.
    """
    return tuple([LimitRow(**row) for row in connection.execute(text(_LIMITS)).mappings()])


def is_known(connection: Connection, name: str) -> bool:
    """Whether this is the name of a reviewer with an account. Only accounts let the service distinguish two people."""
    known: bool = connection.execute(text(_IS_KNOWN), {"by": name}).scalar_one()
    return known


def has_others(connection: Connection, name: str) -> bool:
    """Whether a reviewer other than `name` has an account, and so could be the second person."""
    others: bool = connection.execute(text(_HAS_OTHERS), {"by": name}).scalar_one()
    return others


# Returns the SQL condition that a reviewer has an enabled account. If `compared` is `=`, this is the reviewer `:by`. If
# `compared` is `<>`, it is any other reviewer. Accounts are needed, because without them all acts are signed "this
# machine", and two people cannot be distinguished.
def _reviewer(compared: str) -> str:
    return f"EXISTS (SELECT FROM account WHERE name {compared} :by AND {MAY_DECIDE} AND disabled_at IS NULL)"


KNOWN: Final = _reviewer("=")
_IS_KNOWN: Final = f"SELECT {KNOWN}"
_HAS_OTHERS: Final = f"SELECT {_reviewer('<>')}"

# The SQL condition that a second person can still agree to the proposal `p`: each finding `f` with its fingerprint is
# gone (no longer found), or its evidence was stored with the proposal (in `seen`). Also, the last day of a proposed
# acceptance is not over.
FRESH: Final = """(p.fingerprint IS NOT NULL AND bool_and(f.detection = 'gone' OR f.evidence = ANY(p.seen))
              AND coalesce(p.until >= current_date, true))"""

# Selects the limit in force for each venue and currency: the last row. Its amount is null if the venue no longer
# requires a second person.
IN_FORCE: Final = """
(SELECT DISTINCT ON (venue_id, currency) * FROM second_person ORDER BY venue_id, currency, id DESC)"""

# The SQL condition that finding `f` reaches the limit `s`. The two amounts may have different units: with `minor` 2 an
# amount of 500 is 5.00, with `minor` 0 it is 500. So both are converted to a common unit before the comparison. A
# finding about money or integrity without an amount reaches every limit, because the whole pot may be at stake.
REACHES: Final = """(s.amount IS NOT NULL AND CASE
    WHEN f.amount IS NULL THEN f.severity IN ('money', 'integrity')
    ELSE abs(CAST(f.amount AS numeric)) * 10::numeric ^ s.minor >= s.amount * 10::numeric ^ f.minor END)"""

_PROPOSAL: Final = f"""
SELECT p.put_forward_id AS number, p.reason, p.comment, p.by, p.at,
       num_nonnulls(p.until, p.until_house) = 1 AS accepts, p.until, {FRESH} AS fresh
FROM proposal AS p JOIN finding AS f USING (fingerprint)
WHERE p.fingerprint = :fingerprint
GROUP BY p.fingerprint, p.put_forward_id, p.reason, p.comment, p.by, p.at, p.until, p.until_house
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
