"""What cards are worth: the best five of a holding for high, the low of hi-lo and of razz, and a board for the opener.

A high value is an int, greater is better: the category (0 high card to 8 straight flush) and up to five ranks, four
bits each, in the order in which they decide. A low value is an int, smaller is better: a mask of five ranks with the
ace as the lowest bit, so that the highest card decides first; lows that need a pair lie above every low without.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final

from auditor.engine.cards import DECK

HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
TRIPS: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
QUADS: Final = 7
STRAIGHT_FLUSH: Final = 8

CATEGORY_NAMES: Final = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
RANK_NAMES: Final = "23456789TJQKA"
NO_LOW: Final = 1 << 62
_PAIRED: Final = 1 << 20  # what lies above every low without a pair
_WHEEL: Final = 0b1_0000_0000_1111  # ace, five, four, three, deuce
_EIGHT_OR_BETTER: Final = 0b1111_1111  # ace to eight, the ace as the lowest bit


def _straight_tops() -> list[int]:
    """For each set of ranks the highest rank of a straight in it, -1 where there is none."""
    tops = [-1] * 8192
    for ranks in range(8192):
        if ranks & _WHEEL == _WHEEL:
            tops[ranks] = 3
        for top in range(4, 13):
            run = 0b11111 << (top - 4)
            if ranks & run == run:
                tops[ranks] = top
    return tops


def _top_fives() -> list[int]:
    """For each set of ranks its highest five, packed four bits each, filled with zeros from the right."""
    packed = [0] * 8192
    for ranks in range(8192):
        value = 0
        left = 5
        for rank in range(12, -1, -1):
            if ranks >> rank & 1 and left:
                value = value << 4 | rank
                left -= 1
        packed[ranks] = value << 4 * left
    return packed


_STRAIGHT_TOP: Final[list[int]] = _straight_tops()
_TOP_FIVE: Final[list[int]] = _top_fives()
# The rank of each card as a bit: the deuce the lowest, or the ace.
_RANK_BIT: Final[tuple[int, ...]] = tuple([1 << (card >> 2) for card in range(DECK)])
_LOW_BIT: Final[tuple[int, ...]] = tuple([1 << ((card >> 2) + 1) % 13 for card in range(DECK)])

# How many ranks describe a hand of each category, and how often each of them is held where no straight or flush counts.
_KEPT: Final = (5, 4, 3, 3, 1, 5, 2, 2, 1)
_TIMES: Final = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1), ())


def high_value(cards: list[int]) -> int:
    """The best five-card high hand of five to seven cards."""
    suits = [0, 0, 0, 0]
    ranks = pairs = trips = quads = 0  # the ranks held once at least, twice at least ...
    for card in cards:
        bit = _RANK_BIT[card]
        suits[card & 3] |= bit
        quads |= trips & bit
        trips |= pairs & bit
        pairs |= ranks & bit
        ranks |= bit
    for suited in suits:
        if suited.bit_count() >= 5:
            top = _STRAIGHT_TOP[suited]
            if top >= 0:
                return STRAIGHT_FLUSH << 20 | top << 16
            return max(FLUSH << 20 | _TOP_FIVE[suited], _grouped(ranks, pairs, trips, quads))
    top = _STRAIGHT_TOP[ranks]
    if top < 0:
        return _grouped(ranks, pairs, trips, quads)
    return max(STRAIGHT << 20 | top << 16, _grouped(ranks, pairs, trips, quads))


def _grouped(ranks: int, pairs: int, trips: int, quads: int) -> int:
    """The value of the ranks alone, by pairs, trips and quads, then the highest cards left; sets of the ranks that are
    held once at least, twice at least, and so on.
    """
    if not pairs:
        return HIGH_CARD << 20 | _TOP_FIVE[ranks]
    if quads:
        quad = quads.bit_length() - 1
        return QUADS << 20 | quad << 16 | (_TOP_FIVE[ranks & ~(1 << quad)] >> 4 & 0xF000)
    if trips:
        trip = trips.bit_length() - 1
        full_of = (pairs & ~(1 << trip)).bit_length() - 1
        if full_of >= 0:
            return FULL_HOUSE << 20 | trip << 16 | full_of << 12
        return TRIPS << 20 | trip << 16 | (_TOP_FIVE[ranks & ~trips] >> 4 & 0xFF00)
    pair = pairs.bit_length() - 1
    second_pair = (pairs & ~(1 << pair)).bit_length() - 1
    if second_pair < 0:
        return PAIR << 20 | pair << 16 | (_TOP_FIVE[ranks & ~pairs] >> 4 & 0xFFF0)
    rest = _TOP_FIVE[ranks & ~(1 << pair | 1 << second_pair)]
    return TWO_PAIR << 20 | pair << 16 | second_pair << 12 | (rest >> 8 & 0xF00)


def _grouped_by(bits: tuple[int, ...], cards: list[int]) -> int:
    """The value of the ranks of cards alone, whose bits stand in `bits`."""
    ranks = pairs = trips = quads = 0
    for card in cards:
        bit = bits[card]
        quads |= trips & bit
        trips |= pairs & bit
        pairs |= ranks & bit
        ranks |= bit
    return _grouped(ranks, pairs, trips, quads)


def board_value(cards: list[int]) -> int:
    """What up cards are worth for who opens: pairs, trips and quads, then high cards; no straights, no flushes."""
    ranks = 0
    for card in cards:
        ranks |= _RANK_BIT[card]
    return _TOP_FIVE[ranks] if ranks.bit_count() == len(cards) else _grouped_by(_RANK_BIT, cards)


def description(value: int) -> tuple[int, ...]:
    """A high value as a category and the ranks that decide it, the most important first."""
    category = value >> 20
    return (category, *[value >> (16 - 4 * place) & 15 for place in range(_KEPT[category])])


@lru_cache(maxsize=8192)
def beginning(described: tuple[int, ...]) -> tuple[int, int]:
    """The upper bits of every high value whose description begins so, and how many lower bits that leaves open; -1,
    which no value has, where none does. Remembered: hands are stated in few ways.
    """
    category, *named = described
    if (
        not 0 <= category < len(_KEPT)
        or len(named) > _KEPT[category]
        or [rank for rank in named if not 0 <= rank <= 15]
    ):
        return -1, 0
    bits = category
    for rank in named:
        bits = bits << 4 | rank
    return bits, 20 - 4 * len(named)


def high_name(value: int) -> str:
    """A high value in words, such as `two pair K T 9`."""
    parts = description(value)
    return f"{CATEGORY_NAMES[parts[0]]} {' '.join([RANK_NAMES[rank] for rank in parts[1:]])}"


def low_ranks(cards: list[int]) -> int:
    """The ranks of cards as a set, the ace as the lowest bit."""
    ranks = 0
    for card in cards:
        ranks |= _LOW_BIT[card]
    return ranks


def low_value(cards: list[int]) -> int:
    """The best five-card low, ace to five: straights and flushes ignored, pairs allowed but worse than none.

    `NO_LOW` for fewer than five cards.
    """
    ranks = low_ranks(cards)
    if ranks.bit_count() >= 5:
        while ranks.bit_count() > 5:
            ranks &= ~(1 << ranks.bit_length() - 1)
        return ranks
    best = NO_LOW
    for five in combinations(cards, 5):
        best = min(best, _paired_low(list(five)))
    return best


def _paired_low(five: list[int]) -> int:
    """A low that holds a pair: the category of its groups, then their ranks with the ace low."""
    return _PAIRED + _grouped_by(_LOW_BIT, five)


def low_board_value(cards: list[int]) -> int:
    """What up cards are worth for who opens at razz: smaller is better, pairs count against, the ace is low."""
    return _grouped_by(_LOW_BIT, cards)


def eight_or_better(cards: list[int]) -> int:
    """The best low of five different ranks, eight or lower; `NO_LOW` where there is none."""
    ranks = low_ranks(cards) & _EIGHT_OR_BETTER
    if ranks.bit_count() < 5:
        return NO_LOW
    while ranks.bit_count() > 5:
        ranks &= ~(1 << ranks.bit_length() - 1)
    return ranks


def low_description(low: int) -> tuple[int, ...]:
    """A low as a category and the ranks that decide it, the most important first (the ace is 12)."""
    if low < _PAIRED:
        return (HIGH_CARD, *[(rank + 12) % 13 for rank in range(12, -1, -1) if low >> rank & 1])
    category, *ranks = description(low - _PAIRED)
    return (category, *[(rank + 12) % 13 for rank in ranks])


def low_cards(low: int) -> tuple[int, ...]:
    """The ranks of a low from the highest down, as cards name them (the ace is 12); those of a pair or more first."""
    category, *ranks = low_description(low)
    return tuple([rank for rank, times in zip(ranks, _TIMES[category], strict=True) for _ in range(times)])


def low_name(low: int) -> str:
    """A low in words: `8-7-4-2-A`, or `pair 7 3 2 A` for one that needs a pair."""
    category, *ranks = low_description(low)
    if category == HIGH_CARD:
        return "-".join([RANK_NAMES[rank] for rank in ranks])
    return f"{CATEGORY_NAMES[category]} {' '.join([RANK_NAMES[rank] for rank in ranks])}"
