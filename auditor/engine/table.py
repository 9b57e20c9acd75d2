"""The state of the poker table after each event of the log: cards, chips, and the seats that acted. A `Table` does not
judge. The function `transitions.believe` updates it after each event.
"""

from typing import Final

from auditor.engine import phases
from auditor.engine.events import ACTS, SEATS, Collect, Event, LogEnd
from auditor.engine.hand import Hand, Seat
from auditor.engine.law_cache import Answers

FIRST_STREET: Final = 3
NOBODY: Final = -1  # it is nobody's turn; not 0, because an event without a seat has the seat 0
ENDLESS: Final = 10**18  # the chips of a seat whose stack is unknown
SEAT_BIT: Final = tuple([1 << seat for seat in range(SEATS)])
_SEATS_OF: Final[dict[int, tuple[int, ...]]] = {}


def seats_in(mask: int) -> tuple[int, ...]:
    """Returns the seat numbers of a bit mask, in ascending order: `0b101000` becomes `(3, 5)`."""
    seats = _SEATS_OF.get(mask)
    if seats is None:
        seats = _SEATS_OF[mask] = tuple([seat for seat in range(SEATS) if mask >> seat & 1])
    return seats


def next_clockwise(mask: int, seat: int) -> int:
    """Returns the next seat of the set `mask` clockwise after `seat`. If only `seat` itself is in the set, returns
    `seat`. Returns 0 for an empty set. Clockwise is the order of seat numbers.
    """
    after = mask >> (seat + 1)
    if after:
        return seat + 1 + ((after & -after).bit_length() - 1)
    return (mask & -mask).bit_length() - 1 if mask else 0


class Raise:
    """A wager on this street: the seat, the total `to` that the seat then has in front, the highest total before the
    wager (`over`), and whether the seat is all-in.

    Two fields are about this wager and all earlier wagers of the street, so that no function has to search them.
    `passed` is a bit mask of the seats whose turn was skipped by at least one of these wagers. `all_short` is true if
    every one of these wagers was all-in.
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
    """A seat whose time to act ran out, so that it counts as all-in. `put_in` are the chips that each seat had put in
    at that time.
    """

    __slots__ = ("put_in", "seat")

    def __init__(self, seat: int, put_in: tuple[int, ...]) -> None:
        self.seat: Final = seat
        self.put_in: Final = put_in


class Paid:
    """A payment as the log states it. `event` is the index of its line in the list of events."""

    __slots__ = ("amount", "event", "half", "pot", "seat")

    def __init__(self, event: int, seat: int, amount: int, pot: int, half: str) -> None:
        self.event: Final = event
        self.seat: Final = seat
        self.amount: Final = amount
        self.pot: Final = pot
        self.half: Final = half


# Fields about the log, and about how much of the log the table has read.
_HAND: Final = (
    "answers",
    "complete",
    "event",
    "hand",
    "lost",
    "next_act",
    "phase",
)

# Fields about the seats: which seats take part, and the chips of each seat.
_SEATS: Final = (
    "added",
    "all_in",
    "all_showed",
    "all_turned",
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

# Fields about the cards that have left the deck.
_CARDS: Final = (
    "burned",
    "burns",
    "community",
    "dealt",
    "down",
    "held",
    "misdealt",
    "mixed_in",
    "own",
    "reshuffled",
    "seen",
    "up",
)

# Fields about the streets and the betting on them.
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
    "closed_over",
    "contested",
    "dealt_now",
    "first_actor",
    "first_wager",
    "front",
    "in_turn",
    "last_actor",
    "last_dealt",
    "left_before_opening",
    "most_in_front",
    "opened_among",
    "opened_before",
    "opened_third",
    "opened_with",
    "raises",
    "raises_when_two_left",
    "settled",
    "skipped",
    "street",
    "wagered_ahead",
    "wagerers",
    "waiting",
)

# Fields about the showdown, the payout, and the amounts that the log states.
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
    """The state of the poker table after each event of the log. Lists have one value for each seat number. Sets of
    seats are bit masks: ints with one bit for each seat.

    - `behind` are the chips that a seat has not put in yet.
    - `front` are the chips in front of a seat on this street, and `most_in_front` is the highest front.
    - `put_in` are all chips that a seat put in during the hand, antes included; chips that were returned are still
      counted.
    - `added` are chips of the room, which no seat put in.
    - `returned` are the chips that were returned to a seat.
    - `live` seats are dealt in and not folded.
    - `settled` seats have acted since the last wager.
    - `skipped` seats had to act, but a later seat acted first.
    """

    # The class has slots: without them, each attribute is looked up in a large dictionary, which takes twice as long.
    # The table has no objects for seats, cards or betting, because each would need a second look-up.
    __slots__ = (*_HAND, *_SEATS, *_CARDS, *_BETTING, *_SHOWDOWN)

    def __init__(self, hand: Hand) -> None:
        self.hand: Final = hand
        self.answers = Answers()
        self.event = 0  # the index of the event that is being judged
        self.next_act = 0  # a cache of the method `goes_on`: the index of the next act or payment in the list of events
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
        self.dealt_in = 0  # seats that are in the hand according to the lines above the antes
        self.took_part = 0  # seats that anted or got cards
        self.folded = 0
        self.folded_free = 0  # seats that folded although they had nothing to call; a later wager empties this set
        self.all_in = 0
        self.clocked = 0  # seats whose time ran out: they count as all-in, but may have chips left
        self.clockings: list[Clocking] = []
        self.disconnected = 0
        self.anted = 0
        self.added = 0  # chips that the room itself added to the pot
        self.behind = [0] * SEATS
        self.announced = [0] * SEATS  # money that is not on the table, announced before the first card
        self.announced_late = [0] * SEATS  # money that is not on the table, announced after the first card
        self.stack_known = 0
        self.put_in = [0] * SEATS
        self.returned = [0] * SEATS
        self.returns: list[tuple[int, int, int]] = []  # for each returned bet: the event index, the seat and the amount
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
        self.own = [0] * SEATS  # for each seat: the dealt cards that were seen, as a bit mask
        self.dealt = 0  # seats that got a card in this hand
        self.community: list[int] = []
        self.seen = 0
        self.burns = 0
        self.burned = 0  # burned cards that were seen and not dealt later
        # True if the burned cards and the cards of folded seats were shuffled back into the deck.
        self.reshuffled = False
        self.mixed_in = 0  # the seats whose cards went back into the deck
        self.misdealt = False

    def _await_betting(self) -> None:
        self.closed_over = 0  # seats that did not act before an earlier street ended, and have not acted since then
        self.bring_in_seat = 0
        self.bring_in_to = 0
        self.bring_in_all_in = False
        self.opened_third = False
        self.first_actor = 0
        self.opened_with: Event | None = None  # the act with which `first_actor` opened the street
        self.opened_among = 0  # the seats that still had to act before that act, so that one of them had to open
        self.wagerers: list[int] = []  # the seat of each wager of the hand, in order
        # The first wager of the hand that is also the first of its street and is not all-in; `None` if there is none.
        # It is stored as three numbers: its street, its total, and the highest total in front of a seat before it.
        self.first_wager: tuple[int, int, int] | None = None

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
        self.checked_ahead = 0  # seats that checked while earlier seats still had to act
        self.wagered_ahead = 0  # seats that wagered while earlier seats still had to act
        self.contested = False  # true if a seat that was skipped by a wager then acted as if it faced no wager
        self.acted_at = [0] * SEATS  # for each seat: the number of wagers on this street when the seat last acted
        self.last_actor = 0  # the seat that acted last, not counting folds out of turn; 0 if there is none
        self.in_turn = NOBODY  # the seat whose turn it is: the first after `last_actor` that still has to act
        self.first_actor = 0  # the first seat that checks, calls or wagers on this street; 0 if there is none yet
        self.called_on = 0  # the seat that a line of the log itself names as the opener; 0 if no line names a seat
        self.began_live = self.live
        self.able = self.live & ~self.all_in  # live seats that are not all-in
        self.began_with = self.able  # seats that were live and not all-in when the street began
        self.left_before_opening = 0  # seats that the room folded before anybody acted, because the player is away
        self.waiting = 0  # seats that still have to act
        self.raises_when_two_left = 0 if self.began_with.bit_count() == 2 else -1

    def _await_showdown(self) -> None:
        self.shown = self.mucked = 0
        self.showdown: list[int] = []  # seats that showed or mucked (gave up unseen) after the last act, in order
        self.showed: list[tuple[int, ...]] = [()] * SEATS
        self.show_event = [0] * SEATS
        self.revealed: list[tuple[int, ...]] = [()] * SEATS
        self.all_showed = [0] * SEATS  # for each seat: the cards of all its show lines, as one set
        self.all_turned = [0] * SEATS  # for each seat: the cards of all its show and reveal lines, as one set
        self.paid: list[Paid] = []
        self.collectors = 0  # the seats that were paid, as a set
        self.paid_to = [0] * SEATS
        self.paid_from: dict[int, int] = {}  # maps a pot to the sum of the payments from that pot
        self.won = [-1] * SEATS
        self.stack_after = [-1] * SEATS
        self.rake_event = 0
        self.rakes: list[tuple[int, int]] = []  # for each rake line: the index of the pot and the amount
        self.raked = 0  # the sum of all rake lines
        # For each line that states a pot: the index of the pot and the amount.
        self.pot_totals: list[tuple[int, int]] = []
        self.void = False
        self.went_on = False  # true if the log has cards or acts after the end of the hand

    def in_the_pots(self) -> int:
        """Returns all chips that went into the pots so far, including chips that the room itself added."""
        return sum(self.put_in) + self.added

    def holding(self, seat: int) -> list[int]:
        """Returns the cards that a seat was dealt, according to the deal lines."""
        return [*self.down[seat], *self.up[seat]]

    def goes_on(self) -> bool:
        """Whether play goes on after the current line: some seat can still bet, and the log has another act before any
        payment. If play goes on, cards that are shown now are shown during play, not at the showdown.
        """
        if not self.waiting and (self.street == 7 or self.able & (self.able - 1) == 0):
            return False
        events = self.hand.events
        if self.next_act <= self.event:
            self.next_act = self.event + 1
            while self.next_act < len(events) and not isinstance(events[self.next_act], (Collect, *ACTS)):
                self.next_act += 1
        return self.next_act < len(events) and not isinstance(events[self.next_act], Collect)
