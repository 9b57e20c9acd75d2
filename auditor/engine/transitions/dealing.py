"""Transitions of the antes and the deal: which seats take part, and which cards have left the deck."""

from auditor.engine import phases
from auditor.engine.cards import BIT, DECK, UNSEEN
from auditor.engine.events import Ante, Burn, Community, Deal, Event, Exposed, Street
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table, seats_in
from auditor.engine.transitions.betting import put
from auditor.engine.transitions.place import move_on


def _take_part(table: Table, seat: int) -> None:
    """Puts a seat into the hand because it posts an ante or gets its first card. From the first ante or card on, only
    seats with an ante or a card are in the hand.
    """
    bit = SEAT_BIT[seat]
    if not table.took_part:
        table.live = 0
    table.took_part |= bit
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so the ante or card may belong to any seat
    elif not table.folded & bit:
        table.live |= bit
    if table.street == FIRST_STREET:
        table.began_live = table.live
        table.began_with = table.live & ~table.all_in


def ante(table: Table, event: Ante) -> None:
    seat = event.seat
    table.anted |= SEAT_BIT[seat]
    _take_part(table, seat)
    put(table, seat, event.amount, event.all_in)
    move_on(table)


def regular_ante(table: Table, event: Ante) -> None:
    """Does the same as `ante`; in fewer steps, if an earlier seat has anted and third street has not begun. The ante
    must be regular: it is the first ante of a seat that has enough chips, and no card was dealt.
    """
    seat = event.seat
    bit = SEAT_BIT[seat]
    if table.phase != phases.ANTES or not table.took_part or not table.seats & ~table.folded & bit:
        ante(table, event)
        return
    table.anted |= bit
    table.took_part |= bit
    table.live |= bit
    put(table, seat, event.amount, event.all_in)
    able = table.live & ~table.all_in
    if able & (able - 1) == 0:
        move_on(table)
        return
    table.able = able
    table.waiting = able & ~table.settled
    answers = table.answers
    answers.pots = None
    answers.uncalled = None


def begin_street(table: Table, event: Street) -> None:
    if table.phase == phases.HAND_OVER:
        table.went_on = True
    if table.street != event.street:
        if table.street >= FIRST_STREET:
            table.closed_over = (table.closed_over & ~table.acted) | table.waiting
        table.open_street(event.street)
    move_on(table)


def deal(table: Table, event: Deal) -> None:
    seat, mask = event.seat, event.mask
    bit = SEAT_BIT[seat]
    if table.phase == phases.HAND_OVER:
        table.went_on = True
    table.dealt |= bit
    table.dealt_now |= bit
    if table.street <= FIRST_STREET and not table.took_part & bit:
        _take_part(table, seat)
        move_on(table)
    if table.live & bit:
        table.last_dealt = seat
    elif not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so the card may belong to any seat
    held = table.held[seat]
    if held < DECK:  # a wrong log may deal a seat more cards than a deck has; from there on, cards are only counted
        if event.down:
            table.down[seat] += event.down
        if event.up:
            table.up[seat] += event.up
    table.held[seat] = held + len(event.cards)
    table.own[seat] |= mask
    if table.burned:
        table.burned &= ~mask
    table.seen |= mask


def regular_hand(table: Table, event: Deal) -> None:
    """Does the same as `deal` in fewer steps. The deal must be regular and on third street: a seat that anted gets its
    first three cards, and none of them was seen before.
    """
    seat, mask = event.seat, event.mask
    bit = SEAT_BIT[seat]
    table.dealt |= bit
    table.dealt_now |= bit
    if table.live & bit:
        table.last_dealt = seat
    table.down[seat] = event.down
    table.up[seat] = event.up
    table.held[seat] = 3
    table.own[seat] = mask
    table.seen |= mask


def regular_card(table: Table, event: Deal) -> None:
    """Does the same as `deal` in fewer steps. The deal must be regular and on fourth street or later: a live seat gets
    its one card of this street, and the card was not seen before.
    """
    seat, mask = event.seat, event.mask
    bit = SEAT_BIT[seat]
    table.dealt |= bit
    table.dealt_now |= bit
    table.last_dealt = seat
    held = table.held[seat]
    if held < DECK:  # as in `deal`
        if event.down:
            table.down[seat] += event.down
        else:
            table.up[seat] += event.up
    table.held[seat] = held + 1
    table.own[seat] |= mask
    table.seen |= mask


def burn(table: Table, event: Burn) -> None:
    table.burns += 1
    table.burned_now = True
    table.burned |= event.mask
    table.seen |= event.mask


def community(table: Table, event: Community) -> None:
    if len(table.community) < DECK:
        table.community.append(event.card)
    table.burned &= ~event.mask
    table.seen |= event.mask


def reshuffle(table: Table) -> None:
    """Shuffles the burned cards and the cards of folded seats back into the deck. These cards may then be seen again.
    The cards of live seats and the community card stay out of the deck.
    """
    table.reshuffled = True
    table.mixed_in = ~table.live & table.dealt
    table.burned = 0
    table.seen = 0
    for seat in seats_in(table.live):
        table.seen |= table.own[seat] | table.all_turned[seat]
    for card in table.community:
        table.seen |= BIT[card] if card >= 0 else 0


def exposed(table: Table, event: Exposed) -> None:
    """Turns a down card of the seat face up: it becomes the door card of the seat. The table changes only on third
    street, if the event has one card and the seat has no up card yet.
    """
    seat = event.seat
    if table.street > FIRST_STREET or table.up[seat] or len(event.cards) != 1:
        return
    down = list(table.down[seat])
    for hidden in (event.cards[0], UNSEEN):
        if hidden in down:
            down.remove(hidden)
            table.down[seat] = tuple(down)
            table.up[seat] = event.cards
            table.own[seat] |= event.mask
            table.seen |= event.mask
            return


def misdeal(table: Table, event: Event) -> None:
    table.misdealt = True
    table.void = True
