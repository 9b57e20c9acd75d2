"""Transitions of conduct outside the betting: chips that are added to a stack or removed from it."""

from auditor.engine.events import Announced, Borrowed, Elsewhere, Event, Removed, TopUp
from auditor.engine.table import SEAT_BIT, Table


def _add(table: Table, seat: int, chips: int) -> None:
    """Adds chips to a stack; a negative number removes chips. If the seat is not in the hand, the chips count from the
    next hand on. The log does not show whether a stack after the hand includes such chips.
    """
    if table.live & SEAT_BIT[seat]:
        table.behind[seat] += chips
    else:
        table.stack_known &= ~SEAT_BIT[seat]


def top_up(table: Table, event: TopUp) -> None:
    _add(table, event.seat, event.amount)


def removed(table: Table, event: Removed) -> None:
    _add(table, event.seat, -event.amount)


def borrowed(table: Table, event: Borrowed) -> None:
    _add(table, event.seat, event.amount)
    _add(table, event.lender, -event.amount)


def announced(table: Table, event: Announced) -> None:
    """Records announced money. It is not part of the stack until it is played. Money that is announced after the deal
    began is recorded separately, because it is too late.
    """
    money = table.announced_late if table.dealt else table.announced
    money[event.seat] += event.amount


def elsewhere(table: Table, event: Elsewhere) -> None:
    """Moves announced money to the chips of the seat."""
    seat, left = event.seat, event.amount
    for money in (table.announced, table.announced_late):
        taken = max(min(left, money[seat]), 0)
        money[seat] -= taken
        left -= taken
    table.behind[seat] += event.amount


def nothing(table: Table, event: Event) -> None:
    """Changes nothing: for words, procedure and the end of the log."""
