"""Opens cases, with their parties and claims."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import insert, select

from auditor.disputes.claims import LONGEST_TEXT, BadClaim, Claim, checked
from auditor.disputes.deadlines import Policy
from auditor.store.disputes.acts import refusals
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import dispute, dispute_claim, dispute_party, dispute_policy, hand

Through = Literal["desk", "command line", "api", "link"]
Side = Literal["claimant", "respondent"]
LONGEST_LABEL: Final = 64
MOST_PARTIES: Final = 12


@dataclass(frozen=True, slots=True)
class NewParty:
    """A party of a new case. `label` is shown to everybody, such as `seat 3`. `name` is the identity of the player: it
    is shown only to a person who gives a reason. `name` may be empty.
    """

    side: Side
    label: str
    name: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NewCase:
    """A case to open. `opener_id` is the account that opens it; it is `None` if a party does. `hand_id` is the record
    of the hand, if there is one. `rule` is the code of the rule that the case is about; it may be empty.

    The claimed amount of `claim` is in the smallest unit: 10 ** -`minor` of `currency`. `raised_at` is the time in UTC
    at which the player first disputed the hand, if somebody noted this time.
    """

    venue_id: int
    opener_id: int | None
    through: Through
    claim: Claim
    parties: Sequence[NewParty]
    currency: str = ""
    minor: int = 0
    hand_id: int | None = None
    rule: str = ""
    raised_at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """The numbers of a new case and of its parties, in the order of `NewCase.parties`."""

    case_id: int
    party_ids: tuple[int, ...]


def open_case(connection: Connection, new: NewCase) -> Opened:
    """Opens a case as a draft, and returns its number. `acts.act` submits it. Raises `BadClaim` if the claim or a party
    cannot be stored.
    """
    claim = checked(new.claim)
    labels = [party.label for party in new.parties]
    if not 1 <= len(labels) <= MOST_PARTIES or len(set(labels)) != len(labels):
        raise BadClaim(f"A case has 1 to {MOST_PARTIES} parties, each with a label of its own.")
    if [party.side for party in new.parties].count("claimant") != 1:
        raise BadClaim("A case has exactly one claimant.")
    if not all(0 < len(label) <= LONGEST_LABEL and label.isprintable() for label in labels):
        raise BadClaim(f"The label of a party has 1 to {LONGEST_LABEL} visible characters.")
    policy = policy_of(connection, new.venue_id)
    case_id: int = connection.execute(
        insert(dispute)
        .values(
            venue_id=new.venue_id,
            opener_id=new.opener_id,
            opened_through=new.through,
            hand_id=new.hand_id,
            rule=new.rule,
            acknowledge_hours=policy.acknowledge_hours,
            decide_days=policy.decide_days,
        )
        .returning(dispute.c.id)
    ).scalar_one()
    parties = [add_party(connection, case_id, party) for party in new.parties]
    claimant = parties[[party.side for party in new.parties].index("claimant")]
    _write(connection, case_id, claimant, claim, new)
    return Opened(case_id, tuple(parties))


def rewrite_claim(connection: Connection, case_id: int, party_id: int, new: NewCase) -> None:
    """Replaces the claim of a draft by `new.claim`, with the unit and the time in `new`. The earlier text stays on
    record. Raises `BadClaim` if the claim cannot be stored, and `ActRefused` if the case is no draft any more.
    """
    claim = checked(new.claim)
    with refusals(connection):
        _write(connection, case_id, party_id, claim, new)


def add_party(connection: Connection, case_id: int, party: NewParty) -> int:
    """Adds a party to a case, and returns the number of the party. Raises `ActRefused` while people decide about the
    case.
    """
    with refusals(connection):
        made: int = connection.execute(
            insert(dispute_party)
            .values(
                dispute_id=case_id,
                side=party.side,
                label=pg_values.text(party.label),
                seat=party.seat,
                name=pg_values.text(party.name[:LONGEST_TEXT]),
            )
            .returning(dispute_party.c.id)
        ).scalar_one()
    return made


def unit_of_hand(connection: Connection, hand_id: int) -> tuple[str, int]:
    """Returns the currency of a record and its number of decimals. Raises `BadClaim` if there is no such record."""
    row = connection.execute(select(hand.c.currency, hand.c.minor).where(hand.c.id == hand_id)).first()
    if row is None:
        raise BadClaim(f"There is no record {hand_id}.")
    return row.currency, row.minor


def policy_of(connection: Connection, venue_id: int) -> Policy:
    """Returns the times that a venue allows for new cases."""
    query = select(dispute_policy.c.acknowledge_hours, dispute_policy.c.decide_days)
    last = query.where(dispute_policy.c.venue_id == venue_id).order_by(dispute_policy.c.id.desc()).limit(1)
    row = connection.execute(last).first()
    return Policy() if row is None else Policy(row.acknowledge_hours, row.decide_days)


def set_policy(connection: Connection, venue_id: int, policy: Policy, by: str) -> None:
    """Sets the times of a venue for new cases. Open cases keep their times."""
    connection.execute(
        insert(dispute_policy).values(
            venue_id=venue_id,
            acknowledge_hours=policy.acknowledge_hours,
            decide_days=policy.decide_days,
            set_by=by,
        )
    )


def _write(connection: Connection, case_id: int, party_id: int, claim: Claim, new: NewCase) -> None:
    connection.execute(
        insert(dispute_claim).values(
            dispute_id=case_id,
            party_id=party_id,
            hand_number=pg_values.text(claim.hand_number),
            subject=claim.subject.value,
            happened=pg_values.text(claim.happened),
            should=pg_values.text(claim.should),
            street=claim.street,
            event=claim.event,
            amount=claim.amount,
            currency=new.currency,
            minor=new.minor,
            raised_at=new.raised_at,
        )
    )
