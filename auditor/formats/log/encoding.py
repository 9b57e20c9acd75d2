"""Events to the objects of our own log: what `told` of those objects takes back."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from auditor.engine import events as e
from auditor.formats.log import conduct, procedure
from auditor.formats.log import events as told
from auditor.formats.log.values import CARD_NAMES, Clock, names

AnyEvent = (
    told.Ante | told.Street | told.Deal | told.Burn | told.Community | told.Opens | told.BringIn | told.Fold
    | told.Check | told.Call | told.Wager | told.Return | conduct.TopUp | told.Show | told.Muck | told.Reveal
    | told.Collect | told.Rake | told.PotTotal | told.Won | told.StackAfter | told.Misdeal | told.Void | told.Remark
    | told.Illegible | told.LogEnd | procedure.Shuffle | procedure.Cut | procedure.Exposed | procedure.Announced
    | procedure.Declared | told.Clocked | conduct.Removed | conduct.Borrowed | conduct.Changed | conduct.Elsewhere
    | conduct.Motion | conduct.Hidden | conduct.Dropped
)  # fmt: skip


def tell(event: e.Event, line: int) -> AnyEvent:
    """The object of an event, said to stand on `line`."""
    plain = _TELL[type(event)](event, line)
    clock = event.clock
    if clock is None:
        return plain
    return replace(plain, clock=Clock(clock.at, clock.allowed, clock.used, clock.cause))  # type: ignore[arg-type] # ours


def timed(record: AnyEvent, at: int) -> e.Event:
    """The event of an object that has a clock."""
    event = record.told(at)
    clock = record.clock
    if clock is not None:
        event.clock = e.Clock(clock.at, clock.allowed, clock.used, clock.cause)
    return event


_TELL: Final[dict[type[e.Event], Callable[[Any, int], AnyEvent]]] = {
    e.Ante: lambda event, line: told.Ante(event.seat, event.amount, event.all_in, line),
    e.Street: lambda event, line: told.Street(event.street, line),
    e.Deal: lambda event, line: told.Deal(event.seat, names(event.down), names(event.up), event.spelled, line),
    e.Burn: lambda event, line: told.Burn(CARD_NAMES[event.card], line),
    e.Community: lambda event, line: told.Community(CARD_NAMES[event.card], line),
    e.Opens: lambda event, line: told.Opens(event.seat, line),
    e.BringIn: lambda event, line: told.BringIn(event.seat, event.to, event.all_in, line),
    e.Fold: lambda event, line: told.Fold(event.seat, line),
    e.Check: lambda event, line: told.Check(event.seat, line),
    e.Clocked: lambda event, line: told.Clocked(event.seat, line),
    e.Call: lambda event, line: told.Call(event.seat, event.to, event.all_in, line),
    e.Wager: lambda event, line: told.Wager(event.seat, event.to, event.verb, event.all_in, line),
    e.Return: lambda event, line: told.Return(event.seat, event.amount, line),
    e.Show: lambda event, line: told.Show(event.seat, names(event.cards), list(event.high), list(event.low), line),
    e.Muck: lambda event, line: told.Muck(event.seat, line),
    e.Reveal: lambda event, line: told.Reveal(event.seat, names(event.cards), event.up, line),
    e.Collect: lambda event, line: told.Collect(event.seat, event.amount, event.pot, event.half, event.odd, line),
    e.Rake: lambda event, line: told.Rake(event.amount, event.pot, line),
    e.PotTotal: lambda event, line: told.PotTotal(event.amount, event.pot, list(event.eligible), line),
    e.Won: lambda event, line: told.Won(event.seat, event.amount, line),
    e.StackAfter: lambda event, line: told.StackAfter(event.seat, event.amount, line),
    e.Misdeal: lambda _, line: told.Misdeal(line),
    e.Void: lambda _, line: told.Void(line),
    e.Remark: lambda event, line: told.Remark(event.kind, event.seat, line),
    e.Illegible: lambda event, line: told.Illegible(event.text, line),
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
    e.LogEnd: lambda event, line: told.LogEnd(event.complete, line),
}
