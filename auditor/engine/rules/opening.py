"""Chapter O: forced money (the antes and the bring-in) and the opening of third street."""

from typing import Final

from auditor.engine import ending, phases
from auditor.engine.events import Ante, BringIn, Call, Check, Event, Fold, LogEnd, Street, Wager
from auditor.engine.findings import Finding, Severity, Unseen
from auditor.engine.house import House
from auditor.engine.law import antes, corrections, dealing, opening, wagers
from auditor.engine.law.clock import is_by_the_clock
from auditor.engine.law.limits import is_not_of_fixed_sizes, limit_of
from auditor.engine.law.seats import among, chips_of, most_to_match
from auditor.engine.phases import BEFORE_FOURTH, BEFORE_THE_BRING_IN, ON_THIRD
from auditor.engine.rule import Rule, rule
from auditor.engine.table import SEAT_BIT, Table, seats_in
from auditor.engine.words import chips, door, seat

BRING_IN_SEAT: Final = ("bring_in.door", "bring_in.ace", "bring_in.tie")


def _may_open_in_full(house: House) -> bool:
    return house.bring_in_full_opening


def _has_no_complete_list(house: House) -> bool:
    return not house.stakes_complete


@rule(
    "O301",
    first_act=True,
    cites=("ante.before_cards",),
    severity=Severity.PLAY,
    follows=("O310",),
    why="The antes are the first chips in the pot. If one ante is missing, the pot is too small for all other players.",
    law="Every seat that is dealt in posts an ante.",
    phases=BEFORE_FOURTH,
    needs_every_line=True,
)
def ante_missing(table: Table, event: Event, house: House) -> tuple[Finding, ...]:
    if table.street != 3 or not antes.are_due(table):
        return ()
    missing = table.dealt & table.dealt_in & ~table.anted & table.seats
    due = antes.in_words(table, house) if missing else ""
    return tuple([Finding("no ante", due, seat=each, at=dealing.first_deal(table, each)) for each in seats_in(missing)])


@rule(
    "O302",
    Ante,
    cites=("stakes.published",),
    severity=Severity.PLAY,
    why="All players pay the same for their cards. The pot, the rake and the pot limit depend on the ante.",
    law="Each seat posts the ante of the stakes. A seat with fewer chips posts all its chips.",
    needs_every_line=True,
)
def ante_of_the_wrong_amount(table: Table, event: Ante, house: House) -> Finding | None:
    due, cites = antes.due(table, house)
    behind = table.behind[event.seat]
    if event.amount < 0:
        return None  # no finding here: rule L108 reports an amount below zero
    if event.amount == due or table.anted & SEAT_BIT[event.seat] or event.amount == min(due, behind):
        # No finding here: the ante is right, or another rule reports it. Rule O310 reports a second ante, and rule B412
        # an ante larger than the stack.
        return None
    if event.all_in and event.amount < due and not table.stack_known & SEAT_BIT[event.seat]:
        return None
    lawful = min(due, behind)
    words = (f"an ante of {chips(table, event.amount)}", f"an ante of {chips(table, lawful)}")
    return Finding(*words, amount=event.amount - lawful, cites=cites)


@rule(
    "O303",
    BringIn,
    Wager,
    cites=(*BRING_IN_SEAT, "bring_in.all_in_for_ante"),
    severity=Severity.PLAY,
    why="The bring-in costs chips, so it is unfair if a seat pays it that does not have to.",
    law="The seat with the lowest door card (in razz, the highest) posts the bring-in. If two door cards are equal,"
    " the rules of the house say which seat posts it.",
    phases=BEFORE_THE_BRING_IN,
    needs_every_line=True,
)
def bring_in_by_the_wrong_seat(table: Table, event: BringIn | Wager, house: House) -> Finding | None:
    due = opening.bring_in_seats(table, house)
    called = due & SEAT_BIT[table.called_on] & ~SEAT_BIT[event.seat]
    if not due or (not called and among(event.seat, due)):
        return None
    lawful = " or ".join([door(table, each) for each in seats_in(called or due)])
    logged = door(table, event.seat) + corrections.outcome_of_opening(table, event, due)
    return Finding(logged, lawful)


@rule(
    "O304",
    BringIn,
    cites=("bring_in.amount",),
    severity=Severity.PLAY,
    why="All players who call the bring-in pay its amount. If the amount is wrong, they pay too much or too little.",
    law="The bring-in is the amount that the house or the stakes set.",
    needs_every_line=True,
)
def bring_in_of_the_wrong_amount(table: Table, event: BringIn, house: House) -> Finding | None:
    due = opening.nominal(table, house)
    behind = table.behind[event.seat]
    if event.to < 0 or event.to in (due, min(due, behind)) or (event.all_in and event.to < due):
        return None  # no finding: the bring-in is right, or rule L108 reports an amount below zero
    open_to = table.hand.stakes.small_bet if house.bring_in_full_opening else event.to
    if event.to == open_to and opening.is_full_opening(table, event.to, house):
        return None  # no finding here: a full opening may be lawful; if not, rule O307 reports it
    if (event.all_in or event.to == behind) and opening.is_short_opening(table, event.to, house):
        # No finding here: an all-in for less than the full opening may be lawful; if not, rule O307 reports it.
        return None
    lawful = min(due, behind)
    words = (f"a bring-in of {chips(table, event.to)}", f"a bring-in of {chips(table, lawful)}")
    return Finding(*words, amount=event.to - lawful)


@rule(
    "O305",
    Call,
    Street,
    LogEnd,
    cites=("bring_in.door",),
    severity=Severity.PLAY,
    why="Without a forced bet, everybody could wait for a good hand at no cost.",
    law="Third street opens with the bring-in.",
    phases=BEFORE_THE_BRING_IN,
    needs_every_line=True,
)
def bring_in_missing(table: Table, event: Event, house: House) -> Finding | None:
    if not opening.is_due(table):
        return None
    if isinstance(event, LogEnd) and not (event.complete and ending.is_over(table)):
        return None
    if isinstance(event, Street) and event.street == table.street:
        return None  # no finding here: rule L104 reports a street that begins twice
    due = opening.bring_in_seats(table, house)
    return Finding("no bring-in", f"a bring-in by {seat(seats_in(due)[0]) if due.bit_count() == 1 else 'the low card'}")


@rule(
    "O306",
    Wager,
    cites=("bring_in.next_wager", "betting.fixed"),
    severity=Severity.PLAY,
    why="Later raises are added to the first wager on third street. If this wager is wrong, the later"
    " amounts are wrong too.",
    law="The first wager on third street raises the bet to the amount that the house sets.",
    phases=ON_THIRD,
    needs_every_line=True,
)
def completion_of_the_wrong_amount(table: Table, event: Wager, house: House) -> Finding | None:
    so_far = wagers.betting(table, house)
    if so_far.completed or wagers.enters(table, event, house):
        return None
    if table.phase in BEFORE_THE_BRING_IN and opening.is_bring_in(table, event.to, house):
        return None  # no finding: the wager has the exact amount of the bring-in, so it is the bring-in
    if not wagers.may_raise(table, so_far, event.seat, house) or wagers.is_capped(table, so_far, event.seat, house):
        return None
    lawful = limit_of(house).undersized(table, so_far, event, house)
    if lawful is None or event.to < 0:
        return None  # no finding: the size is right, or rule L108 reports an amount below zero
    off = event.to - lawful.nearest(event.to)
    cites = house.surest_first(("bring_in.next_wager", limit_of(house).cites[0]))
    return Finding(f"to {chips(table, event.to)}", f"to {lawful.words(table)}", amount=off, cites=cites)


@rule(
    "O307",
    BringIn,
    Wager,
    cites=("bring_in.full_opening",),
    severity=Severity.PLAY,
    why="If the low card opens for the full bet, the others must pay more to see fourth street.",
    law="The house decides whether the low card may open for the full small bet.",
    phases=BEFORE_THE_BRING_IN,
    moot=_may_open_in_full,
    needs_every_line=True,
)
def full_opening_not_allowed(table: Table, event: BringIn | Wager, house: House) -> Finding | None:
    if opening.is_bring_in(table, event.to, house):
        return None  # no finding: an opening of this exact amount is the bring-in, even if the log calls it a bet
    if isinstance(event, BringIn) and not opening.is_full_opening(table, event.to, house):
        takes_all = event.all_in or event.to == table.behind[event.seat]
        if not takes_all or not opening.is_short_opening(table, event.to, house):
            return None
    return Finding(f"opens for {chips(table, event.to)}", "the bring-in")


@rule(
    "O308",
    Call,
    cites=("bring_in.amount",),
    severity=Severity.PLAY,
    why="A seat that pays less than the bring-in plays for the same pot at a lower price.",
    law="If a seat brings in less than the full bring-in, for example because it is all-in, the other seats must"
    " still pay the full bring-in to stay in the hand.",
    phases=frozenset({phases.THIRD}),
    needs_every_line=True,
)
def entered_for_less_than_the_bring_in(table: Table, event: Call, house: House) -> Finding | None:
    if not table.bring_in_all_in or table.raises:
        return None
    due = min(opening.nominal_posted(table, house), chips_of(table, event.seat))
    if event.to >= min(due, most_to_match(table, event.seat)) or event.all_in:
        return None
    words = (f"enters for {chips(table, event.to)}", f"enters for {chips(table, due)}")
    return Finding(*words, amount=event.to - due)


@rule(
    "O309",
    Street,
    cites=("stakes.published", "stakes.complete"),
    severity=Severity.PROCEDURE,
    follows=("O312",),
    why="The players chose this table for its stakes. They did not agree to other stakes.",
    law="A table plays at stakes that the house publishes.",
    moot=_has_no_complete_list,
)
def stakes_not_published(table: Table, event: Street, house: House) -> Finding | None:
    if event.street != 3 or antes.published(table, house) is not None:
        return None
    stakes = table.hand.stakes
    if stakes.small_bet is None or stakes.big_bet is None:
        raise Unseen
    return Finding(
        f"stakes of {chips(table, stakes.small_bet)}/{chips(table, stakes.big_bet)}", "stakes of the house's list"
    )


@rule(
    "O310",
    Ante,
    BringIn,
    cites=("ante.before_cards",),
    severity=Severity.PLAY,
    why="If a seat pays twice, the pot is too large. The seat must get the second payment back.",
    law="A seat posts one ante, and a hand has one bring-in.",
    needs_every_line=True,
)
def forced_money_posted_twice(table: Table, event: Ante | BringIn, house: House) -> Finding | None:
    if isinstance(event, Ante):
        if not table.anted & SEAT_BIT[event.seat]:
            return None
        return Finding("a second ante", "one ante", amount=event.amount)
    if not table.bring_in_seat:
        return None
    return Finding("a second bring-in", "one bring-in", amount=event.to - table.front[event.seat])


@rule(
    "O311",
    Fold,
    Check,
    cites=("bring_in.door", "bring_in.all_in_for_ante"),
    severity=Severity.PLAY,
    why="The seat that must bring it in cannot leave this duty to the next seat. If that seat is all-in for its ante,"
    " the duty goes to another seat, and some houses let the other seat fold.",
    law="The seat that must bring it in may not fold or check. If this seat is all-in for its ante, the duty goes to"
    " another seat, and a house may let the other seat fold.",
    phases=BEFORE_THE_BRING_IN,
    needs_every_line=True,
)
def bring_in_seat_folds_or_checks(table: Table, event: Event, house: House) -> Finding | None:
    due = opening.bring_in_seats(table, house)
    if not due & SEAT_BIT[event.seat] or (table.called_on and event.seat != table.called_on):
        return None
    if (opening.may_decline(table, house) and isinstance(event, Fold)) or is_by_the_clock(event):
        return None
    if not table.called_on and not among(event.seat, due):
        return None
    cites = ("bring_in.all_in_for_ante",) if opening.has_moved_left(table, house) else BRING_IN_SEAT[:1]
    return Finding("folds" if isinstance(event, Fold) else "checks", "the bring-in", cites=cites)


@rule(
    "O312",
    Street,
    cites=("betting.big_bet_factor",),
    severity=Severity.PROCEDURE,
    why="The big bet sets the price of the later streets. With a wrong big bet, this price is wrong.",
    law="The big bet is twice the small bet.",
    moot=is_not_of_fixed_sizes,
)
def big_bet_is_not_twice_the_small(table: Table, event: Street, house: House) -> Finding | None:
    stakes = table.hand.stakes
    if event.street != 3 or stakes.small_bet is None or stakes.big_bet is None:
        return None
    due = stakes.small_bet * house.betting_big_bet_factor
    if stakes.big_bet == due:
        return None
    return Finding(f"a big bet of {chips(table, stakes.big_bet)}", f"a big bet of {chips(table, due)}")


RULES: Final[tuple[Rule, ...]] = (
    ante_missing,
    ante_of_the_wrong_amount,
    bring_in_by_the_wrong_seat,
    bring_in_of_the_wrong_amount,
    bring_in_missing,
    completion_of_the_wrong_amount,
    full_opening_not_allowed,
    entered_for_less_than_the_bring_in,
    stakes_not_published,
    forced_money_posted_twice,
    bring_in_seat_folds_or_checks,
    big_bet_is_not_twice_the_small,
)
