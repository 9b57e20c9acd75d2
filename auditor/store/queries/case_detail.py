"""Reads one case with everything that its page needs, as far as the reader may see it."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.disputes.acts import Act, Relation, Role
from auditor.disputes.deadlines import Clock
from auditor.disputes.ledger import balances
from auditor.disputes.states import BLIND, State
from auditor.disputes.transitions import acts_for
from auditor.store.disputes.acts import Seen
from auditor.store.disputes.decisions import DecisionRow, RulingRow, decisions_of, rulings_of
from auditor.store.disputes.evidence import EvidenceRow, evidence_of
from auditor.store.disputes.parties import PartyRow, parties_of
from auditor.store.disputes.people import Actor, relations_of
from auditor.store.disputes.pins import Pin, pins_of
from auditor.store.disputes.remedies import PostingRow, ledger_of
from auditor.store.postgres.database import Connection

DESK: Final = "the desk"  # the author of each act of an account, as a party reads it


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """The claim in the words of the player. `amount` is in the smallest unit: 10 ** -`minor` of `currency`."""

    hand_number: str
    subject: str
    happened: str
    should: str
    street: int | None
    event: int | None
    amount: int | None
    currency: str
    minor: int
    raised_at: dt.datetime | None
    made_at: dt.datetime


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """An entry of the timeline: an act, or a look at the name of a party (`act` is then `looked at a name`). `by` is
    the name of an account or the label of a party. `seq` is 0 for a look.
    """

    seq: int
    act: str
    from_state: str
    to_state: str
    by: str
    reason: str
    comment: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """The ledger of a ruling. `open_amounts` has the parties that still owe chips (below zero) or are still owed chips
    (above zero).
    """

    ruling_id: int
    postings: tuple[PostingRow, ...]
    open_amounts: dict[str, int]


@dataclass(frozen=True, slots=True)
class CaseDetail:
    """A case as one reader may see it.

    - `seen` is the state and the number of the last act. The next act of the reader must name both.
    - `relations` and `acts` are those of the reader: `acts` are the buttons of the page.
    - `is_blind`: the decisions of the present round are hidden from the reader, because another person still decides.
    - `claims` has the present claim last. `pins`, `decisions` and looks are empty for a party.
    """

    id: int
    venue_id: int
    venue: str
    opener: str
    opened_through: str
    opened_at: dt.datetime
    hand_id: int | None
    rule: str
    outcome: str
    owner: str
    seen: Seen
    round: int
    clock: Clock
    claims: tuple[ClaimRow, ...]
    parties: tuple[PartyRow, ...]
    timeline: tuple[TimelineRow, ...]
    evidence: tuple[EvidenceRow, ...]
    pins: tuple[Pin, ...]
    decisions: tuple[DecisionRow, ...]
    is_blind: bool
    rulings: tuple[RulingRow, ...]
    ledgers: tuple[LedgerRow, ...]
    relations: frozenset[Relation]
    acts: tuple[Act, ...]


def case_detail(
    connection: Connection, case_id: int, reader: Actor, venues: Collection[int] | None = None
) -> CaseDetail | None:
    """Returns a case as the reader may see it. Returns `None` if there is no such case, if the case belongs to another
    venue than `venues` (`None` means all venues), or if the reader is a party of another case.
    """
    row = connection.execute(text(_CASE), {"case": case_id}).mappings().first()
    if row is None or (venues is not None and row["venue_id"] not in venues):
        return None
    relations = relations_of(connection, case_id, reader)
    is_party = reader.role is Role.PARTY
    if is_party and relations.isdisjoint({Relation.CLAIMANT, Relation.RESPONDENT}):
        return None
    state = State(row["state"])
    decisions = () if is_party else decisions_of(connection, case_id)
    hidden = [each for each in decisions if _is_hidden(each.round, each.account_id, row, reader)]
    found = rulings_of(connection, case_id)
    return CaseDetail(
        **{name: row[name] for name in _SAME},
        opener=DESK if is_party and row["opened_through"] != "link" else row["opener"],
        owner="" if is_party else row["owner"],
        seen=Seen(state, row["last_act"]),
        clock=Clock(row["due_at"], row["acknowledge_by"], row["paused_at"], row["paused"]),
        claims=_claims(connection, case_id),
        parties=parties_of(connection, case_id),
        timeline=_timeline(connection, row, reader),
        evidence=_evidence(connection, case_id, is_party=is_party),
        pins=() if is_party else pins_of(connection, case_id),
        decisions=tuple([each for each in decisions if each not in hidden]),
        is_blind=bool(hidden),
        rulings=found,
        ledgers=tuple([_ledger(connection, each.id, is_party=is_party) for each in found]),
        relations=relations,
        acts=acts_for(state, reader.role, relations),
    )


def _is_hidden(round_: int, account_id: int | None, row: Any, reader: Actor) -> bool:
    """Whether a decision is hidden: another person still decides in this round, and the reader did not make it."""
    return State(row["state"]) in BLIND and round_ == row["round"] and account_id != reader.account_id


def _claims(connection: Connection, case_id: int) -> tuple[ClaimRow, ...]:
    return tuple([ClaimRow(**row) for row in connection.execute(text(_CLAIMS), {"case": case_id}).mappings()])


def _evidence(connection: Connection, case_id: int, *, is_party: bool) -> tuple[EvidenceRow, ...]:
    rows = evidence_of(connection, case_id)
    if not is_party:
        return rows
    labels = {party.label for party in parties_of(connection, case_id)}
    return tuple([row if row.by in labels else _by_desk(row) for row in rows])


def _by_desk(row: EvidenceRow) -> EvidenceRow:
    values = {name: getattr(row, name) for name in EvidenceRow.__slots__}
    return EvidenceRow(**{**values, "by": DESK})


def _ledger(connection: Connection, ruling_id: int, *, is_party: bool) -> LedgerRow:
    rows = ledger_of(connection, ruling_id)
    listed = tuple([PostingRow(row.posting, DESK, row.at) for row in rows]) if is_party else rows
    return LedgerRow(ruling_id, listed, balances([row.posting for row in rows]))


def _timeline(connection: Connection, row: Any, reader: Actor) -> tuple[TimelineRow, ...]:
    """The acts of the case. A reader who must decide blindly does not see the comments of other decisions. A party sees
    no name of an account, no look, and only comments that are for the parties.
    """
    entries = []
    values = {"case": row["id"], "looks": reader.role is not Role.PARTY}
    for act in connection.execute(text(_TIMELINE), values).mappings():
        comment, by = act["comment"], act["by"]
        if act["act"] in _DECIDING and _is_hidden(row["round"], act["account_id"], row, reader):
            comment = ""
        if reader.role is Role.PARTY:
            comment = comment if act["act"] in _FOR_PARTIES else ""
            by = by if act["account_id"] is None else DESK
        names = ("seq", "act", "from_state", "to_state", "reason", "at")
        entries.append(TimelineRow(**{name: act[name] for name in names}, by=by, comment=comment))
    return tuple(entries)


_SAME: Final = ("id", "venue_id", "venue", "opened_through", "opened_at", "hand_id", "rule", "outcome", "round")
_DECIDING: Final = (Act.PROPOSE, Act.AGREE, Act.DIFFER, Act.MAJORITY, Act.NO_MAJORITY)
# The acts whose comments are written for the parties.
_FOR_PARTIES: Final = (
    *(Act.ADD_STATEMENT, Act.ADD_EVIDENCE, Act.WAIT_FOR_EVIDENCE, Act.DECLINE, Act.APPEAL, Act.ALLOW_APPEAL),
    *(Act.REFUSE_APPEAL, Act.REOPEN, Act.WITHDRAW),
)
_CASE: Final = """
SELECT d.*, venue.name AS venue, coalesce(opener.name, claimant.label, '') AS opener,
       coalesce(owner.name, '') AS owner
FROM (SELECT id, venue_id, opener_id, opened_through, opened_at, hand_id, rule, state, last_act, round, owner_id,
             due_at, acknowledge_by, paused_at, paused, outcome FROM dispute WHERE id = :case) AS d
JOIN venue ON venue.id = d.venue_id
LEFT JOIN account AS opener ON opener.id = d.opener_id LEFT JOIN account AS owner ON owner.id = d.owner_id
LEFT JOIN LATERAL (SELECT p.label FROM dispute_party AS p WHERE p.dispute_id = d.id AND p.side = 'claimant'
                   ORDER BY p.id LIMIT 1) AS claimant ON true
"""
_CLAIMS: Final = """
SELECT hand_number, subject, happened, should, street, event, amount, currency, minor, raised_at, made_at
FROM dispute_claim WHERE dispute_id = :case ORDER BY id
"""
_TIMELINE: Final = """
SELECT a.seq, a.act, a.from_state, a.to_state, a.account_id, coalesce(account.name, p.label) AS by, a.reason,
       a.comment, a.at
FROM dispute_act AS a LEFT JOIN account ON account.id = a.account_id LEFT JOIN dispute_party AS p ON p.id = a.party_id
WHERE a.dispute_id = :case
UNION ALL
SELECT 0, 'looked at a name', '', '', l.account_id, account.name, p.label, l.reason, l.at
FROM identity_look AS l JOIN account ON account.id = l.account_id JOIN dispute_party AS p ON p.id = l.party_id
WHERE l.dispute_id = :case AND :looks
ORDER BY 9, 1
"""
