"""From a log to the ledger: the settlement of the engine, as a ruling, is paid with the fewest transfers."""

from pathlib import Path

import pytest

from auditor.disputes.drafts import draft_of
from auditor.disputes.ledger import Movement, balances, opening, payment
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import HOUSE, Fact, Line, RuleBasis, Ruling, checked, seat_party
from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.settlement.restitution import restitution
from auditor.formats.transcript.cases import Case, read_cases
from tests.sampled import one_of

RULES = Path(__file__).resolve().parents[2] / "fixtures" / "rules"


def house_of(case: Case) -> House:
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    return house


def cases_of(code: str) -> list[Case]:
    return read_cases((RULES / f"{code}.hand").read_text(encoding="utf-8"))


def ruled(report: Report, house: House) -> Ruling | None:
    lines = draft_of(report.settlement)
    if lines is None:
        return None
    basis = RuleBasis("As the house pays.", "pots.rule", house.name, house.digest, "stated")
    return checked(Ruling(Outcome.UPHELD, (Fact("The log."),), basis, lines, "USD", 2))


def party(number: int) -> str:
    return seat_party(number) if number > 0 else HOUSE


@pytest.mark.parametrize("code", one_of(10, [path.stem for path in sorted(RULES.glob("*.hand"))]))
def test_every_wrong_payout_is_ruled_booked_and_paid_to_the_unit(code: str) -> None:
    """For every case of every rule: what each seat was paid wrongly is what the ledger says, and the transfers of the
    engine settle the ledger to zero.
    """
    for case in cases_of(code):
        house = house_of(case)
        report = audit(case.hand, house)
        ruling = ruled(report, house)
        if ruling is None:
            continue
        amounts = ruling.amounts()
        for account in report.settlement.seats:
            assert amounts.get(seat_party(account.seat), 0) == -(account.difference or 0)
        assert sum(amounts.values()) == 0
        postings = list(opening(ruling))
        transfers = [(party(each.giver), party(each.taker), each.amount) for each in restitution(report.settlement)]
        for giver, taker, amount in transfers:
            if giver != taker:  # the house answers for chips that are unaccounted for
                postings.append(payment(postings, Movement(giver, taker, amount), "receipt"))
        assert not balances(postings), case.title


# The number examples of the rulebook: rule, title of the case, house, and the amounts that the ruling orders.
READ = "the room that names no qualifier is read as eight or better"
EXAMPLES = [
    ("P606", "it goes to the low", {}, (Line("seat 1", -1, -1), Line("seat 2", 1, 1))),
    ("P603", "an all-in seat takes the side pot too", {}, (Line("seat 2", -20, -20), Line("seat 3", 20, 20))),
    ("P607", "nine-four-three is paid for low", {}, (Line("seat 1", -11, -11), Line("seat 2", 11, 11))),
    # Two readings give two amounts: the room names no qualifier, so a ruling must name the reading.
    ("P607", READ, {}, (Line("seat 1", -11, -11), Line("seat 2", 11, 11))),
    ("P607", READ, {"low.qualifier": "none"}, ()),
    ("P607", 'an unseen hand might have a low: that is not "no low"', {}, None),
]


@pytest.mark.parametrize(("code", "title", "other", "lines"), EXAMPLES)
def test_number_examples(code: str, title: str, other: dict[str, str], lines: tuple[Line, ...]) -> None:
    (case,) = [each for each in cases_of(code) if each.title == title]
    house = house_of(case)
    for key, value in other.items():
        house = house.with_value(key, value)
    assert draft_of(audit(case.hand, house).settlement) == lines
