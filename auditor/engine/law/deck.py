"""The deck: how many cards are left, and whether seventh street is one card for each seat or one community card.

If the deck is short on seventh street, a house follows one of three procedures: Robert's Rules of Poker 11 (stud, rule
17), TDA 2024 RP-10, or the procedure of online rooms. Online rooms deal one community card if there are fewer cards
than seats. Each procedure depends only on how many cards are left.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import DECK
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import DealShortDeck
from auditor.engine.table import Table

# A local name saves time: in Python 3.11, looking up `DealShortDeck.ROBERTS` takes longer than calling a function.
_ROBERTS: Final = DealShortDeck.ROBERTS


def street_burns(house: House, street: int) -> bool:
    """Whether the rules of the house burn a card before this street, if the deck is long enough."""
    if street < 4:
        return False
    return house.deal_burn_fourth if street == 4 else house.deal_burn_later


def burn_is_due(table: Table, house: House) -> bool:
    """Whether a card must be burned before the first card of this street. Robert's Rules have an exception on seventh
    street: if the stub (the cards left in the deck) is too short for a burn and a card for each seat, no card is
    burned. Before one community card, a card is burned nevertheless.
    """
    if table.street < 7 or house.deal_short_deck is not _ROBERTS or _is_ample(table):
        return street_burns(house, table.street)
    stub, _ = _left(table, house)
    return street_burns(house, 7) and (stub > table.live.bit_count() or community_due(table, house))


def burns_come_back(table: Table, house: House) -> bool:
    """Whether the stub (the cards left in the deck) is so short on seventh street that the house mixes the burned cards
    into it. Then a burned card may be dealt again.
    """
    over = _LEFT_OVER[house.deal_short_deck]
    return (
        table.street == 7
        and over > 0
        and not table.reshuffled
        and _left(table, house)[0] < table.began_live.bit_count() + over
    )


def may_run_out(table: Table) -> bool:
    """Whether the deck may be too short for seventh street. Then the dealer may mix burned cards into it."""
    return table.street >= 6 and not _is_ample(table)


def community_due(table: Table, house: House) -> bool:
    """Whether seventh street must be one community card instead of a card for each seat. The number of cards left after
    sixth street decides this.
    """
    if _is_ample(table):
        return False
    stub, burns = _left(table, house)
    return _SHORT[house.deal_short_deck](stub, burns, table.live.bit_count(), street_burns(house, 7))


def _is_ample(table: Table) -> bool:
    """Whether the deck surely has enough cards for seventh street in every house: at most six seats were dealt in, and
    at most four cards were burned. With six cards each and four burned cards, 12 cards are left.
    """
    return table.dealt.bit_count() <= 6 and table.burned_before <= 4


def _left(table: Table, house: House) -> tuple[int, int]:
    """Returns two numbers for the end of sixth street: the cards in the stub (the deck that is left), and the burned
    cards. Many logs do not record burns. So if the log has fewer burns than the house requires, the number that the
    house requires is used. Raises `Unseen` if folded hands were mixed into the deck, because no house says how to
    continue after that.
    """
    if table.reshuffled:
        raise Unseen
    burns = max(table.burned_before, sum([1 for street in (4, 5, 6) if street_burns(house, street)]))
    # at most six cards a seat, because the log may have dealt cards of seventh street already
    out = sum([min(held, 6) for held in table.held])
    return DECK - out - burns, burns


def _one_each_or_one_for_all(stub: int, burns: int, seats: int, burn: bool) -> bool:
    return stub - (1 if burn else 0) < seats


def _last_card_and_burns(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """Whether Robert's Rules require a community card on seventh street.

    These rules name four ways to deal the street, in this order:

    - burn a card, and deal
    - mix the last card of the stub with the burned cards, and deal
    - deal without a burn
    - deal one community card

    The first three ways can use every card of the stub and every burned card. So a community card is due only if there
    are fewer of these cards than seats.
    """
    return stub + burns < seats


def _two_cards_over(stub: int, burns: int, seats: int, burn: bool) -> bool:
    """Whether TDA RP-10 and WSOP require a community card on seventh street. They do if fewer than two cards would be
    left after each seat got a card, even with the burned cards mixed into the stub.
    """
    return stub + burns < seats + 2


# How many cards the stub must still have after seventh street. If it would have fewer, the house mixes the burned cards
# into the stub. If the number is 0, the house never mixes them in.
_LEFT_OVER: Final[dict[str, int]] = {DealShortDeck.COMMUNITY: 0, DealShortDeck.ROBERTS: 1, DealShortDeck.PLUS_TWO: 2}
_SHORT: Final[dict[str, Callable[[int, int, int, bool], bool]]] = {
    DealShortDeck.COMMUNITY: _one_each_or_one_for_all,
    DealShortDeck.ROBERTS: _last_card_and_burns,
    DealShortDeck.PLUS_TWO: _two_cards_over,
}
