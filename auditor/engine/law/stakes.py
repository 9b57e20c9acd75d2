"""Table stakes: the chips that a seat can play with, and other chips that come or go."""

from auditor.engine.events import Ante, Borrowed, BringIn, Call, Changed, Elsewhere, Removed, TopUp, Wager
from auditor.engine.house import House
from auditor.engine.table import SEAT_BIT, Table


def put_in(table: Table, event: Ante | BringIn | Call | Wager) -> int:
    """The chips that an act or an ante puts in."""
    return event.amount if isinstance(event, Ante) else event.to - table.front[event.seat]


def playable(table: Table, seat: int, house: House) -> int:
    """The chips that the seat can still put in: those behind it and, where the house allows, money announced before the
    deal.
    """
    return table.behind[seat] + (table.announced[seat] if house.table_stakes_announced else 0)


def has_announced(table: Table, seat: int) -> bool:
    """Whether the seat has announced money elsewhere: its stack then does not show how much of that was played."""
    return bool(table.announced[seat] or table.announced_late[seat])


def not_playable(table: Table, seat: int, house: House) -> int:
    """Announced money of the seat that does not play: announced too late, or in a house that allows none."""
    return table.announced_late[seat] + (0 if house.table_stakes_announced else table.announced[seat])


def not_announced(table: Table, event: Elsewhere | Ante | BringIn | Call | Wager, house: House) -> int:
    """How much money from elsewhere was played without right: as the log states, or the part of a bet beyond the stack
    that was announced in vain. Money that comes to the table before the deal plays.
    """
    seat = event.seat
    if isinstance(event, Elsewhere):
        if not table.dealt or not table.live & SEAT_BIT[seat]:
            return 0
        return event.amount - (table.announced[seat] if house.table_stakes_announced else 0)
    in_vain = not_playable(table, seat, house)
    over = put_in(table, event) - playable(table, seat, house) if in_vain else 0
    return over if over <= in_vain else 0


def comes_or_goes(table: Table, event: TopUp | Removed | Borrowed | Changed) -> bool:
    """Whether chips of a live seat come, go or are changed once cards are out. Those of another seat count from the
    next hand.
    """
    seats = SEAT_BIT[event.seat]
    if isinstance(event, Borrowed):
        seats |= SEAT_BIT[event.lender]
    return bool(table.dealt) and bool(table.live & seats)
