"""Third street: which seat owes the bring-in, and how much the bring-in is."""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import DECK
from auditor.engine.findings import Unseen
from auditor.engine.hand import Stakes
from auditor.engine.house import House
from auditor.engine.house.choices import BringInAce, BringInAllInForAnte, BringInAmount, BringInDoor, BringInTie
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.table import SEAT_BIT, Table, next_clockwise, seats_in


def is_due(table: Table) -> bool:
    """Whether some seat must post a bring-in: at least two seats are still in the hand and have chips left."""
    if table.void:
        return False
    return table.live.bit_count() > 1 and table.able.bit_count() > 1


def bring_in_seats(table: Table, house: House) -> int:
    """Returns the seats that may owe the bring-in (the forced first bet), as a bit mask. The door cards that were seen
    decide. If the seat with the deciding door card went all-in with its ante, the house decides which seat takes over
    its duty: the next seat with chips, or the seat with chips that has the lowest door card. Returns 0 if no bring-in
    is due.
    """
    if not is_due(table):
        return 0
    if house.bring_in_all_in_for_ante is BringInAllInForAnte.NEXT_LOWEST:
        return _lowest_doors(table, house, table.able)
    return _owing(table, table.live, table.able, house)


def opening_seats(table: Table, among: int, house: House) -> int:
    """Returns the seats that may have owed the bring-in at an earlier moment of third street, as a bit mask. At that
    moment, the seats in `among` had not acted yet. A seat that is all-in with its ante cannot fold. So its door card is
    still compared with the other door cards. But some houses ignore the door card of such a seat.
    """
    if house.bring_in_all_in_for_ante is BringInAllInForAnte.NEXT_LOWEST:
        return _lowest_doors(table, house, among)
    return _owing(table, among | (table.began_live & ~table.began_with), among, house)


def _owing(table: Table, live: int, able: int, house: House) -> int:
    """Returns the seats that may owe the bring-in, as a bit mask. The door cards of the seats in `live` are compared.
    If the lowest door card belongs to a seat outside `able` (seats with chips left), the next seat in `able` owes the
    bring-in.
    """
    owing = 0
    for seat in seats_in(_lowest_doors(table, house, live)):
        owing |= SEAT_BIT[seat if able & SEAT_BIT[seat] else next_clockwise(able, seat)]
    return owing


def has_moved_left(table: Table, house: House) -> bool:
    """Whether a seat that is all-in with the ante has the lowest door card, or may have it. Then another seat must post
    the bring-in.
    """
    return bool(_lowest_doors(table, house, table.live) & table.all_in)


def may_decline(table: Table, house: House) -> bool:
    """Whether the house lets a seat fold instead of posting the bring-in, if the seat took over the bring-in from an
    all-in seat. `False` if no seat took it over.
    """
    return house.bring_in_all_in_for_ante is BringInAllInForAnte.PASSES_MAY_FOLD and has_moved_left(table, house)


def _lowest_doors(table: Table, house: House, among: int) -> int:
    """Returns the seats of `among` whose door card may be the one that decides the bring-in, as a bit mask. These are
    the seat with the lowest door card (in razz, the highest), and every seat whose door card was not seen. If several
    cards are equally low and all door cards were seen, the seat that was dealt to first is returned.
    """
    worths = _door_worths(house)
    unseen = 0
    best = -1
    holders = 0
    for seat in seats_in(among):
        door = table.up[seat][0] if table.up[seat] else -1
        if door < 0:
            unseen |= SEAT_BIT[seat]
            continue
        worth = worths[door]
        if best < 0 or worth < best:
            best = worth
            holders = SEAT_BIT[seat]
        elif worth == best:
            holders |= SEAT_BIT[seat]
    if unseen:
        return holders | unseen
    return first_dealt_of(table, holders)


_DOOR_WORTHS: Final[dict[tuple[str, str, str], list[int]]] = {}


def _door_worths(house: House) -> list[int]:
    """Returns a list with a number (the worth) for each of the 52 cards. The seat whose door card has the lowest number
    posts the bring-in. The list is cached. Houses with the same rules for the bring-in card share one list.
    """
    choices = (house.bring_in_door, house.bring_in_ace, house.bring_in_tie)
    worths = _DOOR_WORTHS.get(choices)
    if worths is None:
        worths = _DOOR_WORTHS[choices] = [_door_worth(card, house) for card in range(DECK)]
    return worths


def _door_worth(door: int, house: House) -> int:
    """Returns the worth of a door card as a number. The seat with the lowest number owes the bring-in. In a house where
    the highest card brings it in, high cards therefore have low numbers.
    """
    rank, suit = door >> 2, door & 3
    if house.bring_in_ace is BringInAce.LOW:
        rank = (rank + 1) % 13
    if house.bring_in_door is BringInDoor.HIGHEST:
        rank, suit = 12 - rank, 3 - suit
    return rank * 4 + (suit if house.bring_in_tie is BringInTie.SUIT else 0)


def nominal(table: Table, house: House) -> int:
    """Returns the full bring-in. Raises `Unseen` if neither the house nor the hand names the amount."""
    amount = _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    if amount is None:
        raise Unseen
    return amount


def named_amount(stakes: Stakes, house: House) -> int | None:
    """Returns the bring-in at these stakes; `None` if neither the house nor the hand names the amount."""
    return _AMOUNTS[house.bring_in_amount](stakes)


def nominal_posted(table: Table, house: House) -> int:
    """Returns the amount in chips that later seats must call after the bring-in; 0 if no bring-in was posted.

    If the seat that posted the bring-in went all-in for less, later seats must still call the full bring-in. Some logs
    record the bring-in as a bet. If the log has no bring-in line, and the first bet has exactly the amount of the
    bring-in, the function treats this bet as the bring-in.
    """
    if not table.bring_in_seat:
        opened = table.raises[0] if table.raises else None
        amount = None if opened is None or opened.over else named_amount(table.hand.stakes, house)
        return amount if opened is not None and amount == opened.to else 0
    if not table.bring_in_all_in:
        return table.bring_in_to
    amount = _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    return table.bring_in_to if amount is None else max(amount, table.bring_in_to)


def is_full_opening(table: Table, to: int, house: House) -> bool:
    """Whether an opening to `to` chips is a full opening: higher than the bring-in, and at least a small bet."""
    small, amount = table.hand.stakes.small_bet, _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    return small is not None and to >= small and (amount is None or to > amount)


def is_short_opening(table: Table, to: int, house: House) -> bool:
    """Whether an all-in opening to `to` chips is a short opening bet: more than the bring-in, and less than the small
    bet.
    """
    small, amount = table.hand.stakes.small_bet, _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    return small is not None and amount is not None and amount < to < small


def is_bring_in(table: Table, to: int, house: House) -> bool:
    """Whether the first act of third street is exactly the bring-in at these stakes. The act puts in `to` chips."""
    return to == _AMOUNTS[house.bring_in_amount](table.hand.stakes)


def is_short_of_unknown(table: Table, house: House) -> bool:
    """Whether a seat went all-in with its bring-in, and neither the house nor the hand names the full bring-in. Then
    nobody knows whether the bring-in was too small.
    """
    return table.bring_in_all_in and _AMOUNTS[house.bring_in_amount](table.hand.stakes) is None


def _as_named(stakes: Stakes) -> int | None:
    return stakes.bring_in


def _half_down(stakes: Stakes) -> int | None:
    return None if stakes.small_bet is None else stakes.small_bet // 2


def _half_up(stakes: Stakes) -> int | None:
    return None if stakes.small_bet is None else (stakes.small_bet + 1) // 2


def _named_or_ante(stakes: Stakes) -> int | None:
    return stakes.ante if stakes.bring_in is None else stakes.bring_in


_AMOUNTS: Final[dict[str, Callable[[Stakes], int | None]]] = {
    BringInAmount.STAKES: _as_named,
    BringInAmount.HALF_ROUNDED_DOWN: _half_down,
    BringInAmount.HALF_ROUNDED_UP: _half_up,
    BringInAmount.NAMED_OR_ANTE: _named_or_ante,
}
