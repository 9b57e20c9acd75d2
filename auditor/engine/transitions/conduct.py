"""How chips that move outside the betting change the table: chips that are added to a stack or to a pot, or removed
from a stack, and money that a player announces.
"""

from auditor.engine.events import Added, Announced, Borrowed, Elsewhere, Event, Removed, TopUp
from auditor.engine.table import SEAT_BIT, Table


def _add(table: Table, seat: int, chips: int) -> None:
    """Adds chips to a stack; a negative number removes chips. If the seat is not in this hand, the chips are for the
    next hand. Then the stack of the seat is marked as unknown, because a stack that the log states after this hand may
    or may not include these chips.
    """
    if table.live & SEAT_BIT[seat]:
        table.behind[seat] += chips
    else:
        table.stack_known &= ~SEAT_BIT[seat]


def top_up(table: Table, event: TopUp) -> None:
    _add(table, event.seat, event.amount)


def added(table: Table, event: Added) -> None:
    """Adds chips of the room to the pot. No seat has these chips in front, so nobody has to match them."""
    table.added += event.amount
    table.answers.pots = None


def removed(table: Table, event: Removed) -> None:
    _add(table, event.seat, -event.amount)


def borrowed(table: Table, event: Borrowed) -> None:
    _add(table, event.seat, event.amount)
    _add(table, event.lender, -event.amount)


def announced(table: Table, event: Announced) -> None:
    """Records announced money. This money is not part of the stack until the seat plays it. Money that is announced
    after the deal began is recorded separately, because the announcement is too late. An amount below zero announces
    nothing.
    """
    money = table.announced_late if table.dealt else table.announced
    money[event.seat] += max(event.amount, 0)


def elsewhere(table: Table, event: Elsewhere) -> None:
    """Adds money that arrives from outside the table to the stack of the seat, and subtracts this money from the
    announced money.
    """
    seat, left = event.seat, event.amount
    for money in (table.announced, table.announced_late):
        taken = max(min(left, money[seat]), 0)
        money[seat] -= taken
        left -= taken
    table.behind[seat] += event.amount


def nothing(table: Table, event: Event) -> None:
    """Changes nothing. This is the transition for events that do not change the table, such as a shuffle or the end of
    the log.
    """
