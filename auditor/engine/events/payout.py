"""Events of the pots and the payout, and the amounts of pots and stacks that the log states."""

from typing import Final

from auditor.engine.events.event import ANY_POT, Event


class Added(Event):
    """The room adds chips of its own to the main pot, as a gift to the winner."""

    __slots__ = ("amount",)

    def __init__(self, amount: int, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"added {self.amount}"


class Collect(Event):
    """A seat is paid `amount` from a pot. `pot` is 0 for the main pot, and 1 and up for side pots. `half` is `whole`,
    `high` or `low`. `odd` is how many chips of the amount are odd chips, which were left when the pot could not be
    shared evenly. A value that the log does not state is `ANY_POT` for `pot`, empty for `half`, and `None` for `odd`.
    """

    __slots__ = ("amount", "half", "odd", "pot")

    def __init__(
        self, seat: int, amount: int, pot: int = ANY_POT, half: str = "", line: int = 0, odd: int | None = None
    ) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount
        self.pot: Final = pot
        self.half: Final = half
        self.odd: Final = odd

    def words(self) -> str:
        odd = "" if self.odd is None else f" {self.odd}"
        return f"collect {self.seat} {self.amount} {self.pot} {self.half or '-'}{odd}"


class Rake(Event):
    """The house took rake: its part of a pot, including jackpot fees. `pot` is 0 for the main pot, 1 and up for side
    pots, and `ANY_POT` if the log does not state it.
    """

    __slots__ = ("amount", "pot")

    def __init__(self, amount: int, pot: int = ANY_POT, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.amount: Final = amount
        self.pot: Final = pot

    def words(self) -> str:
        return f"rake {self.amount} {self.pot}"


class PotTotal(Event):
    """The log states the amount of a pot, including rake. `pot` is `ANY_POT` for the sum of all pots, 0 for the main
    pot, and 1 and up for side pots. `eligible` are the seats that may win the pot; empty if the log does not name them.
    """

    __slots__ = ("amount", "eligible", "pot")

    def __init__(self, amount: int, pot: int = ANY_POT, line: int = 0, eligible: tuple[int, ...] = ()) -> None:
        Event.__init__(self, 0, line)
        self.amount: Final = amount
        self.pot: Final = pot
        self.eligible: Final = eligible

    def words(self) -> str:
        seats = f" {','.join([str(seat) for seat in self.eligible])}" if self.eligible else ""
        return f"total {self.amount} {self.pot}{seats}"


class Won(Event):
    """The summary of the log states how much a seat won in the whole hand."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"won {self.seat} {self.amount}"


class StackAfter(Event):
    """The log states a seat's stack after the hand."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"stack {self.seat} {self.amount}"


class Void(Event):
    """The hand is cancelled. `Return` events give each seat back the chips that it put in."""

    __slots__ = ()

    def __init__(self, line: int = 0) -> None:
        Event.__init__(self, 0, line)

    def words(self) -> str:
        return "void"
