"""Reads the words that Americas Cardroom wrote after shown cards until 2019: `Two pairs. Qs and 7s`, `Three Of Kind of
10s`. The words name a poker hand.
"""

from typing import Final

from auditor.engine.cards import RANKS
from auditor.engine.ranks import FLUSH, FULL_HOUSE, HIGH_CARD, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_low

# In each row: the words that name a hand, its category, and how many ranks after these words are read. `Full House
# (5/8)` has two ranks, but we never saw which of them is the three of a kind. So no rank of a full house is read.
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
    """Returns the hand that the words name, as numbers: its category and its ranks. `Two pairs. Qs and 7s` is (2, 10,
    5). Returns () for unknown words.
    """
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
    """Returns the five ranks of the low hand in `Low hand (A A 2 4 6 7 )`, from the highest down. The room may print
    the ace twice. Then there are six ranks, and the first ace is left out. Returns () for fewer or more ranks.
    """
    ranks = text.split()
    return stated_low(",".join(ranks[:-6:-1])) if len(ranks) in (5, 6) else ()
