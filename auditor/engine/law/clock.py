"""The clock: whose time ran, how long it ran, and what happens to a seat whose time runs out. Times are in
milliseconds.
"""

from typing import Final

from auditor.engine.events import (
    ACTS,
    SEATS,
    Ante,
    Burn,
    Clocked,
    Community,
    Deal,
    Dropped,
    Event,
    Fold,
    Remark,
    Street,
)
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import ClockOutOfTime, ClockReconnection, ClockReconnections, ClockRuns
from auditor.engine.law import turn
from auditor.engine.phases import BEFORE_THE_BRING_IN
from auditor.engine.table import SEAT_BIT, Table

_MOVES: Final = (*ACTS, Ante, Burn, Community, Deal, Street)
_SECOND: Final = 1000
_OUT_OF_TIME: Final = ("time_out", "disconnect")


def is_by_the_clock(event: Event) -> bool:
    """Whether the act was made for the seat, because its time ran out or its player was not connected."""
    return isinstance(event, Clocked) or (event.clock is not None and event.clock.cause in _OUT_OF_TIME)


def is_own_act(event: Event) -> bool:
    """Whether the player made the act, and not the clock or the house."""
    return (
        isinstance(event, ACTS) and not isinstance(event, Clocked | Dropped) and not (event.clock and event.clock.cause)
    )


def is_on_turn(table: Table, seat: int, house: House) -> bool:
    """Whether the seat is due to act, or is still due after other seats acted too early."""
    bit = SEAT_BIT[seat]
    if not table.able & bit:
        return False
    if (turn.due(table, house) | (table.skipped & table.waiting)) & bit:
        return True
    called_on = table.called_on if not table.last_actor else turn.missed_opener(table, house)
    return seat == called_on


def ran_out(table: Table, event: Event, house: House) -> bool:
    """Whether the time of the seat of this event ran out while it was the turn of that seat."""
    return is_by_the_clock(event) and is_on_turn(table, event.seat, house)


def in_full(house: House) -> int:
    """Returns the whole time that a seat has for an act; 0 if the house sets no time."""
    return (house.clock_time + house.clock_countdown) * _SECOND


def slack(house: House) -> int:
    """Returns the tolerance of the clock: a seat may take this much longer."""
    return house.clock_tolerance * _SECOND


def is_running(event: Event, house: House) -> bool:
    """Whether the time limit of the house applies to this act, according to the log."""
    from_the_turn = house.clock_runs is ClockRuns.FROM_THE_TURN
    return from_the_turn or (event.clock is not None and event.clock.allowed is not None)


def allowed(event: Event) -> int:
    """Returns the time that the log grants the seat; 0 if the log states no time."""
    return (event.clock.allowed or 0) if event.clock is not None else 0


def surely_used(table: Table, event: Event) -> int | None:
    """Returns the least time that the seat took: the logged time, or else the time since the act before. `None` if
    neither is known, or if a card was dealt after the act before.
    """
    clock = event.clock
    if clock is None or clock.used is not None or clock.at is None:
        return None if clock is None else clock.used
    before = _move_before(table, timed=False)
    return _since(before, clock.at) if isinstance(before, ACTS) else None


def used_at_most(table: Table, event: Event) -> int | None:
    """Returns the most time that the seat can have taken: the logged time, or else the time since the last earlier line
    with a time. `None` if neither is known.
    """
    clock = event.clock
    if clock is None or clock.used is not None or clock.at is None:
        return None if clock is None else clock.used
    return _since(_move_before(table, timed=True), clock.at)


def _move_before(table: Table, *, timed: bool) -> Event | None:
    """Returns the last card or act before this one. If `timed`, returns the last card or act with a time in the log."""
    for at in range(table.event - 1, -1, -1):
        event = table.hand.events[at]
        if isinstance(event, _MOVES) and not (timed and (event.clock is None or event.clock.at is None)):
            return event
    return None


def _since(before: Event | None, at: int) -> int | None:
    if before is None or before.clock is None or before.clock.at is None or at < before.clock.at:
        return None
    return at - before.clock.at


def time_limits(table: Table, event: Event, house: House) -> tuple[int, int]:
    """Returns the least and the most time that the seat must have for this act. A seat that was disconnected and came
    back in time gets more. The two limits can differ: a house that allows this only once may have allowed it earlier.
    """
    least = most = in_full(house)
    if house.clock_reconnection is ClockReconnection.AS_LEFT:
        return least, most
    more = house.clock_countdown * _SECOND
    anew = house.clock_reconnection is ClockReconnection.COUNTDOWN_ANEW
    once = house.clock_reconnections is ClockReconnections.ONCE
    used = used_at_most(table, event)
    counted = False
    for remark, surely in back_again(table, event.seat):
        early, late = _when(remark, event, used)
        if early <= most + slack(house) and (not once or most == in_full(house)):
            most = max(most, min(late, most) + more) if anew else most + more
        if surely and late <= least and not (once and counted):
            counted = True
            least = max(least, early + more) if anew else least + more
    return least, max(least, most)


def back_again(table: Table, seat: int) -> list[tuple[Remark, bool]]:
    """Returns the remarks in this turn that the seat is connected again. The second value of each pair is false if the
    remark may be from an earlier turn, because another seat folded in between.
    """
    events = table.hand.events
    found: list[tuple[Remark, bool]] = []
    surely = True
    for at in range(table.event - 1, -1, -1):
        event = events[at]
        if isinstance(event, Remark) and event.seat == seat and event.kind == "connected":
            found.append((event, surely))
        elif isinstance(event, Fold | Clocked):
            surely = False
        elif isinstance(event, _MOVES):
            break
    return found[::-1]


def _when(remark: Remark, event: Event, used: int | None) -> tuple[int, int]:
    """Returns how long the turn of `event` had lasted at the time of the remark: the least and the most. `used` is the
    length of the whole turn.
    """
    whole = 10**12 if used is None else used
    if used is None or event.clock is None or remark.clock is None:
        return 0, whole
    if event.clock.at is None or remark.clock.at is None:
        return 0, whole
    lasted = max(used - (event.clock.at - remark.clock.at), 0)
    return (lasted, lasted) if event.clock.used is not None else (0, min(lasted, whole))


def money_in(table: Table, seat: int, house: House) -> int:
    """Returns the chips that the seat has in the pot, as the house counts them if the time of the seat runs out."""
    if house.clock_ante_counts:
        return table.put_in[seat]
    anted = table.answers.anted
    if anted is None:
        anted = table.answers.anted = [0] * SEATS
        for event in table.hand.events:
            if isinstance(event, Ante):
                anted[event.seat] += event.amount
    return table.put_in[seat] - anted[seat]


def is_disconnected(table: Table, event: Event) -> bool:
    """Whether the seat was disconnected when its time ran out. Raises `Unseen` if the log does not state the cause."""
    if table.disconnected & SEAT_BIT[event.seat]:
        return True
    if event.clock is None or not event.clock.cause:
        raise Unseen
    return event.clock.cause == "disconnect"


class Fate:
    """The possible results for a seat whose time ran out, in the words of findings."""

    CLOCKED: Final = "all-in"
    FOLDS: Final = "folds"
    CHECKS: Final = "checks"


def fate(table: Table, event: Event, house: House) -> str:
    """Returns what must happen to the seat whose time ran out. Raises `Unseen` if that depends on a cause that the log
    does not state.
    """
    if house.clock_out_of_time is ClockOutOfTime.CLOCKED:
        if money_in(table, event.seat, house) > 0:
            return Fate.CLOCKED
        unconditionally = not house.clock_disconnect_needs_money and is_disconnected(table, event)
        return Fate.CLOCKED if unconditionally else Fate.FOLDS
    may_check = house.clock_out_of_time is ClockOutOfTime.CHECKED_OR_FOLDED and owes_nothing(table, event.seat, house)
    return Fate.CHECKS if may_check else Fate.FOLDS


def owes_nothing(table: Table, seat: int, house: House) -> bool:
    """Whether the seat could check."""
    return table.phase not in BEFORE_THE_BRING_IN and turn.level(table, house) <= table.front[seat]
