"""The secret links of parties, and looks at their names.

A party has no account. The link holds a secret of 256 random bits, and only its SHA-256 is stored.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, insert, select, text, update

from auditor.disputes.transitions import ActRefused
from auditor.store.disputes.people import Actor
from auditor.store.people import tokens
from auditor.store.people.roles import DECIDING
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import dispute_party, identity_look, party_link

LINK_DAYS: Final = 90
SHORTEST_REASON: Final = 10
LONGEST_REASON: Final = 2_000


@dataclass(frozen=True, slots=True)
class PartyRow:
    """A party of a case, without the name of the player."""

    id: int
    case_id: int
    side: str
    label: str
    seat: int | None


def new_link(connection: Connection, party_id: int, made_by: int | None, days: int = LINK_DAYS) -> str:
    """Makes a secret for a party and returns it. Nobody can read it again later. Earlier links of the party end.

    `made_by` is the account that makes the link; it is `None` if the party opened the case without an account.
    """
    end_links(connection, party_id)
    secret = tokens.fresh("hhp_")
    connection.execute(
        insert(party_link).values(
            party_id=party_id,
            sha256=tokens.digest(secret),
            made_by=made_by,
            expires_at=func.now() + dt.timedelta(days=days),
        )
    )
    return secret


def end_links(connection: Connection, party_id: int) -> None:
    """Ends all links of a party at once."""
    valid = (party_link.c.party_id == party_id, party_link.c.ended_at.is_(None))
    connection.execute(update(party_link).where(*valid).values(ended_at=func.now()))


def party_of_secret(connection: Connection, secret: str) -> PartyRow | None:
    """Returns the party with this secret. Returns `None` if there is no such link, or if the link has ended."""
    row = connection.execute(text(_BY_DIGEST), {"sha256": tokens.digest(secret)}).mappings().first()
    return None if row is None else PartyRow(**row)


def parties_of(connection: Connection, case_id: int) -> tuple[PartyRow, ...]:
    """Returns the parties of a case without the names of the players, the claimant first."""
    rows = connection.execute(text(_PARTIES), {"case": case_id}).mappings()
    return tuple([PartyRow(**row) for row in rows])


def look(connection: Connection, party: PartyRow, actor: Actor, reason: str) -> str:
    """Returns the name of a party, and records who looked and why. Raises `ActRefused` if the person may not see names,
    or if the reason is too short or too long.
    """
    if actor.account_id is None or actor.role not in DECIDING:
        raise ActRefused("Only a reviewer or an adjudicator can see the name of a party.")
    plain = pg_values.text(reason.strip())
    if not SHORTEST_REASON <= len(plain) <= LONGEST_REASON:
        raise ActRefused(f"Write a reason of {SHORTEST_REASON} to {LONGEST_REASON:,} characters.")
    values = {"dispute_id": party.case_id, "party_id": party.id, "account_id": actor.account_id, "reason": plain}
    connection.execute(insert(identity_look).values(**values))
    name: str = connection.execute(select(dispute_party.c.name).where(dispute_party.c.id == party.id)).scalar_one()
    return name


_BY_DIGEST: Final = """
SELECT p.id, p.dispute_id AS case_id, p.side, p.label, p.seat FROM party_link AS l
JOIN dispute_party AS p ON p.id = l.party_id
WHERE l.sha256 = :sha256 AND l.ended_at IS NULL AND l.expires_at > now()
"""
_PARTIES: Final = """
SELECT id, dispute_id AS case_id, side, label, seat FROM dispute_party WHERE dispute_id = :case ORDER BY side, id
"""
