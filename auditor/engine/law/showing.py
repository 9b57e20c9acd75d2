"""The showdown: which seat shows first, and which seat is next."""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Cards, Collect
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownFirst, ShowdownToWin
from auditor.engine.law.turn import openers
from auditor.engine.settlement.pots import pots, uncalled
from auditor.engine.table import SEAT_BIT, Paid, Table, next_clockwise, seats_in

# The constant is for speed: in Python 3.11, looking up the member of an enumeration takes longer than a call.
_ROOM_ORDER: Final = ShowdownFirst.ROOM_ORDER


def is_ordered(table: Table) -> bool:
    """Whether the showdown has an order: at least two live seats, and at least two that could bet on seventh street.
    There is no order if a hand was already open before the showdown.
    """
    if table.live & (table.shown | table.mucked) and not table.showdown:
        return False
    return table.street == 7 and table.began_with.bit_count() > 1 and table.live.bit_count() > 1


def can_bet(table: Table) -> bool:
    """Whether any seat can still bet, on this street or a later street."""
    return bool(table.waiting) or (table.street < 7 and table.able.bit_count() > 1)


def of_the_down_cards(table: Table, event: Cards) -> list[int]:
    """Returns the shown cards of a live seat that lay face down. Raises `Unseen` if some up cards of the seat were not
    seen, because one of them may be among the shown cards.
    """
    up = table.up[event.seat]
    if UNSEEN in up:
        raise Unseen
    return [card for card in event.cards if card not in up]


def contenders(table: Table, house: House) -> int:
    """Returns the seats that still have to show or muck. If side pots go first, returns only the seats of the last pot
    that still has more than one contender.
    """
    waiting = table.live & ~(table.shown | table.mucked)
    if not house.showdown_side_pots_first:
        return waiting
    for pot in reversed(pots(table, house)):
        if pot.eligible.bit_count() > 1 and waiting & pot.eligible:
            return waiting & pot.eligible
    return waiting


def first_to_show(table: Table, house: House) -> int:
    """Returns the seats that may be the first to show. Raises `Unseen` if the room uses its own unknown order."""
    return _FIRST[house.showdown_first](table, house, contenders(table, house))


def next_to_show(table: Table, house: House) -> int:
    """Returns the seats that may show next. Within one pot that is the next contender clockwise; when another pot
    begins, any contender. Raises `Unseen` if the room uses its own unknown order.
    """
    if house.showdown_first is _ROOM_ORDER:
        raise Unseen
    group = contenders(table, house)
    before = table.showdown[-1]
    for pot in pots(table, house):
        if pot.eligible & SEAT_BIT[before] and pot.eligible & group == group and _begun(table, pot.eligible):
            return SEAT_BIT[next_clockwise(group, before)] | _between_first_and_last(table, group)
    return group


def _between_first_and_last(table: Table, group: int) -> int:
    """Returns the contenders between the first and the last seat that showed. They were passed because a seat showed
    out of turn, which was reported then; now they may show without another finding.
    """
    seat, last = table.showdown[0], table.showdown[-1]
    passed = 0
    while seat != last:
        seat = next_clockwise(group | SEAT_BIT[last], seat)
        passed |= SEAT_BIT[seat] & group
    return passed


def _begun(table: Table, eligible: int) -> bool:
    return bool(eligible & (table.shown | table.mucked))


def _seventh_wager_or_opener(table: Table, house: House, group: int) -> int:
    return _latest(_seventh_wagerers(table), group) or _opener(table, house, group)


def _seventh_first_wager_or_opener(table: Table, house: House, group: int) -> int:
    return _latest(_seventh_wagerers(table)[::-1], group) or _opener(table, house, group)


def _any_wager_or_opener(table: Table, house: House, group: int) -> int:
    return _latest(table.wagerers, group) or _opener(table, house, group)


def _opener(table: Table, house: House, group: int) -> int:
    """Returns the seat that opened seventh street, in turn or not. If nobody opened, returns the seat that
    should have.
    """
    opener = SEAT_BIT[table.first_actor] if table.first_actor else openers(table, house)
    return opener & group or group


def _seventh_wager_or_lowest_seat(table: Table, house: House, group: int) -> int:
    """Returns the last seat that wagered on seventh street; if nobody wagered, the lowest seat number. This order was
    measured on logs. Raises `Unseen` for a table of two seats, because such tables had another order.
    """
    last = _latest(_seventh_wagerers(table), group)
    if last:
        return last
    if len(table.hand.seats) < 3:
        raise Unseen
    return group & -group


def _room_order(table: Table, house: House, group: int) -> int:
    raise Unseen


def _seventh_wagerers(table: Table) -> list[int]:
    """Returns the seats that wagered on seventh street, in order."""
    return [raised.seat for raised in table.raises]


def _latest(wagerers: list[int], group: int) -> int:
    """Returns the last of `wagerers` that is in `group`, as a set of one seat; 0 if none is."""
    for seat in reversed(wagerers):
        if group & SEAT_BIT[seat]:
            return SEAT_BIT[seat]
    return 0


_FIRST: Final[dict[str, Callable[[Table, House, int], int]]] = {
    ShowdownFirst.SEVENTH_WAGER_OR_OPENER: _seventh_wager_or_opener,
    ShowdownFirst.SEVENTH_FIRST_WAGER_OR_OPENER: _seventh_first_wager_or_opener,
    ShowdownFirst.ANY_WAGER_OR_OPENER: _any_wager_or_opener,
    ShowdownFirst.SEVENTH_WAGER_OR_LOWEST_SEAT: _seventh_wager_or_lowest_seat,
    ShowdownFirst.ROOM_ORDER: _room_order,
}


def cards_to_win(table: Table, house: House) -> int:
    """Returns the number of its own cards that a winner must show."""
    if house.showdown_to_win is ShowdownToWin.SEVEN:
        return 7 - len(table.community)
    return 5 - len(table.community)


def collectors(table: Table, house: House) -> list[int]:
    """Returns the live seats that were paid chips that another hand could have won."""
    if table.live.bit_count() < 2 or not table.paid:
        return []
    paid = {each.seat for each in table.paid if is_contested(table, each, house)}
    return [seat for seat in seats_in(table.live) if seat in paid]


def is_contested(table: Table, paid: Paid, house: House) -> bool:
    """Whether another seat that could win this payment kept its hand, at least until the paid seat showed."""
    if has_no_rival(table, paid, house):
        return False
    order = table.showdown
    gone = table.mucked & ~table.shown
    for seat in order[order.index(paid.seat) + 1 :] if paid.seat in order else ():
        gone &= ~SEAT_BIT[seat]
    rivals = table.live & ~gone & ~SEAT_BIT[paid.seat]
    return any(pot.eligible & SEAT_BIT[paid.seat] and pot.eligible & rivals for pot in pots(table, house))


def has_no_rival(table: Table, event: Collect | Paid, house: House) -> bool:
    """Whether no other seat can win this payment. That holds for a pot with one eligible seat, and for uncalled chips
    if the log has no line for them. The seat need not show to get such chips.
    """
    owner, extra = uncalled(table)
    if owner == event.seat and event.amount <= extra and not table.hand.records & Records.UNCALLED:
        return True
    made = enumerate(pots(table, house))
    own = [(index, pot.amount) for index, pot in made if pot.eligible == SEAT_BIT[event.seat]]
    return any(event.pot == index or (event.pot < 0 and event.amount <= amount) for index, amount in own)
