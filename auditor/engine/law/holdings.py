"""The cards that a seat holds at the end of the hand, and the value of its high hand and low hand."""

from itertools import combinations
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.choices import LowQualifier, OddCards
from auditor.engine.ranks import eight_or_better, high_value, low_value
from auditor.engine.table import Table

# Local names save time: in Python 3.11, looking up `Game.RAZZ` takes longer than calling a function.
_RAZZ: Final = Game.RAZZ
_ANY_LOW: Final = LowQualifier.NONE


def cards_of(table: Table, seat: int) -> list[int]:
    """Returns the cards of the seat at the showdown, without community cards. They are taken from the deal lines, from
    a show line, or from another line that lists cards of the seat. Raises `Unseen` if some of the cards are unknown.
    """
    due = 7 - len(table.community)
    dealt = table.holding(seat)
    if len(dealt) == due and min(dealt) >= 0:
        return dealt
    known = [card for card in dealt if card >= 0]
    showed, revealed = table.showed[seat], table.revealed[seat]
    if table.community:
        showed, revealed = _own_of(table, showed), _own_of(table, revealed)
    for seen in (showed, revealed):
        if len(seen) == due and min(seen) >= 0:
            return [*seen]
    for card in showed or revealed:
        if card >= 0 and card not in known:
            known.append(card)
    if len(known) == due:
        return known
    raise Unseen


def _own_of(table: Table, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the cards without community cards, because some rooms print the community card among the cards of a shown
    hand.
    """
    return tuple([card for card in cards if card < 0 or card not in table.community])


def playing_cards(table: Table, seat: int) -> list[int]:
    """Returns the seat's own cards and the community card, from which its best five cards are chosen."""
    return cards_of(table, seat) + table.community


def high_of(table: Table, seat: int) -> int:
    """Returns the value of the seat's high hand as an integer; a larger value is a better hand. The value is cached
    with the table. Raises `Unseen` if a card is unknown.
    """
    value = table.answers.highs.get(seat)
    if value is None:
        value = table.answers.highs[seat] = made_high(table, _seen(playing_cards(table, seat)))
    return value


def made_high(table: Table, cards: list[int]) -> int:
    """Returns the value of the best high hand in these cards; a larger value is a better hand. The value is cached,
    because the same cards are compared several times.
    """
    made = table.answers.made
    held = tuple(sorted(cards))
    value = made.get(held)
    if value is None:
        value = made[held] = high_value(cards)
    return value


def sixth_of(table: Table, seat: int) -> int:
    """Returns the highest rank among the seat's cards that are not among its best five cards."""
    cards = _seen(playing_cards(table, seat))
    five = best_fives(cards, for_low=False)[0]
    return max([card >> 2 for card in cards if card not in five])


def low_of(table: Table, seat: int, house: House) -> int:
    """Returns the value of the seat's low hand as an integer; a smaller value is a better hand. Returns `NO_LOW` if the
    hand does not qualify for low. The value is cached with the table. Raises `Unseen` if a card is unknown.
    """
    value = table.answers.lows.get(seat)
    if value is None:
        cards = _seen(playing_cards(table, seat))
        any_low = table.hand.game is _RAZZ or house.low_qualifier is _ANY_LOW
        value = table.answers.lows[seat] = low_value(cards) if any_low else eight_or_better(cards)
    return value


def _seen(cards: list[int]) -> list[int]:
    if min(cards) < 0:
        raise Unseen
    return cards


def odd_chip_cards(table: Table, seat: int, house: House, for_low: bool, highest: bool) -> list[int]:
    """Returns the cards of the seat that are compared to award an odd chip (a chip that is left over when tied hands
    split a pot). These are its best five cards or all its cards, depending on the house.

    Several sets of five cards may have the same value. If the highest card wins the odd chip (`highest`), the set with
    the highest suits is taken, else the set with the lowest suits.
    """
    cards = playing_cards(table, seat)
    if house.odd_cards is OddCards.SEVEN:
        return cards
    fives = best_fives(cards, for_low)
    order = _low_order if for_low else _high_order
    keyed = [(sorted([order(card) for card in five], reverse=highest), five) for five in fives]
    chosen = max(keyed) if highest else min(keyed)
    return list(chosen[1])


def _high_order(card: int) -> int:
    return card


def _low_order(card: int) -> int:
    """Returns a sort key for a card: by rank with the ace as the lowest, then by suit."""
    return (card + 4) % 52


def decisive_card(cards: list[int], shared: list[int], for_low: bool, highest: bool) -> tuple[int, int]:
    """Returns the seat's card that decides who gets an odd chip (a chip left over when a pot is split). The result is a
    pair: a number that is compared between the seats, and the card. Cards in `shared`, which several seats hold, cannot
    decide. If the seat has no other card, returns `(-1, UNSEEN)`.
    """
    order = _low_order if for_low else _high_order
    own = [(order(card), card) for card in cards if card not in shared]
    return (max(own) if highest else min(own)) if own else (-1, UNSEEN)


def best_fives(cards: list[int], for_low: bool) -> list[tuple[int, ...]]:
    """Returns every set of five of these cards that has the best value, for low or for high. Suits do not change the
    value, so there may be several.
    """
    best: list[tuple[int, ...]] = []
    best_worth = 0
    for five in combinations(cards, 5):
        worth = -low_value(list(five)) if for_low else high_value(list(five))
        if not best or worth > best_worth:
            best = [five]
            best_worth = worth
        elif worth == best_worth:
            best.append(five)
    return best
