"""Time limits: whether the time of a seat ran out, how long the seat took, and what happens to the seat after its time.
Times are in milliseconds.
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
    """Whether the room made the act for the seat, because its time ran out or its player was disconnected."""
    return isinstance(event, Clocked) or (event.clock is not None and event.clock.cause in _OUT_OF_TIME)


def is_own_act(event: Event) -> bool:
    """Whether the event is a betting act that the player made himself. The event is not an act that the clock or the
    house made for him.
    """
    return (
        isinstance(event, ACTS) and not isinstance(event, Clocked | Dropped) and not (event.clock and event.clock.cause)
    )


def is_on_turn(table: Table, seat: int, house: House) -> bool:
    """Whether the seat may act now. This is so in three cases: it is the turn of the seat, it was the turn of the seat
    before other seats acted too early, or a line of the log names the seat as the opener of this street.
    """
    bit = SEAT_BIT[seat]
    if not table.able & bit:
        return False
    if (turn.due(table, house) | (table.skipped & table.waiting)) & bit:
        return True
    called_on = table.called_on if not table.last_actor else turn.missed_opener(table, house)
    return seat == called_on


def ran_out(table: Table, event: Event, house: House) -> bool:
    """Whether the room made this act because the time of the seat ran out, and it was the turn of the seat."""
    return is_by_the_clock(event) and is_on_turn(table, event.seat, house)


def in_full(house: House) -> int:
    """Returns the time in milliseconds that the house gives a seat for an act, including the final countdown. Returns 0
    if the house sets no time limit.
    """
    return (house.clock_time + house.clock_countdown) * _SECOND


def slack(house: House) -> int:
    """Returns the tolerance of the house in milliseconds. A seat that exceeds the time limit by no more than this
    tolerance gets no finding.
    """
    return house.clock_tolerance * _SECOND


def is_running(event: Event, house: House) -> bool:
    """Whether the time limit of the house applies to this act. In some houses it applies to every turn. In others it
    applies only if the log states how much time the seat was given.
    """
    from_the_turn = house.clock_runs is ClockRuns.FROM_THE_TURN
    return from_the_turn or (event.clock is not None and event.clock.allowed is not None)


def allowed(event: Event) -> int:
    """Returns the time in milliseconds that the seat had for this act according to the log. Returns 0 if the log does
    not state it.
    """
    return (event.clock.allowed or 0) if event.clock is not None else 0


def surely_used(table: Table, event: Event) -> int | None:
    """Returns the shortest time in milliseconds that the seat can have taken for its act. If the log states this time,
    returns it. Otherwise returns the time since the previous act. Returns `None` if the log does not show the time
    since the previous act. Also returns `None` if a card, an ante or a street line came after the previous act, because
    the turn may have begun later.
    """
    clock = event.clock
    if clock is None or clock.used is not None or clock.at is None:
        return None if clock is None else clock.used
    before = _move_before(table, timed=False)
    return _since(before, clock.at) if isinstance(before, ACTS) else None


def used_at_most(table: Table, event: Event) -> int | None:
    """Returns the longest time in milliseconds that the seat can have taken for its act. This is the time that the log
    states, or else the time since the last card or act whose time is logged. Returns `None` if both are unknown.
    """
    clock = event.clock
    if clock is None or clock.used is not None or clock.at is None:
        return None if clock is None else clock.used
    return _since(_move_before(table, timed=True), clock.at)


def _move_before(table: Table, *, timed: bool) -> Event | None:
    """Returns the last card, act, ante or street line before the current event. With `timed`, only events whose time is
    logged are searched.
    """
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
    """Returns the least and the most milliseconds that the rules may give the seat for this act. In some houses, a
    player whose connection is lost and comes back in time gets more time: the final countdown is added to his time, or
    begins anew when he comes back. Some houses do this only once for each act, others after each reconnection.

    The two limits differ if the log does not show exactly when, or in which turn, the player came back.
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
    """Returns the remarks which say, during this turn, that the player of the seat is connected again. Each remark
    comes with `True` if it surely belongs to this turn. It comes with `False` if another seat folded, or ran out of
    time, after the remark: then this turn may have begun after the remark.
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
    """Returns how long the turn of `event` had already lasted when the remark was made. The two numbers are the least
    and the most milliseconds. `used` is the length of the whole turn, or `None` if unknown.
    """
    whole = 10**12 if used is None else used
    if used is None or event.clock is None or remark.clock is None:
        return 0, whole
    if event.clock.at is None or remark.clock.at is None:
        return 0, whole
    lasted = max(used - (event.clock.at - remark.clock.at), 0)
    return (lasted, lasted) if event.clock.used is not None else (0, min(lasted, whole))


def money_in(table: Table, seat: int, house: House) -> int:
    """Returns the chips that the seat has in the pot. If the time of the seat runs out, this number decides what
    happens to the seat. In some houses the ante does not count for this decision, so it is subtracted.
    """
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
    """Whether the player of the seat was disconnected when the time ran out. Raises `Unseen` if the log does not state
    the cause.
    """
    if table.disconnected & SEAT_BIT[event.seat]:
        return True
    if event.clock is None or not event.clock.cause:
        raise Unseen
    return event.clock.cause == "disconnect"


class Fate:
    """The possible results for a seat whose time ran out: the seat is all-in, folds or checks. Findings quote these
    words.
    """

    CLOCKED: Final = "all-in"
    FOLDS: Final = "folds"
    CHECKS: Final = "checks"


def fate(table: Table, event: Event, house: House) -> str:
    """Returns what the house must do with the seat whose time ran out: one of the words in `Fate`. Raises `Unseen` if
    the result depends on why the time ran out, and the log does not state the cause.
    """
    if house.clock_out_of_time is ClockOutOfTime.CLOCKED:
        if money_in(table, event.seat, house) > 0:
            return Fate.CLOCKED
        unconditionally = not house.clock_disconnect_needs_money and is_disconnected(table, event)
        return Fate.CLOCKED if unconditionally else Fate.FOLDS
    may_check = house.clock_out_of_time is ClockOutOfTime.CHECKED_OR_FOLDED and owes_nothing(table, event.seat, house)
    return Fate.CHECKS if may_check else Fate.FOLDS


def owes_nothing(table: Table, seat: int, house: House) -> bool:
    """Whether the seat may check: the bring-in was posted, and the seat need not put in more chips to call."""
    return table.phase not in BEFORE_THE_BRING_IN and turn.level(table, house) <= table.front[seat]
