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
    table.moment = _moment(table, alone)
    answers = table.answers
    answers.pots = None
    answers.uncalled = None


def _moment(table: Table, alone: bool) -> int:
    if table.paid or (alone and table.folded and table.took_part):
        return Moment.HAND_OVER
    street = table.street
    if street > FIRST_STREET:
        if not table.waiting:
            return Moment.BETTING_OVER
        if table.last_actor:
            return Moment.LATER
        return Moment.BEFORE_OPENER if table.acted else Moment.FIRST_ACT
    if street < FIRST_STREET:
        return Moment.ANTES
    if not table.opened_third:
        return Moment.UNOPENED if table.acted else Moment.OPENING
    return Moment.THIRD if table.waiting else Moment.BETTING_OVER
