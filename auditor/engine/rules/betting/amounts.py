"""Chapter B, the amounts: the right to raise, the cap, the size of a wager, calls and checks."""

from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Check, Wager
from auditor.engine.findings import Finding
from auditor.engine.house import House
from auditor.engine.law import turn, wagers
from auditor.engine.moments import FROM_FOURTH, IN_THE_BETTING, IN_TURN, OF_A_LIVE_SEAT
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.words import any_of, chips


def _to_another_amount(
    table: Table, event: Wager, lawful: tuple[int, ...], cites: tuple[str, ...] | None = None
) -> Finding:
    """A wager to none of the lawful amounts, off by what the nearest of them is away."""
    off = event.to - wagers.nearest(event.to, lawful)
    return Finding(f"to {chips(table, event.to)}", f"to {any_of(table, lawful)}", amount=off, cites=cites)


@rule(
    "B402",
    Wager,
    cites=("betting.fixed", "reopen.share"),
    law="A wager is of the size of the street.",
    at=IN_THE_BETTING,
    needs_every_line=True,
)
def wager_of_the_wrong_size(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if (table.street == 3 and not so_far.completed) or not wagers.could_wager(table, event, so_far, house):
        return None
    if wagers.is_double_wager(table, so_far, event) or wagers.is_single_after_double(table, so_far, event):
        return None
    if event.to == so_far.base + so_far.size:
        return None  # of the single size: lawful whether or not a double wager is
    lawful = wagers.lawful_amounts(table, so_far, event.seat, house)
    if wagers.is_lawful_amount(table, event, lawful):
        return None
    turn.need_known_level(table, event.seat, house)
    return _to_another_amount(table, event, lawful, ("betting.fixed",) if all(so_far.full) else None)


@rule(
    "B403",
    Wager,
    cites=("cap.wagers", "cap.heads_up"),
    law="At the cap a seat may only call or fold.",
    at=IN_THE_BETTING,
    needs_every_line=True,
)
def over_the_cap(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if wagers.enters(table, event, house) or not wagers.is_capped(table, so_far, event.seat, house):
        return None
    turn.need_known_level(table, event.seat, house)
    heads_up = table.able.bit_count() == 2
    cites = None if heads_up else ("cap.wagers",)
    return Finding(f"wager {so_far.made + 1} of the street", f"{house.cap_wagers} at most", cites=cites)


@rule(
    "B404",
    Wager,
    cites=("reopen.share", "turn.out_of_turn"),
    law="A seat that has acted raises only over a full wager, and not where an act out of turn cost it its raises.",
    at=IN_TURN,
    needs_every_line=True,
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
    law="A seat that owes chips calls, raises or folds.",
    at=IN_TURN,
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
    law="A call matches the level, or takes all a seat has.",
    cites=("table_stakes.rule",),
    at=IN_THE_BETTING,
    needs_every_line=True,
)
def called_the_wrong_amount(table: Table, event: Call, house: House) -> Finding | None:
    level = turn.level(table, house)
    if event.to == level or (event.all_in and event.to < level):
        return None  # a whole call out of a shorter stack is B412's
    due = min(level, wagers.chips_of(table, event.seat))
    if event.to == due:
        return None
    if event.to < level > table.most_in_front:
        return None  # a short bring-in: less than the nominal one is O308's
    turn.need_known_level(table, event.seat, house)
    return Finding(f"calls {chips(table, event.to)}", f"calls {chips(table, due)}", amount=event.to - due)


@rule(
    "B408",
    Wager,
    cites=("double.right",),
    law="A double wager on fourth street needs the house's leave.",
    at=FROM_FOURTH,
    needs_every_line=True,
)
def double_wager_not_allowed(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if not wagers.is_double_wager(table, so_far, event) or not wagers.could_wager(table, event, so_far, house):
        return None
    lawful = wagers.lawful_amounts(table, so_far, event.seat, house)
    if event.to in lawful:
        return None
    turn.need_known_level(table, event.seat, house)
    return _to_another_amount(table, event, lawful)


@rule(
    "B409",
    Wager,
    cites=("double.raises",),
    law="After a double wager only double raises are made.",
    at=FROM_FOURTH,
    needs_every_line=True,
)
def single_raise_after_a_double(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if not wagers.is_single_after_double(table, so_far, event) or not wagers.could_wager(table, event, so_far, house):
        return None
    lawful = wagers.lawful_amounts(table, so_far, event.seat, house)
    turn.need_known_level(table, event.seat, house)
    return _to_another_amount(table, event, lawful)


@rule(
    "B412",
    Ante,
    BringIn,
    Call,
    Wager,
    cites=("table_stakes.rule",),
    law="Nobody bets more than lies before him.",
    at=OF_A_LIVE_SEAT,
)
def bet_beyond_the_playable_chips(table: Table, event: Ante | BringIn | Call | Wager, house: House) -> Finding | None:
    behind = table.behind[event.seat]
    added = event.amount if isinstance(event, Ante) else event.to - table.front[event.seat]
    if added <= behind or not table.stack_known & SEAT_BIT[event.seat]:
        return None
    return Finding(f"{chips(table, added)} put in", f"{chips(table, behind)} behind", amount=added - behind)


RULES: Final[tuple[Rule, ...]] = (
    wager_of_the_wrong_size,
    over_the_cap,
    raised_without_the_right_to,
    checked_facing_a_bet,
    called_the_wrong_amount,
    double_wager_not_allowed,
    single_raise_after_a_double,
    bet_beyond_the_playable_chips,
)
