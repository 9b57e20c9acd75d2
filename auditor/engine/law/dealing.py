"""The deal: the cards of an event, the cards that were out before the event, and the seat that should get the next
card.
"""

from auditor.engine.cards import BIT, UNSEEN
from auditor.engine.events import Cards, Deal, Event, Reveal, Show
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.law.deck import burns_come_back
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.table import SEAT_BIT, Table, next_clockwise, seats_in


def seen_before(table: Table, event: Cards, house: House) -> list[int]:
    """Returns the cards of an event that are out already, or that the event names twice. A seat may show its own cards.
    If the house mixed burned cards into a short deck, these cards may come again.
    """
    out = table.seen & ~(table.burned if burns_come_back(table, house) else 0)
    own = _its_own(table, event)
    twice = []
    here = 0
    for card in event.cards:
        if card < 0:
            continue
        bit = BIT[card]
        dealt_twice = table.holding(event.seat).count(card) > 1  # rule D201 already reported the deal
        if (here & bit and not dealt_twice) or (out & bit and card not in own):
            twice.append(card)
        here |= bit
    return twice


def _its_own(table: Table, event: Event) -> list[int]:
    """Returns the cards that the seat may show although they were seen before."""
    if not isinstance(event, Show | Reveal):
        return []
    seat = event.seat
    own = [*table.holding(seat), *table.showed[seat], *table.revealed[seat], *table.community]
    if table.holding(seat) and UNSEEN not in table.holding(seat):
        own.extend(event.cards)  # rule D210 reports a card that the seat was never dealt
    return own


def never_dealt(table: Table, seat: int, cards: tuple[int, ...]) -> list[int]:
    """Returns cards that the seat shows but cannot hold; empty if its unseen cards may be those cards."""
    dealt = table.holding(seat)
    if not dealt:
        return []
    strange = [card for card in cards if card >= 0 and card not in dealt and card not in table.community]
    due = max(table.street, 3) - len(table.community)
    unseen = len([card for card in dealt if card < 0]) + max(due - len(dealt), 0)
    return strange if len(strange) > unseen else []


def never_dealt_up(table: Table, event: Show | Reveal) -> list[int]:
    """Returns cards that the log calls face up, but that cannot be up cards of the seat. Up cards are public, so an
    unseen down card explains nothing. Raises `Unseen` if an unreadable line may have dealt such a card.
    """
    dealt = table.holding(event.seat)
    if not isinstance(event, Reveal) or not event.up or not dealt:
        return []
    strange = [card for card in event.cards if card >= 0 and card not in dealt and card not in table.community]
    up = table.up[event.seat]
    due = min(max(table.street, 3), 6) - 2
    if len(strange) <= len([card for card in up if card < 0]) + max(due - len(up), 0):
        return []
    if table.lost:
        raise Unseen
    return strange


def held_with(table: Table, event: Deal) -> int:
    """Returns the number of cards that the seat holds after this deal."""
    return table.held[event.seat] + len(event.cards)


def is_more_than_due(table: Table, event: Deal) -> bool:
    """Whether the seat now holds too many cards. One card on a later street is never too many, even if the seat already
    had too many cards.
    """
    if table.street > 3 and len(event.cards) == 1 and not table.dealt_now & SEAT_BIT[event.seat]:
        return False
    return held_with(table, event) > max(table.street, 3)


def count(table: Table, seat: int) -> str:
    """Returns the number of cards that the seat holds, in words."""
    held = table.held[seat]
    return f"{held} card{'' if held == 1 else 's'}"


def short_of_cards(table: Table) -> list[int]:
    """Returns the seats that have only one or two cards after third street was dealt. On a later street a seat gets one
    card or none, so this check is for third street alone.
    """
    if table.acted or table.street != 3:
        return []
    both = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD
    if table.hand.records & both != both:
        return []
    return [seat for seat in seats_in(table.dealt_now & table.live) if table.held[seat] < 3]


def without_a_card(table: Table) -> int:
    """Returns the live seats that got no card on this street, if the log records such cards."""
    if table.street < 3 or table.community or not table.dealt:
        return 0
    recorded = Records.EVERY_DOWN_CARD if table.street == 7 else Records.EVERY_UP_CARD
    if not table.hand.records & recorded:
        return 0
    return table.live & ~table.dealt_now


def next_to_be_dealt(table: Table) -> int:
    """Returns the seat that gets the next single card: the first seat of the deal, then the next seat clockwise. Raises
    `Unseen` if the log does not show which seat was dealt to first.
    """
    if table.last_dealt:
        return next_clockwise(table.live, table.last_dealt)
    first = first_dealt_of(table, table.live)
    if first.bit_count() != 1:
        raise Unseen
    return seats_in(first)[0]
