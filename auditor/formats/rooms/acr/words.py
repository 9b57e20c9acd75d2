"""Reads the words that Americas Cardroom writes after shown cards, such as `HI - a pair of Threes [3s 3d Ad Js Th] | LO
- [8,7,5,3,2]`. The words name the high hand and the low hand.
"""

from typing import Final

from auditor.engine.ranks import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, description, high_value
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low

# The hands that this room names by their highest card, such as `a flush, Ace high`: the first words of the name, and
# the category of the hand.
_TOPPED: Final = (
    ("a high card, ", HIGH_CARD),
    ("a straight flush, ", STRAIGHT_FLUSH),
    ("a straight, ", STRAIGHT),
    ("a flush, ", FLUSH),
)


@remembered
def stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand and the low hand that the words name, as numbers (see `hand_names`). The words write a low
    hand as five ranks, `[8,7,5,3,1]`, in which 1 is an ace.
    """
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
    """Returns the high hand that the words name, such as a pair of threes. If five cards follow in brackets, the
    kickers (side cards) are taken from these cards. But cards that make another hand than the words name are not used.
    """
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
