"""Finds regular events: events that are exactly as they should be, as most lines of a log are. The audit skips rules
that cannot find anything at such an event.

This module only saves time: `audit(..., every_rule=True)` runs all rules, and the report is the same. Each function
below returns the phase of the hand at its event, as a number below 16. If the event is regular, the function adds a
constant such as `BURN` to the phase. `SKIPPED` lists the rules that are skipped for each constant. All other rules run.
`REGULAR_MOVES` lists quicker transitions.
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
from auditor.engine.transitions import Move
from auditor.engine.transitions.dealing import regular_ante, regular_card, regular_hand

# The type of the functions below. The event is `Any`, because each function takes only its own type of event, such as
# `Ante`.
Regularity = Callable[[Table, Any, House], int]

# Every phase is a number below 16. So the sum of a phase and one of these constants holds both numbers.
STEP: Final = 16
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
    """Returns the phase, plus `ANTE` if the ante is regular: it has the amount that is due, comes before the first
    card, and is the only ante of the seat. The stack must cover the ante.
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
    """Returns the phase, plus `CARDS_OF_THIRD` or `CARD` if the deal is regular. For third street, see
    `_is_regular_hand`. From fourth street on, a deal is regular if a live seat gets one card, its first on this street,
    and the card was not seen before. On seventh street the card must be face down, on earlier streets face up.
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
    """Returns the phase, plus `BURN` if the burn is regular: the burned card is hidden, or it is a card of the deck
    that was not seen before.
    """
    return table.phase if table.seen & event.mask or event.strange else table.phase + BURN


def _street(table: Table, event: Street, house: House) -> int:
    """Returns the phase, plus a constant if the street line is regular. The line may begin third street as the first
    street of the hand. It may also begin the next street, if a seat has acted on the street before.
    """
    if event.street == FIRST_STREET and not table.street:
        return table.phase + THIRD_STREET
    if table.acted and FIRST_STREET < event.street == table.street + 1 <= 7:
        return table.phase + NEXT_STREET
    return table.phase


def _bring_in(table: Table, event: BringIn, house: House) -> int:
    """Returns the phase, plus `BRING_IN` if the bring-in is regular: it is the first act of the hand, the right seat
    makes it, the amount is right, and the stack covers it. In addition, exactly the seats that posted an ante must have
    cards.
    """
    if table.phase == phases.OPENING and not event.all_in and 0 <= event.to <= table.behind[event.seat]:
        try:
            due = event.to == opening.nominal(table, house) and _all_are_in(table, house)
            if due and opening.bring_in_seats(table, house) == SEAT_BIT[event.seat]:
                return phases.OPENING + BRING_IN
        except Unseen:
            pass  # the log does not show what is lawful, so the event is not regular
    return of_an_act(table, event)


def _all_are_in(table: Table, house: House) -> bool:
    """Whether exactly the seats that posted an ante got cards on third street. There must also be at least as many of
    these seats as the house requires.
    """
    return (
        table.anted == table.took_part == table.dealt_now == table.dealt
        and table.anted.bit_count() >= house.seats_least
    )


def _opens(table: Table, seat: int) -> bool:
    """Whether the seat can act, and its act is the first of this street. The street must be fourth street or later, and
    every live seat must already have its card.
    """
    if table.phase != phases.FIRST_ACT or table.live & ~table.dealt_now:
        return False
    return table.able & SEAT_BIT[seat] != 0


def _fold(table: Table, event: Fold, house: House) -> int:
    """Returns the phase, plus `ACT_IN_TURN` if the fold is regular: it is the turn of the seat."""
    return table.phase + ACT_IN_TURN if table.in_turn == event.seat else of_an_act(table, event)


def _check(table: Table, event: Check, house: House) -> int:
    """Returns the phase, plus a constant if the check is regular: it is the turn of the seat, and the seat has nothing
    to call. From fourth street on, a check is also regular if it is the first act of the street, whichever seat makes
    it. The rules that check which seat opens are not skipped then.
    """
    seat = event.seat
    if table.in_turn == seat and table.front[seat] >= table.most_in_front and not table.bring_in_all_in:
        return table.phase + ACT_IN_TURN
    if _opens(table, seat):
        return phases.FIRST_ACT + OPENING_ACT
    return of_an_act(table, event)


def _call(table: Table, event: Call, house: House) -> int:
    """Returns the phase, plus `ACT_IN_TURN` if the call is regular: it is the turn of the seat, and after the call the
    seat has exactly the highest amount in front. The stack must cover the call, and the call must not be marked as
    all-in.
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
    """Returns the phase, plus a constant if the wager is regular. It must be the turn of the seat, or the wager must be
    the first act of fourth street or a later street. The seat must have the right to wager, and the wager must have the
    normal single size. The total of the wager must be more than any seat has in front. The stack must cover the wager,
    and the wager must not be marked as all-in.
    """
    seat = event.seat
    in_turn = table.in_turn == seat
    has_it = not event.all_in and event.to - table.front[seat] <= table.behind[seat]
    if has_it and event.to > table.most_in_front and (in_turn or _opens(table, seat)):
        try:
            if wagers.is_single(table, event, house):
                return table.phase + (WAGER_IN_TURN if in_turn else OPENING_ACT)
        except Unseen:
            pass  # the log does not show what is lawful, so the event is not regular
    return of_an_act(table, event)


def _show(table: Table, event: Show, house: House) -> int:
    """Returns the phase, plus `OWN_CARDS` if the show is regular: a live seat shows cards that the log dealt to it,
    each card once.
    """
    seat = event.seat
    if not table.live & SEAT_BIT[seat] or event.mask & ~table.own[seat] or event.twice or event.strange:
        return table.phase
    return table.phase + OWN_CARDS


def _stack_after(table: Table, event: StackAfter, house: House) -> int:
    """Returns the phase, plus `STACK_LEFT` if the stated stack after the hand is regular: it equals the chips that the
    seat did not put in. The log must have no payments, and the seat must not get uncalled chips back.
    """
    seat = event.seat
    if event.amount != table.behind[seat] or table.paid or table.hand.records & Records.PAYOUT:
        return table.phase
    if not table.stack_known & SEAT_BIT[seat] or has_announced(table, seat) or uncalled(table)[0] == seat:
        return table.phase
    return table.phase + STACK_LEFT


def _end(table: Table, event: LogEnd, house: House) -> int:
    """Returns the phase, plus `PAID_AS_DUE` if the end of the log is regular: each seat was paid exactly its lawful
    share. The payment lines or the stacks after the hand show this. Returns the phase `GOES_ON` if more events follow.
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

# For each constant: a transition that changes the table as the usual one does, but in fewer steps. The hand must not be
# over.
REGULAR_MOVES: Final[dict[int, Move]] = {
    ANTE: regular_ante,
    CARDS_OF_THIRD: regular_hand,
    CARD: regular_card,
}
