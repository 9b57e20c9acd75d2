"""Events about conduct at the table, outside the betting: chips are added, removed, lent or changed, chips are pushed
forward in several motions, and cards or chips are hidden.
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
    """A seat borrows chips. `lender` is the seat whose stack they come from, or 0 if they come from no seat."""

    __slots__ = ("amount", "lender")

    def __init__(self, seat: int, amount: int, lender: int = 0, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount
        self.lender: Final = lender

    def words(self) -> str:
        return f"borrowed {self.seat} {self.amount} {self.lender}"


class Changed(Event):
    """A seat exchanges money of the same value: a bank note for chips, or chips for other chips."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"changed {self.seat} {self.amount}"


class Elsewhere(Event):
    """A seat brings money into play that was not on the table. From now on this money is part of its stack."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"elsewhere {self.seat} {self.amount}"


class Motion(Event):
    """A seat pushes chips forward. `to` is the amount in front of the seat, including these chips. Several motions may
    come before the betting act. Only the betting act moves the chips out of the stack.
    """

    __slots__ = ("to",)

    def __init__(self, seat: int, to: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.to: Final = to

    def words(self) -> str:
        return f"motion {self.seat} {self.to}"


class Hidden(Event):
    """A seat hides something that everybody must be able to see. `what` is `cards` or `chips`."""

    __slots__ = ("what",)

    def __init__(self, seat: int, what: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.what: Final = what

    def words(self) -> str:
        return f"hidden {self.seat} {self.what}"


# The values that `Hidden.what` may have.
HIDEABLE: Final = ("cards", "chips")
