"""Events of the betting: bring-in, fold, check, call, wager and returned chips."""

from typing import Final

from auditor.engine.events.event import Event


class Opens(Event):
    """A line of the log that names the seat that must act first on this street. Few logs have such lines."""

    __slots__ = ()

    def words(self) -> str:
        return f"opens {self.seat}"


class BringIn(Event):
    """A seat posts the bring-in, the small forced bet that opens third street. `to` is the amount in front of the seat
    after this act.
    """

    __slots__ = ("all_in", "to")

    def __init__(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        Event.__init__(self, seat, line)
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
    """A seat ends its turn and puts in nothing."""

    __slots__ = ()

    def words(self) -> str:
        return f"check {self.seat}"


class Clocked(Event):
    """The time of a seat ran out, so it is treated as all-in for the chips that it has put in, even if it has more
    chips. The `clock` of the event may state the cause.
    """

    __slots__ = ()

    def words(self) -> str:
        return f"clocked {self.seat}"


class Dropped(Event):
    """The house folds a seat (ends its part in the hand) because the seat has too few chips to call."""

    __slots__ = ()

    def words(self) -> str:
        return f"dropped {self.seat}"


class Call(Event):
    """A seat puts in as many chips as it needs to match the highest amount in front of any seat, or all its chips. `to`
    is the amount in front of the seat after the call.
    """

    __slots__ = ("all_in", "to")

    def __init__(self, seat: int, to: int, all_in: bool = False, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.to: Final = to
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"call {self.seat} {self.to}{' !' if self.all_in else ''}"


class Wager(Event):
    """A seat completes the bring-in (raises it to a full small bet), bets or raises. `verb` is the word of the log:
    `completes`, `bets` or `raises`. `to` is the amount in front of the seat after this act.
    """

    __slots__ = ("all_in", "to", "verb")

    def __init__(self, seat: int, to: int, verb: str = "raises", all_in: bool = False, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.to: Final = to
        self.verb: Final = verb
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"{self.verb} {self.seat} {self.to}{' !' if self.all_in else ''}"


class Return(Event):
    """A seat gets back its uncalled bet, or the part of its ante that nobody matched."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"return {self.seat} {self.amount}"


# The kinds of events that are a betting act of a seat. Usually the player makes the act; the clock or the house may act
# for the seat.
ACTS: Final = (BringIn, Wager, Call, Check, Fold, Clocked, Dropped)
