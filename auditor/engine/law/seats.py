"""Which of several seats is meant, and which seat was dealt to first."""

from auditor.engine.findings import Unseen
from auditor.engine.table import SEAT_BIT, Table, next_clockwise


def among(seat: int, candidates: int) -> bool:
    """Whether `seat` is the one that is meant; `candidates` are all seats that may be. Raises `Unseen` where the log
    leaves it open.
    """
    if not candidates & SEAT_BIT[seat]:
        return False
    if candidates & (candidates - 1):
        raise Unseen
    return True


def first_dealt(table: Table) -> int:
    """The seat that was dealt to first: named by the log, or left of a button at a seat of the hand. 0: unknown."""
    hand = table.hand
    if hand.first_dealt:
        return hand.first_dealt
    if hand.button and table.seats & SEAT_BIT[hand.button]:
        return next_clockwise(table.took_part or table.dealt_in, hand.button)
    return 0


def first_dealt_of(table: Table, candidates: int) -> int:
    """Among seats, the set of those that may have been dealt to first: one seat, or all where the deal is unknown."""
    if candidates & (candidates - 1) == 0:
        return candidates
    first = first_dealt(table)
    if not first:
        return candidates
    if candidates & SEAT_BIT[first]:
        return SEAT_BIT[first]
    return SEAT_BIT[next_clockwise(candidates, first)]


def chips_of(table: Table, seat: int) -> int:
    """The most that a seat can have in front of it on this street."""
    return table.front[seat] + table.behind[seat]
