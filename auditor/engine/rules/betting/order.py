"""Chapter B, order: whose turn it is, which seat opens a street, and when the betting ends."""

from typing import Final

from auditor.engine import phases
from auditor.engine.events import BringIn, Call, Check, Collect, Event, Fold, Muck, Show, Street, Wager
from auditor.engine.findings import Finding, Severity, Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import TurnFold
from auditor.engine.law import corrections, turn
from auditor.engine.law.clock import is_by_the_clock
from auditor.engine.law.seats import among, may_be_all_in
from auditor.engine.phases import BEFORE_THE_BRING_IN, IN_THE_BETTING, IN_TURN, TO_OPEN
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import board, seat, seats, street


def _may_fold_now(event: Event, house: House) -> bool:
    """Whether the event is a fold that need not wait for its turn: the house allows such folds, or the room folds the
    hand of a player who is away.
    """
    return isinstance(event, Fold) and (event.is_away or house.turn_fold is TurnFold.ANY_TIME)


def _has_no_order(house: House) -> bool:
    return not house.turn_order


def _ends_streets_at_will(house: House) -> bool:
    return not house.turn_street_end


def _need_chips_of(table: Table, wanted: int) -> None:
    """Raises `Unseen` if one of the seats in `wanted` (a bit mask) may be all-in although the log does not say so. An
    all-in seat would not have to act.
    """
    if wanted & may_be_all_in(table):
        raise Unseen


@rule(
    "B401",
    Check,
    Call,
    Wager,
    Fold,
    cites=("turn.order", "turn.fold"),
    severity=Severity.PLAY,
    follows=("O303", "O305", "O310", "B407", "B410", "B411"),
    why="A seat that acts out of turn shows its plan to players who still have to act.",
    law="Seats act in turn, clockwise.",
    phases=IN_TURN | BEFORE_THE_BRING_IN,
    moot=_has_no_order,
    needs_every_line=True,
)
def out_of_turn(table: Table, event: Event, house: House) -> Finding | None:
    if table.phase in BEFORE_THE_BRING_IN and not isinstance(event, Check | Fold):
        return None  # no finding here: rules O303 and O305 report a wrong seat that puts in chips before the bring-in
    due = turn.seats_skipped(table, event.seat, house)
    if not due or _may_fold_now(event, house) or is_by_the_clock(event):
        # No finding: the seat may act now, or rule C706 reports a seat whose time runs out before its turn.
        return None
    if turn.repeats_its_check(table, event, house):
        return None  # no finding: this rule already reported the earlier check of this seat
    turn.need_known_order(table)
    _need_chips_of(table, due)
    cites = ("turn.fold",) if isinstance(event, Fold) else ("turn.order",)
    return Finding(f"{seat(event.seat)} acts", f"{seats(due)} is due", cites=cites)


@rule(
    "B407",
    Check,
    Call,
    Wager,
    Fold,
    cites=("opener.board", "opener.tie", "opener.all_in", "opener.seventh_community"),
    severity=Severity.PLAY,
    follows=("D201", "D202", "B406", "B410", "B411"),
    why="To act last is an advantage, because the last seat first sees what the others do. The seat with the best"
    " board must not have this advantage too.",
    law="From fourth street on, the seat with the best board acts first.",
    phases=TO_OPEN,
    needs_every_line=True,
)
def wrong_opener(table: Table, event: Event, house: House) -> Finding | None:
    if _may_fold_now(event, house):
        return None
    due = turn.due(table, house)
    called = due & SEAT_BIT[table.called_on] & ~SEAT_BIT[event.seat]
    if not called and (among(event.seat, due) or is_by_the_clock(event)):
        return None  # no finding: the right seat opens, or rule C706 reports a seat that the clock makes act too early
    _need_chips_of(table, due)
    became = corrections.outcome_of_opening(table, event, called or due)
    if called:
        return Finding(seat(event.seat) + became, f"{seat(table.called_on)}, whom the log itself calls on")
    lawful = " or ".join([board(table, each) for each in seats_in(due)])
    return Finding(board(table, event.seat) + became, lawful)


@rule(
    "B410",
    Street,
    Show,
    Muck,
    Collect,
    cites=("turn.street_end",),
    severity=Severity.PLAY,
    follows=("O301", "O303", "O305", "O310", "B401", "B407", "B411"),
    why="If a street ends too early, a player had no chance to bet, raise or fold.",
    law="A street closes when every live seat has acted.",
    phases=IN_THE_BETTING,
    moot=_ends_streets_at_will,
    needs_every_line=True,
)
def street_closed_early(table: Table, event: Event, house: House) -> Finding | None:
    if table.showdown or table.void:
        return None
    if event.street == table.street if isinstance(event, Street) else table.goes_on():
        return None
    if event.seat and not table.seats & SEAT_BIT[event.seat]:
        return None
    waiting = turn.still_to_act(table)
    if not waiting:
        return None
    turn.need_known_order(table)
    _need_chips_of(table, table.live)
    return Finding(f"{street(table.street)} closes", f"{seats(waiting)} has yet to act", seat=seats_in(waiting)[0])


@rule(
    "B411",
    Check,
    Call,
    Wager,
    Fold,
    BringIn,
    severity=Severity.PLAY,
    follows=("O310", "B401"),
    why="A folded seat is out of the hand, and a seat without chips cannot bet.",
    law="Only a live seat with chips acts.",
    cites=("table_stakes.rule",),
    phases=frozenset({phases.OUT}),
    needs_every_line=True,
)
def acted_while_folded_or_all_in(table: Table, event: Event, house: House) -> Finding | None:
    bit = SEAT_BIT[event.seat]
    if not table.seats & bit:
        return None
    if table.folded & bit:
        return Finding("acts after folding", "out of the hand", cites=())
    if table.clocked & bit:
        return Finding("acts after time ran out", "all-in by the clock", cites=("clock.out_of_time",))
    return (
        Finding("acts while all-in", "nothing to act with") if table.all_in & bit else Finding("acts", "not dealt in")
    )


@rule(
    "B416",
    Check,
    Call,
    Wager,
    Fold,
    cites=("turn.street_end",),
    severity=Severity.PLAY,
    follows=("D202", "B401", "B402", "B410"),
    why="A seat that acts after the betting is over knows more than the others knew when they acted.",
    law="Nobody acts after the betting is over.",
    phases=frozenset({phases.BETTING_OVER}),
    moot=_ends_streets_at_will,
    needs_every_line=True,
)
def action_after_the_betting_was_over(table: Table, event: Event, house: House) -> Finding | None:
    if _may_fold_now(event, house) or turn.repeats_its_check(table, event, house):
        return None
    turn.need_known_order(table)
    return Finding(f"{seat(event.seat)} acts", f"the betting on {street(table.street)} is over")


RULES: Final[tuple[Rule, ...]] = (
    out_of_turn,
    wrong_opener,
    street_closed_early,
    acted_while_folded_or_all_in,
    action_after_the_betting_was_over,
)
