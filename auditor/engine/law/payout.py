"""Who wins a pot and how it is split: halves, ties and odd chips."""

from auditor.engine.choices import OddHalves, OddTied, OddTiedLow
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.law.holdings import decisive_card, high_of, low_of, odd_chip_cards
from auditor.engine.law.seats import first_dealt
from auditor.engine.ranks import NO_LOW
from auditor.engine.settlement import Share
from auditor.engine.table import SEAT_BIT, Table, next_clockwise, seats_in


def claimants(table: Table, eligible: int) -> int:
    """Of the seats eligible for a pot, those that have not mucked, or showed after all; a pot that one seat alone may
    win has that one.
    """
    if eligible & (eligible - 1) == 0:
        return eligible
    return eligible & ~(table.mucked & ~table.shown)


def shares(table: Table, house: House, eligible: int, net: int) -> tuple[Share, ...]:
    """Splits `net` chips of one pot. Raises `Unseen` where cards that decide it were never seen."""
    claiming = claimants(table, eligible)
    if not claiming:
        raise Unseen
    if claiming & (claiming - 1) == 0:
        return (Share("whole", claiming.bit_length() - 1, net, 0),)
    if table.hand.game is Game.RAZZ:
        return _split(table, house, net, _low_winners(table, house, claiming), "whole", 0, for_low=True)
    highs = _high_winners(table, claiming)
    if table.hand.game is Game.STUD:
        return _split(table, house, net, highs, "whole", 0, for_low=False)
    lows = _low_winners(table, house, claiming)
    if not lows:
        return _split(table, house, net, highs, "whole", 0, for_low=False)
    small, odd = net // 2, net % 2
    to_high = 0 if house.odd_halves is OddHalves.LOW else odd
    high = _split(table, house, small + to_high, highs, "high", to_high, for_low=False)
    low = _split(table, house, small + odd - to_high, lows, "low", odd - to_high, for_low=True)
    return high + low


def _high_winners(table: Table, claiming: int) -> int:
    best = -1
    winners = 0
    for seat in seats_in(claiming):
        value = high_of(table, seat)
        if value > best:
            best, winners = value, SEAT_BIT[seat]
        elif value == best:
            winners |= SEAT_BIT[seat]
    return winners


def _low_winners(table: Table, house: House, claiming: int) -> int:
    best = NO_LOW
    winners = 0
    for seat in seats_in(claiming):
        value = low_of(table, seat, house)
        if value < best:
            best, winners = value, SEAT_BIT[seat]
        elif value == best and value != NO_LOW:
            winners |= SEAT_BIT[seat]
    return winners


def _split(
    table: Table, house: House, amount: int, winners: int, half: str, odd_of_half: int, *, for_low: bool
) -> tuple[Share, ...]:
    """Equal parts; odd chips one by one to the winners in the order of the house. `odd_of_half` chips of `amount` are
    there because the pot did not halve.
    """
    seats = list(seats_in(winners))
    part, odd = divmod(amount, len(seats))
    if odd:
        seats = odd_chip_order(table, house, winners, for_low)
    marked = odd_of_half if len(seats) == 1 else 0
    return tuple(
        [
            Share(half, seat, part + (1 if i < odd else 0), marked or (1 if i < odd else 0))
            for i, seat in enumerate(seats)
        ]
    )


def may_go_to_any(house: House, for_low: bool) -> bool:
    """Whether any one of tied hands may have an odd chip, highs or lows."""
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        return False  # which is of tied lows too
    return house.odd_tied_low is OddTiedLow.ANY if for_low else house.odd_tied is OddTied.ANY


def odd_chip_order(table: Table, house: House, winners: int, for_low: bool) -> list[int]:
    """Tied winners in the order in which they get odd chips. Raises `Unseen` where that was never seen."""
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        first = first_dealt(table)
        if not first:
            raise Unseen
        start = first if winners & SEAT_BIT[first] else next_clockwise(winners, first)
        order = [start]
        while len(order) < winners.bit_count():
            order.append(next_clockwise(winners, order[-1]))
        return order
    if may_go_to_any(house, for_low):
        return list(seats_in(winners))  # until it is known who was paid
    highest = not for_low or house.odd_tied_low is OddTiedLow.HIGHEST_CARD
    cards = {seat: odd_chip_cards(table, seat, house, for_low, highest) for seat in seats_in(winners)}
    held = [card for each in cards.values() for card in each]
    shared = [card for card in held if held.count(card) > 1]
    keyed = [(decisive_card(cards[seat], shared, for_low, highest), seat) for seat in seats_in(winners)]
    return [seat for _, seat in sorted(keyed, reverse=highest)]
