"""Belief in a mistake that the table mends at once: the first chips of a street come back before the next seat acts."""

from auditor.engine import phases
from auditor.engine.events import Return
from auditor.engine.phases import IN_TURN
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table
from auditor.engine.transitions.place import move_on


def is_corrected(table: Table, event: Return) -> bool:
    """Whether a whole bring-in or opening bet comes back before the next seat has acted, and another opens the street:
    it was the wrong seat's.
    """
    seat = event.seat
    if table.settled != SEAT_BIT[seat] or table.phase not in IN_TURN or table.void:
        return False
    opened = seat == table.bring_in_seat and not table.raises
    bet = len(table.raises) == 1 and table.raises[0].seat == seat and not table.raises[0].over
    return (opened or bet) and event.amount == table.front[seat] and table.goes_on()


def take_back(table: Table, seat: int) -> None:
    """The table as it stood before."""
    bit = SEAT_BIT[seat]
    table.put_in[seat] -= table.front[seat]
    table.behind[seat] += table.front[seat]
    table.all_in &= ~bit
    table.front[seat] = 0
    table.most_in_front = 0
    _forget_the_wager(table, bit)
    table.bring_in_seat = 0
    table.bring_in_to = 0
    table.bring_in_all_in = False
    table.opened_third = False
    table.acted &= ~bit
    table.settled = 0
    table.skipped = 0
    table.last_actor = 0
    table.first_actor = 0
    table.answers.betting = None
    move_on(table)
    # The first act of the street was judged as such already.
    table.phase = phases.UNOPENED if table.street == FIRST_STREET else phases.BEFORE_OPENER


def _forget_the_wager(table: Table, bit: int) -> None:
    if not table.raises:
        return
    table.raises.clear()
    table.wagerers.pop()
    table.wagered_ahead &= ~bit
    table.raises_when_two_left = 0 if table.began_with.bit_count() == 2 else -1
    if table.first_wager is not None and table.first_wager[0] == table.street:
        table.first_wager = None
