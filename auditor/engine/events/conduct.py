"""Conduct at the table outside the betting. Chips are added or removed, chips are moved in by several motions, and
cards or chips are hidden.
"""

from typing import Final

from auditor.engine.events.event import Event


class TopUp(Event):
    """Chips are added to a stack during the hand."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"topup {self.seat} {self.amount}"


class Removed(Event):
    """A seat takes chips off the table."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"removed {self.seat} {self.amount}"


class Borrowed(Event):
    """A seat borrows chips from the stack of `lender`, which is another seat; 0 means that the chips are from somewhere
    else.
    """

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
    """A seat now plays with money that was not on the table. From now on this money is part of its stack."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"elsewhere {self.seat} {self.amount}"


class Motion(Event):
    """A seat moves chips forward, up to `to` in front of it. Several motions may come before the act; only the act puts
    the chips in.
    """

    __slots__ = ("to",)

    def __init__(self, seat: int, to: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.to: Final = to

    def words(self) -> str:
        return f"motion {self.seat} {self.to}"


class Hidden(Event):
    """A seat hides something that must stay visible: `what` is `cards` or `chips`."""

    __slots__ = ("what",)

    def __init__(self, seat: int, what: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.what: Final = what

    def words(self) -> str:
        return f"hidden {self.seat} {self.what}"


# The things that a seat can hide.
HIDEABLE: Final = ("cards", "chips")
