"""Facts: the state of the table after each event of the log. A `Table` judges nothing; `transitions.believe` updates
it.
"""

from typing import Final

from auditor.engine import phases
from auditor.engine.events import ACTS, SEATS, Collect, LogEnd
from auditor.engine.hand import Hand, Seat
from auditor.engine.law_cache import Answers

FIRST_STREET: Final = 3
NOBODY: Final = -1  # nobody's turn; not 0, for logs may name a seat 0
ENDLESS: Final = 10**18  # the chips of a seat whose stack is unknown
SEAT_BIT: Final = tuple([1 << seat for seat in range(SEATS)])
_SEATS_OF: Final[dict[int, tuple[int, ...]]] = {}


def seats_in(mask: int) -> tuple[int, ...]:
    """The seat numbers of a set, ascending."""
    seats = _SEATS_OF.get(mask)
    if seats is None:
        seats = _SEATS_OF[mask] = tuple([seat for seat in range(SEATS) if mask >> seat & 1])
    return seats


def next_clockwise(mask: int, seat: int) -> int:
    """The first seat of a set after `seat`; the seat itself comes last. 0 for an empty set.

    Clockwise is the order of seat numbers.
    """
    after = mask >> (seat + 1)
    if after:
        return seat + 1 + ((after & -after).bit_length() - 1)
    return (mask & -mask).bit_length() - 1 if mask else 0


class Raise:
    """A wager of this street: the seat, the amount, the level before it, and whether it took all chips. It also sums up
    the wagers before it, so that nobody has to search them: `passed` are the seats that any of them skipped;
    `all_short` is whether all of them took all chips.
    """

    __slots__ = ("all_in", "all_short", "over", "passed", "seat", "to")

    def __init__(self, seat: int, to: int, over: int, all_in: bool, passed: int, before: "Raise | None") -> None:
        self.seat: Final = seat
        self.to: Final = to
        self.over: Final = over
        self.all_in: Final = all_in
        self.passed: Final[int] = passed if before is None else passed | before.passed
        self.all_short: Final[bool] = all_in and (before is None or before.all_short)


class Clocking:
    """A seat that the clock made all-in, and what every seat had put in at that moment."""

    __slots__ = ("put_in", "seat")

    def __init__(self, seat: int, put_in: tuple[int, ...]) -> None:
        self.seat: Final = seat
        self.put_in: Final = put_in


class Paid:
    """A payment as logged, with the index of its event."""

    __slots__ = ("amount", "event", "half", "pot", "seat")

    def __init__(self, event: int, seat: int, amount: int, pot: int, half: str) -> None:
        self.event: Final = event
        self.seat: Final = seat
        self.amount: Final = amount
        self.pot: Final = pot
        self.half: Final = half


# The log, and how far it was followed.
_HAND: Final = (
    "answers",
    "complete",
    "event",
    "hand",
    "lost",
    "next_act",
    "phase",
)

# Who sits at the table and takes part, and the chips of each.
_SEATS: Final = (
    "all_in",
    "announced",
    "announced_late",
    "anted",
    "behind",
    "clocked",
    "clockings",
    "dealt_in",
    "disconnected",
    "folded",
    "folded_free",
    "live",
    "put_in",
    "returned",
    "returns",
    "seats",
    "stack_known",
    "took_part",
)

# The cards that are out.
_CARDS: Final = (
    "burned",
    "burns",
    "community",
    "dealt",
    "down",
    "held",
    "misdealt",
    "own",
    "seen",
    "up",
)

# The streets and the betting on them.
_BETTING: Final = (
    "able",
    "acted",
    "acted_at",
    "began_live",
    "began_with",
    "bring_in_all_in",
    "bring_in_seat",
    "bring_in_to",
    "burned_before",
    "burned_now",
    "called_on",
    "checked_ahead",
    "checked_among",
    "closed_over",
    "contested",
    "dealt_now",
    "first_actor",
    "first_wager",
    "front",
    "in_turn",
    "last_actor",
    "last_dealt",
    "most_in_front",
    "opened_before",
    "opened_third",
    "raises",
    "raises_when_two_left",
    "settled",
    "skipped",
    "street",
    "wagered_ahead",
    "wagerers",
    "waiting",
)

# The showdown, the payout, and the amounts that the log states.
_SHOWDOWN: Final = (
    "collectors",
    "mucked",
    "paid",
    "paid_from",
    "paid_to",
    "pot_totals",
    "rake_event",
    "raked",
    "rakes",
    "revealed",
    "show_event",
    "showdown",
    "showed",
    "shown",
    "stack_after",
    "void",
    "went_on",
    "won",
)


class Table:
    """The table as the log leaves it after each event. Lists are by seat number; sets of seats are masks.

    `behind` chips not yet put in · `front` chips before the seat on this street · `put_in` all chips put in during the
    hand, antes included, money that came back not taken off · `returned` what came back · `level` the highest front.
    `live` dealt in and not folded · `settled` has acted since the last wager · `skipped` was due when another acted.
    """

    # Slots: with so many attributes, looking one up in a dictionary would cost twice as much. One flat table: reaching
    # each attribute through an object for seats, cards or betting would cost a second look-up.
    __slots__ = (*_HAND, *_SEATS, *_CARDS, *_BETTING, *_SHOWDOWN)

    def __init__(self, hand: Hand) -> None:
        self.hand: Final = hand
        self.answers: Final = Answers()
        self.event = 0  # the index of the event that is being judged
        self.next_act = 0  # a cache for `goes_on`: the index of the next act or payment
        self.lost = False  # a line that may have been an act is unreadable, or names nobody in the hand
        self.complete = bool(hand.events) and isinstance(hand.events[-1], LogEnd) and hand.events[-1].complete
        self._sit_down(hand.seats)
        self._take_a_deck()
        self._await_betting()
        self.open_street(0)
        self._await_showdown()
        self.phase: int = phases.ANTES

    def _sit_down(self, seats: tuple[Seat, ...]) -> None:
        self.seats = 0
        self.dealt_in = 0  # in the hand by the lines above the antes
        self.took_part = 0  # has anted or been dealt to
        self.folded = 0
        self.folded_free = 0  # folded although they owed nothing, and nobody has bet since
        self.all_in = 0
        self.clocked = 0  # made all-in by the clock: they may have chips behind
        self.clockings: list[Clocking] = []
        self.disconnected = 0
        self.anted = 0
        self.behind = [0] * SEATS
        self.announced = [0] * SEATS  # money that lies elsewhere, announced before the first card ...
        self.announced_late = [0] * SEATS  # ... or after it
        self.stack_known = 0
        self.put_in = [0] * SEATS
        self.returned = [0] * SEATS
        self.returns: list[tuple[int, int, int]] = []  # event, seat, amount
        for seat in seats:
            number, stack = seat.number, seat.stack
            bit = SEAT_BIT[number]
            self.seats |= bit
            if seat.dealt_in:
                self.dealt_in |= bit
            if stack is None:
                self.behind[number] = ENDLESS
            else:
                self.behind[number] = stack
                self.stack_known |= bit
        self.live = self.dealt_in

    def _take_a_deck(self) -> None:
        self.down: list[tuple[int, ...]] = [()] * SEATS
        self.up: list[tuple[int, ...]] = [()] * SEATS
        self.held = [0] * SEATS  # how many cards
        self.own = [0] * SEATS  # the seen ones, as sets
        self.dealt = 0  # has been dealt a card in this hand
        self.community: list[int] = []
        self.seen = 0
        self.burns = 0
        self.burned = 0  # the burned cards that were seen, and have not been dealt since
        self.misdealt = False

    def _await_betting(self) -> None:
        self.closed_over = 0  # skipped when an earlier street was closed, and silent since
        self.bring_in_seat = 0
        self.bring_in_to = 0
        self.bring_in_all_in = False
        self.opened_third = False
        self.first_actor = 0
        self.wagerers: list[int] = []  # who made each wager of the hand
        self.first_wager: tuple[int, int, int] | None = (
            None  # the first wager of the hand by a seat with chips left: street, to, over
        )

    def open_street(self, street: int) -> None:
        """Clears the facts of the street before: fronts are in the pot, nobody has acted."""
        self.street = street
        self.opened_before = self.first_actor  # the street before this one
        self.answers.betting = None
        self.front = [0] * SEATS
        self.most_in_front = 0
        self.dealt_now = 0  # has been dealt a card on this street
        self.last_dealt = 0
        self.burned_before = self.burns  # how many cards were burned before this street was begun
        self.burned_now = False
        self.raises: list[Raise] = []
        self.acted = self.settled = 0
        self.skipped = 0
        self.checked_ahead = 0  # checked while seats before them were due
        self.checked_among = (
            0  # the seats that could have opened when the first to act checked; 0 where it did not check
        )
        self.wagered_ahead = 0  # wagered while seats before them were due
        self.contested = False  # a seat that a wager skipped acted as though there had been no wager
        self.acted_at = [0] * SEATS  # how many wagers had been made when the seat last acted
        self.last_actor = 0  # 0 as long as only folds out of turn were made
        self.in_turn = NOBODY  # the next seat clockwise to act after it, while the betting goes on
        self.first_actor = 0  # the first to check, call or wager
        self.called_on = 0  # the seat that the log itself calls on to open
        self.began_live = self.live
        self.able = self.live & ~self.all_in  # live seats that are not all-in
        self.began_with = self.able  # seats able to act when the street began
        self.waiting = 0  # seats that have yet to act
        self.raises_when_two_left = 0 if self.began_with.bit_count() == 2 else -1

    def _await_showdown(self) -> None:
        self.shown = self.mucked = 0
        self.showdown: list[int] = []  # seats that showed or mucked, in order, once nobody acted any more
        self.showed: list[tuple[int, ...]] = [()] * SEATS
        self.show_event = [0] * SEATS
        self.revealed: list[tuple[int, ...]] = [()] * SEATS
        self.paid: list[Paid] = []
        self.collectors = 0  # to whom
        self.paid_to = [0] * SEATS
        self.paid_from: dict[int, int] = {}  # by pot
        self.won = [-1] * SEATS
        self.stack_after = [-1] * SEATS
        self.rake_event = 0
        self.rakes: list[tuple[int, int]] = []  # pot, amount
        self.raked = 0  # all of them together
        self.pot_totals: list[tuple[int, int]] = []  # pot, amount
        self.void = False
        self.went_on = False  # cards or acts were logged once the hand was over

    def holding(self, seat: int) -> list[int]:
        """The cards that a seat was dealt, as far as the deal lines show them."""
        return [*self.down[seat], *self.up[seat]]

    def goes_on(self) -> bool:
        """Whether some seat can still bet, and the log has another act before any payment. A hand that is shown now is
        shown in play.
        """
        if not self.waiting and (self.street == 7 or self.able & (self.able - 1) == 0):
            return False
        events = self.hand.events
        if self.next_act <= self.event:
            self.next_act = self.event + 1
            while self.next_act < len(events) and not isinstance(events[self.next_act], (Collect, *ACTS)):
                self.next_act += 1
        return self.next_act < len(events) and not isinstance(events[self.next_act], Collect)
