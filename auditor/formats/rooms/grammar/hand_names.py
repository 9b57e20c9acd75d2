"""Turns English names of poker hands into numbers: `two pair, Sixes and Deuces` is (2, 4, 0).

The first number of a high hand is its category (2 for two pair), as in `auditor.engine.ranks`. Then come the ranks that
the words name, the most important first. A low hand is only its ranks, in the order in which the log writes them. Ranks
go from 0 for a deuce to 12 for an ace. Unknown words give ().
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import RANKS
from auditor.engine.ranks import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
)
from auditor.formats.memo import remembered

Stated = tuple[int, ...]

_NAMES: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_RANKS: Final[dict[str, int]] = {
    **{name: rank for rank, name in enumerate(_NAMES)},
    **{name + "s": rank for rank, name in enumerate(_NAMES)},
    "deuce": 0,
    "deuces": 0,
    "sixes": 4,
}
_ACE: Final = 12


@remembered
def stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand and the low hand that the words after shown cards name, as numbers; () for a hand that is
    not named. The words are `HI: a flush, Ace high; LO: 8,6,4,2,A`, or only a high hand, or only a low hand.
    """
    high: Stated = ()
    low: Stated = ()
    for part in words.split(";"):
        label, colon, hand = part.strip().partition(":")
        if not colon:
            high = high or stated_high(label)
        elif label.lower() == "hi":
            high = stated_high(hand)
        elif label.lower() == "lo":
            low = stated_low(hand)
            high = high or stated_high(hand)  # a razz hand with a pair is named like a high hand, `Lo: a pair of Aces`
    return high, low


def stated_low(words: str) -> Stated:
    """Returns the five ranks of a low hand: `8,6,4,2,A` is (6, 4, 2, 0, 12). () for other words."""
    ranks = [RANKS.find(rank.strip()) for rank in words.split(",") if len(rank.strip()) == 1]
    return tuple(ranks) if len(ranks) == 5 == words.count(",") + 1 and min(ranks) >= 0 else ()


def stated_high(words: str) -> Stated:
    """Returns the high hand that the words name: `a pair of Sixes - king kicker` is (1, 4, 11). () for unknown
    words.
    """
    text = words.strip().rstrip(".").lower()
    for mark in (" - ", " with "):
        named, found, kickers = text.partition(mark)
        if found:
            hand = _named(named)
            return hand + _kickers(kickers) if hand else ()
    return _named(text)


def _named(text: str) -> Stated:
    for start, shape in _SHAPES:
        if text.startswith(start):
            return shape(text[len(start) :].strip(" ,"))
    named, high, _ = text.partition(" high")
    ranks = [_RANKS.get(name, -1) for name in named.split()]
    return (HIGH_CARD, *ranks) if high and ranks and min(ranks) >= 0 and text == named + high else ()


def _kickers(text: str) -> Stated:
    """Returns the ranks of `king kicker` or `king+queen kicker`; () for `lower kicker`, which names no rank."""
    named = text.removesuffix("s").removesuffix(" kicker").removesuffix(" high")
    ranks = [_RANKS.get(name.strip(), -1) for name in named.split("+")]
    return tuple(ranks) if min(ranks) >= 0 else ()


def _of_kind(category: int) -> Callable[[str], Stated]:
    """Makes a function that reads the name of one rank, such as the `Sixes` of `a pair of Sixes`. The function returns
    the category and the rank, or () for other words.
    """

    def read(rest: str) -> Stated:
        rank = _RANKS.get(rest)
        return () if rank is None else (category, rank)

    return read


def _of_two(category: int, between: str) -> Callable[[str], Stated]:
    """Makes a function that reads the names of two ranks with the text `between` them: `Sixes and Deuces`. The function
    returns the category and both ranks, or () for other words.
    """

    def read(rest: str) -> Stated:
        first, _, second = rest.partition(between)
        if first in _RANKS and second in _RANKS:
            return (category, _RANKS[first], _RANKS[second])
        return ()

    return read


def _run(category: int) -> Callable[[str], Stated]:
    """Makes a function that reads the ranks of a straight: `Four to Eight`, or only `Eight high`. The function returns
    the category and the highest rank, which is the five in `Ace to Five`.
    """

    def read(rest: str) -> Stated:
        lowest, to, highest = rest.partition(" to ")
        if not to and rest.endswith(" high"):
            lowest = highest = rest.removesuffix(" high")
        if lowest in _RANKS and highest in _RANKS:
            return (category, _RANKS[highest])
        return ()

    return read


def _flush(rest: str) -> Stated:
    named, high, _ = rest.partition(" high")
    rank = _RANKS.get(named)
    return (FLUSH, rank) if high and rank is not None else ()


def _royal(rest: str) -> Stated:
    return () if rest else (STRAIGHT_FLUSH, _ACE)


# In each row: the first words of a hand name, and the function that reads the words after them. The first row that fits
# is used. So a straight flush must come before a straight, because its name begins with the same words.
_SHAPES: Final[tuple[tuple[str, Callable[[str], Stated]], ...]] = (
    ("high card", _of_kind(HIGH_CARD)),
    ("a pair of ", _of_kind(PAIR)),
    ("two pairs", _of_two(TWO_PAIR, " and ")),
    ("two pair", _of_two(TWO_PAIR, " and ")),
    ("three of a kind", _of_kind(TRIPS)),
    ("a straight flush", _run(STRAIGHT_FLUSH)),
    ("a straight", _run(STRAIGHT)),
    ("a royal flush", _royal),
    ("a flush", _flush),
    ("a full house", _of_two(FULL_HOUSE, " full of ")),
    ("four of a kind", _of_kind(QUADS)),
)
