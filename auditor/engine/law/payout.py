"""The winners of a pot and their shares: this module halves a pot between high and low, splits it between tied hands,
and gives out odd chips (chips that cannot be divided evenly).
"""

from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Collect
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.house.choices import HandBest, OddHalves, OddTied, OddTiedLow
from auditor.engine.law.holdings import decisive_card, high_of, low_of, odd_chip_cards, sixth_of
from auditor.engine.law.seats import first_dealt
from auditor.engine.ranks import NO_LOW
from auditor.engine.settlement import Share
from auditor.engine.settlement.pots import pots
from auditor.engine.table import SEAT_BIT, Table, next_clockwise, seats_in

# The constants save time: in Python 3.11, looking up a member of an enumeration takes longer than calling a function.
_RAZZ: Final = Game.RAZZ
_STUD: Final = Game.STUD
_FIVE: Final = HandBest.FIVE
_TO_LOW: Final = OddHalves.LOW


def claimants(table: Table, eligible: int) -> int:
    """Returns the seats that claim a pot, as a bit mask: each eligible seat that did not muck (give up its hand
    unshown), or that mucked and later showed its hand. If only one seat is eligible, that seat claims the pot in any
    case. If all eligible seats mucked, the seat that mucked last claims the pot. Returns 0 if all mucked and the log
    does not keep the order of the showdown.
    """
    if eligible & (eligible - 1) == 0:
        return eligible
    return eligible & ~(table.mucked & ~table.shown) or _last_to_muck(table, eligible)


def _last_to_muck(table: Table, eligible: int) -> int:
    """Returns the seat of `eligible` that mucked last, as a bit mask; 0 if the log does not show the order of the
    showdown.
    """
    if table.hand.records & Records.SHOWDOWN_ORDER:
        for seat in reversed(table.showdown):
            if eligible & SEAT_BIT[seat]:
                return SEAT_BIT[seat]
    return 0


def heirs(table: Table, event: Collect, house: House) -> int:
    """Returns the seats that claim the pot from which the payment `event` is made, as a bit mask. If the log does not
    name the pot, returns the seats that claim any pot for which the paid seat is eligible. Raises `Unseen` if the log
    does not show who claims one of these pots.
    """
    bit = SEAT_BIT[event.seat]
    claiming = 0
    for index, pot in enumerate(pots(table, house)):
        if event.pot == index or (event.pot < 0 and pot.eligible & bit):
            claims = claimants(table, pot.eligible)
            if not claims:
                raise Unseen
            claiming |= claims
    return claiming


def shares(table: Table, house: House, eligible: int, net: int) -> tuple[Share, ...]:
    """Splits `net` chips of one pot between the seats in `eligible` (a bit mask). Returns one share for each winner, or
    two if the seat wins chips of both halves. Raises `Unseen` if a card that decides the pot was never seen, or if the
    log does not show who claims the pot.
    """
    claiming = claimants(table, eligible)
    if not claiming:
        raise Unseen
    if claiming & (claiming - 1) == 0:
        return (Share("whole", claiming.bit_length() - 1, net, 0),)
    game = table.hand.game
    if game is _RAZZ:
        return _split(table, house, net, _low_winners(table, house, claiming), "whole", 0, for_low=True)
    highs = _high_winners(table, house, claiming)
    if game is _STUD:
        return _split(table, house, net, highs, "whole", 0, for_low=False)
    lows = _low_winners(table, house, claiming)
    if not lows:
        return _split(table, house, net, highs, "whole", 0, for_low=False)
    small, odd = net // 2, net % 2
    to_high = 0 if house.odd_halves is _TO_LOW else odd
    high = _split(table, house, small + to_high, highs, "high", to_high, for_low=False)
    low = _split(table, house, small + odd - to_high, lows, "low", odd - to_high, for_low=True)
    return high + low


def _high_winners(table: Table, house: House, claiming: int) -> int:
    """Returns the seats with the best high hand, as a bit mask. If the house compares a sixth card, that card decides
    between equal hands.
    """
    winners = _best_fives(table, claiming)
    if house.hand_best is _FIVE or winners & (winners - 1) == 0:
        return winners
    sixths = {seat: sixth_of(table, seat) for seat in seats_in(winners)}
    best = max(sixths.values())
    return sum([SEAT_BIT[seat] for seat, sixth in sixths.items() if sixth == best])


def _best_fives(table: Table, claiming: int) -> int:
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
    """Splits `amount` chips into equal shares for the winners, with one share for each winner. Chips that are left over
    (odd chips) go to the winners one by one, in the order that the house sets. `odd_of_half` is 1 if this half got an
    odd chip because the pot could not be halved evenly; `amount` includes the chip.
    """
    if winners & (winners - 1) == 0:
        return (Share(half, winners.bit_length() - 1, amount, odd_of_half),)
    part, odd = divmod(amount, winners.bit_count())
    if not odd:
        return tuple([Share(half, seat, part, 0) for seat in seats_in(winners)])
    order = odd_chip_order(table, house, winners, for_low)
    lucky = [Share(half, seat, part + 1, 1, card) for card, seat in order[:odd]]
    return tuple(lucky + [Share(half, seat, part, 0) for _, seat in order[odd:]])


def may_go_to_any(house: House, for_low: bool) -> bool:
    """Whether the house lets any of several tied hands have the odd chip. For example, two equal hands split 11 chips,
    and either may get 6. If `for_low` is true, the question is about tied low hands; otherwise about tied high hands.
    """
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        return False  # the seat to the left of the dealer gets the odd chip, also between tied low hands
    return house.odd_tied_low is OddTiedLow.ANY if for_low else house.odd_tied is OddTied.ANY


def odd_chip_order(table: Table, house: House, winners: int, for_low: bool) -> list[tuple[int, int]]:
    """Returns the tied winners in the order in which they get odd chips (chips that cannot be divided evenly). Each
    entry is a pair (card, seat). The card is the card that decides the order, or `UNSEEN` if no card decides. Raises
    `Unseen` if the log does not show the facts that decide the order.
    """
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        first = first_dealt(table)
        if not first:
            raise Unseen
        start = first if winners >> first & 1 else next_clockwise(winners, first)
        clockwise = [start]
        while len(clockwise) < winners.bit_count():
            clockwise.append(next_clockwise(winners, clockwise[-1]))
        return [(UNSEEN, seat) for seat in clockwise]
    if may_go_to_any(house, for_low):
        # Any order is lawful here. Later, the module `odd_chips` gives the odd chips to the seats that the log paid.
        return [(UNSEEN, seat) for seat in seats_in(winners)]
    highest = not for_low or house.odd_tied_low is OddTiedLow.HIGHEST_CARD
    cards = {seat: odd_chip_cards(table, seat, house, for_low, highest) for seat in seats_in(winners)}
    held = [card for each in cards.values() for card in each]
    shared = [card for card in held if held.count(card) > 1]
    keyed = []
    for seat in seats_in(winners):
        order, card = decisive_card(cards[seat], shared, for_low, highest)
        keyed.append((order, card, seat))
    return [(card, seat) for _, card, seat in sorted(keyed, reverse=highest)]
