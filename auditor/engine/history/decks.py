"""H805: whether two hands of a table were dealt from one order of the deck.

Cards are compared in the order in which they left the deck: one at a time, clockwise from the first seat dealt to, or
from the lowest seat where nobody wrote that down; burns have a place of their own. Ten cards that are the same and none
that differs are no chance: that happens once in 10^16 pairs of hands. It may be one deal that was written down twice,
though: hands without a number, and those before which the same people have the same chips, are not said to be two.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.events import Burn, Cards, Community, Deal
from auditor.engine.hand import Hand
from auditor.engine.history.codes import REPEATED_DECK
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.traces import Trace
from auditor.engine.house import House

UNKNOWN: Final = 255  # stands for a card that was not seen
_OFF_THE_DECK: Final = (Deal, Burn, Community)
_ENOUGH: Final = 10
_A_DOOR_EACH: Final = 4  # so many doors tell decks apart well enough
_MORE: Final = 2
MOST_ALIKE: Final = 20  # of earlier decks that begin alike the first so many are compared: two seldom do


def deck_order(hand: Hand) -> bytes:
    """A byte a card in the order in which they were dealt, `UNKNOWN` where one was not seen; empty where third street
    is not three cards for everybody.
    """
    third: dict[int, Deal] = {}
    later: list[int] = []
    for event in hand.events:
        if not isinstance(event, Cards):
            continue
        if isinstance(event, Deal) and event.seat not in third:
            third[event.seat] = event
        elif isinstance(event, _OFF_THE_DECK):
            later += event.cards
    if len(third) < 2 or any(len(deal.cards) != 3 for deal in third.values()):
        return b""
    seats = sorted(third, key=lambda seat: (seat < hand.first_dealt, seat))
    order = [third[seat].cards[place] for place in range(3) for seat in seats]
    return bytes([card if card >= 0 else UNKNOWN for card in [*order, *later]])


def deck_key(order: bytes, hand: Hand) -> str:
    """By this hands are looked up that may have one deck: all door cards and, where these are few, the first of the
    later cards that were seen. Empty where there are too few.
    """
    seats = len({event.seat for event in hand.events if isinstance(event, Deal)})
    doors = order[2 * seats : 3 * seats]
    if not doors or UNKNOWN in doors:
        return ""
    if seats >= _A_DOOR_EACH:
        return doors.hex()
    later = bytes([card for card in order[3 * seats :] if card != UNKNOWN])[:_MORE]
    return (doors + later).hex() if len(later) == _MORE else ""


def repeated_deck(hand: Trace, alike: Iterable[Trace], house: House) -> list[HistoryFinding]:
    """Whether the deck came in the order of one of the earlier hands that are `alike`; the first such is named."""
    for earlier in alike:
        same = _same(hand.order, earlier.order)
        if same >= _ENOUGH and _is_another(earlier, hand):
            words = (f"{same} cards in the order of hand {earlier.number}", "an order of its own")
            return [HistoryFinding(REPEATED_DECK, house, (earlier.place, hand.place), words)]
    return []


def _same(order: Sequence[int], other: Sequence[int]) -> int:
    """How many cards both tell alike; 0 where they tell one otherwise."""
    same = 0
    for one, another in zip(order, other, strict=False):
        if UNKNOWN in (one, another):
            continue
        if one != another:
            return 0
        same += 1
    return same


def _is_another(earlier: Trace, hand: Trace) -> bool:
    """Whether these are two deals of one table, not two records of one deal."""
    if hand.table != earlier.table or not hand.table:
        return False
    numbered = "" not in (hand.number, earlier.number) and hand.number != earlier.number
    return numbered and _chips_before(hand) != _chips_before(earlier)


def _chips_before(hand: Trace) -> list[tuple[int, str, int]]:
    return sorted([(number, player, stack or 0) for number, player, stack, _, _ in hand.seats])
