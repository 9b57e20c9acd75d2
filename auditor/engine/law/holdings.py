"""Holdings: which cards a seat holds at the end, and what they are worth for high and for low."""

from itertools import combinations
from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.choices import LowQualifier, OddCards
from auditor.engine.ranks import eight_or_better, high_value, low_value
from auditor.engine.table import Table

# Names of their own: looking up the member of an enumeration takes Python 3.11 longer than a call.
_RAZZ: Final = Game.RAZZ
_ANY_LOW: Final = LowQualifier.NONE


def cards_of(table: Table, seat: int) -> list[int]:
    """A seat's own cards at the showdown, from the deal, a show or the record. Raises `Unseen` where some are
    unknown.
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
    """All cards a seat may play: its own and the community card."""
    return cards_of(table, seat) + table.community


def high_of(table: Table, seat: int) -> int:
    """The value of a seat's high hand, greater is better; worked out once."""
    value = table.answers.highs.get(seat)
    if value is None:
        value = table.answers.highs[seat] = made_high(table, _seen(playing_cards(table, seat)))
    return value


def made_high(table: Table, cards: list[int]) -> int:
    """The high value of cards, worked out once: a shown hand is compared with others later."""
    made = table.answers.made
    held = tuple(sorted(cards))
    value = made.get(held)
    if value is None:
        value = made[held] = high_value(cards)
    return value


def sixth_of(table: Table, seat: int) -> int:
    """The rank of the best card of a seat beside the five that play."""
    cards = _seen(playing_cards(table, seat))
    five = best_fives(cards, for_low=False)[0]
    return max([card >> 2 for card in cards if card not in five])


def low_of(table: Table, seat: int, house: House) -> int:
    """The value of a seat's low, smaller is better; `NO_LOW` where it does not qualify. Worked out once."""
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
    """The cards of a seat that decide an odd chip: its five that play, or all its cards.

    Among equal fives the one with the highest suits counts, or with the lowest where the lowest card decides.
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
    """Cards by rank with the ace low, then by suit."""
    return (card + 4) % 52


def decisive_card(cards: list[int], shared: list[int], for_low: bool, highest: bool) -> tuple[int, int]:
    """A number to compare by, and the single card that decides an odd chip. Cards that both seats hold do not count."""
    order = _low_order if for_low else _high_order
    own = [(order(card), card) for card in cards if card not in shared]
    return (max(own) if highest else min(own)) if own else (-1, UNSEEN)


def best_fives(cards: list[int], for_low: bool) -> list[tuple[int, ...]]:
    """Every choice of five cards, among six or seven, that ties for the best, for high or for low."""
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
