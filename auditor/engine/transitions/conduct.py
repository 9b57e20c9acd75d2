"""Belief in what is done beside the betting: chips that come and go without it."""

from auditor.engine.events import Announced, Borrowed, Elsewhere, Event, Removed, TopUp
from auditor.engine.table import SEAT_BIT, Table


def _add(table: Table, seat: int, chips: int) -> None:
    """What a seat that is out of the hand brings or takes away counts from the next hand on; whether a stack that the
    log states at the end has it already, nobody can tell.
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
    """The money lies elsewhere: it is no part of the stack before it is played. Once cards are out it comes too late
    to be announced.
    """
    told = table.announced_late if table.dealt else table.announced
    told[event.seat] += event.amount


def elsewhere(table: Table, event: Elsewhere) -> None:
    """From here on it lies with the chips of the seat, and no more of what was announced is left than the rest."""
    seat, left = event.seat, event.amount
    for told in (table.announced, table.announced_late):
        taken = max(min(left, told[seat]), 0)
        told[seat] -= taken
        left -= taken
    table.behind[seat] += event.amount


def nothing(table: Table, event: Event) -> None:
    """What is said or done around the table, and the end of the log move nothing."""
