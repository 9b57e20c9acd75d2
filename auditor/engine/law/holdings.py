"""Holdings: the cards that a seat holds at the end, and their value for high and for low."""

from itertools import combinations
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.choices import LowQualifier, OddCards
from auditor.engine.ranks import eight_or_better, high_value, low_value
from auditor.engine.table import Table

# These constants are for speed: in Python 3.11, looking up the member of an enumeration takes longer than a call.
_RAZZ: Final = Game.RAZZ
_ANY_LOW: Final = LowQualifier.NONE


def cards_of(table: Table, seat: int) -> list[int]:
    """Returns the seat's own cards at the showdown, from the deal, from a show, or from the log's list of cards. Raises
    `Unseen` if some cards are unknown.
    """
    due = 7 - len(table.community)
    dealt = table.holding(seat)
    if len(dealt) == due and min(dealt) >= 0:
        return dealt
    known = [card for card in dealt if card >= 0]
    for seen in (table.showed[seat], table.revealed[seat]):
        if len(seen) == due and min(seen) >= 0:
            return list(seen)
    seen = table.showed[seat] or table.revealed[seat]
    for card in seen:
        if card >= 0 and card not in known:
            known.append(card)
    if len(known) == due:
        return known
    raise Unseen


def playing_cards(table: Table, seat: int) -> list[int]:
    """Returns all cards that the seat may play: its own cards and the community card."""
    return cards_of(table, seat) + table.community


def high_of(table: Table, seat: int) -> int:
    """Returns the value of the seat's high hand; a greater value is better. It is computed once and kept with the
    table.
    """
    value = table.answers.highs.get(seat)
    if value is None:
        value = table.answers.highs[seat] = made_high(table, _seen(playing_cards(table, seat)))
    return value


def made_high(table: Table, cards: list[int]) -> int:
    """Returns the high value of the cards. It is computed once and kept, because the same hand is compared several
    times.
    """
    made = table.answers.made
    held = tuple(sorted(cards))
    value = made.get(held)
    if value is None:
        value = made[held] = high_value(cards)
    return value


def sixth_of(table: Table, seat: int) -> int:
    """Returns the rank of the seat's best card outside its best five cards."""
    cards = _seen(playing_cards(table, seat))
    five = best_fives(cards, for_low=False)[0]
    return max([card >> 2 for card in cards if card not in five])


def low_of(table: Table, seat: int, house: House) -> int:
    """Returns the value of the seat's low hand; a smaller value is better. `NO_LOW` if the hand does not qualify. It is
    computed once and kept with the table.
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
    """Returns the cards of the seat that decide an odd chip: its best five cards, or all its cards.

    The best five may be chosen in several ways of equal value. If the highest card decides, the choice with the highest
    suits is taken, otherwise the choice with the lowest.
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
    """Returns a sort key: by rank with the ace low, then by suit."""
    return (card + 4) % 52


def decisive_card(cards: list[int], shared: list[int], for_low: bool, highest: bool) -> tuple[int, int]:
    """Returns the single card that decides an odd chip, after a number to compare it by. Cards that both seats hold
    (`shared`) do not count.
    """
    order = _low_order if for_low else _high_order
    own = [(order(card), card) for card in cards if card not in shared]
    return (max(own) if highest else min(own)) if own else (-1, UNSEEN)


def best_fives(cards: list[int], for_low: bool) -> list[tuple[int, ...]]:
    """Returns every choice of five cards, from six or seven, that has the best value for high or for low."""
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
