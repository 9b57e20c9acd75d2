"""States how a wrong opening ended. A wrong opening is a first act of a street by a seat that should not act first. The
table may correct it until the next seat acts; after that the act stands.
"""

from auditor.engine.events import ACTS, BringIn, Call, Check, Collect, Deal, Event, LogEnd, Return, Street, Wager
from auditor.engine.table import SEAT_BIT, Table, next_clockwise


def outcome_of_opening(table: Table, event: Event, due: int) -> str:
    """Returns how a wrong opening ended, as words to append to a finding: `, taken back at once`, `, corrected` or `,
    stands`. Returns an empty text if the log does not show how it ended. `due` is the set of seats that should have
    opened, with one bit for each seat.
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
    """Returns the words for a wrong opening whose chips were not taken back. Only a wrong check, which has no chips,
    can still be corrected. It was corrected if the next act is by the seat that should have opened. But this seat may
    also be the next seat clockwise. Then the log does not show whether the check was corrected, and the words are
    empty.
    """
    if not isinstance(event, Check) or not due & SEAT_BIT[next_seat]:
        return ", stands"
    return "" if next_clockwise(table.waiting, event.seat) == next_seat else ", corrected"
