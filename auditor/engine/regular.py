"""Regular events, and the rules that the audit skips at them. Most lines of a log are regular: they are exactly as they
should be.

This module only saves time: `audit(..., every_rule=True)` runs without it, and the report is the same. Each function
below returns the phase of its event. If the event is regular, the function adds a number that says in which way.
`SKIPPED` lists for each such number the rules that cannot find anything. All other rules run.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine import ending, phases
from auditor.engine.event_phase import of_an_act
from auditor.engine.events import (
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

# `Any`: each function is for the type of event in its signature, and is called with no other type.
Regularity = Callable[[Table, Any, House], int]

STEP: Final = 16  # above every phase, so that one number holds both a phase and the way in which an event is regular
ANTE: Final = 1 * STEP
BRING_IN: Final = 2 * STEP
THIRD_STREET: Final = 3 * STEP
NEXT_STREET: Final = 4 * STEP
CARDS_OF_THIRD: Final = 5 * STEP
CARD: Final = 6 * STEP
BURN: Final = 7 * STEP
ACT_IN_TURN: Final = 8 * STEP
WAGER_IN_TURN: Final = 9 * STEP
OPENING_ACT: Final = 10 * STEP
OWN_CARDS: Final = 11 * STEP
STACK_LEFT: Final = 12 * STEP
PAID_AS_DUE: Final = 13 * STEP


def _ante(table: Table, event: Ante, house: House) -> int:
    """An ante is regular if it has the amount of the stakes, comes before the first card, and is the only ante of the
    seat. The stack must cover it.
    """
    phase = table.phase
    if table.dealt or event.all_in or table.anted & SEAT_BIT[event.seat]:
        return phase
    try:
        amount, _ = antes.due(table, house)
    except Unseen:
        return phase
    return phase + ANTE if 0 <= event.amount == amount <= table.behind[event.seat] else phase


def _deal(table: Table, event: Deal, house: House) -> int:
    """A deal from fourth street on is regular if it is one unseen card to a live seat that has no card on this street
    yet. The card is face up, or face down on seventh street.
    """
    if table.street <= FIRST_STREET:
        return table.phase + CARDS_OF_THIRD if _is_regular_hand(table, event, house) else table.phase
    if table.phase == phases.HAND_OVER:
        return phases.HAND_OVER
    phase = phases.DEALING if table.dealt_now else phases.FIRST_CARD
    due = table.live & ~table.dealt_now & SEAT_BIT[event.seat]
    wrongly = event.up if table.street == 7 else event.down
    if not due or wrongly or len(event.cards) != 1 or event.strange or table.seen & event.mask:
        return phase
    return phase + CARD


def _is_regular_hand(table: Table, event: Deal, house: House) -> bool:
    """Whether a deal on third street is two cards down and one up, none of them seen before. The seat must have anted
    and have no cards yet, and the house must allow this number of seats.
    """
    bit = SEAT_BIT[event.seat]
    if not table.anted & ~table.folded & bit or (table.dealt | bit).bit_count() > house.seats_most:
        return False
    if table.seen & event.mask or event.twice or event.strange:
        return False
    return len(event.down) == 2 and len(event.up) == 1 and not table.held[event.seat]


def _burn(table: Table, event: Burn, house: House) -> int:
    """A burn is regular if its card was not seen before."""
    return table.phase if table.seen & event.mask or event.strange else table.phase + BURN


def _street(table: Table, event: Street, house: House) -> int:
    """A street is regular if it is third street at the beginning, or the next street after a seat has acted."""
    if event.street == FIRST_STREET and not table.street:
        return table.phase + THIRD_STREET
    if table.acted and FIRST_STREET < event.street == table.street + 1 <= 7:
        return table.phase + NEXT_STREET
    return table.phase


def _bring_in(table: Table, event: BringIn, house: House) -> int:
    """A bring-in is regular if it is the first act of the hand, the right seat makes it, the amount is right, and the
    stack covers it.
    """
    if table.phase == phases.OPENING and not event.all_in and 0 <= event.to <= table.behind[event.seat]:
        try:
            due = event.to == opening.nominal(table, house) and _all_are_in(table, house)
            if due and opening.bring_in_seats(table, house) == SEAT_BIT[event.seat]:
                return phases.OPENING + BRING_IN
        except Unseen:
            pass  # the event counts as not regular
    return of_an_act(table, event)


def _all_are_in(table: Table, house: House) -> bool:
    """Whether the seats that anted are exactly the seats that got cards on this street, and are as many as the house
    requires.
    """
    return table.anted == table.took_part == table.dealt_now and table.anted.bit_count() >= house.seats_least


def _opens(table: Table, seat: int) -> bool:
    """Whether the seat can act and is the first to act on fourth street or later, after every live seat got
    its card.
    """
    if table.phase != phases.FIRST_ACT or table.live & ~table.dealt_now:
        return False
    return table.able & SEAT_BIT[seat] != 0


def _fold(table: Table, event: Fold, house: House) -> int:
    """A fold is regular if it is the turn of the seat."""
    return table.phase + ACT_IN_TURN if table.in_turn == event.seat else of_an_act(table, event)


def _check(table: Table, event: Check, house: House) -> int:
    """A check is regular if it is the turn of the seat and the seat owes nothing. The first act of a street may also be
    a regular check.
    """
    seat = event.seat
    if table.in_turn == seat and table.front[seat] >= table.most_in_front and not table.bring_in_all_in:
        return table.phase + ACT_IN_TURN
    if _opens(table, seat):
        return phases.FIRST_ACT + OPENING_ACT
    return of_an_act(table, event)


def _call(table: Table, event: Call, house: House) -> int:
    """A call is regular if it is the turn of the seat, and it puts in exactly what the seat owes. The stack must cover
    it, and it must not be marked as all-in.
    """
    seat = event.seat
    if (
        table.in_turn == seat
        and event.to == table.most_in_front <= chips_of(table, seat)
        and not event.all_in
        and not table.bring_in_all_in
    ):
        return table.phase + ACT_IN_TURN
    return of_an_act(table, event)


def _wager(table: Table, event: Wager, house: House) -> int:
    """A wager is regular if the seat is in turn or the first to act, may wager, and makes a single wager. The wager
    must be more than anybody has in front, the stack must cover it, and it must not be marked as all-in.
    """
    seat = event.seat
    in_turn = table.in_turn == seat
    has_it = not event.all_in and event.to - table.front[seat] <= table.behind[seat]
    if has_it and event.to > table.most_in_front and (in_turn or _opens(table, seat)):
        try:
            if wagers.is_single(table, event, house):
                return table.phase + (WAGER_IN_TURN if in_turn else OPENING_ACT)
        except Unseen:
            pass  # the event counts as not regular
    return of_an_act(table, event)


def _show(table: Table, event: Show, house: House) -> int:
    """A show is regular if a live seat shows cards that the log dealt to it, each card once."""
    seat = event.seat
    if not table.live & SEAT_BIT[seat] or event.mask & ~table.own[seat] or event.twice or event.strange:
        return table.phase
    return table.phase + OWN_CARDS


def _stack_after(table: Table, event: StackAfter, house: House) -> int:
    """A stack after the hand is regular if the log has no payments, the seat gets no uncalled chips back, and the stack
    equals its chips behind.
    """
    seat = event.seat
    if event.amount != table.behind[seat] or table.paid or table.hand.records & Records.PAYOUT:
        return table.phase
    if not table.stack_known & SEAT_BIT[seat] or has_announced(table, seat) or uncalled(table)[0] == seat:
        return table.phase
    return table.phase + STACK_LEFT


def _end(table: Table, event: LogEnd, house: House) -> int:
    """The end of the log is regular if each seat was paid exactly what it was due, by payment lines or by the stacks
    after the hand.
    """
    if table.event + 1 < len(table.hand.events):
        return phases.GOES_ON
    if not event.complete or table.void:
        return table.phase
    if not table.paid and (table.mucked or not ending.is_judged(table, event)):
        return table.phase
    for account in settle(table, house).seats:
        if account.difference != 0:
            return table.phase
    return table.phase + PAID_AS_DUE


REGULARITIES: Final[dict[type[Event], Regularity]] = {
    Ante: _ante,
    BringIn: _bring_in,
    Burn: _burn,
    Call: _call,
    Check: _check,
    Deal: _deal,
    Fold: _fold,
    LogEnd: _end,
    Show: _show,
    StackAfter: _stack_after,
    Street: _street,
    Wager: _wager,
}

_WAGER_RULES: Final = frozenset({"B402", "B403", "B408", "B409", "B414", "B415"})
_CHIP_RULES: Final = frozenset({"B412", "B419", "B421", "L108"})
SKIPPED: Final[dict[int, frozenset[str]]] = {
    ANTE: _CHIP_RULES | {"D213", "O302", "O310"},
    BRING_IN: _CHIP_RULES | {"D205", "D209", "O301", "O303", "O304", "O307", "O310"},
    THIRD_STREET: frozenset({"D202", "D205", "L104"}),
    NEXT_STREET: frozenset({"D202", "D205", "L104", "O309", "O312"}),
    CARDS_OF_THIRD: frozenset({"D201", "D202", "D203", "D204", "D209", "D211", "D212"}),
    CARD: frozenset({"D201", "D202", "D203", "D204", "D212"}),
    BURN: frozenset({"D201", "D212"}),
    ACT_IN_TURN: _CHIP_RULES | {"B401", "B405", "B406", "O308"},
    WAGER_IN_TURN: _CHIP_RULES | _WAGER_RULES | {"B401", "B404", "O306"},
    OPENING_ACT: _CHIP_RULES | _WAGER_RULES | {"D205"},
    OWN_CARDS: frozenset({"D201", "D210", "D212", "S506"}),
    STACK_LEFT: frozenset({"L107"}),
    PAID_AS_DUE: frozenset({
        *("D214", "L105", "O305"),
        *("P601", "P602", "P603", "P605", "P606", "P607", "P609", "P610", "P611"),
    }),
}  # fmt: skip
