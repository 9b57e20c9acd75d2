"""The JSON objects of our own log for the procedure at the table: the deck, exposed cards, announced money and declared
acts. The fields mean the same as in `auditor.engine.events`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from auditor.engine import events as e
from auditor.formats.log.values import Cards, Chips, EventObject, Line, SeatNumber, numbers


class Shuffle(EventObject, frozen=True, gc=False, tag="shuffle"):
    seat: SeatNumber = 0
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Shuffle(self.seat, at or self.line)


class Cut(EventObject, frozen=True, gc=False, tag="cut"):
    seat: SeatNumber = 0
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Cut(self.seat, at or self.line)


class Exposed(EventObject, frozen=True, gc=False, tag="exposed"):
    cards: Annotated[Cards, Meta(min_length=1)]
    seat: SeatNumber = 0
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Exposed(self.seat, numbers(self.cards), at or self.line)


class Announced(EventObject, frozen=True, gc=False, tag="announced"):
    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Announced(self.seat, self.amount, at or self.line)


class Declared(EventObject, frozen=True, gc=False, tag="declared"):
    seat: SeatNumber
    verb: Literal["folds", "checks", "calls", "completes", "bets", "raises"]
    to: Chips | None = None
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Declared(self.seat, self.verb, self.to, at or self.line)
