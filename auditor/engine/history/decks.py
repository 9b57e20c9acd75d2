"""H805: whether two hands of a table were dealt from one order of the deck.

Cards are compared in the order in which they left the deck: one at a time, clockwise from the first seat dealt to, or
from the lowest seat where that is unknown. Burns have a place of their own. Ten equal cards and no different one are no
chance: that happens once in 10^16 pairs of hands. But one deal may be written down twice. So hands without a number do
not count as two, nor hands before which the same people have the same chips.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.history.codes import REPEATED_DECK
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import UNKNOWN, Trace
from auditor.engine.house import House

_ENOUGH: Final = 10
MOST_ALIKE: Final = 20  # at most so many earlier decks with the same beginning are compared; two are rare


def repeated_deck(hand: Trace, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """A finding where the deck came in the order of one of the earlier hands that are `alike`, against the first such
    hand.
    """
    for earlier in alike:
        same = _same(hand.order, earlier.order)
        if same >= _ENOUGH and _is_another(earlier, hand):
            words = (f"{same} cards in the order of hand {earlier.number}", "an order of its own")
            return [HistoryFinding(REPEATED_DECK, house, (earlier.place, hand.place), words)]
    return []


def _same(order: Sequence[int], other: Sequence[int]) -> int:
    """How many cards are equal in both; 0 where one card differs."""
    same = 0
    for one, another in zip(order, other, strict=False):
        if UNKNOWN in (one, another):
            continue
        if one != another:
            return 0
        same += 1
    return same


def _is_another(earlier: Trace, hand: Trace) -> bool:
    """Whether these are two deals of one table, and not two records of one deal."""
    if hand.table != earlier.table or not hand.table:
        return False
    numbered = "" not in (hand.number, earlier.number) and hand.number != earlier.number
    return numbered and _chips_before(hand) != _chips_before(earlier)


def _chips_before(hand: Trace) -> list[tuple[int, str, int]]:
    return sorted([(number, player, stack or 0) for number, player, stack, _, _ in hand.seats])
