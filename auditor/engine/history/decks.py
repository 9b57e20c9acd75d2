"""Rule H805: finds two hands of a table whose decks were in the same order.

Cards are compared in the order in which they left the deck: one card at a time, clockwise from the first seat that got
cards, or from the lowest seat if the first is unknown. Burned cards are part of this order. Ten equal cards and no
different card are a finding: by chance this happens once in 10^16 pairs of hands.

Two records of the same deal must not give a finding. So the two hands must have different numbers, and different
players or stacks before the hand.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.history.codes import REPEATED_DECK
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import UNKNOWN, Trace
from auditor.engine.house import House

_ENOUGH: Final = 10  # a finding needs this many equal cards
# Callers that keep traces in a database compare a hand with at most this many earlier hands that have the same search
# key for the deck order. Usually there is no such hand.
MOST_ALIKE: Final = 20


def repeated_deck(hand: Trace, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """Compares the deck order of a hand with the deck orders of the earlier hands `alike`. Returns a list with one
    finding, which names the first earlier hand with the same order. Returns an empty list if no earlier hand has the
    same order.
    """
    for earlier in alike:
        same = _same(hand.order, earlier.order)
        if same >= _ENOUGH and _is_another(earlier, hand):
            words = (f"{same} cards in the order of hand {earlier.number}", "an order of its own")
            return [HistoryFinding(REPEATED_DECK, house, (earlier.place, hand.place), words)]
    return []


def _same(order: Sequence[int], other: Sequence[int]) -> int:
    """Returns how many cards are equal at the same place of both deck orders. Unseen cards are skipped. Returns 0 if
    any two seen cards differ.
    """
    same = 0
    for one, another in zip(order, other, strict=False):
        if UNKNOWN in (one, another):
            continue
        if one != another:
            return 0
        same += 1
    return same


def _is_another(earlier: Trace, hand: Trace) -> bool:
    """Whether the two traces are surely two different deals of one table: they have different hand numbers, and
    different players or stacks.
    """
    if hand.table != earlier.table or not hand.table:
        return False
    numbered = "" not in (hand.number, earlier.number) and hand.number != earlier.number
    return numbered and _chips_before(hand) != _chips_before(earlier)


def _chips_before(hand: Trace) -> list[tuple[int, str, int]]:
    return sorted([(number, player, stack or 0) for number, player, stack, _, _ in hand.seats])
