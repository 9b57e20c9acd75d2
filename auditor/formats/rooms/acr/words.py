"""Words behind shown cards at Americas Cardroom: `HI - a pair of Threes [3s 3d Ad Js Th] | LO - [8,7,5,3,2]`."""

from typing import Final

from auditor.engine.ranks import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, description, high_value
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low

# Hands that are named by their highest card, which the shared words call otherwise.
_TOPPED: Final = (
    ("a high card, ", HIGH_CARD),
    ("a straight flush, ", STRAIGHT_FLUSH),
    ("a straight, ", STRAIGHT),
    ("a flush, ", FLUSH),
)


@remembered
def stated(words: str) -> tuple[Stated, Stated]:
    """High and low of the words behind shown cards; the low names its ranks in digits, the ace as a 1."""
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
    """Category and ranks of the words; of the five cards in brackets too, where those are such a hand."""
    named, _, shown = text.strip().partition(" [")
    said = _named(named)
    five = cards_in(shown.rstrip("]"))
    if len(five) != 5 or len(set(five)) < 5 or min(five) < 0:
        return said
    whole = tuple(description(high_value(list(five))))
    return whole if whole[: len(said)] == said else said


def _named(text: str) -> Stated:
    lower = text.lower()
    for opening, category in _TOPPED:
        if lower.startswith(opening):
            top = stated_high(f"high card {lower.removeprefix(opening).removesuffix(' high')}")
            return (category, *top[1:]) if len(top) == 2 else ()
    return stated_high(lower.replace(", set of ", ", "))
