"""Table stakes: the chips that a seat can play with, and other money that arrives or leaves during the hand. A player
may announce money that is not on the table ("money behind"). The house decides whether he may bet this money.
"""

from auditor.engine.events import Ante, Borrowed, BringIn, Call, Changed, Elsewhere, Removed, TopUp, Wager
from auditor.engine.house import House
from auditor.engine.table import SEAT_BIT, Table


def put_in(table: Table, event: Ante | BringIn | Call | Wager) -> int:
    """Returns how many chips an act or an ante moves from the stack of the seat into the pot."""
    return event.amount if isinstance(event, Ante) else event.to - table.front[event.seat]


def playable(table: Table, seat: int, house: House) -> int:
    """Returns the chips that the seat can still put in: its stack, plus money announced before the deal if the house
    lets players play announced money.
    """
    return table.behind[seat] + (table.announced[seat] if house.table_stakes_announced else 0)


def has_announced(table: Table, seat: int) -> bool:
    """Whether the seat announced money that is not on the table. In that case the stack does not show how much of the
    money was played.
    """
    return bool(table.announced[seat] or table.announced_late[seat])


def not_playable(table: Table, seat: int, house: House) -> int:
    """Returns the announced money that the seat may not play: it was announced too late, or the house allows no
    announced money.
    """
    return table.announced_late[seat] + (0 if house.table_stakes_announced else table.announced[seat])


def not_announced(table: Table, event: Elsewhere | Ante | BringIn | Call | Wager, house: House) -> int:
    """Returns how much money from outside the table the seat played without a right to do so; 0 or less if it played
    none.

    - If the event is an `Elsewhere` line, money arrives from outside the table. The result is this money, minus the
      money that the seat announced before the deal if the house allows announced money. If the money arrives before the
      deal, or the seat is not in the hand, the result is 0.
    - If the event is a bet or an ante, the result is the part of it that the playable chips of the seat do not cover.
      This part must come from announced money that the seat may not play. If the seat announced less than this part,
      the result is 0, because rule B412 reports the bet.
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
    """Whether a live seat gets, gives away or exchanges chips after the deal began. For a seat that is not in the hand,
    this is lawful, because that seat uses the chips from the next hand on.
    """
    seats = SEAT_BIT[event.seat]
    if isinstance(event, Borrowed):
        seats |= SEAT_BIT[event.lender]
    return bool(table.dealt) and bool(table.live & seats)
