"""What holds of every log, however it is mangled: chips are conserved at every step, judging changes nothing, the same
hand gives the same report, and a clause read otherwise reaches no further than it can.
"""

from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.event_phase import EVENT_PHASES, of_the_table
from auditor.engine.events import Event
from auditor.engine.findings import Report, Unseen
from auditor.engine.house.registry import load
from auditor.engine.readings import identified, otherwise, same_outcome
from auditor.engine.rules import RULES
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.transitions import believe
from tests.engine.mangled import MangledHand, mangled
from tests.test_dealer import ALL

# What a table keeps so as not to work it out again: answers, and how far it has looked ahead in the log.
KEPT: Final = {"answers", "next_act", "hand"}


def brought(table: Table, event: Event, seat: int) -> int:
    """The chips that a seat is paid by this event, or gets from elsewhere, or from another seat beside the play."""
    live = bool(table.live & SEAT_BIT[seat])
    match event:
        case e.Elsewhere() | e.Collect() if event.seat == seat:
            return event.amount
        case e.TopUp() | e.Borrowed() if event.seat == seat and live:
            return event.amount - (event.amount if isinstance(event, e.Borrowed) and event.lender == seat else 0)
        case e.Removed() if event.seat == seat and live:
            return -event.amount
        case e.Borrowed() if event.lender == seat and live:
            return -event.amount
    return 0


@settings(max_examples=400)
@given(mangled())
def test_chips_are_conserved_at_every_step(drawn: MangledHand) -> None:
    """What a seat has and has put in is what it sat down with, what came back to it, was paid and was brought."""
    hand = drawn.hand()
    table = Table(hand)
    stacks = {seat.number: seat.stack for seat in hand.seats if seat.stack is not None}
    extra = dict.fromkeys(stacks, 0)
    for event in hand.events:
        for seat in stacks:
            extra[seat] += brought(table, event, seat)
        believe(table, event)
        for seat, stack in stacks.items():
            assert table.behind[seat] + table.put_in[seat] == stack + table.returned[seat] + extra[seat], event.words()


def facts(table: Table) -> dict[str, Any]:
    """All that a table knows, as values that a later change does not reach."""
    return {name: _plain(getattr(table, name)) for name in Table.__slots__ if name not in KEPT}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple([_plain(each) for each in value])
    if isinstance(value, dict):
        return tuple([(key, _plain(each)) for key, each in value.items()])
    if hasattr(value, "__slots__"):
        return tuple([_plain(getattr(value, name)) for name in value.__slots__])
    return value


@settings(max_examples=100)
@given(mangled())
def test_no_rule_changes_the_table(drawn: MangledHand) -> None:
    hand, house = drawn.hand(), drawn.house
    table = Table(hand)
    timed = any(event.clock for event in hand.events)
    for event in hand.events:
        at = EVENT_PHASES.get(type(event), of_the_table)(table, event)
        before = facts(table)
        asked = [
            rule for rule in RULES if not (rule.moot and rule.moot(house)) and rule.applies(type(event), at, timed)
        ]
        for rule in asked:
            try:
                rule.judge(table, event, house)
            except Unseen:
                continue
        assert facts(table) == before, [rule.code for rule in asked]
        believe(table, event)


@settings(max_examples=200)
@given(mangled(), mangled())
def test_the_same_hand_has_the_same_report(drawn: MangledHand, other: MangledHand) -> None:
    """Read once more, and with another hand in between."""
    first = audit(drawn.hand(), drawn.house).digest()
    audit(other.hand(), other.house)
    assert audit(drawn.hand(), drawn.house).digest() == first


# The chapters of rules that a parameter can reach, by the heading it stands under. It decides what its own are held to,
# and with that who is due or owes what from there on; nothing that was dealt, put in or shown changes by it.
REACH: Final = {
    "deal": "D",
    "bring_in": "OBC",
    "betting": "OB",
    "cap": "OB",
    "double": "OB",
    "reopen": "OB",
    "opener": "BCS",
    "turn": "BC",
    "clock": "BCSP",
    "showdown": "SP",
    "hand": "SP",
    "low": "SP",
    "odd": "P",
    "pots": "SP",
    "rake": "P",
}
# Those that settle who is paid, and how much; and what is said of a log whose payments do not come to that.
SETTLES: Final = {"clock", "hand", "low", "odd", "pots", "rake"}
PAYMENTS: Final = {"L106", "L107"}


@settings(max_examples=400)
@given(mangled(), st.data())
def test_a_clause_read_otherwise_reaches_no_further_than_it_can(drawn: MangledHand, data: st.DataObject) -> None:
    """A finding that is not there under a reading, only there, or otherwise, cites the parameter or is of a chapter
    that it reaches; so is what cannot be verified. The settlement is the same but for what settles pots.
    """
    others = otherwise(drawn.house)
    if not others:
        return
    other = data.draw(st.sampled_from(others))
    hand = drawn.hand()
    report, read = audit(hand, drawn.house), audit(hand, other.house)
    heading = other.key.partition(".")[0]
    reach = REACH[heading]
    for finding in changed(report, read):
        paid = heading in SETTLES and finding.code in PAYMENTS
        assert other.key in finding.cites or finding.code[0] in reach or paid, (other.name, finding.words())
    noted = [{(note.code, note.event) for note in each.unverifiable} for each in (report, read)]
    assert all(code[0] in reach for code, _ in noted[0] ^ noted[1]), other.name
    assert heading in SETTLES or report.settlement.words() == read.settlement.words(), other.name


def changed(report: Report, read: Report) -> list[Any]:
    """The findings that two reports do not have alike."""
    here, there = identified(report.findings), identified(read.findings)
    unlike = [identity for identity in {**here, **there} if not same_outcome(here.get(identity), there.get(identity))]
    return [each for identity in unlike for each in (here.get(identity), there.get(identity)) if each is not None]


def test_every_heading_with_a_reading_has_its_reach() -> None:
    headings = {
        other.key.partition(".")[0] for name, game, structure in ALL for other in otherwise(load(name, game, structure))
    }
    assert headings <= set(REACH)
