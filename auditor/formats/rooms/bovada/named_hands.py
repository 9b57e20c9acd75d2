"""The names of poker hands in Bovada logs. The log names a high hand only by its category, such as `Two pair`. It lists
the cards of a low hand.
"""

from typing import Final

from auditor.engine.cards import ACE
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

HANDS: Final[dict[str, tuple[int, ...]]] = {
    "high card": (HIGH_CARD,),
    "one pair": (PAIR,),
    "two pair": (TWO_PAIR,),
    "three of a kind": (TRIPS,),
    "straight": (STRAIGHT,),
    "flush": (FLUSH,),
    "full house": (FULL_HOUSE,),
    "four of a kind": (QUADS,),
    "straight flush": (STRAIGHT_FLUSH,),
    "royal flush": (STRAIGHT_FLUSH, ACE),
}


def low_ranks(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the five ranks of a low hand from the highest down; the ace is the last. `cards` are the five cards of
    the hand. Returns () if one of the cards is unknown, or if two cards have the same rank.
    """
    ranks = {card >> 2 for card in cards}
    if len(ranks) < 5 or min(cards) < 0:
        return ()
    return tuple(sorted(ranks, key=lambda rank: -1 if rank == ACE else rank, reverse=True))
