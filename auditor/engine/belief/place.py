"""Belief: after each step, who can act, who has yet to, and where in the hand that leaves the table."""

from auditor.engine.moments import Moment
from auditor.engine.table import FIRST_STREET, Table


def move_on(table: Table) -> None:
    """After an act or a new street: who is able to act, who has yet to, and where in the hand that leaves it."""
    live = table.live
    able = live & ~table.all_in
    waiting = able & ~table.settled
    alone = live & (live - 1) == 0
    if alone:
        waiting = 0
    elif waiting and able & (able - 1) == 0 and table.front[able.bit_length() - 1] >= table.most_in_front:
        waiting = 0  # one seat alone has chips, and owes nothing
    table.able = able
    table.waiting = waiting
    answers = table.answers
    answers.pots = None
    answers.uncalled = None
    if table.paid or (alone and table.folded and table.took_part):
        table.moment = Moment.HAND_OVER
    elif table.street < FIRST_STREET:
        table.moment = Moment.ANTES
    elif table.street == FIRST_STREET and not table.opened_third:
        table.moment = Moment.UNOPENED if table.acted else Moment.OPENING
    elif not waiting:
        table.moment = Moment.BETTING_OVER
    elif table.street == FIRST_STREET:
        table.moment = Moment.THIRD
    elif table.last_actor:
        table.moment = Moment.LATER
    else:
        table.moment = Moment.BEFORE_OPENER if table.acted else Moment.FIRST_ACT
