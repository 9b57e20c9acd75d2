"""Events: what a log says happened, one plain class each, in the order of the log.

An event is believed, never judged. Chips are integers in the hand's smallest unit. `to` is the amount in front
of the seat after it acted; forced bring-in money counts towards it, antes do not. `seat` is 0 where the event
belongs to nobody, and `STRANGER` where the log names somebody who has no seat in the hand. `line` is the 1-based
line of the decoded source, 0 where there is none; it is no part of the hand's digest.

`words()` is an event in its canonical form: a letter code and its fields, one line, never empty.
"""

from typing import Final

from auditor.engine.cards import name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # seats are numbered 1 to 11; lists by seat have a place for 0 and for the stranger


class Event:
    """One line of a log. `seat` and `line` as the module says."""

    __slots__ = ("line", "seat")

    def __init__(self, seat: int, line: int = 0) -> None:
        self.seat: Final = seat
        self.line: Final = line

    def words(self) -> str:
        """The canonical form, without the line number."""
        raise AssertionError


class Ante(Event):
    """A seat posts its ante."""

    __slots__ = ("all_in", "amount")

    def __init__(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"ante {self.seat} {self.amount}{' !' if self.all_in else ''}"


class Street(Event):
    """A new street begins: 3 to 7."""

    __slots__ = ("street",)

    def __init__(self, street: int, line: int = 0) -> None:
        super().__init__(0, line)
        self.street: Final = street

    def words(self) -> str:
        return f"street {self.street}"


class Deal(Event):
    """Cards to a seat, in order: `down` face down, then `up` face up; `UNSEEN` where the log hides them.

    `spelled` holds what the log wrote in place of cards that are not cards of the deck, else it is empty.
    """

    __slots__ = ("down", "spelled", "up")

    def __init__(self, seat: int, down: tuple[int, ...], up: tuple[int, ...], spelled: str = "", line: int = 0) -> None:
        super().__init__(seat, line)
        self.down: Final = down
        self.up: Final = up
        self.spelled: Final = spelled

    def words(self) -> str:
        return f"deal {self.seat} {_cards(self.down)}|{_cards(self.up)}{' ' if self.spelled else ''}{self.spelled}"


class Burn(Event):
    """A card burned from the top of the deck."""

    __slots__ = ("card",)

    def __init__(self, card: int, line: int = 0) -> None:
        super().__init__(0, line)
        self.card: Final = card

    def words(self) -> str:
        return f"burn {name_of(self.card)}"


class Community(Event):
    """One card face up that belongs to every live hand."""

    __slots__ = ("card",)

    def __init__(self, card: int, line: int = 0) -> None:
        super().__init__(0, line)
        self.card: Final = card

    def words(self) -> str:
        return f"community {name_of(self.card)}"


class Opens(Event):
    """The log itself names the seat that must act first on this street."""

    __slots__ = ()

    def words(self) -> str:
        return f"opens {self.seat}"


class BringIn(Event):
    """The forced bet of third street."""

    __slots__ = ("all_in", "to")

    def __init__(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        super().__init__(seat, line)
        self.to: Final = to
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"bringin {self.seat} {self.to}{' !' if self.all_in else ''}"


class Fold(Event):
    """A seat gives up its hand."""

    __slots__ = ()

    def words(self) -> str:
        return f"fold {self.seat}"


class Check(Event):
    """A seat passes the turn and puts nothing in."""

    __slots__ = ()

    def words(self) -> str:
        return f"check {self.seat}"


class Call(Event):
    """A seat matches the level, or what it has of it."""

    __slots__ = ("all_in", "to")

    def __init__(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        super().__init__(seat, line)
        self.to: Final = to
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"call {self.seat} {self.to}{' !' if self.all_in else ''}"


class Wager(Event):
    """A completion, a bet or a raise; `verb` is the log's: `completes`, `bets` or `raises`."""

    __slots__ = ("all_in", "to", "verb")

    def __init__(self, seat: int, to: int, verb: str = "raises", all_in: bool = False, line: int = 0) -> None:
        super().__init__(seat, line)
        self.to: Final = to
        self.verb: Final = verb
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"{self.verb} {self.seat} {self.to}{' !' if self.all_in else ''}"


class Return(Event):
    """An uncalled bet, or the unmatched part of an ante, goes back to its seat."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"return {self.seat} {self.amount}"


class TopUp(Event):
    """Chips added to a stack while the hand runs."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"topup {self.seat} {self.amount}"


class Show(Event):
    """A seat shows its hand.

    `cards` as shown, in the log's order. `high` and `low` are what the log says the cards make, as
    `auditor.engine.ranks` describes a hand: for high a category and the ranks the words name (a prefix of the full
    description), for low the five ranks from the highest down; empty where the log says nothing.
    """

    __slots__ = ("cards", "high", "low")

    def __init__(
        self,
        seat: int,
        cards: tuple[int, ...],
        high: tuple[int, ...] = (),
        low: tuple[int, ...] = (),
        line: int = 0,
    ) -> None:
        super().__init__(seat, line)
        self.cards: Final = cards
        self.high: Final = high
        self.low: Final = low

    def words(self) -> str:
        high = ".".join([str(part) for part in self.high])
        low = ".".join([str(part) for part in self.low])
        return f"show {self.seat} {_cards(self.cards)} {high or '-'} {low or '-'}"


class Muck(Event):
    """A seat gives up its claim at the showdown without showing."""

    __slots__ = ()

    def words(self) -> str:
        return f"muck {self.seat}"


class Reveal(Event):
    """The record tells a seat's cards without that seat having shown them at the table."""

    __slots__ = ("cards",)

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0) -> None:
        super().__init__(seat, line)
        self.cards: Final = cards

    def words(self) -> str:
        return f"reveal {self.seat} {_cards(self.cards)}"


class Collect(Event):
    """A seat is paid. `pot` is 0 for the main pot, 1 and up for side pots, `ANY_POT` where the log does not say;
    `half` is `whole`, `high` or `low`, empty where the log does not say.
    """

    __slots__ = ("amount", "half", "pot")

    def __init__(self, seat: int, amount: int, pot: int = ANY_POT, half: str = "", line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount
        self.pot: Final = pot
        self.half: Final = half

    def words(self) -> str:
        return f"collect {self.seat} {self.amount} {self.pot} {self.half or '-'}"


class Rake(Event):
    """What the house took, jackpot fees included; `pot` as in `Collect`."""

    __slots__ = ("amount", "pot")

    def __init__(self, amount: int, pot: int = ANY_POT, line: int = 0) -> None:
        super().__init__(0, line)
        self.amount: Final = amount
        self.pot: Final = pot

    def words(self) -> str:
        return f"rake {self.amount} {self.pot}"


class PotTotal(Event):
    """The log states a pot, rake included: `ANY_POT` is the sum of all pots, 0 the main pot, 1 and up a side pot."""

    __slots__ = ("amount", "pot")

    def __init__(self, amount: int, pot: int = ANY_POT, line: int = 0) -> None:
        super().__init__(0, line)
        self.amount: Final = amount
        self.pot: Final = pot

    def words(self) -> str:
        return f"total {self.amount} {self.pot}"


class Won(Event):
    """The log's summary states all that a seat collected in the hand."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"won {self.seat} {self.amount}"


class StackAfter(Event):
    """The log states a seat's stack after the hand."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        super().__init__(seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"stack {self.seat} {self.amount}"


class Misdeal(Event):
    """The deal is declared dead."""

    __slots__ = ()

    def __init__(self, line: int = 0) -> None:
        super().__init__(0, line)

    def words(self) -> str:
        return "misdeal"


class Void(Event):
    """The hand is cancelled; what was put in goes back by `Return`."""

    __slots__ = ()

    def __init__(self, line: int = 0) -> None:
        super().__init__(0, line)

    def words(self) -> str:
        return "void"


class Remark(Event):
    """A line that moves nothing: `kind` is `chat`, `joins`, `leaves`, `disconnected`, `connected`, `timed_out`,
    `sits_out`, `returns`, `warned`, `capped`, `double_allowed`, `no_low` or `other`.
    """

    __slots__ = ("kind",)

    def __init__(self, seat: int, kind: str, line: int = 0) -> None:
        super().__init__(seat, line)
        self.kind: Final = kind

    def words(self) -> str:
        return f"remark {self.seat} {self.kind}"


class Illegible(Event):
    """A line that the reader could not make sense of; `text` is that line, cut at 200 characters."""

    __slots__ = ("text",)

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(0, line)
        self.text: Final = text

    def words(self) -> str:
        return f"illegible {' '.join(self.text.split())}"


class LogEnd(Event):
    """The end of the log. `complete` where the log itself is whole: judged to its end; else only as far as it goes."""

    __slots__ = ("complete",)

    def __init__(self, complete: bool, line: int = 0) -> None:
        super().__init__(0, line)
        self.complete: Final = complete

    def words(self) -> str:
        return "end" if self.complete else "end early"


def _cards(cards: tuple[int, ...]) -> str:
    return "".join([name_of(card) for card in cards]) or "-"
