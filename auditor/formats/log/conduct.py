"""The JSON objects of our own log for acts outside the betting, such as chips added or removed, and hidden cards. The
fields mean the same as in `auditor.engine.events`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from auditor.engine import events as e
from auditor.formats.log.values import Chips, EventObject, Line, SeatNumber


class TopUp(EventObject, frozen=True, gc=False, tag="top_up"):
    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.TopUp(self.seat, self.amount, at or self.line)


class Removed(EventObject, frozen=True, gc=False, tag="removed"):
    """Chips that the seat takes off the table."""

    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Removed(self.seat, self.amount, at or self.line)


class Borrowed(EventObject, frozen=True, gc=False, tag="borrowed"):
    """Chips that the seat borrows."""

    seat: SeatNumber
    amount: Chips
    lender: Annotated[int, Meta(ge=0, le=15, description="The seat that lends the chips; 0 if no seat lends them.")] = 0
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Borrowed(self.seat, self.amount, self.lender, at or self.line)


class Changed(EventObject, frozen=True, gc=False, tag="changed"):
    """Money that the seat changes into other chips or notes. The value of its stack stays the same."""

    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Changed(self.seat, self.amount, at or self.line)


class Elsewhere(EventObject, frozen=True, gc=False, tag="elsewhere"):
    """Money that was not on the table and that the seat now plays with."""

    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Elsewhere(self.seat, self.amount, at or self.line)


class Motion(EventObject, frozen=True, gc=False, tag="motion"):
    """Chips that the seat pushes forward before its act. `to` is the amount in front of the seat, including these
    chips.
    """

    seat: SeatNumber
    to: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Motion(self.seat, self.to, at or self.line)


class Hidden(EventObject, frozen=True, gc=False, tag="hidden"):
    """Cards or chips that the seat keeps out of sight."""

    seat: SeatNumber
    what: Literal["cards", "chips"]
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Hidden(self.seat, self.what, at or self.line)


class Dropped(EventObject, frozen=True, gc=False, tag="dropped"):
    """The card room folds the seat, because the seat has too few chips to call."""

    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Dropped(self.seat, at or self.line)
