"""Belief in the betting: chips, turns, wagers, and chips that come back."""

from auditor.engine.belief.place import move_on
from auditor.engine.events import Announced, BringIn, Call, Event, Return, TopUp, Wager
from auditor.engine.moments import HAND_OVER, Moment
from auditor.engine.table import ENDLESS, FIRST_STREET, SEAT_BIT, Raise, Table, next_clockwise


def _put_to(table: Table, seat: int, to: int, all_in: bool) -> None:
    chips = to - table.front[seat]
    table.front[seat] = to
    put(table, seat, chips, all_in)
    table.most_in_front = max(table.most_in_front, to)


def put(table: Table, seat: int, chips: int, all_in: bool) -> None:
    table.behind[seat] -= chips
    table.put_in[seat] += chips
    if all_in or table.behind[seat] <= 0:
        table.all_in |= SEAT_BIT[seat]


def _note_two_left(table: Table) -> None:
    if table.raises_when_two_left < 0 and (table.live & ~table.all_in).bit_count() == 2:
        table.raises_when_two_left = len(table.raises)


def announced(table: Table, event: Announced) -> None:
    """How much the seat can bet is no longer told by its stack."""
    table.stack_known &= ~SEAT_BIT[event.seat]
    table.behind[event.seat] = ENDLESS


def opens(table: Table, event: Event) -> None:
    table.called_on = event.seat


def _act(table: Table, seat: int) -> int:
    """A seat acted. The turn follows it; seats between it and the one before stay due and are remembered.

    Those seats: where there are any, it has acted ahead of its turn.
    """
    bit = SEAT_BIT[seat]
    if table.moment == HAND_OVER:
        table.went_on = True
    if not table.seats & bit:
        table.lost = True  # it may have been any seat's
        return 0
    if not table.able & bit and (table.last_actor or table.street != FIRST_STREET):
        return 0  # the turn does not follow a seat that has nothing to act with, but from somewhere it must start
    waiting = (table.live & ~table.all_in) & ~table.settled & ~bit
    passed_over = 0
    if table.last_actor and waiting and not table.skipped & bit:
        passed = next_clockwise(waiting | bit, table.last_actor)
        while passed != seat:
            passed_over |= SEAT_BIT[passed]
            passed = next_clockwise(waiting | bit, passed)
    table.skipped |= passed_over
    if not table.first_actor:
        table.first_actor = seat
    table.last_actor = seat
    _settle(table, seat)
    return passed_over


def _note_contest(table: Table, seat: int) -> None:
    """A seat has neither called nor raised what it faces. Where that was wagered ahead of it, it need not stand."""
    bit = SEAT_BIT[seat]
    for raised in table.raises:
        if raised.passed & bit & table.skipped:
            table.contested = True


def _settle(table: Table, seat: int) -> None:
    bit = SEAT_BIT[seat]
    table.acted |= bit
    table.settled |= bit
    table.skipped &= ~bit
    table.acted_at[seat] = len(table.raises)


def bring_in(table: Table, event: BringIn) -> None:
    _put_to(table, event.seat, event.to, event.all_in)
    if not table.bring_in_seat:
        table.bring_in_seat = event.seat
        table.bring_in_to = event.to
        table.bring_in_all_in = bool(table.all_in & SEAT_BIT[event.seat])
        table.answers.betting = None
    table.opened_third = True
    _act(table, event.seat)
    table.settled = SEAT_BIT[event.seat]
    _note_two_left(table)
    move_on(table)


def fold(table: Table, event: Event) -> None:
    seat = event.seat
    bit = SEAT_BIT[seat]
    if table.moment == HAND_OVER:
        table.went_on = True
    if table.folded & bit:
        return
    waiting = (table.live & ~table.all_in) & ~table.settled
    if table.last_actor and next_clockwise(waiting, table.last_actor) == seat:
        table.last_actor = seat  # a fold moves the turn on only where it was the next
    if not table.seats & bit:
        table.lost = True  # it may have been any seat's
    table.live &= ~bit
    table.folded |= bit
    if table.front[seat] >= table.most_in_front:
        table.folded_free |= bit
    _settle(table, seat)
    _note_two_left(table)
    move_on(table)


def check(table: Table, event: Event) -> None:
    if not table.first_actor:
        table.checked_among = table.waiting
    _note_contest(table, event.seat)
    if _act(table, event.seat):
        table.checked_ahead |= SEAT_BIT[event.seat]
    move_on(table)


def call(table: Table, event: Call) -> None:
    if event.to < table.most_in_front and not event.all_in:
        _note_contest(table, event.seat)
    _put_to(table, event.seat, event.to, event.all_in)
    table.opened_third = True
    _act(table, event.seat)
    _note_two_left(table)
    move_on(table)


def wager(table: Table, event: Wager) -> None:
    over = table.most_in_front
    seat = event.seat
    bit = SEAT_BIT[seat]
    if event.to <= over:
        _note_contest(table, seat)
        table.contested |= not table.acted & bit  # perhaps the first to act was the wrong opener
    _put_to(table, seat, event.to, event.all_in)
    passed = _act(table, seat)
    if passed:
        table.wagered_ahead |= bit
    table.opened_third = True
    if event.to > over:
        table.raises.append(Raise(seat, event.to, over, bool(table.all_in & bit), passed))
        table.answers.betting = None
        table.acted_at[seat] = len(table.raises)
        table.settled = bit
        table.wagerers.append(seat)
        table.folded_free = 0
    _note_two_left(table)
    move_on(table)


def returned(table: Table, event: Return) -> None:
    if event.seat == table.bring_in_seat and _is_corrected(table, event):
        _take_back_the_bring_in(table, event.seat)
        return
    if not table.seats & SEAT_BIT[event.seat]:
        table.lost = True  # they may have been any seat's chips
    table.returned[event.seat] += event.amount
    table.returns.append((table.event, event.seat, event.amount))
    table.behind[event.seat] += event.amount


def _is_corrected(table: Table, event: Return) -> bool:
    """Whether a whole bring-in comes back before the next seat has acted: it was the wrong one."""
    alone = table.settled == SEAT_BIT[event.seat] and not table.raises
    return alone and table.moment == Moment.THIRD and event.amount == table.front[event.seat]


def _take_back_the_bring_in(table: Table, seat: int) -> None:
    bit = SEAT_BIT[seat]
    table.put_in[seat] -= table.front[seat]
    table.behind[seat] += table.front[seat]
    table.all_in &= ~bit
    table.front[seat] = 0
    table.most_in_front = 0
    table.bring_in_seat = 0
    table.bring_in_to = 0
    table.bring_in_all_in = False
    table.opened_third = False
    table.acted &= ~bit
    table.settled = 0
    table.skipped = 0
    table.last_actor = 0
    table.answers.betting = None
    move_on(table)
    table.moment = Moment.UNOPENED  # the first act of the street was judged as such already


def top_up(table: Table, event: TopUp) -> None:
    # Chips brought by a seat that is out of the hand count from the next hand on.
    if table.live & SEAT_BIT[event.seat]:
        table.behind[event.seat] += event.amount
