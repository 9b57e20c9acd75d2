"""H805: finds two hands of a table that were dealt from the same order of the deck.

Cards are compared in the order in which they left the deck: one card at a time, clockwise from the first seat that got
cards. If that seat is unknown, the order begins at the lowest seat. Burned cards have their own places in the order.
Ten equal cards without a different card are no coincidence: that happens once in 10^16 pairs of hands. But two records
may be of the same deal. So two hands do not count as two deals if a number is missing, or if the same people have the
same chips before both.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.history.codes import REPEATED_DECK
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import UNKNOWN, Trace
from auditor.engine.house import House

_ENOUGH: Final = 10  # equal cards that make a finding
MOST_ALIKE: Final = 20  # at most this number of earlier decks are compared; even two with one key are rare


def repeated_deck(hand: Trace, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """Returns a finding if the deck came in the same order as in one of the earlier hands `alike`. The finding names
    the first such hand. The list is empty if there is none.
    """
    for earlier in alike:
        same = _same(hand.order, earlier.order)
        if same >= _ENOUGH and _is_another(earlier, hand):
            words = (f"{same} cards in the order of hand {earlier.number}", "an order of its own")
            return [HistoryFinding(REPEATED_DECK, house, (earlier.place, hand.place), words)]
    return []


def _same(order: Sequence[int], other: Sequence[int]) -> int:
    """Returns the number of cards that are equal in both orders; 0 if any card differs. Unseen cards are skipped."""
    same = 0
    for one, another in zip(order, other, strict=False):
        if UNKNOWN in (one, another):
            continue
        if one != another:
            return 0
        same += 1
    return same


def _is_another(earlier: Trace, hand: Trace) -> bool:
    """Whether the two traces are two deals of one table, and not two records of the same deal."""
    if hand.table != earlier.table or not hand.table:
        return False
    numbered = "" not in (hand.number, earlier.number) and hand.number != earlier.number
    return numbered and _chips_before(hand) != _chips_before(earlier)


def _chips_before(hand: Trace) -> list[tuple[int, str, int]]:
    return sorted([(number, player, stack or 0) for number, player, stack, _, _ in hand.seats])
