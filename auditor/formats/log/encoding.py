"""Converts events of the engine to the objects of our own log, such as `{"event": "call", "seat": 3, "to": 20}`. The
method `to_event` of an object converts it back.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from auditor.engine import events as e
from auditor.formats.log import conduct, procedure
from auditor.formats.log import events as objects
from auditor.formats.log.values import CARD_NAMES, Clock, names

AnyEvent = (
    objects.Ante | objects.Street | objects.Deal | objects.Burn | objects.Community | objects.Opens | objects.BringIn
    | objects.Fold | objects.Check | objects.Call | objects.Wager | objects.Return | conduct.TopUp | objects.Show
    | objects.Muck | objects.Reveal | objects.Collect | objects.Rake | objects.PotTotal | objects.Won
    | objects.StackAfter | objects.Misdeal | objects.Void | objects.Remark | objects.Illegible | objects.LogEnd
    | procedure.Shuffle | procedure.Cut | procedure.Exposed | procedure.Announced | procedure.Declared
    | objects.Clocked | conduct.Removed | conduct.Borrowed | conduct.Changed | conduct.Elsewhere | conduct.Motion
    | conduct.Hidden | conduct.Dropped | objects.Unread | objects.Added
)  # fmt: skip


def encode_event(event: e.Event, line: int) -> AnyEvent:
    """Returns the object that stands for an event in our own log. The object gets the line number `line`."""
    plain = _ENCODERS[type(event)](event, line)
    clock = event.clock
    if clock is None:
        return plain
    return replace(plain, clock=Clock(clock.at, clock.allowed, clock.used, clock.cause))  # type: ignore[arg-type] # valid cause


def event_with_clock(record: AnyEvent, at: int) -> e.Event:
    """Returns the event of an object that also states times, such as the time that the player took. The event gets the
    line number `at`; if `at` is 0, it gets the line number of the object.
    """
    event = record.to_event(at)
    clock = record.clock
    if clock is not None:
        event.clock = e.Clock(clock.at, clock.allowed, clock.used, clock.cause)
    return event


_ENCODERS: Final[dict[type[e.Event], Callable[[Any, int], AnyEvent]]] = {
    e.Ante: lambda event, line: objects.Ante(event.seat, event.amount, event.all_in, line),
    e.Street: lambda event, line: objects.Street(event.street, line),
    e.Deal: lambda event, line: objects.Deal(event.seat, names(event.down), names(event.up), event.spelled, line),
    e.Burn: lambda event, line: objects.Burn(CARD_NAMES[event.card], line),
    e.Community: lambda event, line: objects.Community(CARD_NAMES[event.card], line),
    e.Opens: lambda event, line: objects.Opens(event.seat, line),
    e.BringIn: lambda event, line: objects.BringIn(event.seat, event.to, event.all_in, line),
    e.Fold: lambda event, line: objects.Fold(event.seat, line),
    e.Check: lambda event, line: objects.Check(event.seat, line),
    e.Clocked: lambda event, line: objects.Clocked(event.seat, line),
    e.Call: lambda event, line: objects.Call(event.seat, event.to, event.all_in, line),
    e.Wager: lambda event, line: objects.Wager(event.seat, event.to, event.verb, event.all_in, line),
    e.Return: lambda event, line: objects.Return(event.seat, event.amount, line),
    e.Show: lambda event, line: objects.Show(event.seat, names(event.cards), list(event.high), list(event.low), line),
    e.Muck: lambda event, line: objects.Muck(event.seat, line),
    e.Reveal: lambda event, line: objects.Reveal(event.seat, names(event.cards), event.up, line),
    e.Collect: lambda event, line: objects.Collect(event.seat, event.amount, event.pot, event.half, event.odd, line),
    e.Added: lambda event, line: objects.Added(event.amount, line),
    e.Rake: lambda event, line: objects.Rake(event.amount, event.pot, line),
    e.PotTotal: lambda event, line: objects.PotTotal(event.amount, event.pot, list(event.eligible), line),
    e.Won: lambda event, line: objects.Won(event.seat, event.amount, line),
    e.StackAfter: lambda event, line: objects.StackAfter(event.seat, event.amount, line),
    e.Misdeal: lambda _, line: objects.Misdeal(line),
    e.Void: lambda _, line: objects.Void(line),
    e.Remark: lambda event, line: objects.Remark(event.kind, event.seat, line),
    e.Illegible: lambda event, line: objects.Illegible(event.text, line),
    e.Unread: lambda event, line: objects.Unread(event.text, line),
    e.Shuffle: lambda event, line: procedure.Shuffle(event.seat, line),
    e.Cut: lambda event, line: procedure.Cut(event.seat, line),
    e.Exposed: lambda event, line: procedure.Exposed(names(event.cards), event.seat, line),
    e.Announced: lambda event, line: procedure.Announced(event.seat, event.amount, line),
    e.Declared: lambda event, line: procedure.Declared(event.seat, event.verb, event.to, line),
    e.TopUp: lambda event, line: conduct.TopUp(event.seat, event.amount, line),
    e.Removed: lambda event, line: conduct.Removed(event.seat, event.amount, line),
    e.Borrowed: lambda event, line: conduct.Borrowed(event.seat, event.amount, event.lender, line),
    e.Changed: lambda event, line: conduct.Changed(event.seat, event.amount, line),
    e.Elsewhere: lambda event, line: conduct.Elsewhere(event.seat, event.amount, line),
    e.Motion: lambda event, line: conduct.Motion(event.seat, event.to, line),
    e.Hidden: lambda event, line: conduct.Hidden(event.seat, event.what, line),
    e.Dropped: lambda event, line: conduct.Dropped(event.seat, line),
    e.LogEnd: lambda event, line: objects.LogEnd(event.complete, line),
}
