"""Words behind shown cards in the older form of Americas Cardroom: `Two pairs. Qs and 7s`, `Three Of Kind of 10s`."""

from typing import Final

from auditor.engine.cards import RANKS
from auditor.engine.ranks import FLUSH, FULL_HOUSE, HIGH_CARD, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_low

# Which of the two ranks of `Full House (5/8)` comes first was not seen, so only that it is one is taken as said.
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
    """Category and ranks of the words; () for words we have not seen."""
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
    """The low in `Low hand (A A 2 4 6 7 )`: from the lowest up, and in front of its five ranks the ace once more."""
    ranks = text.split()
    return stated_low(",".join(ranks[:-6:-1])) if len(ranks) in (5, 6) else ()
