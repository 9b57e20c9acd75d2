"""Chapter C: the clock. Its rules check whose time ran out, when it ran out, and what happened to the seat."""

from typing import Final

from auditor.engine import phases
from auditor.engine.events import BringIn, Call, Check, Clocked, Event, Fold, LogEnd, Wager
from auditor.engine.findings import Finding, Severity, Unseen
from auditor.engine.house import House
from auditor.engine.law import clock, turn
from auditor.engine.law.clock import Fate
from auditor.engine.phases import BEFORE_THE_BRING_IN, EVERY, IN_TURN, TO_OPEN, WHILE_PLAYED
from auditor.engine.rule import Rule, rule
from auditor.engine.table import Table
from auditor.engine.words import chips, seat, seats, seconds

_OF_A_SEAT_THAT_PLAYS: Final = EVERY - {phases.OUT, phases.HAND_OVER}
_TIME: Final = ("clock.time", "clock.countdown", "clock.tolerance", "clock.runs")
_WITH_A_TURN: Final = frozenset({*BEFORE_THE_BRING_IN, *IN_TURN, *TO_OPEN})


def _lays_down_no_time(house: House) -> bool:
    return not clock.in_full(house)


@rule(
    "C701",
    BringIn,
    Check,
    Call,
    Wager,
    Fold,
    LogEnd,
    cites=(*_TIME, "clock.reconnection", "clock.reconnections"),
    new_in=3,
    severity=Severity.PROCEDURE,
    why="All seats get the same time. A seat that takes longer has an advantage.",
    law="A seat acts before its time is over.",
    phases=_OF_A_SEAT_THAT_PLAYS | {phases.HAND_OVER},
    moot=_lays_down_no_time,
    timed=(BringIn, Check, Call, Wager, Fold),
    needs_every_line=True,
)
def acted_after_time_ran_out(table: Table, event: Event, house: House) -> Finding | None:
    if isinstance(event, LogEnd):
        _need_times(table, house)
        return None
    if table.phase == phases.HAND_OVER or not clock.is_own_act(event) or not clock.is_running(event, house):
        return None
    used, most = clock.used_at_most(table, event), clock.time_limits(table, event, house)[1]
    if used is None or used <= most + clock.slack(house):
        return None
    if used != clock.surely_used(table, event) or used <= clock.allowed(event) + clock.slack(house):
        raise Unseen  # the turn may have begun later, or the room may have allowed more time
    return Finding(f"acts after {seconds(used)}", f"{seconds(most)} to act")


def _need_times(table: Table, house: House) -> None:
    """Raises `Unseen` if the log states no time for some act to which the time limit applies, because the time that the
    seat used is then unknown.
    """
    for event in table.hand.events:
        if clock.is_own_act(event) and clock.is_running(event, house):
            times = event.clock
            if times is None or (times.used is None and times.at is None):
                raise Unseen


@rule(
    "C702",
    Clocked,
    Fold,
    Check,
    cites=_TIME,
    new_in=3,
    severity=Severity.PLAY,
    why="The clock must not act for a seat that still had time to choose.",
    law="The clock may act for a seat only when the time of the seat is over.",
    phases=_OF_A_SEAT_THAT_PLAYS,
    moot=_lays_down_no_time,
    timed=(Fold, Check),
    needs_every_line=True,
)
def timed_out_too_early(table: Table, event: Event, house: House) -> Finding | None:
    if not clock.ran_out(table, event, house):
        return None
    used, due = clock.used_at_most(table, event), clock.in_full(house)
    if used is None or not clock.is_running(event, house):
        raise Unseen
    if used >= due - clock.slack(house):
        return None
    return Finding(f"out of time after {seconds(used)}", f"{seconds(due)} to act")


@rule(
    "C703",
    Fold,
    Check,
    cites=("clock.out_of_time", "clock.ante_counts"),
    new_in=3,
    severity=Severity.PLAY,
    why="Some houses promise that a player who loses the connection does not lose his chips in the pot: he can still"
    " win the part that he matched.",
    law="If the house says so, a seat that runs out of time checks, or is all-in for its chips in the pot.",
    phases=_OF_A_SEAT_THAT_PLAYS,
    timed=(Fold, Check),
    needs_every_line=True,
    title="Folded by the clock with chips in the pot",
)
def folded_by_the_clock_though_money_was_in(table: Table, event: Event, house: House) -> Finding | None:
    if not clock.ran_out(table, event, house):
        return None
    lawful = clock.fate(table, event, house)
    if lawful == Fate.FOLDS or (lawful == Fate.CHECKS and isinstance(event, Check)):
        return None
    money = clock.money_in(table, event.seat, house)
    if lawful == Fate.CHECKS:
        return Finding("folded by the clock", lawful, cites=("clock.out_of_time",))
    done = "folded" if isinstance(event, Fold) else "checked"
    return Finding(f"{done} by the clock", f"all-in for {chips(table, money)}") if money > 0 else None


@rule(
    "C704",
    Clocked,
    Check,
    cites=("clock.out_of_time", "clock.ante_counts"),
    new_in=3,
    severity=Severity.PLAY,
    why="Without this rule, a seat could let its time run out and see the end of the hand without paying.",
    law="A seat that runs out of time stays in the hand only if the house says so and the seat has chips in the pot.",
    phases=_OF_A_SEAT_THAT_PLAYS,
    timed=(Check,),
    needs_every_line=True,
    title="All-in by the clock without chips in the pot",
)
def clocked_all_in_with_nothing_in(table: Table, event: Event, house: House) -> Finding | None:
    if not clock.ran_out(table, event, house):
        return None
    lawful = clock.fate(table, event, house)
    if lawful == Fate.CLOCKED or (isinstance(event, Check) and lawful == Fate.CHECKS):
        return None
    if isinstance(event, Check) and not clock.owes_nothing(table, event.seat, house):
        return None  # no finding here: rule B405 reports a check by a seat that has chips to call
    return Finding("all-in by the clock" if isinstance(event, Clocked) else "checked by the clock", lawful)


@rule(
    "C705",
    Clocked,
    Fold,
    Check,
    cites=(*_TIME, "clock.reconnection", "clock.reconnections"),
    new_in=3,
    severity=Severity.PLAY,
    why="The house promises time to reconnect. Without this time, a player with a lost connection loses the pot.",
    law="If the house says so, a seat that reconnects in time gets more time.",
    phases=_OF_A_SEAT_THAT_PLAYS,
    moot=_lays_down_no_time,
    timed=(Fold, Check),
    title="Reconnection time not given",
    needs_every_line=True,
)
def reconnection_time_missing(table: Table, event: Event, house: House) -> Finding | None:
    if not clock.ran_out(table, event, house) or not clock.back_again(table, event.seat):
        return None
    used, (least, most) = clock.used_at_most(table, event), clock.time_limits(table, event, house)
    if used is None:
        raise Unseen
    slack = clock.slack(house)
    if used < clock.in_full(house) - slack or used >= most - slack:
        # No finding here. Either the seat got less than the normal time, which rule C702 reports, or it got the normal
        # time and all of its extra time.
        return None
    if used >= least - slack:
        raise Unseen
    return Finding(f"out of time after {seconds(used)}", f"{seconds(least)} to act")


@rule(
    "C706",
    Clocked,
    Fold,
    Check,
    cites=("turn.order", "clock.disconnect_needs_money"),
    new_in=3,
    severity=Severity.PLAY,
    why="A seat must not lose its turn because its time runs out while another seat is to act. Some houses promise"
    " that a seat without a connection is made all-in, not folded, when its time runs out.",
    law="Only the seat whose turn it is can run out of time. In some houses, a seat that is still disconnected when"
    " its time runs out is all-in.",
    phases=WHILE_PLAYED,
    needs_every_line=True,
    timed=(Fold, Check),
    title="Timed out before its turn, or disconnected seat treated wrongly",
)
def timed_out_while_not_on_turn_or_a_disconnect_not_honoured(
    table: Table, event: Event, house: House
) -> Finding | None:
    if not clock.is_by_the_clock(event):
        return None
    if clock.is_on_turn(table, event.seat, house) or not house.turn_order:
        return _not_honoured(table, event, house)
    if not isinstance(event, Clocked) and table.phase not in _WITH_A_TURN:
        return None  # no finding here: rules B411 and B416 report an act while no seat has a turn
    turn.need_known_order(table)
    return Finding(
        f"{seat(event.seat)} is out of time", f"{seats(turn.due(table, house))} is due", cites=("turn.order",)
    )


def _not_honoured(table: Table, event: Event, house: House) -> Finding | None:
    """Returns a finding if a disconnected seat without chips in the pot was folded by the clock, although the house
    makes such a seat all-in. Otherwise returns `None`.
    """
    if isinstance(event, Clocked) or clock.money_in(table, event.seat, house) > 0:
        return None
    if clock.fate(table, event, house) != Fate.CLOCKED:
        return None
    return Finding("folded, disconnected", "all-in by the clock", cites=("clock.disconnect_needs_money",))


RULES: Final[tuple[Rule, ...]] = (
    acted_after_time_ran_out,
    timed_out_too_early,
    folded_by_the_clock_though_money_was_in,
    clocked_all_in_with_nothing_in,
    reconnection_time_missing,
    timed_out_while_not_on_turn_or_a_disconnect_not_honoured,
)
