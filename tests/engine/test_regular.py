"""What is regular is regular: rules that are not asked about a regular event would have had nothing to say."""

from typing import Final

from auditor.engine.belief import believe
from auditor.engine.findings import Unseen
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.moments import IRREGULAR, Moment
from auditor.engine.regular import PLACES, moment
from auditor.engine.rules import RULES
from auditor.engine.table import Table
from tests.engine.digests import cases, logged

# Where a regular event falls for the rules that know nothing of its being regular.
ORDINARY: Final = {
    Moment.DUE_ANTE: Moment.ANTES,
    Moment.REGULAR_HAND: Moment.OPENING,
    Moment.REGULAR_FIRST_CARD: Moment.FIRST_CARD,
    Moment.REGULAR_CARD: Moment.DEALING,
    Moment.NEXT_STREET: Moment.BETTING_OVER,
}


def unasked(hand: Hand, house: House) -> tuple[int, list[str]]:
    """How many questions the regular events of a hand save, and the rules that would have answered one."""
    table = Table(hand)
    saved = 0
    answered = []
    for event in hand.events:
        kind = type(event)
        at = PLACES.get(kind, moment)(table, event, house)
        if at not in IRREGULAR:
            ordinary = ORDINARY.get(at, table.moment)
            for rule in RULES:
                if rule.is_asked(kind, at) or not rule.is_asked(kind, ordinary) or (rule.moot and rule.moot(house)):
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
