"""What is regular is regular: rules that are not asked about a regular event would have had nothing to say."""

from auditor.engine.belief import believe
from auditor.engine.findings import Unseen
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.moments import IRREGULAR, ORDINARY
from auditor.engine.regular import PLACES, moment
from auditor.engine.rules import RULES
from auditor.engine.table import Table
from tests.engine.digests import cases, logged


def unasked(hand: Hand, house: House) -> tuple[int, list[str]]:
    """How many questions the regular events of a hand save, and the rules that would have answered one."""
    table = Table(hand)
    timed = any(event.clock for event in hand.events)
    saved = 0
    answered = []
    for event in hand.events:
        kind = type(event)
        at = PLACES.get(kind, moment)(table, event, house)
        if at not in IRREGULAR:
            ordinary = ORDINARY[at]
            ordinary = table.moment if ordinary is None else ordinary
            for rule in RULES:
                if (
                    rule.is_asked(kind, at, timed)
                    or not rule.is_asked(kind, ordinary, timed)
                    or (rule.moot and rule.moot(house))
                ):
                    continue
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
