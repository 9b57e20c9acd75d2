"""Updates the table after an event: which seats can act, which seats still have to act, and the phase of the hand (such
as "the betting is over").
"""

from auditor.engine import phases
from auditor.engine.table import FIRST_STREET, NOBODY, Table, next_clockwise


def move_turn(table: Table) -> None:
    """Updates the turn after an act. This function handles the usual case quickly: the turn goes to the next seat, at
    least two seats have chips, and the phase of the hand stays the same. The function `move_on` handles all other
    cases.
    """
    able = table.live & ~table.all_in
    waiting = able & ~table.settled
    if waiting and table.in_turn > 0 and able & (able - 1):
        table.able = able
        table.waiting = waiting
        table.in_turn = next_clockwise(waiting, table.last_actor)
        table.answers.pots = None
        table.answers.uncalled = None
    else:
        move_on(table)
    if table.raises_when_two_left < 0 and able.bit_count() == 2:
        table.raises_when_two_left = len(table.raises)


def move_on(table: Table) -> None:
    """Updates three things after an act or a new street: the seats that can act, the seats that still have to act, and
    the phase of the hand (such as "the betting is over").
    """
    able = table.live & ~table.all_in
    waiting = able & ~table.settled
    alone = False
    if able & (able - 1) == 0:
        alone = table.live & (table.live - 1) == 0
        if alone or (waiting and table.front[able.bit_length() - 1] >= table.most_in_front):
            waiting = 0  # only one seat is left, or only one seat has chips and nothing to call
    table.able = able
    table.waiting = waiting
    answers = table.answers
    answers.pots = None
    answers.uncalled = None
    table.in_turn = NOBODY
    if table.paid or (alone and table.folded and table.took_part):
        table.phase = phases.HAND_OVER
    elif table.street < FIRST_STREET:
        table.phase = phases.ANTES
    elif table.street == FIRST_STREET and not table.opened_third:
        table.phase = phases.UNOPENED if table.acted else phases.OPENING
    elif not waiting:
        table.phase = phases.BETTING_OVER
    elif table.last_actor:
        table.phase = phases.THIRD if table.street == FIRST_STREET else phases.LATER
        table.in_turn = next_clockwise(waiting, table.last_actor)
    elif table.street == FIRST_STREET:
        table.phase = phases.THIRD
    else:
        table.phase = phases.BEFORE_OPENER if table.acted else phases.FIRST_ACT
