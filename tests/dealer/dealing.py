"""A deal in progress: the table as it stands, what was told of it, and the luck of the dealer."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from auditor.engine.events import ACTS, Event, LogEnd, Remark, Street, TopUp
from auditor.engine.hand import RECORDS, SILENCES, Hand, Records
from auditor.engine.house import House
from auditor.engine.house.choices import DealOrder
from auditor.engine.table import SEAT_BIT, Table, next_clockwise
from auditor.engine.transitions import believe
from tests.dealer.clocks import SECOND, TableClock
from tests.dealer.copies import replaced
from tests.dealer.manners import Manners
from tests.dealer.mishaps import Mishaps
from tests.dealer.stock import THEMES, Stock, Theme, wish

WHOLE = sum(RECORDS.values()) & ~(SILENCES | Records.CARD_ORDER)

# How often a player facing a bet folds, and how often one wagers who may.
TEMPERS = ((0.0, 0.05), (0.01, 0.2), (0.04, 0.55), (0.08, 0.25), (0.2, 0.25), (0.5, 0.2), (0.0, 0.9))


class Dealing:
    """One deal. `say` tells an event and believes it; whoever acts asks the law about `table`, as the auditor does.

    `traits` counts what came up, for a test that nothing rare is left out. `burned` are the cards burned so far.
    """

    def __init__(self, rng: Random, house: House, opening: Hand, themes: Sequence[Theme] = THEMES) -> None:
        self.rng = rng
        self.house = house
        self.table = Table(opening)
        self.hand = opening
        self.events: list[Event] = []
        self.traits: Counter[str] = Counter()
        self.seats = [seat.number for seat in opening.seats if seat.dealt_in]
        self.stock = Stock(rng, wish(rng, self.seats, themes))
        self.burned: list[int] = []
        self.folds, self.wagers = rng.choice(TEMPERS)
        self.burns_seen = rng.random() < 0.3
        # Two dealt in may be the last two of an event: then some houses lift the cap, which no log can tell.
        self.last_two = len(self.seats) == 2 and rng.random() < 0.5
        self.singly = house.deal_order is DealOrder.SINGLY_CLOCKWISE or rng.random() < 0.05
        self.clock: TableClock | None = None
        self.manners: Manners | None = None
        self.mishaps: Mishaps | None = None

    def say(self, event: Event) -> None:
        if self.manners is not None and isinstance(event, ACTS) and event.clock is None:
            for doing in self.manners.before_an_act(self.table, event):
                self._log(doing)
        self._log(event)

    def _log(self, event: Event) -> None:
        if self.clock is not None and isinstance(event, Street):
            self.clock.now += 2 * SECOND
        elif self.clock is not None and event.clock is None and isinstance(event, ACTS):
            event.clock = self.clock.of_an_act()
        self.events.append(event)
        believe(self.table, event)

    def dealt_hand(self) -> Hand:
        """The hand as its log tells it, ended."""
        events = (*self.events, LogEnd(complete=True))
        return replaced(self.hand, events=events, records=WHOLE | (Records.CARD_ORDER if self.singly else 0))

    def distract(self) -> None:
        """Now and then something that is no part of the play: a seat that is out of it buys chips, or talk."""
        roll = self.rng.random()
        if roll > 0.03:
            return
        seat = self.rng.choice(self.hand.seats).number
        if roll < 0.01 and not self.table.live & SEAT_BIT[seat]:
            self.traits["topped up while out of the hand"] += 1
            self.say(TopUp(seat, 10 * (self.hand.stakes.big_bet or 1)))
        else:
            kind = self.rng.choice(("chat", "disconnected", "connected"))
            self.say(Remark(seat, kind if self.clock is None else "chat"))

    def chance(self, likelihood: float) -> bool:
        return self.rng.random() < likelihood

    @property
    def able(self) -> int:
        """Live seats with chips behind."""
        return self.table.live & ~self.table.all_in

    def in_deal_order(self, beside: int = 0) -> list[int]:
        """Live seats, and those of a set beside them, from the one that is dealt to first, clockwise."""
        hand, live = self.hand, self.table.live | beside
        seat = hand.first_dealt or next_clockwise(sum([SEAT_BIT[each] for each in self.seats]), hand.button)
        seat = seat if live & SEAT_BIT[seat] else next_clockwise(live, seat)
        order = [seat]
        while len(order) < live.bit_count():
            order.append(next_clockwise(live, order[-1]))
        return order
