"""Belief: how each event, lawful or not, moves the table on. Nothing here judges, nothing raises on input."""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.events import (
    ACTS,
    Ante,
    BringIn,
    Burn,
    Call,
    Check,
    Collect,
    Community,
    Deal,
    Event,
    Fold,
    Misdeal,
    Muck,
    Opens,
    PotTotal,
    Rake,
    Return,
    Reveal,
    Show,
    StackAfter,
    Street,
    TopUp,
    Void,
    Wager,
    Won,
)
from auditor.engine.moments import Moment
from auditor.engine.table import SEAT_BIT, Paid, Raise, Table, next_clockwise

FIRST_STREET: Final = 3


def believe(table: Table, event: Event) -> None:
    """Apply one event as logged."""
    move = _MOVES.get(type(event))
    if move is not None:
        table.went_on = table.went_on or (table.moment == Moment.HAND_OVER and type(event) in _PLAY)
        move(table, event)
    table.event += 1
    table.answers.betting = None


def _move_on(table: Table) -> None:
    """After an act or a new street: who is able to act, who has yet to, and where in the hand that leaves it."""
    live = table.live
    able = live & ~table.all_in
    waiting = able & ~table.settled
    alone = live & (live - 1) == 0
    if waiting and able & (able - 1) == 0 and table.front[able.bit_length() - 1] >= table.most_in_front:
        waiting = 0  # one seat alone has chips, and owes nothing
    table.able = able
    table.waiting = 0 if alone else waiting
    table.moment = _moment(table, alone=alone)
    answers = table.answers
    answers.pots = None
    answers.uncalled = None


def _moment(table: Table, *, alone: bool) -> int:
    if table.paid or (alone and table.folded and table.took_part):
        return Moment.HAND_OVER
    street = table.street
    if street > FIRST_STREET:
        if not table.waiting:
            return Moment.BETTING_OVER
        if table.last_actor:
            return Moment.LATER
        return Moment.BEFORE_OPENER if table.acted else Moment.FIRST_ACT
    if street < FIRST_STREET:
        return Moment.ANTES
    if not table.opened_third:
        return Moment.UNOPENED if table.acted else Moment.OPENING
    return Moment.THIRD if table.waiting else Moment.BETTING_OVER


def _put(table: Table, seat: int, chips: int, all_in: bool) -> None:
    table.behind[seat] -= chips
    table.put_in[seat] += chips
    if all_in or table.behind[seat] <= 0:
        table.all_in |= SEAT_BIT[seat]


def _put_to(table: Table, seat: int, to: int, all_in: bool) -> None:
    chips = to - table.front[seat]
    table.front[seat] = to
    _put(table, seat, chips, all_in)
    table.most_in_front = max(table.most_in_front, to)


def _note_two_left(table: Table) -> None:
    if table.raises_when_two_left < 0 and (table.live & ~table.all_in).bit_count() == 2:
        table.raises_when_two_left = len(table.raises)


def _take_part(table: Table, seat: int) -> None:
    """An ante or a card puts a seat in the hand; from the first of them on, the seats without are out of it."""
    if not table.took_part:
        table.live = 0
    table.took_part |= SEAT_BIT[seat]
    table.live |= SEAT_BIT[seat] & table.seats & ~table.folded
    table.able = table.live & ~table.all_in
    if table.street == FIRST_STREET:
        table.began_live = table.live
        table.began_with = table.able


def _ante(table: Table, event: Ante) -> None:
    table.anted |= SEAT_BIT[event.seat]
    _take_part(table, event.seat)
    _put(table, event.seat, event.amount, event.all_in)
    _move_on(table)


def _begin_street(table: Table, event: Street) -> None:
    if table.street != event.street:
        table.open_street(event.street)
    _move_on(table)


def _deal(table: Table, event: Deal) -> None:
    bit = SEAT_BIT[event.seat]
    table.dealt |= bit
    table.dealt_now |= bit
    table.last_dealt = event.seat
    if table.street <= FIRST_STREET and not table.took_part & bit:
        _take_part(table, event.seat)
        _move_on(table)
    table.down[event.seat].extend(event.down)
    table.up[event.seat].extend(event.up)
    cards = len(event.cards)
    table.held[event.seat] += cards
    table.cards_out += cards
    table.burned &= ~event.mask
    table.seen |= event.mask


def _burn(table: Table, event: Burn) -> None:
    table.burns += 1
    table.burned_now = True
    table.burned |= event.mask
    table.seen |= event.mask


def _community(table: Table, event: Community) -> None:
    table.community.append(event.card)
    table.cards_out += 1
    table.burned &= ~event.mask
    table.seen |= event.mask


def _opens(table: Table, event: Event) -> None:
    table.called_on = event.seat


def _act(table: Table, seat: int) -> bool:
    """A seat acted. The turn follows it; seats between it and the one before stay due and are remembered.

    Whether there are such seats: it has acted ahead of its turn.
    """
    bit = SEAT_BIT[seat]
    waiting = (table.live & ~table.all_in) & ~table.settled & ~bit
    passed_over = 0
    if table.last_actor and waiting and not table.skipped & bit:
        passed = next_clockwise(waiting | bit, table.last_actor)
        while passed != seat:
            passed_over |= SEAT_BIT[passed]
            passed = next_clockwise(waiting | bit, passed)
    table.skipped |= passed_over
    table.last_actor = seat
    _settle(table, seat)
    return passed_over != 0


def _settle(table: Table, seat: int) -> None:
    bit = SEAT_BIT[seat]
    if not table.acted:
        table.first_actor = seat
    table.acted |= bit
    table.settled |= bit
    table.skipped &= ~bit
    table.acted_at[seat] = len(table.raises)


def _bring_in(table: Table, event: BringIn) -> None:
    _put_to(table, event.seat, event.to, event.all_in)
    if not table.bring_in_seat:
        table.bring_in_seat = event.seat
        table.bring_in_to = event.to
        table.bring_in_all_in = bool(table.all_in & SEAT_BIT[event.seat])
    table.opened_third = True
    _act(table, event.seat)
    table.settled = SEAT_BIT[event.seat]
    _note_two_left(table)
    _move_on(table)


def _fold(table: Table, event: Event) -> None:
    bit = SEAT_BIT[event.seat]
    waiting = (table.live & ~table.all_in) & ~table.settled
    if table.last_actor and next_clockwise(waiting, table.last_actor) == event.seat:
        table.last_actor = event.seat  # a fold moves the turn on only where it was the next
    table.live &= ~bit
    table.folded |= bit
    if table.front[event.seat] >= table.most_in_front:
        table.folded_free |= bit
    _settle(table, event.seat)
    _note_two_left(table)
    _move_on(table)


def _check(table: Table, event: Event) -> None:
    if _act(table, event.seat):
        table.checked_ahead |= SEAT_BIT[event.seat]
    _move_on(table)


def _call(table: Table, event: Call) -> None:
    _put_to(table, event.seat, event.to, event.all_in)
    table.opened_third = True
    _act(table, event.seat)
    _note_two_left(table)
    _move_on(table)


def _wager(table: Table, event: Wager) -> None:
    over = table.most_in_front
    _put_to(table, event.seat, event.to, event.all_in)
    if _act(table, event.seat):
        table.wagered_ahead |= SEAT_BIT[event.seat]
    table.opened_third = True
    if event.to > over:
        all_in = bool(table.all_in & SEAT_BIT[event.seat])
        table.raises.append(Raise(event.seat, event.to, over, all_in))
        table.acted_at[event.seat] = len(table.raises)
        table.settled = SEAT_BIT[event.seat]
        table.wagerers.append(event.seat)
        table.folded_free = 0
    _note_two_left(table)
    _move_on(table)


def _return(table: Table, event: Return) -> None:
    table.returned[event.seat] += event.amount
    table.returns.append((table.event, event.seat, event.amount))
    table.behind[event.seat] += event.amount
    _move_on(table)


def _top_up(table: Table, event: TopUp) -> None:
    # Chips brought by a seat that is out of the hand count from the next hand on.
    if table.live & SEAT_BIT[event.seat]:
        table.behind[event.seat] += event.amount


def _show(table: Table, event: Show) -> None:
    bit = SEAT_BIT[event.seat]
    if not (table.shown | table.mucked) & bit:
        table.showdown.append(event.seat)
    table.shown |= bit
    table.showed[event.seat] = event.cards
    table.show_event[event.seat] = table.event
    table.seen |= event.mask


def _muck(table: Table, event: Event) -> None:
    bit = SEAT_BIT[event.seat]
    if not (table.shown | table.mucked) & bit:
        table.showdown.append(event.seat)
    table.mucked |= bit


def _reveal(table: Table, event: Reveal) -> None:
    table.revealed[event.seat] = event.cards
    table.seen |= event.mask


def _collect(table: Table, event: Collect) -> None:
    table.paid.append(Paid(table.event, event.seat, event.amount, event.pot, event.half))
    table.behind[event.seat] += event.amount
    _move_on(table)


def _rake(table: Table, event: Rake) -> None:
    table.rakes.append((event.pot, event.amount))
    table.rake_event = table.event


def _pot_total(table: Table, event: PotTotal) -> None:
    table.pot_totals.append((event.pot, event.amount))


def _won(table: Table, event: Won) -> None:
    table.won[event.seat] = max(table.won[event.seat], 0) + event.amount


def _stack_after(table: Table, event: StackAfter) -> None:
    table.stack_after[event.seat] = event.amount


def _misdeal(table: Table, event: Event) -> None:
    table.misdealt = True


def _void(table: Table, event: Event) -> None:
    table.void = True


_PLAY: Final = frozenset({*ACTS, Street, Deal})
_MOVES: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    Ante: _ante,
    Street: _begin_street,
    Deal: _deal,
    Burn: _burn,
    Community: _community,
    Opens: _opens,
    BringIn: _bring_in,
    Fold: _fold,
    Check: _check,
    Call: _call,
    Wager: _wager,
    Return: _return,
    TopUp: _top_up,
    Show: _show,
    Muck: _muck,
    Reveal: _reveal,
    Collect: _collect,
    Rake: _rake,
    PotTotal: _pot_total,
    Won: _won,
    StackAfter: _stack_after,
    Misdeal: _misdeal,
    Void: _void,
}
