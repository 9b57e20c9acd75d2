"""Finds the seats, cards and bets on the table that a finding is about, so that the page can mark them.

The texts of a finding name seats and cards, as in "seat 3 (3d)". The first letter of the rule's code says what the rule
is about. For example, B means betting, so the bet of the seat is marked too.
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
# The first letters of rule codes. If the code begins with a letter of `_BETS`, the bet of the seat is marked; with a
# letter of `_POT`, the pot; with a letter of `_CARDS_OF_EVENT`, the cards of the event.
_BETS: Final = frozenset("OB")
_POT: Final = frozenset("PL")
_CARDS_OF_EVENT: Final = frozenset("DS")


class Pointed(NamedTuple):
    """The parts of the table that are marked at a step: the numbers of seats, the names of cards such as `3d`, the
    numbers of seats whose bet is marked, and whether the pot is marked.
    """

    seats: frozenset[int]
    cards: frozenset[str]
    bets: frozenset[int]
    pot: bool


def pointed_at(findings: Sequence[Finding], event: e.Event) -> Pointed:
    """Returns the parts of the table that the page marks. `findings` are the findings at the event `event`."""
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
