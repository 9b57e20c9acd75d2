"""Functions about the seats of a table.

They answer these questions:

- whether a seat is surely the right one among several candidates
- which seat got the first card
- how many chips a seat can still bet
"""

from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.table import SEAT_BIT, Table, next_clockwise, seats_in


def among(seat: int, candidates: int) -> bool:
    """Whether `seat`, which acted, is the seat that should act. `candidates` are all seats that may be the right one,
    as a bit mask. Returns true if `seat` is the only candidate, and false if `seat` is no candidate. Raises `Unseen` if
    `seat` is one of several candidates, because the log does not show which of them is right.
    """
    if not candidates & SEAT_BIT[seat]:
        return False
    if candidates & (candidates - 1):
        raise Unseen
    return True


def first_dealt(table: Table) -> int:
    """Returns the seat that got the first card: the seat that the log names, or the first seat after the button.
    Returns 0 if the log names neither that seat nor a button at a seat of the hand. The returned number may be a seat
    that does not exist, such as 52, if the log names such a seat.
    """
    hand = table.hand
    if hand.first_dealt:
        return hand.first_dealt
    if hand.button and table.seats >> hand.button & 1:
        return next_clockwise(table.took_part or table.dealt_in, hand.button)
    return 0


def first_dealt_of(table: Table, candidates: int) -> int:
    """Returns the first seat of `candidates` in the order of the deal, as a bit mask of one seat. If the log does not
    show where the deal began, returns all candidates.
    """
    if candidates & (candidates - 1) == 0:
        return candidates
    first = first_dealt(table)
    if not first:
        return candidates
    if candidates >> first & 1:
        return SEAT_BIT[first]
    return SEAT_BIT[next_clockwise(candidates, first)]


def chips_of(table: Table, seat: int) -> int:
    """Returns the highest total that the seat can put in on this street: the chips already in front of it and its other
    chips.
    """
    return table.front[seat] + table.behind[seat]


def may_be_all_in(table: Table) -> int:
    """Returns the live seats that may be all-in although the log does not say so, as a bit mask. These are the seats
    with an unknown stack, in a log that does not mark an all-in.
    """
    return table.live & ~table.stack_known if table.hand.records & Records.INFERRED_CALLS else 0


def most_to_match(table: Table, seat: int) -> int:
    """Returns the highest total that any live seat other than `seat` can reach on this street. If `seat` bets more,
    nobody can call the excess, so the excess would be returned.
    """
    return _most_of(table, table.live & ~SEAT_BIT[seat])


def may_be_most_to_match(table: Table, seat: int, to: int) -> bool:
    """Whether `to` is the highest total that any live seat other than `seat` can reach on this street. Raises `Unseen`
    if that depends on a stack that the log does not state.
    """
    others = table.live & ~SEAT_BIT[seat]
    unstated = others & ~table.stack_known
    most = _most_of(table, others & ~unstated)
    if unstated and most <= to:
        raise Unseen
    return most == to


def _most_of(table: Table, seats: int) -> int:
    # A seat whose time ran out may be all-in with chips left. It cannot bet these chips, so they are not added.
    return max(
        [table.front[seat] + (0 if table.clocked & SEAT_BIT[seat] else table.behind[seat]) for seat in seats_in(seats)],
        default=0,
    )
