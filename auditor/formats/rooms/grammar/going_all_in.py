"""All-in as a line of its own, after the act or in place of the act."""

from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Event, Wager

_PAYMENTS: Final = (Ante, BringIn, Call, Wager)


def mark_all_in(events: list[Event], seat: int) -> bool:
    """Marks the last act as all-in, if this seat put chips in by it; answers whether it did."""
    last = events[-1] if events else None
    if last is None or last.seat != seat or not isinstance(last, _PAYMENTS):
        return False
    if isinstance(last, Ante):
        events[-1] = Ante(seat, last.amount, all_in=True, line=last.line)
    elif isinstance(last, BringIn):
        events[-1] = BringIn(seat, last.to, all_in=True, line=last.line)
    elif isinstance(last, Call):
        events[-1] = Call(seat, last.to, all_in=True, line=last.line)
    else:
        events[-1] = Wager(seat, last.to, last.verb, all_in=True, line=last.line)
    return True


def all_in_act(seat: int, to: int, level: int, street: int, small_bet: int, line: int) -> Event:
    """The act of a log that leaves out the verb. The highest amount in front of a seat, `level`, decides."""
    if to <= level:
        return Call(seat, to, all_in=True, line=line)
    if level:
        return Wager(seat, to, "raises", all_in=True, line=line)
    if street == 3 and to < small_bet:
        return BringIn(seat, to, all_in=True, line=line)
    return Wager(seat, to, "bets", all_in=True, line=line)
