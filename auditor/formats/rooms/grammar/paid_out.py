"""Checks whether a log has all payments of its hand, for rooms that state no pot.

A file may be cut off between two payments. The remaining lines then look like a hand that did not pay one winner.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, Ante, BringIn, Call, Collect, Event, Fold, Return, Street, Wager

# The highest rake that we have seen is 9 % of the pot, or one cent of a few cents. So if a quarter of the pot is not
# paid, a payment is missing. If a high half was paid and no low half, an eighth is enough to say so.
_RAKE: Final = 4
_RAKE_OF_HALVES: Final = 8


def paid_out(events: Sequence[Event]) -> bool:
    """Whether the log has all payments. If only one seat is left, one payment is enough. If several seats contest the
    pots, the main pot must be paid, and so must all chips except for a small part, which may be rake.
    """
    paid = [event for event in events if isinstance(event, Collect)]
    contested = {event.seat for event in events if isinstance(event, Ante)}
    contested -= {event.seat for event in events if isinstance(event, Fold)}
    if len(contested) < 2:
        return bool(paid)
    if not {event.pot for event in paid} & {0, ANY_POT}:
        return False
    halves = {(event.pot, event.half) for event in paid}
    half_paid = any(half == "high" and (pot, "low") not in halves for pot, half in halves)
    played_for = _played_for(events)
    left = played_for - sum([event.amount for event in paid])
    return (left - 1) * (_RAKE_OF_HALVES if half_paid else _RAKE) < played_for


def _played_for(events: Sequence[Event]) -> int:
    """Returns the chips that the seats put in, without the chips that no other seat matched."""
    put_in: dict[int, int] = {}
    front: dict[int, int] = {}
    for event in events:
        if isinstance(event, Street):
            front.clear()
        elif isinstance(event, Ante):
            put_in[event.seat] = put_in.get(event.seat, 0) + event.amount
        elif isinstance(event, BringIn | Call | Wager):
            put_in[event.seat] = put_in.get(event.seat, 0) + event.to - front.get(event.seat, 0)
            front[event.seat] = event.to
        elif isinstance(event, Return):
            put_in[event.seat] = put_in.get(event.seat, 0) - event.amount
    matched = sorted(put_in.values())[-2:][0] if put_in else 0
    return sum([min(amount, matched) for amount in put_in.values()])
