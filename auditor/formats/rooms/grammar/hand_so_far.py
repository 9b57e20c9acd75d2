"""The hand as far as its lines have been read: its events, and the state that the meaning of later lines depends on.

Lines state how many chips a seat adds. Events state how many chips are in front of the seat after that, so `front`
counts them. A room whose lines depend on more state has a subclass of `HandSoFar`.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import (
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
    Wager,
    Won,
)
from auditor.engine.hand import Seat
from auditor.formats.rooms.grammar.going_all_in import all_in_act
from auditor.formats.rooms.grammar.hand_names import Stated
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.players import Players

# Returns the high and the low hand that the words after shown cards name.
Words = Callable[[str], tuple[Stated, Stated]]
_LONGEST: Final = 200  # characters that are kept of an illegible line


def no_words(_words: str) -> tuple[Stated, Stated]:
    """Returns no high and no low hand, for rooms and games whose words after shown cards are not read."""
    return (), ()


class HandSoFar:
    """The events and the state of a hand while its lines are read.

    State of each seat:

    - `front`: the chips in front of the seat on this street.
    - `logged`: the cards of the seat as text; later lines repeat them.
    - `shown`: the cards that the seat showed, as text.
    - `won`: the winnings that the summary states, and the number of that line.

    Sets of seats:

    - `anted` posted an ante, and `left` posted an ante and did not fold.
    - `out` sit out, by a line that comes after the list of seats.
    - `mucked` threw their cards away.
    - `paid` received a payment.
    - `summed_up` have a line in the summary.

    `small_bet` distinguishes a bring-in from a bet if the log has no verb. `last` are events of the summary that come
    after all other events.
    """

    __slots__ = (
        "anted",
        "chapter",
        "community",
        "complete",
        "events",
        "front",
        "header",
        "last",
        "left",
        "logged",
        "minor",
        "mucked",
        "out",
        "paid",
        "players",
        "records",
        "showdown",
        "shown",
        "small_bet",
        "street",
        "summed_up",
        "void",
        "won",
        "words",
    )

    def __init__(self, header: Header, seats: list[Seat], words: Words = no_words, records: int = 0) -> None:
        self.header: Final = header
        self.players: Final = Players(seats)
        self.minor: Final = header.minor
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
    def level(self) -> int:
        """The highest amount in front of any seat on this street."""
        return max(self.front.values(), default=0)

    @property
    def not_dealt_in(self) -> set[int]:
        """The seats that are not dealt in. They posted no ante, and they wait for a later hand or sit out. A tournament
        also deals cards to a seat that sits out.
        """
        header = self.header
        out = {row.number for row in header.listed if row.moved_in}
        if not (header.tournament or header.is_tournament):
            out |= self.out.union([row.number for row in header.listed if row.sits_out])
        return out - self.anted

    def chips(self, text: str) -> int | None:
        """Returns an amount of this hand in the smallest unit; `None` if the text is no amount."""
        return chips(text, self.minor)

    def illegible(self, text: str, line: int) -> None:
        self.events.append(Illegible(text[:_LONGEST], line))

    def remark(self, seat: int, kind: str, line: int) -> None:
        self.events.append(Remark(seat, kind, line))

    # --- streets

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.front.clear()
        self.events.append(Street(street, line))

    def common_card(self, cards: tuple[int, ...], line: int) -> bool:
        """Deals one card to everybody. This is possible only on the last street. Returns whether the card was dealt."""
        if self.street == 7 and len(cards) == 1 and cards[0] >= 0:
            self.events.append(Community(cards[0], line))
            return True
        return False

    # --- chips: `added` is the number that the seat puts in now, `to` is its new total on this street

    def ante(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.join(seat)
        self.events.append(Ante(seat, amount, all_in, line))

    def join(self, seat: int) -> None:
        """Notes that the seat plays this hand. A seat that has folded stays folded."""
        if seat not in self.anted:
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
        """Adds an all-in act whose line has no verb. The amounts in front of the seats decide which act it is."""
        level = self.level
        self.events.append(all_in_act(seat, self.put(seat, added), level, self.street, self.small_bet, line))

    def put(self, seat: int, added: int) -> int:
        """Adds chips to those in front of the seat. Returns the new total in front of the seat."""
        self.front[seat] = to = self.front.get(seat, 0) + added
        return to

    # --- without chips

    def fold(self, seat: int, line: int) -> None:
        self.left.discard(seat)
        self.events.append(Fold(seat, line))

    def muck(self, seat: int, line: int) -> None:
        self.mucked.add(seat)
        self.events.append(Muck(seat, line))

    def keep_closed(self, seat: int, line: int) -> None:
        """Adds a muck, or only a remark if no other seat is left. A winner whom nobody called gives up no claim to the
        pot by keeping the cards closed.
        """
        self.events.append(Remark(seat, "other", line) if self.left == {seat} else Muck(seat, line))

    # --- winnings by the summary

    def win(self, seat: int, amount: int, line: int) -> None:
        """Adds an amount to the winnings of a seat, because a summary may have one line for each half of a pot."""
        before, _ = self.won.pop(seat, (0, 0))
        self.won[seat] = (before + amount, line)

    def win_here(self, seat: int, amount: int, line: int) -> None:
        """Adds the winnings as an event at the place of this line."""
        self.events.append(Won(seat, amount, line))

    def win_or_collect(self, seat: int, amount: int, line: int) -> None:
        """Adds a payment to the seat. If an earlier line paid the seat, only notes the winnings."""
        if seat in self.paid:
            self.win(seat, amount, line)
        else:
            self.events.append(Collect(seat, amount, line=line))

    # --- the end

    def finish(self, complete: bool, line: int) -> tuple[Event, ...]:
        """Adds the winnings, the events kept for the end, and the end of the log at line `line`. Returns all events."""
        self.events.extend([Won(seat, amount, at) for seat, (amount, at) in self.won.items()])
        self.events.extend(self.last)
        self.events.append(LogEnd(complete, line))
        return tuple(self.events)
