"""What is regular is regular: rules that are not asked about a regular event would have had nothing to say, neither in
a lawful hand nor in one with a fault, nor in a log of which lines are lost, swapped or made up.
"""

from itertools import product

from hypothesis import given, settings

from auditor.engine.audit import GAMES
from auditor.engine.findings import Unseen
from auditor.engine.hand import Hand, Structure
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.phases import GOES_ON, IRREGULAR, ORDINARY
from auditor.engine.regular import PLACES, moment
from auditor.engine.rules import RULES
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from tests.engine.digests import cases, logged
from tests.engine.mangled import Told, mangled
from tests.spoiler import PLANTERS, excuse, plants


def unasked(hand: Hand, house: House) -> tuple[int, list[str]]:
    """How many questions the regular events of a hand save, and the rules that would have answered one."""
    table = Table(hand)
    rules = [rule for rule in RULES if not (rule.moot and rule.moot(house))]
    saved = 0
    answered = []
    for event in hand.events:
        kind = type(event)
        at = PLACES.get(kind, moment)(table, event, house)
        if at not in IRREGULAR and at != GOES_ON:
            ordinary = ORDINARY[at]
            ordinary = table.moment if ordinary is None else ordinary
            for rule in rules:
                if rule.is_asked(kind, ordinary, hand.timed) and not rule.is_asked(kind, at, hand.timed):
                    saved += 1
                    try:
                        if rule.judge(table, event, house):
                            answered.append(f"{rule.code} at event {table.event}")
                    except Unseen:
                        answered.append(f"{rule.code} unseen at event {table.event}")
        believe(table, event)
    return saved, answered


def test_rules_that_are_not_asked_would_have_said_nothing() -> None:
    wrong = {}
    saved = hands = 0
    for name, hand, house in [*cases(), *logged()]:
        less, answered = unasked(hand, house)
        saved += less
        hands += 1
        if answered:
            wrong[name] = answered
    assert wrong == {}
    assert saved > 30 * hands


def test_nor_where_a_fault_was_planted() -> None:
    """One fault of every code that has a place in a game and a structure, under the house that has all of them."""
    wrong = {}
    saved = hands = 0
    for game, structure in product(sorted(GAMES), Structure):
        house = load("strict-test", game, structure)
        for code in PLANTERS:
            for planted in [] if excuse(code, house) else plants(code, house, 1):
                less, answered = unasked(planted.hand, house)
                saved += less
                hands += 1
                if answered:
                    wrong[f"{code} in {game}, {structure}"] = answered
    assert wrong == {}
    assert saved > 30 * hands


@settings(max_examples=600, deadline=None)
@given(mangled())
def test_nor_in_a_mangled_log(told: Told) -> None:
    assert unasked(told.hand(), told.house)[1] == []
