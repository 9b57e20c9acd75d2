"""Questions about the deal: which cards of an event were already seen, which cards a seat was never dealt, and which
seat gets the next card.
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
    """Returns the cards of the event that must not appear here, because they were seen before in the hand, or because
    the event names them twice.

    Three repetitions are lawful:

    - A seat shows its own cards, even more than once.
    - A burned card is dealt after the house mixed the burned cards into a short deck.
    - A folded seat shows its cards after they were mixed back into the deck.
    """
    out = table.seen & ~(table.burned if burns_come_back(table, house) else 0)
    if isinstance(event, Show | Reveal):
        out &= 0 if table.mixed_in & SEAT_BIT[event.seat] else ~table.all_turned[event.seat]
    own = _its_own(table, event)
    twice = []
    here = 0
    for card in event.cards:
        if card < 0:
            continue
        bit = BIT[card]
        # if the seat got the same card twice, rule D201 reported that deal, so the show is no finding
        dealt_twice = table.holding(event.seat).count(card) > 1
        if (here & bit and not dealt_twice) or (out & bit and card not in own):
            twice.append(card)
        here |= bit
    return twice


def _its_own(table: Table, event: Event) -> list[int]:
    """Returns the cards that the seat may show although they were seen before: its dealt cards and the community cards.
    In two cases, all cards of the event are added: if every dealt card of the seat is known, or if the community card
    is unknown. The comments below say why. If the event shows no cards of a seat, returns an empty list.
    """
    if not isinstance(event, Show | Reveal):
        return []
    seat = event.seat
    own = [*table.holding(seat), *table.community]
    if table.holding(seat) and UNSEEN not in table.holding(seat):
        own.extend(event.cards)  # rule D210 reports a card that the seat was never dealt
    elif UNSEEN in table.community:
        own.extend(event.cards)  # any of the cards may be the unseen community card, which every seat may show
    return own


def never_dealt(table: Table, seat: int, cards: tuple[int, ...]) -> list[int]:
    """Returns the cards that the seat shows although it was never dealt them. Returns no cards if the seat holds enough
    unseen cards to explain them.
    """
    dealt = table.holding(seat)
    if not dealt:
        return []
    strange = [card for card in cards if card >= 0 and card not in dealt and card not in table.community]
    due = max(table.street, 3) - len(table.community)
    unseen = len([card for card in (*dealt, *table.community) if card < 0]) + max(due - len(dealt), 0)
    return strange if len(strange) > unseen else []


def never_dealt_up(table: Table, event: Show | Reveal) -> list[int]:
    """Returns the cards that the event lists as dealt face up, but that no deal line gives to this seat.

    The log may lack up cards of the seat: cards that were not seen, or that have no deal line. If the log lacks at
    least as many up cards as this function found, returns no cards. Unseen down cards are not counted, because the
    event lists up cards. Raises `Unseen` if an unreadable line of the log may be the deal of a card that was found.
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
    """Returns how many cards the seat holds after this deal event, which the table does not yet include."""
    return table.held[event.seat] + len(event.cards)


def is_more_than_due(table: Table, event: Deal) -> bool:
    """Whether the seat has too many cards with this deal. From fourth street on, one card on each street is never too
    many, even if the seat had too many cards before.
    """
    if table.street > 3 and len(event.cards) == 1 and not table.dealt_now & SEAT_BIT[event.seat]:
        return False
    return held_with(table, event) > max(table.street, 3)


def count(table: Table, seat: int) -> str:
    """Returns the number of cards that the seat holds, in words: `3 cards`."""
    held = table.held[seat]
    return f"{held} card{'' if held == 1 else 's'}"


def first_deal(table: Table, seat: int) -> int:
    """Returns the index of the event that dealt the seat its first card. Returns -1 if the seat has no card before the
    current event.
    """
    for at, event in enumerate(table.hand.events[: table.event]):
        if isinstance(event, Deal) and event.seat == seat:
            return at
    return -1


def short_of_cards(table: Table) -> list[int]:
    """Returns the seats that got only one or two of their three cards on third street.

    Returns no seats in three cases:

    - The log does not record every card.
    - Some seat has acted on this street. Seats that are short of cards were returned before that act.
    - The street is a later one, on which a seat gets only one card.
    """
    if table.acted or table.street != 3:
        return []
    both = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD
    if table.hand.records & both != both:
        return []
    return [seat for seat in seats_in(table.dealt_now & table.live) if table.held[seat] < 3]


def without_a_card(table: Table) -> int:
    """Returns the set of live seats that got no card on this street, with one bit for each seat. Returns 0 if the log
    does not record all cards of this street, or if the card of this street is a community card.
    """
    if table.street < 3 or table.community or not table.dealt:
        return 0
    recorded = Records.EVERY_DOWN_CARD if table.street == 7 else Records.EVERY_UP_CARD
    if not table.hand.records & recorded:
        return 0
    return table.live & ~table.dealt_now


def next_to_be_dealt(table: Table) -> int:
    """Returns the seat that should get the next card, if each seat gets one: the first seat of the deal, then the next
    seat clockwise. Raises `Unseen` if the log does not show which seat was dealt to first.
    """
    if table.last_dealt:
        return next_clockwise(table.live, table.last_dealt)
    first = first_dealt_of(table, table.live)
    if first.bit_count() != 1:
        raise Unseen
    return seats_in(first)[0]
