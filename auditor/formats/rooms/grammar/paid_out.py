"""Checks whether a log has all payments of its hand. This is for rooms that do not state the pot.

A file may be cut off between two payments. Without this check, the audit would report that one winner was not paid.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, Added, Ante, BringIn, Call, Collect, Event, Fold, Return, Street, Wager

# Chips that are not paid may be rake. The highest rake that we have seen is 9 % of the pot, or one cent of a pot of a
# few cents. So a payment is missing if the unpaid chips, minus one cent, are a quarter (1/4) of all chips or more.
# In hi-lo the missing payment may be only the low half of a pot. So if a high half was paid, but no low half of this
# pot, the limit is an eighth (1/8) of all chips.
_RAKE: Final = 4
_RAKE_OF_HALVES: Final = 8
_MOVE_CHIPS: Final[frozenset[type[Event]]] = frozenset([Street, Ante, BringIn, Call, Wager, Return])
_COUNT: Final = _MOVE_CHIPS | {Added, Collect, Fold}


def paid_out(events: Sequence[Event]) -> bool:
    """Whether the log has all payments. If only one seat did not fold, one payment is enough. Otherwise the main pot
    must be paid, and the payments must add up to all chips of the hand, except for a small part that may be rake.
    """
    events = [event for event in events if type(event) in _COUNT]  # few events are left, so the searches below are fast
    paid = [event for event in events if isinstance(event, Collect)]
    contested = {event.seat for event in events if isinstance(event, Ante)}
    contested -= {event.seat for event in events if isinstance(event, Fold)}
    if len(contested) < 2:
        return bool(paid)
    if not {event.pot for event in paid} & {0, ANY_POT}:
        return False
    halves = {(event.pot, event.half) for event in paid}
    half_paid = any(half == "high" and (pot, "low") not in halves for pot, half in halves)
    chips = played_for(events)
    left = chips - sum([event.amount for event in paid])
    return (left - 1) * (_RAKE_OF_HALVES if half_paid else _RAKE) < chips


def played_for(events: Sequence[Event]) -> int:
    """Returns the number of chips in all pots: the chips that the seats put in, without uncalled chips, plus the chips
    that the room added.
    """
    added = sum([event.amount for event in events if isinstance(event, Added)])
    return added + sum(matched_chips(events).values())


def matched_chips(events: Sequence[Event]) -> dict[int, int]:
    """Returns the chips that each seat put in, without uncalled chips: a seat's amount is cut to the second highest
    amount of all seats.
    """
    put_in: dict[int, int] = {}
    front: dict[int, int] = {}
    for event in [event for event in events if type(event) in _MOVE_CHIPS]:
        if isinstance(event, Street):
            front.clear()
        elif isinstance(event, BringIn | Call | Wager):
            put_in[event.seat] = put_in.get(event.seat, 0) + event.to - front.get(event.seat, 0)
            front[event.seat] = event.to
        elif isinstance(event, Ante):
            put_in[event.seat] = put_in.get(event.seat, 0) + event.amount
        elif isinstance(event, Return):
            put_in[event.seat] = put_in.get(event.seat, 0) - event.amount
    matched = sorted(put_in.values())[-2:][0] if put_in else 0
    return {seat: min(amount, matched) for seat, amount in put_in.items()}
