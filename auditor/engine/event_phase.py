"""The phase of an event: the part of the hand in which it happens, such as the deal or the showdown. The phase decides
which rules run. Usually an event has the phase that the table had before the event. But some deal lines, acts and end
lines of the log have a phase of their own.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import phases
from auditor.engine.events import ACTS, Deal, Event, LogEnd
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table

# The second argument is `Any`, because each function takes only its own type of event, such as `Deal`.
EventPhase = Callable[[Table, Any], int]


def of_the_table(table: Table, event: Event) -> int:
    """Returns the phase of the table before the event: the default for most types of events."""
    return table.phase


def of_a_deal(table: Table, event: Deal) -> int:
    """Returns the phase of a deal line. From fourth street on, the first card of a street has the phase `FIRST_CARD`,
    and the later cards have `DEALING`. Before fourth street, and after the end of the hand, a deal line has the phase
    of the table.
    """
    if table.street <= FIRST_STREET or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.DEALING if table.dealt_now else phases.FIRST_CARD


def of_an_act(table: Table, event: Event) -> int:
    """Returns the phase of a betting act: `OUT` for an act by a seat that is folded, all-in or absent, else the phase
    of the table. After the end of the hand, every act has the phase of the table.
    """
    if table.able & SEAT_BIT[event.seat] or table.phase == phases.HAND_OVER:
        return table.phase
    return phases.OUT


def of_an_end(table: Table, event: LogEnd) -> int:
    """Returns the phase of a `LogEnd` event: `GOES_ON` if more events follow, else the phase of the table."""
    return phases.GOES_ON if table.event + 1 < len(table.hand.events) else table.phase


EVENT_PHASES: Final[dict[type[Event], EventPhase]] = {
    Deal: of_a_deal,
    **dict.fromkeys(ACTS, of_an_act),
    LogEnd: of_an_end,
}
