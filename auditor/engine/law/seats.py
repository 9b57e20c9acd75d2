"""Answers about seats: whether a seat is the right one of several, and which seat was dealt to first."""

from auditor.engine.findings import Unseen
from auditor.engine.table import SEAT_BIT, Table, next_clockwise


def among(seat: int, candidates: int) -> bool:
    """Whether `seat` is the right seat, if `candidates` are all seats that may be right. Raises `Unseen` if `seat` is
    only one of several candidates.
    """
    if not candidates & SEAT_BIT[seat]:
        return False
    if candidates & (candidates - 1):
        raise Unseen
    return True


def first_dealt(table: Table) -> int:
    """Returns the seat that was dealt to first: the seat that the log names, or the next seat after a button at a seat
    of the hand. 0 if neither is known.
    """
    hand = table.hand
    if hand.first_dealt:
        return hand.first_dealt
    if hand.button and table.seats & SEAT_BIT[hand.button]:
        return next_clockwise(table.took_part or table.dealt_in, hand.button)
    return 0


def first_dealt_of(table: Table, candidates: int) -> int:
    """Returns the candidate that was dealt to first, as a set of one seat. If the log does not show the first seat of
    the deal, returns all candidates.
    """
    if candidates & (candidates - 1) == 0:
        return candidates
    first = first_dealt(table)
    if not first:
        return candidates
    if candidates & SEAT_BIT[first]:
        return SEAT_BIT[first]
    return SEAT_BIT[next_clockwise(candidates, first)]


def chips_of(table: Table, seat: int) -> int:
    """Returns the highest total that the seat can have in front on this street: its front and the chips behind."""
    return table.front[seat] + table.behind[seat]
