"""Reads lines which state that a seat is all-in, but do not name its act. In some rooms such a line follows the line of
the act. In other rooms it is the only line of the act.
"""

from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Event, Wager

_PAYMENTS: Final = (Ante, BringIn, Call, Wager)


def mark_all_in(events: list[Event], seat: int) -> bool:
    """Replaces the last event by the same event marked as all-in. Does so only if the last event is an act of this seat
    with chips; otherwise changes nothing and returns false.
    """
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
    """Returns the event of an all-in line that names no act. The amounts show which act it is: a call, a raise, a
    bring-in or a bet.

    `to` is the chips in front of the seat after the act. `level` is the most chips in front of any seat before the act.
    On third street the first chips are a bring-in if they are less than `small_bet`, else a bet.
    """
    if to <= level:
        return Call(seat, to, all_in=True, line=line)
    if level:
        return Wager(seat, to, "raises", all_in=True, line=line)
    if street == 3 and to < small_bet:
        return BringIn(seat, to, all_in=True, line=line)
    return Wager(seat, to, "bets", all_in=True, line=line)
