"""Reads the words after shown cards at Americas Cardroom, such as
`HI - a pair of Threes [3s 3d Ad Js Th] | LO - [8,7,5,3,2]`.
"""

from typing import Final

from auditor.engine.ranks import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, description, high_value
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low

# Hands that this room names by their highest card, in other words than most rooms.
_TOPPED: Final = (
    ("a high card, ", HIGH_CARD),
    ("a straight flush, ", STRAIGHT_FLUSH),
    ("a straight, ", STRAIGHT),
    ("a flush, ", FLUSH),
)


@remembered
def stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high and the low hand that the words state. A low is a list of ranks; the ace is a 1."""
    high: Stated = ()
    low: Stated = ()
    for part in words.split(" | "):
        label, dash, hand = part.partition(" - ")
        if dash and label.strip().upper() == "LO":
            low = _low(hand)
        else:
            high = _high(hand if dash and label.strip().upper() == "HI" else part)
    return high, low


def _low(text: str) -> Stated:
    ranks = [{"1": "A", "10": "T"}.get(rank.strip(), rank.strip()) for rank in text.strip(" []").split(",")]
    return stated_low(",".join(ranks))


def _high(text: str) -> Stated:
    """Returns the high hand that the words state. If five cards in brackets are such a hand, they add its kickers."""
    named, _, bracket = text.strip().partition(" [")
    high = _named(named)
    five = cards_in(bracket.rstrip("]"))
    if len(five) != 5 or len(set(five)) < 5 or min(five) < 0:
        return high
    with_kickers = tuple(description(high_value(list(five))))
    return with_kickers if with_kickers[: len(high)] == high else high


def _named(text: str) -> Stated:
    lower = text.lower()
    for opening, category in _TOPPED:
        if lower.startswith(opening):
            top = stated_high(f"high card {lower.removeprefix(opening).removesuffix(' high')}")
            return (category, *top[1:]) if len(top) == 2 else ()
    return stated_high(lower.replace(", set of ", ", "))
