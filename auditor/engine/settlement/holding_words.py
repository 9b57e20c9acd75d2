"""The hands at the showdown in words. For each seat that competes with another seat for a pot: its hand by name, and
the five cards.

An example:

seat 4 holds aces and sevens, Ah As 7d 7c Kd; for low 8-6-4-3-A, 8s 6c 4h 3d Ah
"""

from typing import Final

from auditor.engine import ranks
from auditor.engine.cards import RANK_WORDS, names_of
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.law.holdings import high_of, playing_cards
from auditor.engine.law.payout import claimants
from auditor.engine.settlement import Settlement
from auditor.engine.table import SEAT_BIT, Table, seats_in

_OF_A_KIND: Final = {ranks.PAIR: "a pair of", ranks.TRIPS: "three", ranks.QUADS: "four"}


def holding_words(table: Table, settlement: Settlement) -> list[str]:
    """Returns one line for each seat that competes with another seat for a pot, if its cards are known: `seat 4 holds
    aces and sevens, Ah As 7d 7c Kd`. Returns no lines if the hand was cancelled or the lawful rake is unknown.
    """
    if settlement.void or settlement.rake_lawful is None:
        return []
    contending = 0
    for pot in settlement.pots:
        claiming = claimants(table, sum([SEAT_BIT[seat] for seat in pot.eligible]))
        if claiming & (claiming - 1):
            contending |= claiming
    for_low = {share.seat for pot in settlement.pots for share in pot.shares if share.half == "low"}
    lines = []
    for seat in seats_in(contending):
        try:
            lines.append(f"seat {seat} holds {_held(table, seat, seat in for_low)}")
        except Unseen:
            continue  # no line for this seat; the line about the pot already says that the winner is unknown
    return lines


def _held(table: Table, seat: int, wins_low: bool) -> str:
    """Returns the hand of a seat in words: high, low or both, as the game needs. `wins_low` is true if the seat
    lawfully wins a low half. Its low is then named even if it does not qualify as an eight or better (five different
    ranks, none above eight). Raises `Unseen` if a card of the hand is unknown.
    """
    high = high_of(table, seat)
    cards = playing_cards(table, seat)
    if table.hand.game is Game.RAZZ:
        return _low(cards, ranks.low_value(cards))
    words = _high(cards, high)
    if table.hand.game is not Game.STUD8:
        return words
    low = ranks.eight_or_better(cards)
    if low == ranks.NO_LOW and not wins_low:
        return f"{words}; no low that qualifies"
    return f"{words}; for low {_low(cards, ranks.low_value(cards))}"


def high_words(value: int) -> str:
    """Returns a high hand in the words of players: `aces and sevens`, `a pair of fours`, `kings full of nines`. `value`
    is the integer that ranks the hand.
    """
    category, *held = ranks.description(value)
    return _grouped_words(category, held)


def low_words(value: int) -> str:
    """Returns a low hand in the words of players: `8-6-4-3-A`, or `a pair of sevens` for a low with a pair. `value` is
    the integer that ranks the hand.
    """
    category, *held = ranks.low_description(value)
    return ranks.low_name(value) if category == ranks.HIGH_CARD else _grouped_words(category, held)


def _grouped_words(category: int, held: list[int]) -> str:
    first = RANK_WORDS[held[0]]
    if category in (ranks.TWO_PAIR, ranks.FULL_HOUSE):
        return f"{_many(held[0])} {'and' if category == ranks.TWO_PAIR else 'full of'} {_many(held[1])}"
    if category in _OF_A_KIND:
        return f"{_OF_A_KIND[category]} {_many(held[0])}"
    if category == ranks.HIGH_CARD:
        return f"{first} high"
    return f"a {ranks.CATEGORY_NAMES[category]} to the {first}" if category != ranks.FLUSH else f"a flush, {first} high"


def _many(rank: int) -> str:
    """Returns the plural of a rank: `aces`, `sixes`."""
    word = RANK_WORDS[rank]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def five_of_high(cards: list[int], value: int) -> list[int]:
    """Returns the five cards, out of `cards`, that make the high hand. `value` is the integer that ranks this hand."""
    flush = value >> 20 in (ranks.FLUSH, ranks.STRAIGHT_FLUSH)
    suits = [card & 3 for card in cards]
    playing = [card for card in cards if suits.count(card & 3) >= 5] if flush else cards
    return _of_ranks(playing, ranks.high_cards(value))


def five_of_low(cards: list[int], value: int) -> list[int]:
    """Returns the five cards, out of `cards`, that make the low hand. `value` is the integer that ranks this hand."""
    return _of_ranks(cards, ranks.low_cards(value))


def _low(cards: list[int], value: int) -> str:
    return f"{low_words(value)}, {names_of(five_of_low(cards, value))}"


def _high(cards: list[int], value: int) -> str:
    return f"{high_words(value)}, {names_of(five_of_high(cards, value))}"


def _of_ranks(cards: list[int], wanted: tuple[int, ...]) -> list[int]:
    """Returns one card for each rank in `wanted`, in that order. If several cards have the rank, the card of the
    highest suit is taken.
    """
    left = sorted(cards, reverse=True)
    five = []
    for rank in wanted:
        for card in left:
            if card >> 2 == rank:
                five.append(card)
                left.remove(card)
                break
    return five
