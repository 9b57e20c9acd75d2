"""Turns of a lawful hand at which a fault of the betting can be planted."""

from collections.abc import Iterator

from auditor.engine import events as e
from auditor.engine.findings import Unseen
from auditor.engine.law import turn, wagers
from auditor.engine.law_cache import Betting
from auditor.engine.table import Table, seats_in
from tests.spoiler.places import Spot, able, is_one, others


def turns(spot: Spot) -> Iterator[tuple[int, Table, int]]:
    """Every turn after third street was opened: the index of its act, the table before it, and the seat that is due."""
    for at, table, event in spot.walk(*e.ACTS):
        if table.street > 3 or table.opened_third:
            due = turn.due(table, spot.house)
            if is_one(due) and event.seat == seats_in(due)[0]:
                yield at, table, event.seat


def wagering(spot: Spot) -> Iterator[tuple[int, Table, int, Betting]]:
    """Every turn at which a wager could be made, with the betting so far."""
    for at, table, seat in turns(spot):
        so_far = wagers.betting(table, spot.house)
        if others(able(table), seat) and wagers.may_raise(table, so_far, seat, spot.house):
            try:
                if not wagers.is_capped(table, so_far, seat, spot.house):
                    yield at, table, seat, so_far
            except Unseen:
                continue


def verb(table: Table) -> str:
    return "raises" if table.most_in_front else "bets"


def least(spot: Spot, table: Table, so_far: Betting, seat: int) -> int:
    """The least that a seat may wager to."""
    return wagers.lawful(table, so_far, seat, spot.house).amounts[0]
