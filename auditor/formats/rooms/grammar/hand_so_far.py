"""The hand as far as its lines have been read: its events, and the facts from earlier lines that are needed to read
later ones.

Most lines state how many chips a seat adds. An event states how many chips are in front of the seat after the act, so
`front` keeps this number for each seat. A room that needs more facts has a subclass of `HandSoFar`.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import (
    STRANGER,
    Ante,
    BringIn,
    Call,
    Collect,
    Community,
    Event,
    Fold,
    Illegible,
    LogEnd,
    Muck,
    Remark,
    Street,
    Unread,
    Wager,
    Won,
)
from auditor.engine.hand import Seat
from auditor.formats import limits
from auditor.formats.folds_in_turn import LEAVING, with_folds_in_turn
from auditor.formats.rooms.grammar.going_all_in import all_in_act
from auditor.formats.rooms.grammar.hand_names import Stated
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.players import Players

# A function that takes the words after shown cards, such as `a pair of Kings`. It returns the high hand and the low
# hand that they name, as numbers (see `hand_names`).
Words = Callable[[str], tuple[Stated, Stated]]
UNSEEN_COMMUNITY: Final = "X"  # stands for a card that was dealt to all seats and that nobody saw


def no_words(_words: str) -> tuple[Stated, Stated]:
    """Returns () for the high and the low hand, which means that no hand is named. It is for rooms and games whose
    words after shown cards are not read.
    """
    return (), ()


class HandSoFar:
    """The events of a hand and the facts known about it, while its lines are read.

    Facts about each seat:

    - `front`: the chips in front of the seat on this street.
    - `logged`: the cards dealt to the seat, as text. Later lines may print them again.
    - `shown`: the cards that the seat showed, as text.
    - `won`: the winnings that the summary states, and the number of the summary line.
    - `left_folds`: the fold of the seat, if a line states only that its player left.

    Sets of seats:

    - `anted`: the seats that posted an ante or, in some rooms, got a card.
    - `left`: the seats of `anted` that did not fold yet.
    - `out`: the seats that sit out, as a line below the list of seats states.
    - `mucked`: the seats that threw their cards away.
    - `paid`: the seats that received a payment.
    - `summed_up`: the seats that have a line in the summary.

    Other facts:

    - `small_bet`: the small bet of the stakes; 0 if unknown. `all_in` needs this amount to tell a bring-in from a bet.
    - `last`: events of the summary. `close` adds them after all other events.
    - `knows_money`: true if the stakes or at least one stack can be read. Then the log writes amounts in a form that we
      know.
    - `some_left`: true after a remark that a player left, sits out, lost the connection or let the time run out.
    - `antes_paid`: true if the log lists the stacks after the antes were paid.
    """

    __slots__ = (
        "anted",
        "antes_paid",
        "chapter",
        "community",
        "complete",
        "events",
        "front",
        "header",
        "knows_money",
        "last",
        "left",
        "left_folds",
        "logged",
        "minor",
        "mucked",
        "out",
        "paid",
        "players",
        "records",
        "seats",
        "showdown",
        "shown",
        "small_bet",
        "some_left",
        "street",
        "summed_up",
        "void",
        "won",
        "words",
    )

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        self.header: Final = header
        self.seats: Final = seats
        self.players: Final = Players(seats)
        self.minor: Final = header.minor
        stated = header.legible and any(header.amounts)
        self.knows_money: Final = stated or any(seat.stack is not None for seat in seats)
        self.small_bet: Final = header.stakes.small_bet or 0
        self.words: Final = words
        self.records = records
        self.events: Final[list[Event]] = []
        self.last: Final[list[Event]] = []
        self.chapter = "play"
        self.street = 0
        self.community = ""
        self.showdown = False
        self.void = False
        self.complete = False
        self.antes_paid = False
        self.some_left = False
        self.left_folds: Final[dict[int, Fold]] = {}
        self.front: Final[dict[int, int]] = {}
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.won: Final[dict[int, tuple[int, int]]] = {}
        self.anted: Final[set[int]] = set()
        self.left: Final[set[int]] = set()
        self.mucked: Final[set[int]] = set()
        self.out: Final[set[int]] = set()
        self.paid: Final[set[int]] = set()
        self.summed_up: Final[set[int]] = set()

    @property
    def names(self) -> list[str]:
        """The players at the table."""
        return self.players.names

    @property
    def level(self) -> int:
        """The highest number of chips in front of any seat on this street: the amount that the other seats must
        match.
        """
        return max(self.front.values(), default=0)

    @property
    def not_dealt_in(self) -> set[int]:
        """The seats that get no cards: they wait for a later hand or sit out, and they posted no ante. In a tournament
        a seat that sits out gets cards too.
        """
        header = self.header
        out = {row.number for row in header.listed if row.moved_in}
        if not (header.tournament or header.is_tournament):
            out |= self.out.union([row.number for row in header.listed if row.sits_out])
        return out - self.anted

    def chips(self, text: str) -> int | None:
        """Returns an amount such as `$1.50` in the smallest unit of this hand; `None` if the text is no amount."""
        return chips(text, self.minor)

    def unread(self, text: str, line: int) -> None:
        """Keeps a line that the reader does not know, as an `Unread` event. `line` is its number."""
        self.events.append(Unread(text[: limits.UNREAD], line))

    def illegible(self, text: str, line: int) -> None:
        """Adds an `Illegible` event for a line that begins like an act, but whose amount or cards cannot be read. But
        if neither the stakes nor any stack of this hand can be read, the log may write money in a form that we do not
        know. Then adds an `Unread` event instead.
        """
        note = Illegible if self.knows_money else Unread
        self.events.append(note(text[: limits.UNREAD], line))

    def remark(self, seat: int, kind: str, line: int) -> None:
        self.some_left |= kind in LEAVING
        self.events.append(Remark(seat, kind, line))

    # --- streets

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.front.clear()
        self.events.append(Street(street, line))

    def common_card(self, cards: tuple[int, ...], line: int) -> bool:
        """Deals one card for all seats, which stud does on seventh street if the deck runs out. The card may be unseen.
        Returns false and deals nothing on another street, or if `cards` is not exactly one card.
        """
        if self.street == 7 and len(cards) == 1 and cards[0] != NO_CARD:
            self.events.append(Community(cards[0], line))
            return True
        return False

    # --- chips: `added` are the chips that the seat adds with this act, `to` are all its chips on this street

    def ante(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.join(seat)
        self.events.append(Ante(seat, amount, all_in, line))

    def join(self, seat: int) -> None:
        """Adds the seat to the seats that take part in this hand, because it posted an ante or got a card. A second
        call for the same seat changes nothing, so a folded seat stays folded. A person without a seat takes no part.
        """
        if seat not in self.anted and seat != STRANGER:
            self.anted.add(seat)
            self.left.add(seat)

    def bring_in(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(BringIn(seat, self.put(seat, added), all_in, line))

    def bet(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Wager(seat, self.put(seat, added), "bets", all_in, line))

    def call(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.events.append(Call(seat, self.put(seat, added), all_in, line))

    def complete_by(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.complete_to(seat, self.front.get(seat, 0) + added, all_in, line)

    def complete_to(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.front[seat] = to
        self.events.append(Wager(seat, to, "completes", all_in, line))

    def raise_by(self, seat: int, added: int, all_in: bool = False, line: int = 0) -> None:
        self.raise_to(seat, self.front.get(seat, 0) + added, all_in, line)

    def raise_to(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.front[seat] = to
        self.events.append(Wager(seat, to, "raises", all_in, line))

    def all_in(self, seat: int, added: int, _: bool = False, line: int = 0) -> None:
        """Adds an all-in act whose line has no verb: `Ann is all-in $3`. The chips in front of the seats decide whether
        it is a call, a raise or a bet. The first chips on third street are a bring-in if they are fewer than the small
        bet.
        """
        level = self.level
        self.events.append(all_in_act(seat, self.put(seat, added), level, self.street, self.small_bet, line))

    def put(self, seat: int, added: int) -> int:
        """Adds chips to the chips in front of the seat. Returns the new total in front of the seat."""
        self.front[seat] = to = self.front.get(seat, 0) + added
        return to

    # --- acts without chips

    def fold(self, seat: int, line: int) -> None:
        self.left.discard(seat)
        self.events.append(Fold(seat, line))

    def fold_when_due(self, seat: int, line: int) -> None:
        """Adds the fold of a player who left, and keeps the same event in `left_folds`. So `close` can find the event
        and move it to the turn of the seat.
        """
        self.fold(seat, line)
        self.left_folds[seat] = Fold(seat, line)
        self.events[-1] = self.left_folds[seat]

    def muck(self, seat: int, line: int) -> None:
        self.mucked.add(seat)
        self.events.append(Muck(seat, line))

    def keep_closed(self, seat: int, line: int) -> None:
        """Adds a muck. If no other seat is left, adds only a remark: a winner whom nobody called may keep his cards
        closed and still gets the pot.
        """
        self.events.append(Remark(seat, "other", line) if self.left == {seat} else Muck(seat, line))

    # --- winnings that the summary states

    def win(self, seat: int, amount: int, line: int) -> None:
        """Adds an amount to the winnings of a seat. The amounts of several lines are added up, because a summary may
        have one line for each half of a pot. `close` adds one `Won` event with the sum to the hand.
        """
        before, _ = self.won.pop(seat, (0, 0))
        self.won[seat] = (before + amount, line)

    def win_here(self, seat: int, amount: int, line: int) -> None:
        """Adds a `Won` event with the winnings of a seat at once. In contrast, the events for `win` are added only when
        the hand is closed.
        """
        self.events.append(Won(seat, amount, line))

    def win_or_collect(self, seat: int, amount: int, line: int) -> None:
        """Reads the winnings of a seat in the summary. If no earlier line paid the seat, the line is the payment
        itself, and a `Collect` event is added. Otherwise the line only repeats the payment, and the amount becomes a
        `Won` event at the end of the hand.
        """
        if seat in self.paid:
            self.win(seat, amount, line)
        else:
            self.events.append(Collect(seat, amount, line=line))

    # --- the end

    def close(self, text_of: Callable[[int], str]) -> None:
        """Adds the last events, which are the winnings and the events in `last`. Moves the fold of each player who left
        to the moment at which it was his turn. If it is unclear whether or when he folded, the line by which he left
        becomes an unread line (see `with_folds_in_turn`).

        `text_of` takes the number of a line and returns the text of the line, which the unread line quotes.
        """
        self.events.extend([Won(seat, amount, at) for seat, (amount, at) in self.won.items()])
        self.events.extend(self.last)
        if self.some_left or self.left_folds:
            self.events[:] = with_folds_in_turn(
                self.events,
                self.left_folds,
                self.header.game,
                self.seats,
                text_of=lambda event: text_of(event.line)[: limits.UNREAD],
                antes_paid=self.antes_paid,
            )

    def ended(self, complete: bool, line: int) -> tuple[Event, ...]:
        """Adds the end of the log and returns all events. `complete` is true if the log reaches the end of the hand.
        `line` is the number of the last line of the log.
        """
        self.events.append(LogEnd(complete, line))
        return tuple(self.events)
