"""The phase of an event: mostly the phase of the table. A card, an act and the end of a log may have their own."""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import phases
from auditor.engine.events import ACTS, Deal, Event, LogEnd
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table

# `Any`: each function names the type of event it is for, and is called with no other.
EventPhase = Callable[[Table, Any], int]


def of_the_table(table: Table, event: Event) -> int:
    """The phase of the table, as it stands before the event."""
    return table.phase


def of_a_deal(table: Table, event: Deal) -> int:
    """From fourth street on the first card of a street and the other cards have phases of their own."""
    if table.street <= FIRST_STREET or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.DEALING if table.dealt_now else phases.FIRST_CARD


def of_an_act(table: Table, event: Event) -> int:
    """An act by a seat that cannot act has a phase of its own, as long as the hand is not over."""
    if table.able & SEAT_BIT[event.seat] or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.OUT


def of_an_end(table: Table, event: LogEnd) -> int:
    """An end that is not the last line has a phase of its own."""
    return phases.GOES_ON if table.event + 1 < len(table.hand.events) else table.phase


EVENT_PHASES: Final[dict[type[Event], EventPhase]] = {
    Deal: of_a_deal,
    **dict.fromkeys(ACTS, of_an_act),
    LogEnd: of_an_end,
}
