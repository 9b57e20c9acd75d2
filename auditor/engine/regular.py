"""Regular events: most lines of a log are just what was due, and few rules have anything to say about those.

Each kind of event that often is regular has a function that tells its moment: where in the hand it falls, or that it is
regular there. Rules that find nothing in a regular event are not asked about it, which is most of the engine's speed;
the cases hold the rules to the same answers at every moment.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import ending, phases
from auditor.engine.events import (
    ACTS,
    Ante,
    BringIn,
    Burn,
    Call,
    Check,
    Deal,
    Event,
    Fold,
    LogEnd,
    Show,
    StackAfter,
    Street,
    Wager,
)
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.law import antes, opening, wagers
from auditor.engine.law.seats import chips_of
from auditor.engine.law.stakes import has_announced
from auditor.engine.settlement.pots import uncalled
from auditor.engine.settlement.settle import settle
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table

Place = Callable[[Table, Any, House], int]


def moment(table: Table, event: Event, house: House) -> int:
    """Where in the hand an event of no special kind falls."""
    return table.moment


def _of_an_ante(table: Table, event: Ante, house: House) -> int:
    """Regular: the ante of the stakes, once, out of a stack that has more, before the first card."""
    if table.moment != phases.ANTES or table.dealt or event.all_in or table.anted & SEAT_BIT[event.seat]:
        return table.moment
    try:
        amount, _ = antes.due(table, house)
    except Unseen:
        return phases.ANTES
    return phases.DUE_ANTE if event.amount == amount <= table.behind[event.seat] else phases.ANTES


def _of_a_deal(table: Table, event: Deal, house: House) -> int:
    """Regular from fourth street on: one card that was not seen before, face up but on seventh, to a live seat that has
    none on this street.
    """
    if table.street <= FIRST_STREET:
        regular = table.moment == phases.OPENING and _is_regular_hand(table, event, house)
        return phases.REGULAR_HAND if regular else table.moment
    if table.moment == phases.HAND_OVER:
        return phases.HAND_OVER
    due = table.live & ~table.dealt_now & SEAT_BIT[event.seat]
    wrongly = event.up if table.street == 7 else event.down
    if not due or wrongly or len(event.cards) != 1 or event.strange or table.seen & event.mask:
        return phases.DEALING if table.dealt_now else phases.FIRST_CARD
    if table.dealt_now:
        return phases.REGULAR_CARD
    return phases.REGULAR_SEVENTH if table.street == 7 else phases.REGULAR_FIRST_CARD


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


def _of_a_burn(table: Table, event: Burn, house: House) -> int:
    """Regular: a card that was not seen before."""
    return table.moment if table.seen & event.mask or event.strange else phases.FRESH_BURN


def _of_a_street(table: Table, event: Street, house: House) -> int:
    """Regular: third street after the antes, then the next one, after betting that is over."""
    moment = table.moment
    if moment == phases.ANTES and event.street == FIRST_STREET and not table.street:
        return phases.THIRD_BEGINS
    if moment == phases.BETTING_OVER and table.acted and event.street == table.street + 1 <= 7:
        return phases.NEXT_STREET
    return moment


def _of_an_act(table: Table, event: Event, house: House) -> int:
    if table.able & SEAT_BIT[event.seat] or table.moment == phases.HAND_OVER:
        return table.moment
    return phases.OUT


def _of_a_bring_in(table: Table, event: BringIn, house: House) -> int:
    """Regular: as the first act of the hand, by the seat that owes it, of what is due, out of a stack that has it."""
    if table.moment == phases.OPENING and not event.all_in and event.to <= table.behind[event.seat]:
        try:
            due = event.to == opening.nominal(table, house) and _all_are_in(table, house)
            if due and opening.bring_in_seats(table, house) == SEAT_BIT[event.seat]:
                return phases.DUE_BRING_IN
        except Unseen:
            pass  # as any other act
    return _of_an_act(table, event, house)


def _all_are_in(table: Table, house: House) -> bool:
    """Whether the seats that anted are those that have cards on this street, and as many play as the house asks for."""
    return table.anted == table.took_part == table.dealt_now and table.anted.bit_count() >= house.seats_least


def _opens(table: Table, seat: int) -> bool:
    """Whether a seat that can act is the first to, on a street from fourth on on which every live seat has its card."""
    if table.moment != phases.FIRST_ACT or table.live & ~table.dealt_now:
        return False
    return table.able & SEAT_BIT[seat] != 0


def _of_a_fold(table: Table, event: Fold, house: House) -> int:
    """Regular: by the next seat."""
    return phases.DUE_ACT if table.in_turn == event.seat else _of_an_act(table, event, house)


def _of_a_check(table: Table, event: Check, house: House) -> int:
    """Regular: by the next seat, which owes nothing, or as the first act of a street."""
    seat = event.seat
    if table.in_turn == seat and table.front[seat] >= table.most_in_front and not table.bring_in_all_in:
        return phases.DUE_ACT
    if _opens(table, seat):
        return phases.REGULAR_OPENING
    return _of_an_act(table, event, house)


def _of_a_call(table: Table, event: Call, house: House) -> int:
    """Regular: by the next seat, of just what it owes, out of a stack that has it, with no mark of all-in."""
    seat = event.seat
    if (
        table.in_turn == seat
        and event.to == table.most_in_front <= chips_of(table, seat)
        and not event.all_in
        and not table.bring_in_all_in
    ):
        return phases.DUE_ACT
    return _of_an_act(table, event, house)


def _of_a_wager(table: Table, event: Wager, house: House) -> int:
    """Regular: by the next seat or the first to act, which may wager, for a single size that its stack has and that is
    more than anybody has in front, with no mark of all-in.
    """
    seat = event.seat
    in_turn = table.in_turn == seat
    has_it = not event.all_in and event.to - table.front[seat] <= table.behind[seat]
    if has_it and event.to > table.most_in_front and (in_turn or _opens(table, seat)):
        try:
            if wagers.is_single(table, event, house):
                return phases.SINGLE_WAGER if in_turn else phases.REGULAR_OPENING
        except Unseen:
            return table.moment
    return _of_an_act(table, event, house)


def _of_a_show(table: Table, event: Show, house: House) -> int:
    """Regular: once nobody has yet to act, a live seat shows cards that it was seen to be dealt, each once."""
    seat = event.seat
    if table.moment != phases.BETTING_OVER or not table.live & SEAT_BIT[seat]:
        return table.moment
    if event.mask & ~table.own[seat] or event.twice or event.strange:
        return phases.BETTING_OVER
    return phases.OWN_CARDS


def _of_a_stack(table: Table, event: StackAfter, house: House) -> int:
    """Regular, where logs of its kind have no payments: what lies behind a seat none of whose chips were uncalled."""
    seat = event.seat
    if event.amount != table.behind[seat] or table.paid or table.hand.records & Records.PAYOUT:
        return table.moment
    if not table.stack_known & SEAT_BIT[seat] or has_announced(table, seat) or uncalled(table)[0] == seat:
        return table.moment
    return phases.LEFT_BEHIND


def _of_the_end(table: Table, event: LogEnd, house: House) -> int:
    """Regular: all was paid just as it was due, by lines of its own or as the stacks after the hand tell."""
    if table.event + 1 < len(table.hand.events):
        return phases.GOES_ON
    if not event.complete or table.void:
        return table.moment
    if not table.paid and (table.mucked or not ending.is_judged(table, event)):
        return table.moment
    for account in settle(table, house).seats:
        if account.difference != 0:
            return table.moment
    return phases.PAID_AS_DUE


PLACES: Final[dict[type[Event], Place]] = {
    Ante: _of_an_ante,
    Burn: _of_a_burn,
    Deal: _of_a_deal,
    Street: _of_a_street,
    LogEnd: _of_the_end,
    **dict.fromkeys(ACTS, _of_an_act),
    BringIn: _of_a_bring_in,
    Fold: _of_a_fold,
    Check: _of_a_check,
    Call: _of_a_call,
    Wager: _of_a_wager,
    Show: _of_a_show,
    StackAfter: _of_a_stack,
}
