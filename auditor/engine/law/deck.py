"""The deck: how many cards are left, and whether seventh street is one card for each seat or one community card.

The three ways of section "7th street, deck short" need only the number of cards, never the cards. The ways are from
Robert's Rules of Poker 11 (stud, rule 17), from TDA 2024 RP-10, and the plain "fewer cards than seats" of the online
rooms.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import DECK
from auditor.engine.house import House
from auditor.engine.house.choices import DealShortDeck
from auditor.engine.table import Table

# The constant is for speed: in Python 3.11, looking up the member of an enumeration takes longer than a call.
_ROBERTS: Final = DealShortDeck.ROBERTS


def street_burns(house: House, street: int) -> bool:
    """Whether the house burns a card before this street."""
    if street < 4:
        return False
    return house.deal_burn_fourth if street == 4 else house.deal_burn_later


def burn_is_due(table: Table, house: House) -> bool:
    """Whether the house burns a card before the first card of this street. The stub may be too short for a burn and a
    card for each seat. Then Robert's Rules burn only before the last card, or not at all.
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
    """Whether seventh street must be one community card. The cards are counted at the end of sixth street."""
    if _is_ample(table):
        return False
    stub, burns = _left(table, house)
    return _SHORT[house.deal_short_deck](stub, burns, table.live.bit_count(), street_burns(house, 7))


def _is_ample(table: Table) -> bool:
    """Whether so few seats were dealt in that the deck is long enough in every house: six seats and four burns leave 12
    cards.
    """
    return table.dealt.bit_count() <= 6 and table.burned_before <= 4


def _left(table: Table, house: House) -> tuple[int, int]:
    """Returns two numbers for the end of sixth street: the cards in the stub, and the burned cards. Burns in the log
    always count. A log without burns may simply not record them.
    """
    burns = max(table.burned_before, sum([1 for street in (4, 5, 6) if street_burns(house, street)]))
    out = sum([min(held, 6) for held in table.held])  # a log may list cards of seventh street already
    return DECK - out - burns, burns


def _one_each_or_one_for_all(stub: int, burns: int, seats: int, burn: bool) -> bool:
    return stub - (1 if burn else 0) < seats


def _last_card_and_burns(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """Whether Robert's Rules require a community card. The rules name four ways to deal the street, in this order: burn
    and deal; mix the last card with the burns; skip the burn; deal one community card. The third way can use every
    card of the stub and of the burns. So a community card is due only if there are fewer such cards than seats.
    """
    return stub + burns < seats


def _two_cards_over(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """Whether TDA RP-10 and WSOP require a community card. Two cards must be left after the deal; the burns are mixed
    into the stub if necessary.
    """
    return stub + burns < seats + 2


# The number of cards that must be left after the deal; if fewer would be left, the burns are mixed into the stub. 0:
# the burns always stay out.
_LEFT_OVER: Final[dict[str, int]] = {DealShortDeck.COMMUNITY: 0, DealShortDeck.ROBERTS: 1, DealShortDeck.PLUS_TWO: 2}
_SHORT: Final[dict[str, Callable[[int, int, int, bool], bool]]] = {
    DealShortDeck.COMMUNITY: _one_each_or_one_for_all,
    DealShortDeck.ROBERTS: _last_card_and_burns,
    DealShortDeck.PLUS_TWO: _two_cards_over,
}
