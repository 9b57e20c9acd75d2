"""The deal: which cards an event names, which of them were out before, and who should get the next one."""

from auditor.engine.cards import BIT, UNSEEN
from auditor.engine.events import Burn, Community, Deal, Event, Reveal, Show
from auditor.engine.hand import Records
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.table import Table, next_clockwise, seats_in


def cards_of(event: Event) -> tuple[int, ...]:
    """The cards an event names, in its order."""
    if isinstance(event, Deal):
        return event.down + event.up
    if isinstance(event, Burn | Community):
        return (event.card,)
    return event.cards if isinstance(event, Show | Reveal) else ()


def seen_before(table: Table, event: Event) -> list[int]:
    """Cards of an event that are out already, or twice in it. A seat that shows its own cards shows nothing new."""
    cards = cards_of(event)
    twice = []
    here = 0
    for card in cards:
        if card < 0:
            continue
        bit = BIT[card]
        if here & bit or (table.seen & bit and card not in _its_own(table, event)):
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
        own.extend(event.cards)  # what was never dealt to it is another finding (D210)
    return own


def never_dealt(table: Table, seat: int, cards: tuple[int, ...]) -> list[int]:
    """Cards a seat shows that cannot be among those it was dealt: more of them than it has unseen cards."""
    dealt = table.holding(seat)
    if not dealt:
        return []
    strange = [card for card in cards if card >= 0 and card not in dealt and card not in table.community]
    due = max(table.street, 3) - len(table.community)
    unseen = len([card for card in dealt if card < 0]) + max(due - len(dealt), 0)
    return strange if len(strange) > unseen else []


def count(table: Table, seat: int) -> str:
    """How many cards a seat holds, in words."""
    held = len(table.holding(seat))
    return f"{held} card{'' if held == 1 else 's'}"


def short_of_cards(table: Table) -> list[int]:
    """At the first act of a street: seats that were dealt to on it and still hold too few."""
    if table.acted or table.street < 3:
        return []
    recorded = table.hand.records & Records.EVERY_UP_CARD
    if not recorded or (table.street == 7 and not table.hand.records & Records.EVERY_DOWN_CARD):
        return []
    street = table.street
    short = []
    for seat in seats_in(table.dealt_now & table.live):
        if len(table.down[seat]) + len(table.up[seat]) < street:
            short.append(seat)
    return short


def without_a_card(table: Table) -> int:
    """Live seats that got no card on this street, where the log would have said so."""
    if table.street < 3 or table.community or not table.dealt:
        return 0
    recorded = Records.EVERY_DOWN_CARD if table.street == 7 else Records.EVERY_UP_CARD
    if not table.hand.records & recorded:
        return 0
    return table.live & ~table.dealt_now


def next_to_be_dealt(table: Table) -> int:
    """The seat the next single card belongs to: the first dealt, then clockwise. 0 where the first is not known."""
    if table.last_dealt:
        return next_clockwise(table.live, table.last_dealt)
    first = first_dealt_of(table, table.live)
    return seats_in(first)[0] if first.bit_count() == 1 else 0
