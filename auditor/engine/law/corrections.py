"""Corrections of a wrong opening. The table may correct a wrong opening until the next seat acts; after that the
opening stands.
"""

from auditor.engine.events import ACTS, BringIn, Call, Check, Collect, Deal, Event, LogEnd, Return, Street, Wager
from auditor.engine.table import SEAT_BIT, Table, next_clockwise


def outcome_of_opening(table: Table, event: Event, due: int) -> str:
    """Returns the words that follow a wrong opening: its chips were taken back, the right seat opened instead, or the
    opening stands. Empty if the log does not show the outcome. `due` is the set of seats that should have opened.
    """
    taken_back = False
    events = table.hand.events
    for at in range(table.event + 1, len(events)):
        after = events[at]
        if isinstance(after, Return) and after.seat == event.seat and isinstance(event, BringIn | Call | Wager):
            taken_back = after.amount == event.to
        if isinstance(after, ACTS):
            return ", taken back at once" if taken_back else _stands_or_not(table, event, after.seat, due)
        if isinstance(after, Street | Deal | Collect | LogEnd):
            break
    return ""


def _stands_or_not(table: Table, event: Event, next_seat: int, due: int) -> str:
    """Returns the words if no chips were taken back. A wrong check has no chips to take back: it was corrected if the
    right seat opened next, out of order. If the right seat is next in any case, the log cannot show a correction.
    """
    if not isinstance(event, Check) or not due & SEAT_BIT[next_seat]:
        return ", stands"
    return "" if next_clockwise(table.waiting, event.seat) == next_seat else ", corrected"
