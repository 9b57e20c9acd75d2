"""Chapter B, table stakes: chips that a seat may play, chips that it may not play, and seats with too few chips."""

from typing import Final

from auditor.engine.events import (
    Ante,
    Borrowed,
    BringIn,
    Call,
    Changed,
    Dropped,
    Elsewhere,
    Event,
    Removed,
    TopUp,
    Wager,
)
from auditor.engine.findings import Finding, Grade, Severity
from auditor.engine.house import House
from auditor.engine.law import stakes
from auditor.engine.phases import OF_A_LIVE_SEAT, WHILE_PLAYED
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.words import chips


def _has_no_table_stakes(house: House) -> bool:
    return not house.table_stakes_rule


def _lets_chips_come_and_go(house: House) -> bool:
    return not house.table_stakes_no_changes and not house.table_stakes_no_exchange


def _folds_short_stacks(house: House) -> bool:
    return not house.conduct_short_stack_plays


@rule(
    "B412",
    Ante,
    BringIn,
    Call,
    Wager,
    cites=("table_stakes.rule",),
    severity=Severity.PLAY,
    follows=("O302", "O310"),
    why="Table stakes are fair to both sides: a player can win from others only as much as he can lose to them.",
    law="A player bets only the chips that he has on the table. Some houses also let him bet money that he announced.",
    phases=OF_A_LIVE_SEAT,
    moot=_has_no_table_stakes,
    needs_every_line=True,
)
def bet_beyond_the_playable_chips(table: Table, event: Ante | BringIn | Call | Wager, house: House) -> Finding | None:
    added = stakes.put_in(table, event)
    playable = stakes.playable(table, event.seat, house)
    if added <= playable or not table.stack_known & SEAT_BIT[event.seat]:
        return None
    if added - playable <= stakes.not_playable(table, event.seat, house):
        return None  # no finding here: rule B419 reports announced money that the seat may not use
    return Finding(f"{chips(table, added)} put in", f"{chips(table, playable)} behind", amount=added - playable)


@rule(
    "B413",
    TopUp,
    Removed,
    Borrowed,
    Changed,
    cites=("table_stakes.no_changes",),
    new_in=3,
    severity=Severity.PLAY,
    why="A player who knows his cards must not change how much he can win or lose.",
    law="During a hand, only the betting changes how many chips a seat has.",
    phases=WHILE_PLAYED,
    moot=_lets_chips_come_and_go,
    title="Chips added, removed, lent or changed in the hand",
)
def chips_added_removed_lent_or_changed_in_the_hand(
    table: Table, event: TopUp | Removed | Borrowed | Changed, house: House
) -> Finding | None:
    changed = isinstance(event, Changed)
    forbidden = house.table_stakes_no_exchange if changed else house.table_stakes_no_changes
    if not forbidden or event.amount <= 0 or not stakes.comes_or_goes(table, event):
        return None
    words = f"{chips(table, event.amount)} {_DONE[type(event)]}"
    moved = None if changed else event.amount
    cites = ("table_stakes.no_exchange",) if changed else None
    return Finding(words, "the chips the hand was begun with", amount=moved, cites=cites)


_DONE: Final[dict[type[Event], str]] = {
    TopUp: "added",
    Removed: "taken off the table",
    Borrowed: "borrowed",
    Changed: "changed",
}


@rule(
    "B419",
    Elsewhere,
    Ante,
    BringIn,
    Call,
    Wager,
    cites=("table_stakes.announced",),
    new_in=3,
    severity=Severity.PLAY,
    why="If a player bets money that was not on the table, the other players could not see this money when they acted.",
    law="A player may bet money that is not on the table only if the house allows this and the player announced the"
    " money before the deal.",
    phases=OF_A_LIVE_SEAT,
    needs_every_line=True,
)
def unannounced_money_played(
    table: Table, event: Elsewhere | Ante | BringIn | Call | Wager, house: House
) -> Finding | None:
    over = stakes.not_announced(table, event, house)
    if over <= 0:
        return None
    lawful = "announced before the deal" if house.table_stakes_announced else "what lies on the table"
    return Finding(f"{chips(table, over)} from elsewhere", lawful, amount=over)


@rule(
    "B420",
    Dropped,
    cites=("conduct.short_stack_plays",),
    new_in=3,
    severity=Severity.PLAY,
    why="A player with too few chips keeps his hand. He can win the part of the pot that he matched.",
    law="A player who cannot match a bet goes all-in with the chips that he has.",
    phases=OF_A_LIVE_SEAT,
    moot=_folds_short_stacks,
    needs_every_line=True,
)
def folded_by_the_house_for_lack_of_chips(table: Table, event: Dropped, house: House) -> Finding:
    known = table.stack_known & SEAT_BIT[event.seat]
    least = chips(table, stakes.playable(table, event.seat, house)) if known else "what it has"
    return Finding("folded for lack of chips", f"all-in for {least}")


@rule(
    "B421",
    Ante,
    BringIn,
    Call,
    Wager,
    new_in=3,
    severity=Severity.LOG,
    why="A seat that has no chips left is all-in, and can win only the pots that it put chips into.",
    law="A seat is all-in that has no chips left.",
    grade=Grade.FAULT,
    phases=OF_A_LIVE_SEAT,
    needs_every_line=True,
)
def all_in_mark_and_stack_disagree(table: Table, event: Ante | BringIn | Call | Wager, house: House) -> Finding | None:
    if not event.all_in or not table.stack_known & SEAT_BIT[event.seat]:
        return None
    added = stakes.put_in(table, event)
    left = table.behind[event.seat] - added
    if added < 0 or left <= 0:
        # No finding here: the seat has no chips left, or another rule reports the event. Rule L108 reports an amount
        # below zero, and rule B412 a bet larger than the stack.
        return None
    return Finding(f"all-in with {chips(table, left)} left", "no chips left", amount=left)


RULES: Final[tuple[Rule, ...]] = (
    bet_beyond_the_playable_chips,
    chips_added_removed_lent_or_changed_in_the_hand,
    unannounced_money_played,
    folded_by_the_house_for_lack_of_chips,
    all_in_mark_and_stack_disagree,
)
