"""Regular events, and the rules that the audit skips at them. Most lines of a log are regular: exactly as they should
be.

This layer only saves time: `audit(..., every_rule=True)` runs without it, and the report is the same. Each function
below returns the phase of its event, plus a number for the way in which it is regular, if it is. `SKIPPED` names the
rules that have nothing to find there. A rule that is not named there always runs.
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

# `Any`: each function names the type of event it is for, and is called with no other.
Regularity = Callable[[Table, Any, House], int]

STEP: Final = 16  # more than there are phases: one number holds the phase and the way in which an event is regular
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
    """Regular: the ante of the stakes, once, out of a stack that has it, before the first card."""
    phase = table.phase
    if table.dealt or event.all_in or table.anted & SEAT_BIT[event.seat]:
        return phase
    try:
        amount, _ = antes.due(table, house)
    except Unseen:
        return phase
    return phase + ANTE if 0 <= event.amount == amount <= table.behind[event.seat] else phase


def _deal(table: Table, event: Deal, house: House) -> int:
    """Regular from fourth street on: one card that was not seen before, face up but on seventh, to a live seat that has
    none on this street.
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
    """Two cards down and one up, none of them seen before, to a seat that anted and has none yet, at a table that the
    house lets so many sit at.
    """
    bit = SEAT_BIT[event.seat]
    if not table.anted & ~table.folded & bit or (table.dealt | bit).bit_count() > house.seats_most:
        return False
    if table.seen & event.mask or event.twice or event.strange:
        return False
    return len(event.down) == 2 and len(event.up) == 1 and not table.held[event.seat]


def _burn(table: Table, event: Burn, house: House) -> int:
    """Regular: a card that was not seen before."""
    return table.phase if table.seen & event.mask or event.strange else table.phase + BURN


def _street(table: Table, event: Street, house: House) -> int:
    """Regular: third street as the first one, then the next street, once a seat has acted on the one before."""
    if event.street == FIRST_STREET and not table.street:
        return table.phase + THIRD_STREET
    if table.acted and FIRST_STREET < event.street == table.street + 1 <= 7:
        return table.phase + NEXT_STREET
    return table.phase


def _bring_in(table: Table, event: BringIn, house: House) -> int:
    """Regular: the first act of the hand, by the seat that owes it, of the right amount, out of a stack that has it."""
    if table.phase == phases.OPENING and not event.all_in and 0 <= event.to <= table.behind[event.seat]:
        try:
            due = event.to == opening.nominal(table, house) and _all_are_in(table, house)
            if due and opening.bring_in_seats(table, house) == SEAT_BIT[event.seat]:
                return phases.OPENING + BRING_IN
        except Unseen:
            pass  # as any other act
    return of_an_act(table, event)


def _all_are_in(table: Table, house: House) -> bool:
    """Whether the seats that anted are exactly those with cards on this street, and enough of them for the house."""
    return table.anted == table.took_part == table.dealt_now and table.anted.bit_count() >= house.seats_least


def _opens(table: Table, seat: int) -> bool:
    """Whether a seat that can act is the first to act on fourth street or later, and every live seat has its card."""
    if table.phase != phases.FIRST_ACT or table.live & ~table.dealt_now:
        return False
    return table.able & SEAT_BIT[seat] != 0


def _fold(table: Table, event: Fold, house: House) -> int:
    """Regular: by the next seat."""
    return table.phase + ACT_IN_TURN if table.in_turn == event.seat else of_an_act(table, event)


def _check(table: Table, event: Check, house: House) -> int:
    """Regular: by the next seat, which owes nothing, or as the first act of a street."""
    seat = event.seat
    if table.in_turn == seat and table.front[seat] >= table.most_in_front and not table.bring_in_all_in:
        return table.phase + ACT_IN_TURN
    if _opens(table, seat):
        return phases.FIRST_ACT + OPENING_ACT
    return of_an_act(table, event)


def _call(table: Table, event: Call, house: House) -> int:
    """Regular: by the next seat, of exactly what it owes, out of a stack that has it, with no mark of all-in."""
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
    """Regular: by the next seat or the first to act, with the right to wager, for a single size that its stack has and
    that is more than anybody has in front, with no mark of all-in.
    """
    seat = event.seat
    in_turn = table.in_turn == seat
    has_it = not event.all_in and event.to - table.front[seat] <= table.behind[seat]
    if has_it and event.to > table.most_in_front and (in_turn or _opens(table, seat)):
        try:
            if wagers.is_single(table, event, house):
                return table.phase + (WAGER_IN_TURN if in_turn else OPENING_ACT)
        except Unseen:
            pass  # as any other act
    return of_an_act(table, event)


def _show(table: Table, event: Show, house: House) -> int:
    """Regular: a live seat shows cards that the log dealt to it, each once."""
    seat = event.seat
    if not table.live & SEAT_BIT[seat] or event.mask & ~table.own[seat] or event.twice or event.strange:
        return table.phase
    return table.phase + OWN_CARDS


def _stack_after(table: Table, event: StackAfter, house: House) -> int:
    """Regular, in logs without payments: the chips behind a seat that gets no uncalled chips back."""
    seat = event.seat
    if event.amount != table.behind[seat] or table.paid or table.hand.records & Records.PAYOUT:
        return table.phase
    if not table.stack_known & SEAT_BIT[seat] or has_announced(table, seat) or uncalled(table)[0] == seat:
        return table.phase
    return table.phase + STACK_LEFT


def _end(table: Table, event: LogEnd, house: House) -> int:
    """Regular: each seat was paid exactly what it was due, by payment lines or as the stacks after the hand show."""
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
