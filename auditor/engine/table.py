"""Facts: the state of the table after each event of the log. A `Table` judges nothing; `transitions.believe` updates
it.
"""

from typing import Final

from auditor.engine import phases
from auditor.engine.events import ACTS, SEATS, Collect, LogEnd
from auditor.engine.hand import Hand, Seat
from auditor.engine.law_cache import Answers

FIRST_STREET: Final = 3
NOBODY: Final = -1  # it is nobody's turn; not 0, because a log may name a seat 0
ENDLESS: Final = 10**18  # the chips of a seat whose stack is unknown
SEAT_BIT: Final = tuple([1 << seat for seat in range(SEATS)])
_SEATS_OF: Final[dict[int, tuple[int, ...]]] = {}


def seats_in(mask: int) -> tuple[int, ...]:
    """Returns the seat numbers of a set, in ascending order."""
    seats = _SEATS_OF.get(mask)
    if seats is None:
        seats = _SEATS_OF[mask] = tuple([seat for seat in range(SEATS) if mask >> seat & 1])
    return seats


def next_clockwise(mask: int, seat: int) -> int:
    """Returns the first seat of the set after `seat`; `seat` itself comes last. Returns 0 for an empty set.

    Clockwise is the order of seat numbers.
    """
    after = mask >> (seat + 1)
    if after:
        return seat + 1 + ((after & -after).bit_length() - 1)
    return (mask & -mask).bit_length() - 1 if mask else 0


class Raise:
    """A wager of this street: the seat, the amount `to`, the level before it (`over`), and whether it took all chips.
    Each wager also sums up all wagers of the street so far, so that no function has to search them. `passed` are the
    seats that any of them skipped. `all_short` is true if every one of them took all chips.
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
    """A seat that the clock made all-in, and the chips that every seat had put in at that time."""

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


# The log, and the place in the log that the table has reached.
_HAND: Final = (
    "answers",
    "complete",
    "event",
    "hand",
    "lost",
    "next_act",
    "phase",
)

# The seats, which of them take part, and the chips of each.
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
    """The state of the table after each event of the log. Lists have one value for each seat number; sets of seats are
    masks.

    `behind` are the chips that a seat has not put in yet. `front` are the chips in front of a seat on this street, and
    `most_in_front` is the highest front. `put_in` are all chips that a seat put in during the hand, antes included;
    chips that were returned are still counted. `returned` are the chips that were returned to a seat. `live` seats are
    dealt in and not folded. `settled` seats have acted since the last wager. `skipped` seats were due when another seat
    acted.
    """

    # Slots: with this number of attributes, looking one up in a dictionary takes twice as long. The table has no
    # objects for seats, cards or betting, because each would need a second look-up.
    __slots__ = (*_HAND, *_SEATS, *_CARDS, *_BETTING, *_SHOWDOWN)

    def __init__(self, hand: Hand) -> None:
        self.hand: Final = hand
        self.answers: Final = Answers()
        self.event = 0  # the index of the event that is being judged
        self.next_act = 0  # a cache for `goes_on`: the index of the next act or payment
        self.lost = False  # true if a line that may be an act is unreadable or names nobody in the hand
        self.complete = bool(hand.events) and isinstance(hand.events[-1], LogEnd) and hand.events[-1].complete
        self._sit_down(hand.seats)
        self._take_a_deck()
        self._await_betting()
        self.open_street(0)
        self._await_showdown()
        self.phase: int = phases.ANTES

    def _sit_down(self, seats: tuple[Seat, ...]) -> None:
        self.seats = 0
        self.dealt_in = 0  # seats in the hand according to the lines before the antes
        self.took_part = 0  # seats that anted or got cards
        self.folded = 0
        self.folded_free = 0  # seats that folded and owed nothing, while nobody has bet since
        self.all_in = 0
        self.clocked = 0  # seats that the clock made all-in; they may have chips behind
        self.clockings: list[Clocking] = []
        self.disconnected = 0
        self.anted = 0
        self.behind = [0] * SEATS
        self.announced = [0] * SEATS  # money that is not on the table, announced before the first card
        self.announced_late = [0] * SEATS  # money that is not on the table, announced after the first card
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
        self.held = [0] * SEATS  # the number of cards of each seat
        self.own = [0] * SEATS  # the seen cards of each seat, as sets
        self.dealt = 0  # seats that got a card in this hand
        self.community: list[int] = []
        self.seen = 0
        self.burns = 0
        self.burned = 0  # burned cards that were seen and not dealt later
        self.misdealt = False

    def _await_betting(self) -> None:
        self.closed_over = 0  # seats that were skipped when an earlier street ended, and have not acted since
        self.bring_in_seat = 0
        self.bring_in_to = 0
        self.bring_in_all_in = False
        self.opened_third = False
        self.first_actor = 0
        self.wagerers: list[int] = []  # the seat of each wager of the hand
        self.first_wager: tuple[int, int, int] | None = (
            None  # the first wager by a seat with chips left: street, to, over
        )

    def open_street(self, street: int) -> None:
        """Begins a street: clears the facts of the street before. The chips in front are now in the pot, and nobody has
        acted.
        """
        self.street = street
        self.opened_before = self.first_actor  # the seat that opened the street before this one
        self.answers.betting = None
        self.front = [0] * SEATS
        self.most_in_front = 0
        self.dealt_now = 0  # seats that got a card on this street
        self.last_dealt = 0
        self.burned_before = self.burns  # the number of cards that were burned before this street
        self.burned_now = False
        self.raises: list[Raise] = []
        self.acted = self.settled = 0
        self.skipped = 0
        self.checked_ahead = 0  # seats that checked while earlier seats were due
        self.checked_among = (
            0  # seats that could have opened when the first actor checked; 0 if the first actor did not check
        )
        self.wagered_ahead = 0  # seats that wagered while earlier seats were due
        self.contested = False  # a seat that a wager skipped acted as if there were no wager
        self.acted_at = [0] * SEATS  # the number of wagers before the last act of the seat
        self.last_actor = 0  # 0 while there are only folds out of turn
        self.in_turn = NOBODY  # the next seat that acts after `last_actor`
        self.first_actor = 0  # the first seat that checks, calls or wagers
        self.called_on = 0  # the seat that must open according to the log itself
        self.began_live = self.live
        self.able = self.live & ~self.all_in  # live seats that are not all-in
        self.began_with = self.able  # seats able to act when the street began
        self.waiting = 0  # seats that still have to act
        self.raises_when_two_left = 0 if self.began_with.bit_count() == 2 else -1

    def _await_showdown(self) -> None:
        self.shown = self.mucked = 0
        self.showdown: list[int] = []  # seats that showed or mucked after the last act, in order
        self.showed: list[tuple[int, ...]] = [()] * SEATS
        self.show_event = [0] * SEATS
        self.revealed: list[tuple[int, ...]] = [()] * SEATS
        self.paid: list[Paid] = []
        self.collectors = 0  # the seats that were paid, as a set
        self.paid_to = [0] * SEATS
        self.paid_from: dict[int, int] = {}  # the payments by pot
        self.won = [-1] * SEATS
        self.stack_after = [-1] * SEATS
        self.rake_event = 0
        self.rakes: list[tuple[int, int]] = []  # pot, amount
        self.raked = 0  # the sum of all rake lines
        self.pot_totals: list[tuple[int, int]] = []  # pot, amount
        self.void = False
        self.went_on = False  # true if cards or acts were logged after the hand was over

    def holding(self, seat: int) -> list[int]:
        """Returns the cards that a seat was dealt, according to the deal lines."""
        return [*self.down[seat], *self.up[seat]]

    def goes_on(self) -> bool:
        """Whether some seat can still bet, and the log has another act before any payment. If so, a hand that is shown
        now is shown during play.
        """
        if not self.waiting and (self.street == 7 or self.able & (self.able - 1) == 0):
            return False
        events = self.hand.events
        if self.next_act <= self.event:
            self.next_act = self.event + 1
            while self.next_act < len(events) and not isinstance(events[self.next_act], (Collect, *ACTS)):
                self.next_act += 1
        return self.next_act < len(events) and not isinstance(events[self.next_act], Collect)
