"""Conduct at the table beside the betting: chips that come and go, chips moved in by parts, things kept out of
sight.
"""

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
    """A seat changes money: a note for chips, or chips for other chips. The value of its stack stays the same."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"changed {self.seat} {self.amount}"


class Elsewhere(Event):
    """A seat now plays with money that did not lie on the table. From here on that money lies with its chips."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"elsewhere {self.seat} {self.amount}"


class Motion(Event):
    """A seat moves chips in, up to `to` in front of it. Several motions may come before the act; only the act puts the
    chips in.
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


# Things that a seat can keep out of sight.
HIDEABLE: Final = ("cards", "chips")
