"""Opens a case from the options of `auditor case open`."""

import datetime as dt
from dataclasses import dataclass

from auditor.cli.case_acting import typed_amount
from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import counted, escaped
from auditor.cli.user_desk import enabled
from auditor.disputes.acts import Act
from auditor.disputes.claims import LONGEST_NUMBER, Claim, Subject
from auditor.disputes.states import State
from auditor.disputes.transitions import ActRefused
from auditor.settings import command_line
from auditor.store.disputes.acts import CaseAct, Seen, act
from auditor.store.disputes.cases import NewCase, NewParty, open_case, unit_of_hand
from auditor.store.disputes.people import account_actor
from auditor.store.disputes.pins import pin_hand
from auditor.store.people.roles import DECIDING
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings
from auditor.store.queries.hands import HandName, named, names_of
from auditor.store.triage.typed_limits import read_amount
from auditor.store.triage.venues import number_of

_MOST_LISTED = 5


@dataclass(frozen=True, slots=True)
class Typed:
    """The options of `auditor case open`. `raised` is a time in UTC."""

    opener: str
    number: str | None
    record: int | None
    finding: int | None
    no_log: bool
    venue: str
    party: str
    player: str
    happened: str
    should: str
    amount: str | None
    about: Subject
    street: int | None
    event: int | None
    raised: dt.datetime | None


@dataclass(frozen=True, slots=True)
class OpenedCase:
    """The number of the new case, and sentences that the user should read."""

    case_id: int
    notes: tuple[str, ...]


def open_typed(connection: Connection, typed: Typed) -> OpenedCase:
    """Opens a case, pins the hand to it, and submits the claim. Raises `Refused`, or an error whose text is for users,
    if an option is wrong.
    """
    who = enabled(connection, typed.opener)
    if who.role not in DECIDING:
        role = command_line(f"user role {who.name} reviewer")
        raise Refused(f"{who.name} is {who.role}. Only a reviewer or an adjudicator opens a case. To change it: {role}")
    venue_id = number_of(connection, typed.venue)
    hand, rule = _hand(connection, typed)
    number = typed.number or (hand.number if hand else None) or ""
    if hand is not None and not number:
        number = f"record {hand.hand_id}"[:LONGEST_NUMBER]
    amount, currency, minor = _amount(connection, typed.amount, hand)
    claim = Claim(number, typed.about, typed.happened, typed.should, typed.street, typed.event, amount)
    new = NewCase(
        venue_id,
        who.id,
        "command line",
        claim,
        [NewParty("claimant", typed.party, typed.player)],
        currency,
        minor,
        hand.hand_id if hand else None,
        rule,
        typed.raised,
    )
    case_id = open_case(connection, new).case_id
    notes = _pinned(connection, case_id, hand)
    wish = CaseAct(case_id, Act.SUBMIT, account_actor(who.id, who.role), Seen(State.DRAFT, 0))
    act(connection, wish)
    return OpenedCase(case_id, notes)


def _hand(connection: Connection, typed: Typed) -> tuple[HandName | None, str]:
    """Returns the record of the hand, and the code of the rule that the case is about. The record is `None` if the
    venue has no log of the hand.
    """
    ways = [name for name, value in _ways(typed).items() if value is not None]
    if len(ways) != 1:
        raise Refused("Name the hand in one way: with --hand NUMBER, --record RECORD or --finding FINDING.")
    if typed.finding is not None:
        found = findings.one(connection, typed.finding)
        if found is None or found.venue != typed.venue:
            raise Refused(f'The venue "{escaped(typed.venue)}" has no finding {typed.finding}.')
        return _record(connection, found.hand_id, typed.venue), found.code
    if typed.record is not None:
        return _record(connection, typed.record, typed.venue), ""
    number = typed.number or ""
    records = named(connection, number, typed.venue)
    if typed.no_log:
        return None, ""
    if not records:
        raise Refused(
            f'The venue "{escaped(typed.venue)}" has no hand {escaped(number[:LONGEST_NUMBER])}. Check the number, or'
            " add --no-log to open the case without a log."
        )
    if len({each.deal for each in records}) > 1:
        listed = ", ".join([f"{each.hand_id} ({escaped(each.room) or 'no room'})" for each in records[:_MOST_LISTED]])
        raise Refused(
            f"{counted(len(records), 'record')} have the number {escaped(number)}. Choose one with --record: {listed}."
        )
    return records[0], ""


def _ways(typed: Typed) -> dict[str, object]:
    return {"--hand": typed.number, "--record": typed.record, "--finding": typed.finding}


def _record(connection: Connection, hand_id: int, venue: str) -> HandName:
    found = names_of(connection, [hand_id]).get(hand_id)
    if found is None or found.venue != venue:
        raise Refused(f'The venue "{escaped(venue)}" has no record {hand_id}.')
    return found


def _amount(connection: Connection, typed: str | None, hand: HandName | None) -> tuple[int | None, str, int]:
    """Returns the typed amount in the smallest unit, the currency, and the number of decimals. All three are those of
    the hand. Without a hand, the currency is empty.
    """
    if hand is None:
        amount, decimals = (None, 0) if typed is None else read_amount(typed)
        return amount, "", decimals
    currency, minor = unit_of_hand(connection, hand.hand_id)
    return None if typed is None else typed_amount(typed, minor), currency, minor


def _pinned(connection: Connection, case_id: int, hand: HandName | None) -> tuple[str, ...]:
    if hand is None:
        return ("There is no log of this hand, so no finding and no settlement is part of the case.",)
    try:
        with connection.begin_nested():
            pin_hand(connection, case_id, hand.hand_id)
    except ActRefused:
        return ("The hand is not audited yet, so no finding and no settlement is part of the case.",)
    return ()
