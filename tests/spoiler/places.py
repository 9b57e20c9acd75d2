"""Where in a lawful hand a fault can be planted, and how the hand goes on after it.

A fault in the play is planted by telling the hand up to it, then the fault, and letting the lawful dealer play on from
the table as it then stands. A fault in the papers (what is shown, stated or paid) leaves the rest as it was.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.transitions import believe
from tests.dealer import play_out
from tests.dealer.copies import replaced
from tests.dealer.dealing import Dealing
from tests.dealer.stock import Stock


class Planted:
    """A hand with one known fault: its code, and the index of the event that must be blamed."""

    __slots__ = ("code", "event", "hand")

    def __init__(self, hand: Hand, code: str, event: int) -> None:
        self.hand = hand
        self.code = code
        self.event = event


class Spot:
    """A lawful hand that a fault is to be planted in, and the luck that picks the place."""

    __slots__ = ("events", "hand", "house", "rng")

    def __init__(self, rng: Random, hand: Hand, house: House) -> None:
        self.rng = rng
        self.hand = hand
        self.house = house
        self.events = list(hand.events)

    def walk(self, *kinds: type[e.Event]) -> Iterator[tuple[int, Table, e.Event]]:
        """Every event of these types with its index and the table before it. The table is the same one, moved on."""
        table = Table(self.hand)
        for index, event in enumerate(self.events):
            if isinstance(event, kinds):
                yield index, table, event
            believe(table, event)

    def table_at(self, index: int) -> Table:
        """The table before the event of this index."""
        table = Table(self.hand)
        for event in self.events[:index]:
            believe(table, event)
        return table

    def indices(self, *kinds: type[e.Event]) -> list[int]:
        return [index for index, event in enumerate(self.events) if isinstance(event, kinds)]

    def first_act(self) -> int:
        """The index of the first act of third street, or of whatever follows its deal."""
        dealt = [index for index, table, _ in self.walk(e.Deal) if table.street == 3]
        return dealt[-1] + 1

    def resumed(self, events: Sequence[e.Event]) -> Dealing:
        """A deal in progress in which these events were told."""
        dealing = Dealing(self.rng, self.house, self.hand)
        dealing.singly = _is_singly_dealt(self.hand)
        for event in events:
            dealing.say(event)
        seen = {card for event in events if isinstance(event, e.Cards) for card in event.cards if card >= 0}
        dealing.stock = Stock(self.rng, {}, seen)
        for event in events:
            if isinstance(event, e.Burn):
                dealing.burned.append(
                    event.card if event.card >= 0 or not dealing.stock else dealing.stock.off_the_top()
                )
        return dealing

    def played_on(self, events: Sequence[e.Event]) -> Hand:
        """The hand that lawfully goes on after these events, which end in the betting of a street."""
        return play_out(self.resumed(events))

    def with_events(self, events: Sequence[e.Event]) -> Hand:
        return replaced(self.hand, events=tuple(events))


def _is_singly_dealt(hand: Hand) -> bool:
    return any(isinstance(event, e.Deal) and len(event.cards) == 1 for event in hand.events[:30])


# A planter gives the hand and the index of the offending event, or nothing where this hand has no place for the fault.
Planter = Callable[[Spot], tuple[Hand, int] | None]


def others(mask: int, seat: int) -> list[int]:
    """The seats of a set without one."""
    return [each for each in seats_in(mask) if each != seat]


def able(table: Table) -> int:
    """Live seats with chips behind."""
    return table.live & ~table.all_in


def is_one(mask: int) -> bool:
    return mask.bit_count() == 1


def has(mask: int, seat: int) -> bool:
    return bool(mask & SEAT_BIT[seat])


def without_summary(events: Sequence[e.Event]) -> list[e.Event]:
    """The events without the amounts that a log states a second time."""
    return [event for event in events if not isinstance(event, e.PotTotal | e.Won | e.StackAfter)]
