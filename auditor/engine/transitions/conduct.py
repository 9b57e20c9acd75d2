"""Transitions of conduct beside the betting: chips that come and go."""

from auditor.engine.events import Announced, Borrowed, Elsewhere, Event, Removed, TopUp
from auditor.engine.table import SEAT_BIT, Table


def _add(table: Table, seat: int, chips: int) -> None:
    """Chips that a seat brings or takes away. Outside the hand they count from the next hand on. Whether a stack stated
    at the end includes them is unknown.
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
    """Announced money is no part of the stack until it is played. Once cards are out, it is announced too late."""
    money = table.announced_late if table.dealt else table.announced
    money[event.seat] += event.amount


def elsewhere(table: Table, event: Elsewhere) -> None:
    """From here on the money lies with the chips of the seat; it is taken off the announced money."""
    seat, left = event.seat, event.amount
    for money in (table.announced, table.announced_late):
        taken = max(min(left, money[seat]), 0)
        money[seat] -= taken
        left -= taken
    table.behind[seat] += event.amount


def nothing(table: Table, event: Event) -> None:
    """Words, procedure and the end of the log change nothing."""
