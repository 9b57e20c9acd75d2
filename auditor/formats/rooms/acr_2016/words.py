"""Reads the words after shown cards at Americas Cardroom until 2019: `Two pairs. Qs and 7s`, `Three Of Kind of 10s`."""

from typing import Final

from auditor.engine.cards import RANKS
from auditor.engine.ranks import FLUSH, FULL_HOUSE, HIGH_CARD, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_low

# The words of each hand, its category, and the number of ranks that are read. `Full House (5/8)` has two ranks, but no
# log showed which rank is the three of a kind, so none of them is read.
_SHAPES: Final = (
    ("High card ", HIGH_CARD, 1),
    ("One pair of ", PAIR, 1),
    ("Two pairs. ", TWO_PAIR, 2),
    ("Three Of Kind of ", TRIPS, 1),
    ("Straight to ", STRAIGHT, 1),
    ("Straight flush to ", STRAIGHT_FLUSH, 1),
    ("Flush, ", FLUSH, 1),
    ("Full House ", FULL_HOUSE, 0),
    ("Four Of Kind of ", QUADS, 1),
)


@remembered
def stated(words: str) -> Stated:
    """Returns the category and the ranks that the words state; () for unknown words."""
    for opening, category, count in _SHAPES:
        if words.startswith(opening):
            named = words.removeprefix(opening).removesuffix(" high").split(" and ")
            ranks = [_rank(name) for name in named][:count]
            return (category, *ranks) if len(ranks) == count and min(ranks, default=0) >= 0 else ()
    return ()


def _rank(name: str) -> int:
    text = name.strip().removesuffix("s").replace("10", "T")
    return RANKS.find(text) if len(text) == 1 else -1


def low_in_brackets(text: str) -> Stated:
    """Returns the low hand in `Low hand (A A 2 4 6 7 )`: five ranks from the lowest up. If there are six, the first one
    repeats the ace.
    """
    ranks = text.split()
    return stated_low(",".join(ranks[:-6:-1])) if len(ranks) in (5, 6) else ()
