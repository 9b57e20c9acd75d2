"""Every fault that is planted in a lawful hand is found: by its code, at its event."""

from collections import Counter

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.house import House
from auditor.engine.house import registry as houses
from auditor.engine.rules import BY_CODE, RULES
from auditor.formats.transcript.printing import line_of, transcript_of
from tests.sampled import one_of
from tests.spoiler import PLANTERS, Planted, excuse, plants
from tests.spoiler.excuses import EXCUSES

PLANTS = 2  # of each code under each house; the campaign plants LONG_COUNT
LONG_COUNT = 50
LAST_WITH_A_PLANTER_EACH = 5  # this version of the rules
MOST_FINDINGS = 1.3  # for one fault, on average

ALL = [
    (name, game, structure)
    for name in houses.names()
    for game in sorted(GAMES)
    if game in houses.shipped().file(name).games
    for structure in houses.shipped().file(name).structures
]


class Tally:
    """What became of planted faults: how many were found, how many findings they gave, by code."""

    def __init__(self) -> None:
        self.planted: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        self.missed: list[str] = []

    def take(self, planted: Planted, house: House) -> None:
        findings = audit(planted.hand, house).findings
        self.planted[planted.code] += 1
        self.findings[planted.code] += len(findings)
        if any((finding.code, finding.event) == (planted.code, planted.event) for finding in findings):
            self.found[planted.code] += 1
        else:
            line = line_of(planted.hand.events[planted.event], planted.hand.unit.minor)
            told = ", ".join(f"{finding.code} at {finding.event}" for finding in findings) or "nothing"
            self.missed.append(
                f"{planted.code} at {planted.event} `{line}`: found {told}\n{transcript_of(planted.hand)}"
            )

    @property
    def findings_a_plant(self) -> float:
        return self.findings.total() / self.planted.total()


def spoiled(house: House, count: int) -> Tally:
    """Plants `count` faults of every code that is not excused under this house."""
    tally = Tally()
    for code in PLANTERS:
        if not excuse(code, house):
            for planted in plants(code, house, count):
                tally.take(planted, house)
    return tally


@pytest.fixture(scope="module", params=one_of(3, ALL), ids="-".join)
def house(request: pytest.FixtureRequest) -> House:
    """One house after the other, each with all that is tried under it: its hands are dealt once."""
    return houses.load(*request.param)


def test_every_rule_has_a_fault_to_plant() -> None:
    """A new rule may do without: its cases plant faults too."""
    assert set(PLANTERS) <= set(BY_CODE)
    assert {rule.code for rule in RULES if rule.new_in <= LAST_WITH_A_PLANTER_EACH} <= set(PLANTERS)
    assert set(EXCUSES) <= set(BY_CODE)


def test_every_planted_fault_is_found(house: House) -> None:
    """And every code is planted as often as it should be, or it is said why it cannot be."""
    tally = spoiled(house, PLANTS)
    assert tally.missed == []
    assert dict(tally.planted) == {code: PLANTS for code in PLANTERS if not excuse(code, house)}
    assert tally.findings_a_plant <= MOST_FINDINGS


def test_an_excuse_holds(house: House) -> None:
    """Where a fault is excused it cannot be planted: no hand has a place where the house would blame it."""
    for code in sorted(EXCUSES):
        if excuse(code, house):
            tally = Tally()
            for planted in plants(code, house, 1, most_seeds=60):
                tally.take(planted, house)
            assert not tally.found[code], f"{code} under {house.name} {house.structure}: {excuse(code, house)}?"


@pytest.mark.campaign
def test_long_count_of_planted_faults() -> None:
    total = Tally()
    for name, game, structure in ALL:
        house = houses.load(name, game, structure)
        tally = spoiled(house, LONG_COUNT)
        total.missed += tally.missed
        assert dict(tally.planted) == {code: LONG_COUNT for code in PLANTERS if not excuse(code, house)}
        total.planted.update(tally.planted)
        total.found.update(tally.found)
        total.findings.update(tally.findings)
        print(f"\n{name} {game} {structure}: {_told(tally, sorted(tally.planted))}")
    for code in sorted(PLANTERS):
        print(f"{code}: {_told(total, [code])}")
    print(f"all {len(PLANTERS)} codes: {_told(total, sorted(total.planted))}")
    assert total.missed == []
    assert sorted(total.planted) == sorted(PLANTERS)
    assert total.findings_a_plant <= MOST_FINDINGS


def _told(tally: Tally, codes: list[str]) -> str:
    """How many faults of these codes were found, and how many findings one of them gave."""
    planted, found, findings = [
        sum([count[code] for code in codes]) for count in (tally.planted, tally.found, tally.findings)
    ]
    return (
        f"{found} of {planted} faults found, {100 * found / planted:.2f} %, {findings / planted:.3f} findings for one"
    )
