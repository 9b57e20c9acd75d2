"""Computes values of cards, to compare the hands of two seats: the value of the best five cards for high, of the best
low, and of the up cards that decide who opens.

A high value is an int; a greater value is better. It consists of the category (0 high card to 8 straight flush),
followed by up to five ranks, four bits each, in the order in which they decide.

A low value is an int; a smaller value is better. For a low without a pair, it is a bit mask of the five ranks, with the
ace as the lowest bit, so that the highest card decides first. Every low with a pair has a greater value than every low
without a pair.
"""

from collections.abc import Sequence
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
_PAIRED: Final = 1 << 20  # added to the value of a low with a pair, so that it is worse than any low without a pair
# The ranks of the lowest straight (A 2 3 4 5) as bits: here the deuce is the lowest bit and the ace the highest.
_WHEEL: Final = 0b1_0000_0000_1111
_EIGHT_OR_BETTER: Final = 0b1111_1111  # the set of ranks A to 8 as bits, the ace as the lowest bit


def _straight_tops() -> list[int]:
    """Returns a list. The index is a set of ranks as a bit mask. The entry is the highest rank of a straight in this
    set, or -1 if the set has no straight.
    """
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
    """Returns a list. The index is a set of ranks as a bit mask. The entry has the five highest ranks of this set in
    one number, four bits for each rank. If there are fewer than five, zeros fill the right end.
    """
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
# These tables map a card to its rank, 0 to 12. In `_RANK` the deuce is 0 and the ace is 12. In `_LOW_RANK` the ace is 0
# and the king is 12. `_RANK_BIT` and `_LOW_BIT` have the same ranks as bit masks: rank 3 is `0b1000`.
_RANK: Final[tuple[int, ...]] = tuple([card >> 2 for card in range(DECK)])
_LOW_RANK: Final[tuple[int, ...]] = tuple([(card // 4 + 1) % 13 for card in range(DECK)])
_RANK_BIT: Final[tuple[int, ...]] = tuple([1 << rank for rank in _RANK])
_LOW_BIT: Final[tuple[int, ...]] = tuple([1 << rank for rank in _LOW_RANK])
# The table `_COUNT` maps a card to a number that consists of small counters: three bits for each rank, and above them
# five bits for each suit. If these numbers are added for all cards of a hand, the sum shows how many cards of each rank
# and of each suit the hand has.
_SUITS: Final = 39
_COUNT: Final[tuple[int, ...]] = tuple(
    [(1 << 3 * _RANK[card]) + (1 << _SUITS + 5 * (card & 3)) for card in range(DECK)]
)
_LOW_COUNT: Final[tuple[int, ...]] = tuple([1 << 3 * rank for rank in _LOW_RANK])
_ONE_OF_EACH: Final = 0o1_111_111_111_111
# These two constants test whether a hand has five cards of a suit. If 11 is added to a suit counter of 5 or more, the
# sum has the bit 16. The first constant has the number 11 for each suit, and the second has the bit 16.
_ELEVEN_OF_EACH: Final = 0b01011_01011_01011_01011
_SIXTEEN_OF_ANY: Final = 0b10000_10000_10000_10000

# Both tables are indexed by the category of a hand. `_KEPT` has the number of ranks that its description names: 2 for a
# full house. `_TIMES` has the number of cards of each of these ranks: (3, 2) for a full house. `_TIMES` is empty for
# straights and flushes.
_KEPT: Final = (5, 4, 3, 3, 1, 5, 2, 2, 1)
_TIMES: Final = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1), ())


def high_value(cards: list[int]) -> int:
    """Returns the value of the best high hand of five cards that can be made from five to seven cards."""
    ranks = counts = 0
    for card in cards:
        ranks |= _RANK_BIT[card]
        counts += _COUNT[card]
    if (counts >> _SUITS) + _ELEVEN_OF_EACH & _SIXTEEN_OF_ANY:
        suited = _suited(cards)
        top = _STRAIGHT_TOP[suited]
        if top >= 0:
            return STRAIGHT_FLUSH << 20 | top << 16
        if suited:
            return max(FLUSH << 20 | _TOP_FIVE[suited], _grouped(ranks, counts))
    top = _STRAIGHT_TOP[ranks]
    if top < 0:
        return _grouped(ranks, counts)
    return max(STRAIGHT << 20 | top << 16, _grouped(ranks, counts))


def _suited(cards: list[int]) -> int:
    """Returns the ranks of one suit as a bit mask, if the cards have at least five different ranks of this suit; else
    0.
    """
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= _RANK_BIT[card]
    return next((suited for suited in suits if suited.bit_count() >= 5), 0)


def _grouped(ranks: int, counts: int) -> int:
    """Returns the high value of a hand from pairs, trips and quads, and then from its highest other cards. Straights
    and flushes are ignored. `ranks` is the set of ranks as a bit mask. `counts` has three bits for each rank: the
    number of cards of that rank. Bits above those of the 13 ranks are ignored.
    """
    pairs = (counts >> 1 | counts >> 2) & _ONE_OF_EACH  # one bit for each rank that is held at least twice
    if not pairs:
        return HIGH_CARD << 20 | _TOP_FIVE[ranks]
    quads = counts >> 2 & _ONE_OF_EACH
    if quads:
        quad = quads.bit_length() // 3
        return QUADS << 20 | quad << 16 | (_TOP_FIVE[ranks & ~(1 << quad)] >> 4 & 0xF000)
    trips = counts & counts >> 1 & _ONE_OF_EACH
    if trips:
        trip = trips.bit_length() // 3
        pairs &= ~(1 << 3 * trip)
        if pairs:
            return FULL_HOUSE << 20 | trip << 16 | pairs.bit_length() // 3 << 12
        return TRIPS << 20 | trip << 16 | (_TOP_FIVE[ranks & ~(1 << trip)] >> 4 & 0xFF00)
    pair = pairs.bit_length() // 3
    pairs &= ~(1 << 3 * pair)
    if not pairs:
        return PAIR << 20 | pair << 16 | (_TOP_FIVE[ranks & ~(1 << pair)] >> 4 & 0xFFF0)
    second_pair = pairs.bit_length() // 3
    rest = _TOP_FIVE[ranks & ~(1 << pair | 1 << second_pair)]
    return TWO_PAIR << 20 | pair << 16 | second_pair << 12 | (rest >> 8 & 0xF00)


def _grouped_by(bits: tuple[int, ...], counts: tuple[int, ...], cards: Sequence[int]) -> int:
    """Returns the high value of cards if straights and flushes are ignored. `bits` maps a card to a bit mask of its
    rank. `counts` maps a card to a number that adds 1 to the counter of its rank.
    """
    ranks = held = 0
    for card in cards if len(cards) < 8 else _four_of_each(cards):
        ranks |= bits[card]
        held += counts[card]
    return _grouped(ranks, held)


def _four_of_each(cards: Sequence[int]) -> list[int]:
    """Returns at most four cards of each rank, because a wrong log may deal more cards of a rank than a deck has."""
    kept: list[int] = []
    for card in cards:
        if len([other for other in kept if other >> 2 == card >> 2]) < 4:
            kept.append(card)
    return kept


def board_value(cards: Sequence[int]) -> int:
    """Returns the value of the up cards of a seat. On fourth street and later, the seat with the greatest value opens.
    Pairs, trips and quads come first, then high cards. Straights and flushes are ignored.
    """
    ranks = 0
    for card in cards:
        ranks |= _RANK_BIT[card]
    return _TOP_FIVE[ranks] if ranks.bit_count() == len(cards) else _grouped_by(_RANK_BIT, _COUNT, cards)


def description(value: int) -> tuple[int, ...]:
    """Splits a high value into its category and the ranks that decide it, the most important first. Two pair of aces
    and kings, with a queen, become `(2, 12, 11, 10)`.
    """
    category = value >> 20
    return (category, *[value >> (16 - 4 * place) & 15 for place in range(_KEPT[category])])


@lru_cache(maxsize=8192)
def beginning(described: tuple[int, ...]) -> tuple[int, int]:
    """Returns a pair of numbers that tests whether a high value begins with the category and ranks in `described`. The
    pair is (upper bits, number of lower bits). A value fits if it has these upper bits; its lower bits do not matter.
    If no value can fit, the upper bits are -1. Results are cached, because logs repeat the same few descriptions.
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


def high_cards(value: int) -> tuple[int, ...]:
    """Returns the ranks of the five cards of a high value. Ranks of pairs, trips and quads come first. A straight is
    listed from its highest card down.
    """
    category, *ranks = description(value)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        # Modulo 13, because in a straight from five down, the ace (12) comes after the deuce (0).
        return tuple([(ranks[0] - below) % 13 for below in range(5)])
    if category == FLUSH:
        return tuple(ranks)
    return tuple([rank for rank, times in zip(ranks, _TIMES[category], strict=True) for _ in range(times)])


def high_name(value: int) -> str:
    """Returns a high value in words, such as `two pair K T 9`."""
    parts = description(value)
    return f"{CATEGORY_NAMES[parts[0]]} {' '.join([RANK_NAMES[rank] for rank in parts[1:]])}"


def low_ranks(cards: list[int]) -> int:
    """Returns the set of ranks of the cards, with the ace as the lowest bit."""
    ranks = 0
    for card in cards:
        ranks |= _LOW_BIT[card]
    return ranks


def low_value(cards: list[int]) -> int:
    """Returns the value of the best five-card low. The ace is low, so A-2-3-4-5 is the best. Straights and flushes are
    ignored. A pair is allowed but worse than no pair.

    Returns `NO_LOW` for fewer than five cards.
    """
    ranks = low_ranks(cards)
    if ranks.bit_count() >= 5:
        while ranks.bit_count() > 5:
            ranks &= ~(1 << ranks.bit_length() - 1)
        return ranks
    best = NO_LOW
    for five in combinations(cards, 5):
        best = min(best, _paired_low(five))
    return best


def _paired_low(five: Sequence[int]) -> int:
    """Returns the value of a low hand with a pair. Such hands are compared like high hands (pair, trips, quads), and
    then by ranks with the ace low. A smaller value is better.
    """
    return _PAIRED + _grouped_by(_LOW_BIT, _LOW_COUNT, five)


def low_board_value(cards: Sequence[int]) -> int:
    """Returns the value of the up cards of a seat at razz, where the lowest board opens fourth street and later
    streets. A smaller value is better, pairs are bad, and the ace is low.
    """
    return _grouped_by(_LOW_BIT, _LOW_COUNT, cards)


def eight_or_better(cards: list[int]) -> int:
    """Returns the value of the best low of five different ranks, eight or lower; `NO_LOW` if there is none."""
    ranks = low_ranks(cards) & _EIGHT_OR_BETTER
    if ranks.bit_count() < 5:
        return NO_LOW
    while ranks.bit_count() > 5:
        ranks &= ~(1 << ranks.bit_length() - 1)
    return ranks


def low_description(low: int) -> tuple[int, ...]:
    """Splits a low value into its category and the ranks that decide it, the most important first. The ace is the
    lowest card here, but it still has the number 12.
    """
    if low < _PAIRED:
        return (HIGH_CARD, *[(rank + 12) % 13 for rank in range(12, -1, -1) if low >> rank & 1])
    category, *ranks = description(low - _PAIRED)
    return (category, *[(rank + 12) % 13 for rank in ranks])


def low_cards(low: int) -> tuple[int, ...]:
    """Returns the ranks of the five cards of a low value, from the highest down. Ranks of pairs and larger groups come
    first. The ace is the lowest card here, but it still has the number 12.
    """
    category, *ranks = low_description(low)
    return tuple([rank for rank, times in zip(ranks, _TIMES[category], strict=True) for _ in range(times)])


def low_name(low: int) -> str:
    """Returns a low value in words: `8-7-4-2-A`, or `pair 7 3 2 A` for a low with a pair."""
    category, *ranks = low_description(low)
    if category == HIGH_CARD:
        return "-".join([RANK_NAMES[rank] for rank in ranks])
    return f"{CATEGORY_NAMES[category]} {' '.join([RANK_NAMES[rank] for rank in ranks])}"
