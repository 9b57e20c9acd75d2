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
    """Whether a seat owes a bring-in: at least two live seats have chips left."""
    if table.void:
        return False
    return table.live.bit_count() > 1 and table.able.bit_count() > 1


def bring_in_seats(table: Table, house: House) -> int:
    """Returns the seats that may owe the bring-in, according to the door cards that were seen. If a seat went all-in
    with the ante, its duty moves to the next seat with chips. Empty if no bring-in is due.
    """
    if not is_due(table):
        return 0
    owing = 0
    for seat in seats_in(_lowest_doors(table, house)):
        if not table.all_in & SEAT_BIT[seat]:
            owing |= SEAT_BIT[seat]
        else:
            owing |= SEAT_BIT[next_clockwise(table.able, seat)]
    return owing


def has_moved_left(table: Table, house: House) -> bool:
    """Whether the seat with the low card is all-in with the ante, so that another seat must bring it in."""
    return bool(_lowest_doors(table, house) & table.all_in)


def may_decline(table: Table, house: House) -> bool:
    """Whether the seat that took over the bring-in may fold instead."""
    return house.bring_in_all_in_for_ante is BringInAllInForAnte.PASSES_MAY_FOLD and has_moved_left(table, house)


def _lowest_doors(table: Table, house: House) -> int:
    """Returns every seat whose door card may decide the bring-in. An unseen door card always may."""
    worths = _door_worths(house)
    unseen = 0
    best = -1
    holders = 0
    for seat in seats_in(table.live):
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
    """Returns the worth of each door card. The list is kept for all houses with the same choices."""
    choices = (house.bring_in_door, house.bring_in_ace, house.bring_in_tie)
    worths = _DOOR_WORTHS.get(choices)
    if worths is None:
        worths = _DOOR_WORTHS[choices] = [_door_worth(card, house) for card in range(DECK)]
    return worths


def _door_worth(door: int, house: House) -> int:
    """Returns the worth of a door card. The lowest worth brings it in, even if the house lets the highest card bring it
    in.
    """
    rank, suit = door >> 2, door & 3
    if house.bring_in_ace is BringInAce.LOW:
        rank = (rank + 1) % 13
    if house.bring_in_door is BringInDoor.HIGHEST:
        rank, suit = 12 - rank, 3 - suit
    return rank * 4 + (suit if house.bring_in_tie is BringInTie.SUIT else 0)


def doors_involved(table: Table, house: House) -> tuple[str, ...]:
    """Returns the keys of the parameters that decide this bring-in. The rank of the ace is included only if an ace is a
    door card, and the tie only if several seats have the deciding card.
    """
    ranks = [table.up[seat][0] >> 2 for seat in seats_in(table.live) if table.up[seat] and table.up[seat][0] >= 0]
    used = ["bring_in.door"]
    if 12 in ranks:
        used.append("bring_in.ace")
    low_first = house.bring_in_door is BringInDoor.LOWEST
    if ranks and ranks.count(min(ranks) if low_first else max(ranks)) > 1:
        used.append("bring_in.tie")
    if has_moved_left(table, house):
        used.append("bring_in.all_in_for_ante")
    return tuple(used)


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
    """Returns the level that the posted bring-in sets. A bring-in that was short because of an all-in still sets the
    level of the full bring-in. 0 if none was posted.
    """
    if not table.bring_in_seat:
        return 0
    if not table.bring_in_all_in:
        return table.bring_in_to
    amount = _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    return table.bring_in_to if amount is None else max(amount, table.bring_in_to)


def is_full_opening(table: Table, to: int, house: House) -> bool:
    """Whether this bring-in is a full opening: higher than the bring-in, and at least a small bet."""
    small, amount = table.hand.stakes.small_bet, _AMOUNTS[house.bring_in_amount](table.hand.stakes)
    return small is not None and to >= small and (amount is None or to > amount)


def is_short_of_unknown(table: Table, house: House) -> bool:
    """Whether a bring-in was posted all-in, and neither the house nor the hand names the full amount."""
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
