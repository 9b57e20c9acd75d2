"""Faults of the clock: chapter C."""

from collections.abc import Iterator
from copy import copy

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house.choices import ClockOutOfTime
from auditor.engine.law import clock, turn
from auditor.engine.law.clock import Fate
from auditor.engine.table import Table, seats_in
from tests.spoiler.places import Spot, has, is_one, others

SECOND = 1000


def _timed(event: e.Event, told: e.Clock) -> e.Event:
    """The same event at another time; others may have the event itself."""
    again = copy(event)
    again.clock = told
    return again


def _out_of_time(event: e.Event, spot: Spot) -> e.Event:
    """An event that the clock made, at the end of the time."""
    whole = clock.in_full(spot.house) or 60 * SECOND
    return _timed(event, e.Clock(None, whole, whole, "time_out"))


def _took(spot: Spot, at: int, used: int) -> Hand:
    """The hand in which the act at this index took so long."""
    before = spot.events[at].clock
    assert before is not None
    assert before.used is not None
    later = None if before.at is None else before.at + used - before.used
    allowed = clock.in_full(spot.house) or None
    told = e.Clock(later, before.allowed or allowed, used, before.cause)
    return spot.with_events([*spot.events[:at], _timed(spot.events[at], told), *spot.events[at + 1 :]])


def _turns(spot: Spot) -> Iterator[tuple[int, Table, int]]:
    """Every turn once third street is open: the index of its act, the table before it, and the seat that is due."""
    for at, table, event in spot.walk(*e.ACTS):
        if table.street > 3 or table.opened_third:
            due = turn.due(table, spot.house)
            if is_one(due) and event.seat == seats_in(due)[0] and not table.skipped:
                yield at, table, event.seat


def acted_after_time_ran_out(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, event in spot.walk(*e.ACTS):
        if clock.is_own_act(event) and event.clock and event.clock.used is not None and spot.rng.random() < 0.2:
            if event.clock.allowed is None and not has(table.able, event.seat):
                continue
            most = clock.time_limits(table, event, spot.house)[1]
            late = most + clock.slack(spot.house) + spot.rng.randint(1, 90) * SECOND
            return _took(spot, at, late), at
    return None


def timed_out_too_early(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, event in spot.walk(e.Clocked, e.Fold, e.Check):
        if clock.ran_out(table, event, spot.house) and event.clock and event.clock.used is not None:
            early = clock.in_full(spot.house) - clock.slack(spot.house) - spot.rng.randint(1, 15) * SECOND
            return _took(spot, at, early), at
    return None


def folded_by_the_clock_though_money_was_in(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in _turns(spot):
        fold = _out_of_time(e.Fold(seat), spot)
        lawful = clock.fate(table, fold, spot.house)
        if lawful == Fate.FOLDS or (lawful == Fate.CLOCKED and clock.money_in(table, seat, spot.house) <= 0):
            continue
        if spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], fold]), at
    return None


def clocked_all_in_with_nothing_in(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in _turns(spot):
        clocked = _out_of_time(e.Clocked(seat), spot)
        if clock.fate(table, clocked, spot.house) != Fate.CLOCKED and spot.rng.random() < 0.5:
            return spot.played_on([*spot.events[:at], clocked]), at
    return None


def reconnection_time_cut(spot: Spot) -> tuple[Hand, int] | None:
    """A seat was back, and its time ran out when it would have without that."""
    for at, table, event in spot.walk(e.Clocked, e.Fold, e.Check):
        if not clock.ran_out(table, event, spot.house) or clock.back_again(table, event.seat):
            continue
        told = event.clock
        if told is None or told.used != clock.in_full(spot.house) or told.at is None or told.cause != "time_out":
            continue
        gone, back = e.Remark(event.seat, "disconnected"), e.Remark(event.seat, "connected")
        begun = told.at - told.used
        gone.clock = e.Clock(begun + told.used // 2)
        back.clock = e.Clock(begun + told.used - spot.rng.randint(1, 9) * SECOND)
        return spot.with_events([*spot.events[:at], gone, back, *spot.events[at:]]), at + 2
    return None


def timed_out_while_not_on_turn(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in _turns(spot):
        early = others(table.waiting, seat)
        if early and spot.rng.random() < 0.3:
            clocked = _out_of_time(e.Clocked(spot.rng.choice(early)), spot)
            return spot.played_on([*spot.events[:at], clocked]), at
    return None


def disconnect_not_honoured(spot: Spot) -> tuple[Hand, int] | None:
    """A disconnected seat without money in the pot is folded, where the house asks for none."""
    if spot.house.clock_out_of_time is not ClockOutOfTime.CLOCKED:
        return timed_out_while_not_on_turn(spot)
    for at, table, seat in _turns(spot):
        fold = _out_of_time(e.Fold(seat), spot)
        fold.clock = e.Clock(None, None, clock.in_full(spot.house), "disconnect")
        needs = spot.house.clock_disconnect_needs_money
        if not needs and clock.money_in(table, seat, spot.house) <= 0:
            return spot.played_on([*spot.events[:at], fold]), at
    return timed_out_while_not_on_turn(spot)
