"""The deal: the cards that an event names, the cards that were out before, and the seat that should get the next
one.
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
    """Cards of an event that are out already, or twice in it. A seat that shows its own cards shows nothing new. Burned
    cards that were mixed into a short deck may come again.
    """
    out = table.seen & ~(table.burned if burns_come_back(table, house) else 0)
    own = _its_own(table, event)
    twice = []
    here = 0
    for card in event.cards:
        if card < 0:
            continue
        bit = BIT[card]
        dealt_twice = table.holding(event.seat).count(card) > 1  # D201 was found there
        if (here & bit and not dealt_twice) or (out & bit and card not in own):
            twice.append(card)
        here |= bit
    return twice


def _its_own(table: Table, event: Event) -> list[int]:
    """The cards that a seat may show although they were seen before."""
    if not isinstance(event, Show | Reveal):
        return []
    seat = event.seat
    own = [*table.holding(seat), *table.showed[seat], *table.revealed[seat], *table.community]
    if table.holding(seat) and UNSEEN not in table.holding(seat):
        own.extend(event.cards)  # a card that the seat was never dealt is D210
    return own


def never_dealt(table: Table, seat: int, cards: tuple[int, ...]) -> list[int]:
    """Cards that a seat shows but cannot hold: more of them than it has unseen cards."""
    dealt = table.holding(seat)
    if not dealt:
        return []
    strange = [card for card in cards if card >= 0 and card not in dealt and card not in table.community]
    due = max(table.street, 3) - len(table.community)
    unseen = len([card for card in dealt if card < 0]) + max(due - len(dealt), 0)
    return strange if len(strange) > unseen else []


def never_dealt_up(table: Table, event: Show | Reveal) -> list[int]:
    """Cards that the log calls face up but that cannot be among the seat's up cards. Up cards are public, so an unseen
    down card is no explanation. Raises `Unseen` where a lost line may have dealt one.
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
    """How many cards the seat holds after this deal."""
    return table.held[event.seat] + len(event.cards)


def is_more_than_due(table: Table, event: Deal) -> bool:
    """Whether a seat now holds too many cards. The one card of a later street is never too many, even if the seat had
    too many before.
    """
    if table.street > 3 and len(event.cards) == 1 and not table.dealt_now & SEAT_BIT[event.seat]:
        return False
    return held_with(table, event) > max(table.street, 3)


def count(table: Table, seat: int) -> str:
    """How many cards a seat holds, in words."""
    held = table.held[seat]
    return f"{held} card{'' if held == 1 else 's'}"


def short_of_cards(table: Table) -> list[int]:
    """Seats with one or two cards once third street is dealt. No later street can be short: it deals one card or
    none.
    """
    if table.acted or table.street != 3:
        return []
    both = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD
    if table.hand.records & both != both:
        return []
    return [seat for seat in seats_in(table.dealt_now & table.live) if table.held[seat] < 3]


def without_a_card(table: Table) -> int:
    """Live seats without a card on this street, in a log that would record it."""
    if table.street < 3 or table.community or not table.dealt:
        return 0
    recorded = Records.EVERY_DOWN_CARD if table.street == 7 else Records.EVERY_UP_CARD
    if not table.hand.records & recorded:
        return 0
    return table.live & ~table.dealt_now


def next_to_be_dealt(table: Table) -> int:
    """The seat that gets the next single card: first the one dealt to first, then clockwise. Raises `Unseen` where the
    log does not show who is dealt to first.
    """
    if table.last_dealt:
        return next_clockwise(table.live, table.last_dealt)
    first = first_dealt_of(table, table.live)
    if first.bit_count() != 1:
        raise Unseen
    return seats_in(first)[0]
