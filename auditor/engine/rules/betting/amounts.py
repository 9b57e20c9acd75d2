"""Chapter B, amounts: the right to raise, the highest number of wagers (the cap), the size of a wager, calls and
checks.
"""

from typing import Final

from auditor.engine.events import Call, Check, Wager
from auditor.engine.findings import Finding, Severity
from auditor.engine.house import House
from auditor.engine.law import turn, wagers
from auditor.engine.law.limits import Lawful, is_not_of_fixed_sizes, limit_of
from auditor.engine.law.limits.fixed import double_allowed, is_double_wager, is_single_after_double
from auditor.engine.law.seats import chips_of
from auditor.engine.phases import FROM_FOURTH, IN_THE_BETTING, IN_TURN
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.words import chips


def _to_another_amount(
    table: Table, event: Wager, lawful: Lawful, house: House, cites: tuple[str, ...] | None = None
) -> Finding:
    """Returns the finding for a wager of an unlawful amount. `lawful` are the amounts that would have been lawful. The
    amount of the finding is the wager minus the nearest lawful amount, in chips; it is below zero if the wager is too
    small. Raises `Unseen` if another seat wagered out of turn before, because the amount to call is then unknown.
    """
    turn.need_known_level(table, event.seat, house)
    off = event.to - lawful.nearest(event.to)
    return Finding(f"to {chips(table, event.to)}", f"to {lawful.words(table)}", amount=off, cites=cites)


@rule(
    "B402",
    Wager,
    cites=("betting.fixed", "betting.later_streets", "betting.least_raise", "reopen.share"),
    severity=Severity.PLAY,
    follows=("O306", "B401"),
    why="Players rely on the price of a call. A wager of a wrong size changes this price for all later players.",
    law="In fixed limit, a wager has the size of its street. In other limits, a raise is at least as large as the"
    " last wager.",
    phases=IN_THE_BETTING,
    needs_every_line=True,
)
def wager_of_the_wrong_size(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if (table.street == 3 and not so_far.completed) or not wagers.could_wager(table, event, so_far, house):
        return None
    limit = limit_of(house)
    lawful = limit.undersized(table, so_far, event, house)
    if lawful is None or event.to < 0:
        return None  # no finding: the size is right, or rule L108 reports an amount below zero
    return _to_another_amount(table, event, lawful, house, (*limit.cites, "reopen.share"))


@rule(
    "B403",
    Wager,
    cites=("cap.wagers", "cap.heads_up", "cap.scope", "cap.counts_bring_in"),
    severity=Severity.PLAY,
    follows=("B401",),
    why="The cap limits the cost of a street. Without it, two players could raise again and again, and a player"
    " between them would have to pay every raise.",
    law="Once the wagers of a street reach the cap, a seat may only call or fold.",
    phases=IN_THE_BETTING,
    needs_every_line=True,
)
def over_the_cap(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if wagers.enters(table, event, house) or not wagers.is_capped(table, so_far, event.seat, house):
        return None
    turn.need_known_level(table, event.seat, house)
    return Finding(f"wager {so_far.made + 1} of the street", f"{house.cap_wagers} at most")


@rule(
    "B404",
    Wager,
    cites=("reopen.share", "turn.out_of_turn"),
    severity=Severity.PLAY,
    follows=("B401",),
    why="Without this rule, a seat that has already acted could raise again, only because another seat went all-in"
    " for a few chips more.",
    law="A seat that has acted may raise again only after a full wager. An act out of turn may cost a seat this right.",
    phases=IN_TURN,
    needs_every_line=True,
    title="Raised without the right to raise",
)
def raised_without_the_right_to(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if wagers.enters(table, event, house) or wagers.may_raise(table, so_far, event.seat, house):
        return None
    if table.settled & SEAT_BIT[event.seat] or wagers.is_capped(table, so_far, event.seat, house):
        return None
    turn.need_known_order(table)
    cites = ("turn.out_of_turn",) if turn.is_barred(table, event.seat, house) else ("reopen.share",)
    lawful = f"calls {chips(table, table.most_in_front)} or folds"
    return Finding(f"raises to {chips(table, event.to)}", lawful, cites=cites)


@rule(
    "B405",
    Check,
    cites=("betting.big_bet_factor",),
    severity=Severity.PLAY,
    follows=("B401", "B410"),
    why="A seat that owes chips and checks stays in the hand without paying.",
    law="A seat that owes chips calls, raises or folds.",
    phases=IN_TURN,
    needs_every_line=True,
)
def checked_facing_a_bet(table: Table, event: Check, house: House) -> Finding | None:
    owed = turn.level(table, house) - table.front[event.seat]
    if owed <= 0:
        return None
    turn.need_known_level(table, event.seat, house)
    return Finding("checks", f"{chips(table, owed)} to call", amount=-owed, cites=())


@rule(
    "B406",
    Call,
    severity=Severity.PLAY,
    follows=("O304", "B401", "B402", "B410", "B411"),
    why="The level is the highest bet of the street. A seat that calls too little gets the next card too cheaply. A"
    " seat that calls too much pays chips that nobody bet.",
    law="A call matches the level, or takes all a seat has.",
    cites=("table_stakes.rule", "bring_in.amount"),
    phases=IN_THE_BETTING,
    needs_every_line=True,
)
def called_the_wrong_amount(table: Table, event: Call, house: House) -> Finding | None:
    level = turn.level(table, house)
    if event.to < 0 or event.to == level or (event.all_in and event.to < level):
        return None  # no finding: the call is right, or rule L108 (below zero) or B412 (above the stack) reports it
    due = min(level, chips_of(table, event.seat))
    if event.to == due:
        return None
    if event.to < level > table.most_in_front:
        return None  # no finding here: rule O308 reports a call of less than the full bring-in
    if event.to == turn.level_before_over_calls(table, house):
        # No finding: this call matches the bet. Only the earlier seat that called with too many chips gets a finding.
        return None
    turn.need_known_level(table, event.seat, house)
    cites = wagers.call_cites(table, due, level)
    return Finding(f"calls {chips(table, event.to)}", f"calls {chips(table, due)}", amount=event.to - due, cites=cites)


@rule(
    "B408",
    Wager,
    cites=("double.right", "double.raises", "betting.fixed"),
    severity=Severity.PLAY,
    why="If the house does not allow a double bet, no player expects to pay one.",
    law="A double wager on fourth street is lawful only where the house allows a double wager.",
    phases=FROM_FOURTH,
    moot=is_not_of_fixed_sizes,
    needs_every_line=True,
)
def double_wager_not_allowed(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if not is_double_wager(table, so_far, event) or not wagers.could_wager(table, event, so_far, house):
        return None
    lawful = wagers.lawful(table, so_far, event.seat, house)
    return None if lawful.has(event.to) else _to_another_amount(table, event, lawful, house)


@rule(
    "B409",
    Wager,
    cites=("double.raises",),
    severity=Severity.PLAY,
    why="A double bet makes the street more expensive for all players. After it, a raise by a single bet is too cheap.",
    law="After a double bet, each raise must also be by the double bet.",
    phases=FROM_FOURTH,
    moot=is_not_of_fixed_sizes,
    needs_every_line=True,
)
def single_raise_after_a_double(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if not is_single_after_double(table, so_far, event) or not wagers.could_wager(table, event, so_far, house):
        return None
    if not double_allowed(table, event.seat, house):
        return None  # no finding: the double wager was unlawful (rule B408), so a single raise is right
    return _to_another_amount(table, event, wagers.lawful(table, so_far, event.seat, house), house)


def _has_no_pot_limit(house: House) -> bool:
    return limit_of(house).over is None


@rule(
    "B414",
    Wager,
    cites=("betting.pot_limit",),
    new_in=3,
    severity=Severity.PLAY,
    why="Pot limit sets a maximum for each wager. All players agreed to this maximum.",
    law="In pot limit a raise is at most the size of the pot after the call.",
    phases=IN_THE_BETTING,
    moot=_has_no_pot_limit,
    needs_every_line=True,
)
def over_the_pot_limit(table: Table, event: Wager, house: House) -> Finding | None:
    over = limit_of(house).over
    so_far = wagers.betting(table, house)
    if over is None or not wagers.could_wager(table, event, so_far, house):
        return None
    lawful = over(table, so_far, event, house)
    return None if lawful is None else _to_another_amount(table, event, lawful, house)


def _has_no_spread(house: House) -> bool:
    return limit_of(house).outside is None


@rule(
    "B415",
    Wager,
    cites=("betting.spread",),
    new_in=3,
    severity=Severity.PLAY,
    why="All players at the table agreed to the smallest and the largest wager.",
    law="In spread limit, every wager has a size that the table allows.",
    phases=IN_THE_BETTING,
    moot=_has_no_spread,
    needs_every_line=True,
)
def outside_the_spread(table: Table, event: Wager, house: House) -> Finding | None:
    outside = limit_of(house).outside
    so_far = wagers.betting(table, house)
    if outside is None or not wagers.could_wager(table, event, so_far, house):
        return None
    lawful = outside(table, so_far, event, house)
    return None if lawful is None or event.to < 0 else _to_another_amount(table, event, lawful, house)


RULES: Final[tuple[Rule, ...]] = (
    wager_of_the_wrong_size,
    over_the_cap,
    raised_without_the_right_to,
    checked_facing_a_bet,
    called_the_wrong_amount,
    double_wager_not_allowed,
    single_raise_after_a_double,
    over_the_pot_limit,
    outside_the_spread,
)
