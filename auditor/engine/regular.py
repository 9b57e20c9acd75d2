"""Regular events: most lines of a log are just what was due, and few rules have anything to say about those.

Each kind of event that often is regular has a function that tells its moment: where in the hand it falls, or that it is
regular there. Rules that find nothing in a regular event are not asked about it, which is most of the engine's speed;
the cases hold the rules to the same answers at every moment.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import ending
from auditor.engine.events import ACTS, Ante, Burn, Deal, Event, LogEnd, Street, Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.law import antes, wagers
from auditor.engine.moments import IN_TURN, Moment
from auditor.engine.settling import settle
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table

Place = Callable[[Table, Any, House], int]


def moment(table: Table, event: Event, house: House) -> int:
    """Where in the hand an event of no special kind falls."""
    return table.moment


def _of_an_ante(table: Table, event: Ante, house: House) -> int:
    """Regular: the ante of the stakes, once, out of a stack that has it, before the first card."""
    if table.moment != Moment.ANTES or table.dealt or table.anted & SEAT_BIT[event.seat]:
        return table.moment
    try:
        amount, _ = antes.due(table, house)
    except Unseen:
        return Moment.ANTES
    return Moment.DUE_ANTE if event.amount == amount <= table.behind[event.seat] else Moment.ANTES


def _of_a_deal(table: Table, event: Deal, house: House) -> int:
    moment = table.moment
    if moment == Moment.OPENING:
        return Moment.REGULAR_HAND if _is_regular_hand(table, event, house) else moment
    if moment == Moment.HAND_OVER or table.street <= FIRST_STREET:
        return moment
    if _is_regular_card(table, event):
        return Moment.REGULAR_CARD if table.dealt_now else Moment.REGULAR_FIRST_CARD
    return Moment.DEALING if table.dealt_now else Moment.FIRST_CARD


def _is_regular_hand(table: Table, event: Deal, house: House) -> bool:
    """Two cards down and one up, none of them seen before, to a seat that anted and has none yet, at a table that the
    house lets so many sit at.
    """
    bit = SEAT_BIT[event.seat]
    if not table.anted & ~table.folded & bit or (table.dealt | bit).bit_count() > house.seats_most:
        return False
    if table.seen & event.mask or event.twice or event.strange:
        return False
    return len(event.down) == 2 and len(event.up) == 1 and not table.held[event.seat]


def _is_regular_card(table: Table, event: Deal) -> bool:
    """One card that was not seen before, face up but on seventh, to a live seat that has none on this street."""
    if table.seen & event.mask or event.strange:
        return False
    wrongly = event.up if table.street == 7 else event.down
    return len(event.cards) == 1 and not wrongly and bool(table.live & ~table.dealt_now & SEAT_BIT[event.seat])


def _of_a_burn(table: Table, event: Burn, house: House) -> int:
    """Regular: a card that was not seen before."""
    return table.moment if table.seen & event.mask or event.strange else Moment.FRESH_BURN


def _of_a_street(table: Table, event: Street, house: House) -> int:
    """Regular: the next one, after betting that is over."""
    moment = table.moment
    if moment == Moment.BETTING_OVER and table.acted and event.street == table.street + 1 <= 7:
        return Moment.NEXT_STREET
    return moment


def _of_an_act(table: Table, event: Event, house: House) -> int:
    if table.able & SEAT_BIT[event.seat] or table.moment == Moment.HAND_OVER:
        return table.moment
    return Moment.OUT


def _of_a_wager(table: Table, event: Wager, house: House) -> int:
    """Regular: by a seat that may wager, for a single size."""
    moment = _of_an_act(table, event, house)
    if moment not in IN_TURN:
        return moment
    try:
        return Moment.SINGLE_WAGER if wagers.is_single(table, event, house) else moment
    except Unseen:
        return moment


def _of_the_end(table: Table, event: LogEnd, house: House) -> int:
    """Regular: all was paid just as it was due."""
    if not event.complete or table.void or not ending.is_over(table):
        return table.moment
    for account in settle(table, house).seats:
        if account.difference != 0:
            return table.moment
    return Moment.PAID_AS_DUE


PLACES: Final[dict[type[Event], Place]] = {
    Ante: _of_an_ante,
    Burn: _of_a_burn,
    Deal: _of_a_deal,
    Street: _of_a_street,
    LogEnd: _of_the_end,
    **dict.fromkeys(ACTS, _of_an_act),
    Wager: _of_a_wager,
}
