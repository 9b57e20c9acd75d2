"""The phase of an event. It is mostly the phase of the table; a card, an act and the end of a log may have a phase of
their own.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import phases
from auditor.engine.events import ACTS, Deal, Event, LogEnd
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table

# `Any`: each function is for the type of event in its signature, and is called with no other type.
EventPhase = Callable[[Table, Any], int]


def of_the_table(table: Table, event: Event) -> int:
    """Returns the phase of the table before the event."""
    return table.phase


def of_a_deal(table: Table, event: Deal) -> int:
    """Returns the phase of a deal. From fourth street on, the first card of a street has its own phase, and all other
    cards share another phase.
    """
    if table.street <= FIRST_STREET or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.DEALING if table.dealt_now else phases.FIRST_CARD


def of_an_act(table: Table, event: Event) -> int:
    """Returns the phase of an act. Before the end of the hand, an act by a seat that cannot act has its own phase."""
    if table.able & SEAT_BIT[event.seat] or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.OUT


def of_an_end(table: Table, event: LogEnd) -> int:
    """Returns the phase of an end line. An end that is not the last line of the log has its own phase."""
    return phases.GOES_ON if table.event + 1 < len(table.hand.events) else table.phase


EVENT_PHASES: Final[dict[type[Event], EventPhase]] = {
    Deal: of_a_deal,
    **dict.fromkeys(ACTS, of_an_act),
    LogEnd: of_an_end,
}
