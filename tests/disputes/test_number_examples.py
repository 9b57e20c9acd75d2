"""The number examples of the rulebook, from the log to the paid ledger, right to the cent."""

from pathlib import Path
from typing import NamedTuple

from auditor.disputes.drafts import draft_of
from auditor.disputes.ledger import Movement, balances, opening, payment
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import Fact, Line, RuleBasis, Ruling, checked, ruling_from, seat_party
from auditor.engine.audit import audit
from auditor.engine.house import House
from auditor.engine.readings import read_as
from auditor.formats.transcript.cases import Case, read_cases
from tests.disputes.test_drafts import house_of

HANDS = Path(__file__).resolve().parents[2] / "fixtures" / "disputes" / "number-examples.hand"
CLOCK = "a seat is folded by the clock, though it has money in the pot"
ALL_IN = "the same hand as the house plays it: the seat is all-in"


class Example(NamedTuple):
    """A hand, its finding, the key of the clause with its reading, and the cents that each seat is to receive."""

    title: str
    code: str
    key: str
    cents: dict[int, int]
    reading: str = ""
    played: str = ""  # the title of the same hand as the house plays it, if the engine cannot pay the logged hand so


EXAMPLES = (
    Example("the odd chip is paid to the low half", "P606", "odd.halves", {1: -1, 2: 1}),
    Example("an all-in seat is paid the side pot", "P603", "pots.rule", {2: -20, 3: 20}),
    Example("a low is paid without a qualifier", "P607", "low.qualifier", {1: -11, 2: 11}),
    # The next seat has acted, so the wager stands and no chips move.
    Example("the wrong seat brings in, and the next seat has acted", "O303", "bring_in.door", {}),
    # All-in for 0.75: the seat wins the main pot of 2.25. Of the seeds' two readings, the other one makes it 4.25.
    Example(CLOCK, "C703", "clock.pot", {2: -225, 3: 225}, played=ALL_IN),
    Example(CLOCK, "C703", "clock.pot", {2: -425, 3: 425}, "moment", ALL_IN),
    # Two readings give two amounts, and the ruling names its reading.
    Example("two readings of the house give two amounts", "P607", "low.qualifier", {1: -11, 2: 11}, "eight_or_better"),
    Example("two readings of the house give two amounts", "P607", "low.qualifier", {}, "none"),
)


def lines_of(example: Example, cases: dict[str, Case], house: House) -> tuple[Line, ...]:
    """The settlement of the engine. If the engine pays another hand than the logged one, each line has the reason."""
    logged = audit(cases[example.title].hand, house).settlement
    if not example.played:
        lines = draft_of(logged)
        assert lines is not None
        return lines
    lawful = {each.seat: each.lawful or 0 for each in audit(cases[example.played].hand, house).settlement.seats}
    rows = [(each.seat, -(each.difference or 0), lawful[each.seat] - (each.logged or 0)) for each in logged.seats]
    return tuple([Line(seat_party(seat), engine, ruled, "All-in.") for seat, engine, ruled in rows if ruled or engine])


def test_every_example_is_found_ruled_booked_and_paid_to_the_cent() -> None:
    cases = {each.title: each for each in read_cases(HANDS.read_text(encoding="utf-8"))}
    assert {each.title for each in EXAMPLES} | {ALL_IN} == set(cases)
    assert audit(cases[ALL_IN].hand, house_of(cases[ALL_IN])).findings == ()
    for example in EXAMPLES:
        case = cases[example.title]
        house = house_of(case)
        (finding,) = audit(case.hand, house).findings
        assert finding.code == example.code, example.title
        house = read_as(house, example.key, example.reading) if example.reading else house
        reading = f"{example.key} = {example.reading}" if example.reading else ""
        status = str(house.setting(example.key).status)
        basis = RuleBasis(finding.clause, example.key, house.name, house.digest, status, reading)
        facts = (Fact(f"{finding.logged}; lawful: {finding.lawful}", finding.event),)
        outcome = Outcome.UPHELD if example.cents else Outcome.NOT_UPHELD
        unit = case.hand.unit
        ruling = checked(Ruling(outcome, facts, basis, lines_of(example, cases, house), unit.currency, unit.minor))
        assert ruling.amounts() == {seat_party(seat): cents for seat, cents in example.cents.items()}, example.title
        assert ruling_from(ruling.document()).basis.reading == reading
        postings = list(opening(ruling))
        assert balances(postings) == ruling.amounts()
        payers = [(party, -amount) for party, amount in ruling.amounts().items() if amount < 0]
        takers = [party for party, amount in ruling.amounts().items() if amount > 0]
        for giver, amount in payers:
            postings.append(payment(postings, Movement(giver, takers[0], amount), "receipt"))
        assert not balances(postings), example.title


def test_the_finding_about_the_wrong_bring_in_says_that_the_wager_stands() -> None:
    (case,) = [each for each in read_cases(HANDS.read_text(encoding="utf-8")) if "brings in" in each.title]
    (finding,) = audit(case.hand, house_of(case)).findings
    assert finding.logged == "seat 2 (Kd), stands"
