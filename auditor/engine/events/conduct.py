"""What is done at the table beside the betting: chips that come and go without it, chips moved in, what is hidden."""

from typing import Final

from auditor.engine.events.event import Event


class TopUp(Event):
    """Chips added to a stack while the hand runs."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"topup {self.seat} {self.amount}"


class Removed(Event):
    """Chips that a seat takes off the table."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"removed {self.seat} {self.amount}"


class Borrowed(Event):
    """Chips that a seat borrows from the stack of `lender`, another seat, or from elsewhere where that is 0."""

    __slots__ = ("amount", "lender")

    def __init__(self, seat: int, amount: int, lender: int = 0, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount
        self.lender: Final = lender

    def words(self) -> str:
        return f"borrowed {self.seat} {self.amount} {self.lender}"


class Changed(Event):
    """Money that a seat has changed: a note for chips, chips for others. What it has is worth as much as before."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"changed {self.seat} {self.amount}"


class Elsewhere(Event):
    """Money that lay not on the table, which a seat now plays with: from here on it lies with its chips."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"elsewhere {self.seat} {self.amount}"


class Motion(Event):
    """A seat moves chips in, up to `to` in front of it; there may be more than one motion before the act that tells
    what it came to. It is that act that puts chips in.
    """

    __slots__ = ("to",)

    def __init__(self, seat: int, to: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.to: Final = to

    def words(self) -> str:
        return f"motion {self.seat} {self.to}"


class Hidden(Event):
    """A seat keeps something out of sight: `what` is `cards` or `chips`."""

    __slots__ = ("what",)

    def __init__(self, seat: int, what: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.what: Final = what

    def words(self) -> str:
        return f"hidden {self.seat} {self.what}"


# What may be kept out of sight.
HIDEABLE: Final = ("cards", "chips")
