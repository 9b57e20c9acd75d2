"""The events of our own log as JSON objects: `{"event": "call", "seat": 3, "to": 20}`.

Each class is one kind of event. Its fields are the keys of the object, and `to_event` makes the event of the engine.
The modules `procedure` and `conduct` have further kinds of events, such as a shuffle, or chips added to a stack. A key
may be left out if its value is the default. Fields mean the same as in `auditor.engine.events`. `seat` 15 is a player
whom the log names but who has no seat. `line` is the line in the room's own log, if the hand was read from such a log.
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from auditor.engine import events as e
from auditor.formats.log.values import (
    CARD_NUMBERS,
    Card,
    Cards,
    Chips,
    EventObject,
    Line,
    Pot,
    SeatNumber,
    Seats,
    Stated,
    Text,
    numbers,
)


class Ante(EventObject, frozen=True, gc=False, tag="ante"):
    seat: SeatNumber
    amount: Chips
    all_in: bool = False
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Ante(self.seat, self.amount, self.all_in, at or self.line)


class Street(EventObject, frozen=True, gc=False, tag="street"):
    street: Annotated[int, Meta(ge=0, le=99)]
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Street(self.street, at or self.line)


class Deal(EventObject, frozen=True, gc=False, tag="deal"):
    seat: SeatNumber
    down: Cards = field(default_factory=list)
    up: Cards = field(default_factory=list)
    spelled: Text = ""
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        down = numbers(self.down) if self.down else ()
        return e.Deal(self.seat, down, numbers(self.up) if self.up else (), self.spelled, at or self.line)


class Burn(EventObject, frozen=True, gc=False, tag="burn"):
    card: Card
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Burn(CARD_NUMBERS[self.card], at or self.line)


class Community(EventObject, frozen=True, gc=False, tag="community"):
    card: Card
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Community(CARD_NUMBERS[self.card], at or self.line)


class Opens(EventObject, frozen=True, gc=False, tag="opens"):
    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Opens(self.seat, at or self.line)


class BringIn(EventObject, frozen=True, gc=False, tag="bring_in"):
    seat: SeatNumber
    to: Chips
    all_in: bool = False
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.BringIn(self.seat, self.to, self.all_in, at or self.line)


class Fold(EventObject, frozen=True, gc=False, tag="fold"):
    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Fold(self.seat, at or self.line)


class Check(EventObject, frozen=True, gc=False, tag="check"):
    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Check(self.seat, at or self.line)


class Clocked(EventObject, frozen=True, gc=False, tag="clocked"):
    """The time of the seat ran out. The seat is all-in for the chips that it put in, even if it has more chips in its
    stack.
    """

    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Clocked(self.seat, at or self.line)


class Call(EventObject, frozen=True, gc=False, tag="call"):
    seat: SeatNumber
    to: Chips
    all_in: bool = False
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Call(self.seat, self.to, self.all_in, at or self.line)


class Wager(EventObject, frozen=True, gc=False, tag="wager"):
    seat: SeatNumber
    to: Chips
    verb: Literal["completes", "bets", "raises"]
    all_in: bool = False
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Wager(self.seat, self.to, self.verb, self.all_in, at or self.line)


class Return(EventObject, frozen=True, gc=False, tag="return"):
    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Return(self.seat, self.amount, at or self.line)


class Show(EventObject, frozen=True, gc=False, tag="show"):
    seat: SeatNumber
    cards: Cards
    high: Stated = field(default_factory=list)
    low: Stated = field(default_factory=list)
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Show(self.seat, numbers(self.cards), tuple(self.high), tuple(self.low), at or self.line)


class Muck(EventObject, frozen=True, gc=False, tag="muck"):
    seat: SeatNumber
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Muck(self.seat, at or self.line)


class Reveal(EventObject, frozen=True, gc=False, tag="reveal"):
    seat: SeatNumber
    cards: Cards
    up: Annotated[bool, Meta(description="Whether the log states that these cards lie face up.")] = False
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Reveal(self.seat, numbers(self.cards), at or self.line, self.up)


class Collect(EventObject, frozen=True, gc=False, tag="collect"):
    seat: SeatNumber
    amount: Chips
    pot: Pot = -1
    half: Literal["", "whole", "high", "low"] = ""
    odd: Chips | None = None
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Collect(self.seat, self.amount, self.pot, self.half, at or self.line, self.odd)


class Added(EventObject, frozen=True, gc=False, tag="added"):
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Added(self.amount, at or self.line)


class Rake(EventObject, frozen=True, gc=False, tag="rake"):
    amount: Chips
    pot: Pot = -1
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Rake(self.amount, self.pot, at or self.line)


class PotTotal(EventObject, frozen=True, gc=False, tag="pot"):
    amount: Chips
    pot: Pot = -1
    eligible: Seats = field(default_factory=list)
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.PotTotal(self.amount, self.pot, at or self.line, tuple(self.eligible))


class Won(EventObject, frozen=True, gc=False, tag="won"):
    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Won(self.seat, self.amount, at or self.line)


class StackAfter(EventObject, frozen=True, gc=False, tag="stack_after"):
    seat: SeatNumber
    amount: Chips
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.StackAfter(self.seat, self.amount, at or self.line)


class Misdeal(EventObject, frozen=True, gc=False, tag="misdeal"):
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Misdeal(at or self.line)


class Void(EventObject, frozen=True, gc=False, tag="void"):
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Void(at or self.line)


class Remark(EventObject, frozen=True, gc=False, tag="remark"):
    kind: Text
    seat: SeatNumber = 0
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Remark(self.seat, self.kind, at or self.line)


class Illegible(EventObject, frozen=True, gc=False, tag="illegible"):
    text: Text
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Illegible(self.text, at or self.line)


class Unread(EventObject, frozen=True, gc=False, tag="unread"):
    text: Text
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.Unread(self.text, at or self.line)


class LogEnd(EventObject, frozen=True, gc=False, tag="end"):
    complete: bool
    line: Line = 0

    def to_event(self, at: int = 0) -> e.Event:
        return e.LogEnd(self.complete, at or self.line)
