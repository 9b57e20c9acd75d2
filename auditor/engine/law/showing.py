"""The showdown: which seat shows first, and which seat is next."""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Cards, Collect, Muck, Show
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownFirst, ShowdownMuck, ShowdownToWin, ShowdownUnbet
from auditor.engine.law.turn import openers
from auditor.engine.phases import HAND_OVER
from auditor.engine.settlement.pots import pots, uncalled
from auditor.engine.table import SEAT_BIT, Paid, Table, next_clockwise, seats_in

# The constant saves time: in Python 3.11, looking up a member of an enumeration takes longer than calling a function.
_ROOM_ORDER: Final = ShowdownFirst.ROOM_ORDER


def is_ordered(table: Table) -> bool:
    """Whether the seats must show their hands in a certain order. This needs at least two live seats, and at least two
    seats that could bet on seventh street. If a hand was shown or mucked before the showdown, there is no order.
    """
    if table.live & (table.shown | table.mucked) and not table.showdown:
        return False
    return table.street == 7 and table.began_with.bit_count() > 1 and table.live.bit_count() > 1


def is_time_to_claim(table: Table) -> bool:
    """Whether a hand that is shown now claims a pot: the last street is over, several seats are live, and nobody has
    been paid.
    """
    return table.street == 7 and table.phase != HAND_OVER and not table.goes_on()


def can_bet(table: Table) -> bool:
    """Whether at least one seat may still bet, now or on a later street."""
    return bool(table.waiting) or (table.street < 7 and table.able.bit_count() > 1)


def of_the_down_cards(table: Table, event: Cards) -> list[int]:
    """Returns the shown cards that were dealt to the seat face down. Raises `Unseen` if some up cards of the seat were
    not seen, because one of them may be among the shown cards.
    """
    up = table.up[event.seat]
    if UNSEEN in up:
        raise Unseen
    return [card for card in event.cards if card not in up]


def stay_silent(table: Table, house: House) -> int:
    """Returns the live seats for which the log has no show or muck line from here to its end, as a bit mask. Returns 0
    if a live seat is all-in and the house therefore requires all hands to be shown. Raises `Unseen` if the log stops
    before the end of the hand, because a show line may be missing.
    """
    if house.showdown_muck is not ShowdownMuck.ALLOWED and table.live & table.all_in:
        return 0
    last = table.answers.last_claims
    if last is None:
        last = table.answers.last_claims = {
            event.seat: at for at, event in enumerate(table.hand.events) if isinstance(event, Show | Muck)
        }
    waiting = table.live & ~(table.shown | table.mucked)
    silent = sum([SEAT_BIT[seat] for seat in seats_in(waiting) if last.get(seat, -1) < table.event])
    if silent and not table.complete:
        raise Unseen
    return silent


def contenders(table: Table, house: House, silent: int = 0) -> int:
    """Returns the seats that still have to show or muck, as a bit mask. Some houses settle the side pots first, the
    last side pot before the others. In such a house, only the seats of one pot are returned: the first pot, in this
    order, that several seats can win and for which a seat still has to show.

    The seats in `silent` gave up their hands without a line in the log, so they are left out.
    """
    waiting = table.live & ~(table.shown | table.mucked | silent)
    if not house.showdown_side_pots_first:
        return waiting
    for pot in reversed(pots(table, house)):
        if pot.eligible.bit_count() > 1 and waiting & pot.eligible:
            return waiting & pot.eligible
    return waiting


def first_to_show(table: Table, house: House) -> int:
    """Returns the seats that may be the first to show, as a bit mask. Raises `Unseen` if the room uses its own unknown
    order.
    """
    group = contenders(table, house)
    return _latest(_WAGERERS[house.showdown_first](table), group) or _UNBET[house.showdown_unbet](table, house, group)


def is_unbet(table: Table, house: House) -> bool:
    """Whether no seat that still has to show made a wager. Then the last wager cannot decide which seat shows first.
    The house decides which wagers count: those of seventh street, or those of all streets.
    """
    return not _latest(_WAGERERS[house.showdown_first](table), contenders(table, house))


def next_to_show(table: Table, house: House, silent: int = 0) -> int:
    """Returns the seats that may show next, as a bit mask. Within one pot, this is the next seat clockwise that still
    has to show, or a seat that was passed over. When another pot begins, it is any seat that still has to show for that
    pot. The seats in `silent` gave up their hands without a line in the log. Raises `Unseen` if the room uses its own
    unknown order.
    """
    if house.showdown_first is _ROOM_ORDER:
        raise Unseen
    group = contenders(table, house, silent)
    before = table.showdown[-1]
    for pot in pots(table, house):
        if pot.eligible & SEAT_BIT[before] and pot.eligible & group == group and _begun(table, pot.eligible):
            return SEAT_BIT[next_clockwise(group, before)] | _between_first_and_last(table, group)
    return group


def _between_first_and_last(table: Table, group: int) -> int:
    """Returns the seats of `group` that sit between the first and the last seat that showed, as a bit mask. A later
    seat showed before these seats, out of turn, and got a finding. So these seats may show late without a finding of
    their own.
    """
    seat, last = table.showdown[0], table.showdown[-1]
    passed = 0
    while seat != last:
        seat = next_clockwise(group | SEAT_BIT[last], seat)
        passed |= SEAT_BIT[seat] & group
    return passed


def _begun(table: Table, eligible: int) -> bool:
    return bool(eligible & (table.shown | table.mucked))


def _opener(table: Table, house: House, group: int) -> int:
    """Returns the seat that opened seventh street with a check or a bet, even if it was not its turn. If nobody opened,
    returns the seat that had to act first. The result is a bit mask. `group` are the seats that still have to show; if
    the opener is not one of them, returns `group`.
    """
    opener = SEAT_BIT[table.first_actor] if table.first_actor else openers(table, house)
    return opener & group or group


def _lowest_seat(table: Table, house: House, group: int) -> int:
    """Returns the seat with the lowest number in `group` (the seats that still have to show), as a bit mask. In some
    rooms this seat shows first. We found this order in logs of these rooms; they have no written rule. Raises `Unseen`
    at a table of two seats, because logs of such tables had another order.
    """
    if len(table.hand.seats) < 3:
        raise Unseen
    return group & -group


def _any(table: Table, house: House, group: int) -> int:
    return group


def _seventh_wagerers(table: Table) -> list[int]:
    """Returns the seats that wagered on seventh street, in order."""
    return [raised.seat for raised in table.raises]


def _seventh_wagerers_backwards(table: Table) -> list[int]:
    return _seventh_wagerers(table)[::-1]


def _all_wagerers(table: Table) -> list[int]:
    return table.wagerers


def _unknown(table: Table) -> list[int]:
    raise Unseen


def _latest(wagerers: list[int], group: int) -> int:
    """Returns the last seat of the list `wagerers` that is also in the set `group`, as a bit mask; 0 if none is."""
    for seat in reversed(wagerers):
        if group & SEAT_BIT[seat]:
            return SEAT_BIT[seat]
    return 0


# For each house rule on who shows first: a function that lists the seats that wagered. The last seat in the list that
# still has to show is the first to show.
_WAGERERS: Final[dict[str, Callable[[Table], list[int]]]] = {
    ShowdownFirst.SEVENTH_WAGER: _seventh_wagerers,
    ShowdownFirst.SEVENTH_FIRST_WAGER: _seventh_wagerers_backwards,
    ShowdownFirst.ANY_WAGER: _all_wagerers,
    ShowdownFirst.ROOM_ORDER: _unknown,
}
_UNBET: Final[dict[str, Callable[[Table, House, int], int]]] = {
    ShowdownUnbet.OPENER: _opener,
    ShowdownUnbet.LOWEST_SEAT: _lowest_seat,
    ShowdownUnbet.ANY: _any,
}


def count_turned_up(table: Table, seat: int) -> int:
    """Returns how many different cards the seat showed in all its show lines. Returns 0 if its last show line names no
    cards.
    """
    last = len(table.showed[seat])
    return last and max(last, table.all_showed[seat].bit_count())


def cards_to_win(table: Table, house: House) -> int:
    """Returns how many of its own cards a winner must show to be paid. If there is a community card, the number is one
    lower.
    """
    if house.showdown_to_win is ShowdownToWin.SEVEN:
        return 7 - len(table.community)
    return 5 - len(table.community)


def collectors(table: Table, house: House) -> list[int]:
    """Returns the live seats that were paid chips which another hand could have won."""
    if table.live.bit_count() < 2 or not table.paid:
        return []
    paid = {each.seat for each in table.paid if is_contested(table, each, house)}
    return [seat for seat in seats_in(table.live) if seat in paid]


def is_contested(table: Table, paid: Paid, house: House) -> bool:
    """Whether another seat could win the chips of this payment. That other seat must be live and eligible for the same
    pot, and must not have mucked before the paid seat showed.
    """
    if has_no_rival(table, paid, house):
        return False
    order = table.showdown
    gone = table.mucked & ~table.shown
    for seat in order[order.index(paid.seat) + 1 :] if paid.seat in order else ():
        gone &= ~SEAT_BIT[seat]
    rivals = table.live & ~gone & ~SEAT_BIT[paid.seat]
    return any(pot.eligible & SEAT_BIT[paid.seat] and pot.eligible & rivals for pot in pots(table, house))


def has_no_rival(table: Table, event: Collect | Paid, house: House) -> bool:
    """Whether only this seat can win the payment. The payment is a pot with one eligible seat, or uncalled chips that
    have no line of their own in the log. The seat need not show its hand for such a payment.
    """
    owner, extra = uncalled(table)
    if owner == event.seat and event.amount <= extra and not table.hand.records & Records.UNCALLED:
        return True
    made = enumerate(pots(table, house))
    own = [(index, pot.amount) for index, pot in made if pot.eligible == SEAT_BIT[event.seat]]
    return any(event.pot == index or (event.pot < 0 and event.amount <= amount) for index, amount in own)
