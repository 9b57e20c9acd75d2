"""The person who acts on a case, and the relations of this person to the case."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.disputes.acts import Relation, Role
from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who acts: an account, or a party who came through a secret link. Exactly one of the two numbers is
    set. `role` is the role of the account; for a party it is `Role.PARTY`. The database refuses an act if the account
    has another role by now.
    """

    role: Role
    account_id: int | None = None
    party_id: int | None = None


def party_actor(party_id: int) -> Actor:
    """Returns the actor for a party who came through a secret link."""
    return Actor(Role.PARTY, party_id=party_id)


def account_actor(account_id: int, role: str) -> Actor:
    """Returns the actor for an account with this role."""
    return Actor(Role(role), account_id=account_id)


def relations_of(connection: Connection, case_id: int, actor: Actor) -> frozenset[Relation]:
    """Returns the relations of a person to a case. They are empty if there is no such case."""
    values = {"case": case_id, "account": actor.account_id, "party": actor.party_id}
    row = connection.execute(text(_RELATIONS), values).mappings().first()
    return frozenset() if row is None else frozenset([each for each in Relation if row[each.value]])


# The trigger of the database has the same conditions in its function `dispute_relations`.
_RELATIONS: Final = """
SELECT d.opener_id = :account OR d.opener_id IS NULL AND CAST(:party AS bigint) = (
           SELECT min(p.id) FROM dispute_party AS p WHERE p.dispute_id = d.id AND p.side = 'claimant') AS opener,
       own.side = 'claimant' AS claimant, own.side = 'respondent' AS respondent,
       d.proposer_id = :account AS proposer, d.second_id = :account AS second, d.third_id = :account AS third,
       EXISTS (SELECT FROM dispute_finding AS f JOIN triage_act AS a ON a.fingerprint = f.fingerprint
               JOIN account ON account.name = a.by
               WHERE f.dispute_id = d.id AND account.id = CAST(:account AS bigint)) AS triager
FROM dispute AS d LEFT JOIN dispute_party AS own ON own.id = CAST(:party AS bigint) AND own.dispute_id = d.id
WHERE d.id = :case
"""
