"""Finds the seats, cards and bets that a finding is about.

The texts of the finding name seats and cards. The chapter of the rule, which is the first letter of its code, says
whether the finding is also about a bet or a pot.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import NAMES
from auditor.engine.findings import Finding
from auditor.web.hands.event_sentences import card_name

_SEAT: Final = re.compile(r"\bseat (\d{1,2})\b")
_CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")
# The chapters whose findings are about the bet of the seat, about the pot, or about the cards of the event.
_BETS: Final = frozenset("OB")
_POT: Final = frozenset("PL")
_CARDS_OF_EVENT: Final = frozenset("DS")


class Pointed(NamedTuple):
    """The parts of the table that are marked at a step: seats, cards by name, bets by seat, and the pot."""

    seats: frozenset[int]
    cards: frozenset[str]
    bets: frozenset[int]
    pot: bool


def pointed_at(findings: Sequence[Finding], event: e.Event) -> Pointed:
    """Returns the parts of the table that the findings at an event are about."""
    seats: set[int] = set()
    cards: set[str] = set()
    bets: set[int] = set()
    for finding in findings:
        words = f"{finding.logged} {finding.lawful} {finding.subject}"
        seats.update([finding.seat, *map(int, _SEAT.findall(words))])
        cards.update(_CARD.findall(words))
        chapter = finding.code[0]
        if chapter in _BETS:
            bets.add(finding.seat)
        if chapter in _CARDS_OF_EVENT and isinstance(event, e.Cards):
            cards.update([card_name(card) for card in event.cards])
    pot = any(finding.code[0] in _POT for finding in findings)
    return Pointed(frozenset(seats - {0}), frozenset(cards & frozenset(NAMES)), frozenset(bets), pot)
