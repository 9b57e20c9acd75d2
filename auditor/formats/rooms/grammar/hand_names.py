"""Turns English names of poker hands into numbers: `two pair, Sixes and Deuces` is (2, 4, 0).

The numbers of a high hand are its category, numbered as in `auditor.engine.ranks`, and then the ranks that the words
name, the most important rank first. The numbers of a low hand are its ranks in the order of the log. Ranks go from 0
for a deuce to 12 for an ace. The result for unknown words is ().
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
    """Returns the high and the low hand that the words of a shown hand state: `HI: a flush, Ace high; LO: 8,6,4,2,A`,
    `Lo: 7,5,3,2,A`, or only a high hand.
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
            high = high or stated_high(hand)  # a low hand with a pair, in razz, is named like a high hand
    return high, low


def stated_low(words: str) -> Stated:
    """Returns the five ranks of `8,6,4,2,A`, from the highest down; an ace is 12. () for other words."""
    ranks = [RANKS.find(rank.strip()) for rank in words.split(",") if len(rank.strip()) == 1]
    return tuple(ranks) if len(ranks) == 5 == words.count(",") + 1 and min(ranks) >= 0 else ()


def stated_high(words: str) -> Stated:
    """Returns the high hand that the words name, with the kickers if the words name any."""
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
    """Returns a reader of one rank: the `Sixes` of `a pair of Sixes`."""

    def read(rest: str) -> Stated:
        rank = _RANKS.get(rest)
        return () if rank is None else (category, rank)

    return read


def _of_two(category: int, between: str) -> Callable[[str], Stated]:
    """Returns a reader of two ranks with the text `between` them: `Sixes and Deuces`."""

    def read(rest: str) -> Stated:
        first, _, second = rest.partition(between)
        if first in _RANKS and second in _RANKS:
            return (category, _RANKS[first], _RANKS[second])
        return ()

    return read


def _run(category: int) -> Callable[[str], Stated]:
    """Returns a reader of a straight: `Four to Eight`, or only its highest card, `Eight high`. The highest rank counts.
    A straight that starts with the ace ends with the five.
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


# The order matters, because the name of a straight flush begins with that of a straight.
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
