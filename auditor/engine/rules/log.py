"""Chapter L: the log itself. Its rules find lines that cannot be true of any hand, or cannot be read."""

from collections.abc import Callable
from itertools import takewhile
from operator import attrgetter
from typing import Any, Final

from auditor.engine import ending, phases
from auditor.engine.events import (
    ACTS,
    ANY_POT,
    Added,
    Announced,
    Ante,
    Borrowed,
    BringIn,
    Call,
    Changed,
    Check,
    Clocked,
    Collect,
    Cut,
    Deal,
    Declared,
    Dropped,
    Elsewhere,
    Event,
    Fold,
    Illegible,
    LogEnd,
    Motion,
    PotTotal,
    Remark,
    Removed,
    Return,
    Shuffle,
    StackAfter,
    Street,
    TopUp,
    Unread,
    Wager,
    Won,
)
from auditor.engine.findings import Finding, Grade, Severity, Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.law.stakes import has_announced
from auditor.engine.phases import EVERY
from auditor.engine.rule import Rule, rule
from auditor.engine.settlement.pots import pots, uncalled
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import chips, seat, street

# Types of events that may name a person who is not in the hand. For example, such a person cuts the deck, or announces
# money and then gets no cards.
_BESIDE: Final = (Remark, Shuffle, Cut, Announced, Changed)
_PLAY: Final = (*ACTS, Ante, Street, Deal)


@rule(
    "L101",
    Illegible,
    severity=Severity.PROCEDURE,
    why="An unreadable line may hide an act that changes all later acts.",
    law="Every line of a log can be read.",
    grade=Grade.FAULT,
)
def illegible_line(table: Table, event: Illegible, house: House) -> Finding:
    return Finding(event.text[:80], "a line of this format")


def _has_unread(table: Table) -> bool:
    """Whether the hand has an unread line: a line of a form that the program does not know. A fact that seems to be
    missing may be in such a line.
    """
    found = table.answers.has_unread
    if found is None:
        found = table.answers.has_unread = any(type(event) is Unread for event in table.hand.events)
    return found


@rule(
    "L102",
    Street,
    Deal,
    BringIn,
    Wager,
    Call,
    Check,
    Fold,
    Clocked,
    Dropped,
    severity=Severity.LOG,
    why="If there is a card or a bet after the end of the hand, the log or the table made a mistake.",
    law="Nothing is dealt or bet once one live seat is left, or the pots are paid.",
    grade=Grade.FAULT,
    phases=frozenset({phases.HAND_OVER}),
    needs_every_line=True,
)
def event_after_the_hand_is_over(table: Table, event: Event, house: House) -> Finding | None:
    if table.void or table.went_on:
        return None
    if event.seat and not table.seats & SEAT_BIT[event.seat]:
        return None  # no finding here: rule L103 reports a person who is not seated
    return Finding("goes on after the payout" if table.paid else "goes on with one live seat", "the hand is over")


@rule(
    "L103",
    LogEnd,
    severity=Severity.LOG,
    why="The auditor cannot count the chips and cards of a player who has no seat in the hand.",
    law="Only seats of the hand take part in it.",
    grade=Grade.FAULT,
)
def seat_unknown(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not table.lost and table.hand.named.issubset((0, *seats_in(table.seats))):
        return ()
    strangers: list[Finding] = []
    for at, each in enumerate(table.hand.events):
        # Seat 0 means that the line names nobody. Most lines may name nobody, but an act must name a seat.
        somebody = each.seat or isinstance(each, ACTS)
        if somebody and not table.seats & SEAT_BIT[each.seat] and not isinstance(each, _BESIDE):
            strangers.append(Finding(seat(each.seat), "a seat of this hand", seat=each.seat, at=at))
    if strangers and _has_unread(table):
        # An unread line may be the line that names this player and his seat. Or a line was broken in two: one part
        # seems to name a stranger, and the other part is unread.
        raise Unseen
    return tuple(strangers)


@rule(
    "L104",
    Street,
    severity=Severity.LOG,
    follows=("D202",),
    why="If a street is missing or comes twice, every seat has the wrong number of cards, and the bets of the street"
    " are wrong too.",
    law="Streets follow one another from third to seventh.",
    grade=Grade.FAULT,
    needs_every_line=True,
)
def street_out_of_order(table: Table, event: Street, house: House) -> Finding | None:
    due = table.street + 1 if table.street else 3
    if event.street == due <= 7:
        return None
    return Finding(street(event.street), street(due) if due <= 7 else "the showdown")


@rule(
    "L105",
    LogEnd,
    severity=Severity.LOG,
    why="Without the end, nobody can know who was paid, or whether the payment was right.",
    law="A log runs to the last fold or to the showdown.",
    grade=Grade.FAULT,
    phases=EVERY | {phases.GOES_ON},
)
def log_ends_early(table: Table, event: LogEnd, house: House) -> Finding | None:
    if table.void or (not event.complete and table.hand.records & Records.MAY_STOP):
        return None
    if event.complete and ending.is_over(table):
        return None
    if _may_have_ended(table, event):
        raise Unseen
    return Finding(f"ends on {street(table.street)}", ending.next_missing_part(table, house))


def _may_have_ended(table: Table, end: LogEnd) -> bool:
    """Whether the hand may have ended although the log does not show this. A line that the program cannot read (an
    unread line) may state the end. If the log is complete or shows payments, this may be any unread line of the log. If
    the log is cut off, it can only be an unread line after the last act, ante, card or street line.
    """
    if end.complete or table.paid:
        return _has_unread(table)
    behind_the_play = takewhile(lambda event: not isinstance(event, _PLAY), reversed(table.hand.events))
    return any(type(event) is Unread for event in behind_the_play)


@rule(
    "L106",
    LogEnd,
    severity=Severity.MONEY,
    follows=("P604",),
    why="Chips do not appear or vanish. If the payments and the rake together differ from the chips that were put in,"
    " somebody took chips or added chips.",
    law="What was paid and raked is what was put in.",
    grade=Grade.FAULT,
    needs_every_line=True,
    contradicts_money=True,
)
def chips_not_conserved(table: Table, event: LogEnd, house: House) -> Finding | None:
    if not ending.is_judged(table, event):
        return None
    paid, rake, left = ending.balance(table, house)
    if left == rake:
        return None
    if left - rake == table.added and _is_without_added(table, house):
        raise Unseen  # the stated pots lack exactly the chips that the room added, so nobody knows who got these chips
    logged = f"{chips(table, paid)} paid + {chips(table, rake)} rake"
    return Finding(logged, f"{chips(table, paid + left)} put in", amount=rake - left)


@rule(
    "L107",
    PotTotal,
    Won,
    StackAfter,
    severity=Severity.LOG,
    follows=("D202", "L102", "P604"),
    why="The auditor computes each stated amount from the other lines. If the stated and the computed amount"
    " differ, the log alone cannot show which of them is correct.",
    law="Pots, totals and stacks that the log states are those of the replay.",
    grade=Grade.FAULT,
    needs_every_line=True,
    contradicts_money=True,
)
def stated_amount_disagrees_with_the_replay(
    table: Table, event: PotTotal | Won | StackAfter, house: House
) -> Finding | None:
    replayed = _REPLAYED[type(event)](table, event, house)
    if event.amount in replayed:
        return None
    words = (f"{chips(table, event.amount)} stated", f"{chips(table, replayed[0])} by the other lines")
    return Finding(*words, amount=event.amount - replayed[0])


def _won(table: Table, event: Won, house: House) -> tuple[int, ...]:
    """Returns the amount that the seat was paid. If the log has no payment lines, the amount cannot be checked. Then
    any stated amount up to all chips in the pots is accepted.
    """
    collected = table.paid_to[event.seat]
    if table.paid or table.hand.records & Records.PAYOUT:
        return (collected,)
    most = table.in_the_pots()
    return (min(max(event.amount, collected), most),)


def _pot(table: Table, event: PotTotal, house: House) -> tuple[int, ...]:
    """Returns the amounts that the log may state for this pot: before rake, after rake, or as paid. If the log has no
    line for uncalled chips, the sum of all pots may include them. In a cancelled hand the pot may be 0. A log may state
    the pots with or without the chips that the room added.
    """
    if table.void and not event.amount:
        return (0,)
    made = pots(table, house)
    if event.pot < 0:
        whole = sum([pot.amount for pot in made])
        stated = (whole,) if table.hand.records & Records.UNCALLED else (whole, whole + uncalled(table)[1])
        if not table.complete and len(made) > 1:
            stated = (*stated, made[0].amount)  # the log is cut: lines for the side pots may have followed
        return _with_or_without(table.added, stated) if table.added else stated
    if event.pot >= len(made):
        raise Unseen
    gross = made[event.pot].amount
    if table.added and not event.pot:
        return (*_with_or_without(table.added, (gross, gross - table.raked)), table.paid_from.get(event.pot, 0))
    return gross, gross - table.raked, table.paid_from.get(event.pot, 0)


def _is_without_added(table: Table, house: House) -> bool:
    """Whether the log states a total of all pots that leaves out the chips that the room added."""
    whole = sum([pot.amount for pot in pots(table, house)])
    return (ANY_POT, whole - table.added) in table.pot_totals


def _with_or_without(added: int, amounts: tuple[int, ...]) -> tuple[int, ...]:
    return (*amounts, *[amount - added for amount in amounts])


def _stacks(table: Table, event: StackAfter, house: House) -> tuple[int, ...]:
    if not table.stack_known & SEAT_BIT[event.seat] or has_announced(table, event.seat):
        raise Unseen
    behind = table.behind[event.seat]
    owner, extra = uncalled(table)
    if table.paid or table.hand.records & Records.PAYOUT:
        due = behind + _still_to_come(table, event.seat, extra if owner == event.seat else 0)
        if event.amount != due and _has_unread(table):
            raise Unseen  # any unread line of the log may be a payment
        if not table.complete and event.amount > due and table.live & SEAT_BIT[event.seat]:
            raise Unseen  # the log is cut and may lack a payment to the seat
        return (due,)
    least = behind + extra if owner == event.seat and not table.returned[event.seat] else behind
    if event.amount == least or not table.live & SEAT_BIT[event.seat]:
        return (least,)
    # The log has no payments. So the seat may have won nothing, every pot, or any amount between.
    most = least + sum([pot.amount for pot in pots(table, house)])
    return (event.amount,) if least <= event.amount <= most else (least,)


def _still_to_come(table: Table, seat: int, extra: int) -> int:
    """Returns the chips that later lines of the log pay to the seat. `extra` are the uncalled chips of the seat. The
    result includes these chips if the log has no line for uncalled chips and does not pay them together with the pot.
    """
    collected = table.answers.collected
    if collected is None:
        collected = table.answers.collected = _collected(table)
    own = collected[seat] - table.paid_to[seat]
    if not extra or table.hand.records & Records.UNCALLED or table.returned[seat]:
        return own
    return own if sum(collected) > table.in_the_pots() - extra else own + extra


def _collected(table: Table) -> list[int]:
    """Returns the sum of the payments to each seat in the whole log, as a list indexed by seat number."""
    collected = list(table.paid_to)
    for event in table.hand.events[table.event :]:
        if type(event) is Collect:
            collected[event.seat] += event.amount
    return collected


# For each type of event that states an amount: the function that computes the same amount from the other lines. The
# function returns several amounts if different meanings are possible, such as a pot before and after rake.
_REPLAYED: Final[dict[type[Event], Callable[[Table, Any, House], tuple[int, ...]]]] = {
    PotTotal: _pot,
    Won: _won,
    StackAfter: _stacks,
}


@rule(
    "L108",
    Ante,
    BringIn,
    Wager,
    Call,
    Return,
    TopUp,
    Removed,
    Borrowed,
    Changed,
    Elsewhere,
    Announced,
    Declared,
    Motion,
    Added,
    Collect,
    new_in=3,
    severity=Severity.LOG,
    why="A bet below zero takes chips out of a pot that belongs to others.",
    law="No bet and no payment is below zero.",
    grade=Grade.FAULT,
)
def amount_below_zero(table: Table, event: Event, house: House) -> Finding | None:
    least = _LEAST[type(event)](event)
    return Finding(f"an amount of {chips(table, least)}", "0 or more", amount=least) if least < 0 else None


# For each type of event: the smallest of its amounts that must not be below zero. Rule P608 checks the rake, and rule
# L107 checks stated pots and stacks.
_LEAST: Final[dict[type[Event], Callable[[Any], int]]] = {
    **dict.fromkeys((Ante, Return, Announced), attrgetter("amount")),
    **dict.fromkeys((TopUp, Removed, Borrowed, Changed, Elsewhere, Added), attrgetter("amount")),
    **dict.fromkeys((BringIn, Wager, Call, Motion), attrgetter("to")),
    Declared: lambda event: event.to or 0,
    Collect: lambda event: min(event.amount, event.odd) if event.odd else event.amount,
}

RULES: Final[tuple[Rule, ...]] = (
    illegible_line,
    event_after_the_hand_is_over,
    seat_unknown,
    street_out_of_order,
    log_ends_early,
    chips_not_conserved,
    stated_amount_disagrees_with_the_replay,
    amount_below_zero,
)
