"""The deck: how many cards are left, and whether seventh street is dealt to each seat or once for all.

The three ways of section "7th street, deck short" need counts only, never faces: Robert's Rules of Poker 11 (stud,
rule 17), TDA 2024 RP-10, and the plain "fewer cards than seats" of the online rooms.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import DECK
from auditor.engine.house import House
from auditor.engine.house.choices import DealShortDeck
from auditor.engine.table import Table

# A name of its own: looking up the member of an enumeration takes Python 3.11 longer than a call.
_ROBERTS: Final = DealShortDeck.ROBERTS


def street_burns(house: House, street: int) -> bool:
    """Whether the house burns a card before this street."""
    if street < 4:
        return False
    return house.deal_burn_fourth if street == 4 else house.deal_burn_later


def burn_is_due(table: Table, house: House) -> bool:
    """Whether the house burns a card before the first card of this street. Where the stub is too short for that and for
    a card to each seat, Robert's Rules burn before the last card only, or not at all.
    """
    if table.street < 7 or house.deal_short_deck is not _ROBERTS or _is_ample(table):
        return street_burns(house, table.street)
    stub, _ = _left(table, house)
    return street_burns(house, 7) and (stub > table.live.bit_count() or community_due(table, house))


def burns_come_back(table: Table, house: House) -> bool:
    """Whether the stub is so short on seventh street that the house mixes the burned cards into it."""
    over = _LEFT_OVER[house.deal_short_deck]
    return table.street == 7 and over > 0 and _left(table, house)[0] < table.began_live.bit_count() + over


def community_due(table: Table, house: House) -> bool:
    """Whether seventh street must be one card face up for all live seats, as counted when sixth street was over."""
    if _is_ample(table):
        return False
    stub, burns = _left(table, house)
    return _SHORT[house.deal_short_deck](stub, burns, table.live.bit_count(), street_burns(house, 7))


def _is_ample(table: Table) -> bool:
    """Whether so few seats were dealt in that no house can run short: six seats and four burns leave 12 cards."""
    return table.dealt.bit_count() <= 6 and table.burned_before <= 4


def _left(table: Table, house: House) -> tuple[int, int]:
    """The cards in the stub and the burns when sixth street was over. Logged burns always count as out. A log without
    burns may simply not record them.
    """
    burns = max(table.burned_before, sum([1 for street in (4, 5, 6) if street_burns(house, street)]))
    out = sum([min(held, 6) for held in table.held])  # burns of seventh street may be out already
    return DECK - out - burns, burns


def _one_each_or_one_for_all(stub: int, burns: int, seats: int, burn: bool) -> bool:
    return stub - (1 if burn else 0) < seats


def _last_card_and_burns(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """Robert's Rules, in order: burn and deal; mix the last card with the burns; skip the burn; one card for all.
    Skipping the burn helps most, because then every card of the stub and of the burns is dealt.
    """
    return stub + burns < seats


def _two_cards_over(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """TDA RP-10 and WSOP: two cards must be left over; the burns are mixed into the stub if necessary."""
    return stub + burns < seats + 2


# How many cards must be left over for the burns to stay out; 0 where they always stay out.
_LEFT_OVER: Final[dict[str, int]] = {DealShortDeck.COMMUNITY: 0, DealShortDeck.ROBERTS: 1, DealShortDeck.PLUS_TWO: 2}
_SHORT: Final[dict[str, Callable[[int, int, int, bool], bool]]] = {
    DealShortDeck.COMMUNITY: _one_each_or_one_for_all,
    DealShortDeck.ROBERTS: _last_card_and_burns,
    DealShortDeck.PLUS_TWO: _two_cards_over,
}
