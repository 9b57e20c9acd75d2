"""A test whether the payments of a log are all there, for rooms that state no pot.

A file may be cut between two payments; the lines left read like a hand that paid one winner too few.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, Ante, BringIn, Call, Collect, Event, Fold, Return, Street, Wager

# The most rake that was ever seen is 9 %, or a cent of a few; a quarter of the pot is no rake. Where a high half was
# paid and no low half, an eighth already means that a payment is missing.
_RAKE: Final = 4
_RAKE_OF_HALVES: Final = 8


def paid_out(events: Sequence[Event]) -> bool:
    """Whether the payments are all there. A seat that is left alone takes all in one payment. Where several seats
    contest the pots, the main pot must be paid, and all of the chips but a small part.
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
    """The chips that the seats put in against one another, without chips that no other seat could match."""
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
