"""Faults of forced money and of the opening of third street: chapter O."""

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.law import antes, opening, turn, wagers
from auditor.engine.law.seats import chips_of, most_to_match
from auditor.engine.table import Table, seats_in
from tests.dealer import Tables, deal
from tests.spoiler.places import Spot, able, has, is_one, others


def ante_missing(spot: Spot) -> tuple[Hand, int] | None:
    """A seat that is dealt in posts nothing; that is an offence at its first cards, once somebody has acted."""
    antes = spot.indices(e.Ante)
    at = spot.first_act()
    if len(antes) < 3 or not isinstance(spot.events[at], e.ACTS):
        return None
    gone = spot.rng.choice(antes)
    hand = spot.played_on([*spot.events[:gone], *spot.events[gone + 1 : at]])
    seat = spot.events[gone].seat
    dealt = [place for place, each in enumerate(hand.events[:at]) if isinstance(each, e.Deal) and each.seat == seat]
    return (hand, dealt[0]) if dealt and isinstance(hand.events[at - 1], e.ACTS) else None


def ante_of_the_wrong_amount(spot: Spot) -> tuple[Hand, int] | None:
    at = spot.rng.choice(spot.indices(e.Ante))
    ante, stacks = spot.events[at], {seat.number: seat.stack or 0 for seat in spot.hand.seats}
    assert isinstance(ante, e.Ante)
    wrong = ante.amount + spot.rng.choice((-1, 1, 2))
    if ante.all_in or not 0 < wrong < stacks[ante.seat]:
        return None
    events = spot.events[: spot.first_act()]
    events[at] = e.Ante(ante.seat, wrong)
    return spot.played_on(events), at


def _opening(spot: Spot) -> tuple[int, Table, int] | None:
    """The first act where a bring-in is due of one seat: its index, the table, and that seat."""
    at = spot.first_act()
    table = spot.table_at(at)
    due = opening.bring_in_seats(table, spot.house)
    return (at, table, seats_in(due)[0]) if is_one(due) else None


def bring_in_by_the_wrong_seat(spot: Spot) -> tuple[Hand, int] | None:
    place = _opening(spot)
    if place is None:
        return None
    at, table, due = place
    amount = opening.nominal(table, spot.house)
    willing = [seat for seat in others(able(table), due) if table.behind[seat] > amount]
    if not willing:
        return None
    seat, small = spot.rng.choice(willing), spot.hand.stakes.small_bet or 0
    if spot.house.bring_in_full_opening and table.behind[seat] > small and spot.rng.random() < 0.3:
        return spot.played_on([*spot.events[:at], e.Wager(seat, small, "bets")]), at
    return spot.played_on([*spot.events[:at], e.BringIn(seat, amount)]), at


def bring_in_of_the_wrong_amount(spot: Spot) -> tuple[Hand, int] | None:
    place = _opening(spot)
    if place is None:
        return None
    at, table, due = place
    right, behind = opening.nominal(table, spot.house), table.behind[due]
    least = min(spot.hand.stakes.small_bet or behind, behind)
    wrong = [to for to in (right - 1, right + 1, right + 2) if 0 < to < least]
    if not wrong:
        return None
    return spot.played_on([*spot.events[:at], e.BringIn(due, spot.rng.choice(wrong))]), at


def bring_in_missing(spot: Spot) -> tuple[Hand, int] | None:
    """Third street has no betting at all, or begins with a call."""
    place = _opening(spot)
    if place is None:
        return None
    at, table, due = place
    if spot.rng.random() < 0.5:
        dealing = spot.resumed([*spot.events[:at], e.Street(4)])
        return _dealt_on(spot, dealing.events), at
    amount = opening.nominal(table, spot.house)
    callers = [seat for seat in others(able(table), due) if table.behind[seat] > amount]
    if not callers:
        return None
    return spot.played_on([*spot.events[:at], e.Call(spot.rng.choice(callers), amount)]), at


def _dealt_on(spot: Spot, events: list[e.Event]) -> Hand:
    """Fourth street is dealt after its line, and the hand goes on."""
    dealing = spot.resumed(events)
    if spot.house.deal_burn_fourth:
        dealing.say(e.Burn(dealing.stock.off_the_top()))
    for seat in dealing.in_deal_order():
        dealing.say(e.Deal(seat, (), (dealing.stock.off_the_top(),)))
    return spot.played_on(dealing.events)


def completion_of_the_wrong_amount(spot: Spot) -> tuple[Hand, int] | None:
    """The first wager over the bring-in is neither what the house says nor all-in."""
    for at, table, event in spot.walk(*e.ACTS):
        due = turn.due(table, spot.house)
        if table.street != 3 or not table.bring_in_seat or table.raises or not is_one(due):
            continue
        if isinstance(event, e.Fold) or not others(able(table), event.seat):
            continue
        right, seat = _right_amount(table, spot, seats_in(due)[0]), seats_in(due)[0]
        wrong = [right + off for off in ((-2, -1, 1, 2, 5) if spot.house.betting_fixed else (-5, -2, -1))]
        low, high = turn.level(table, spot.house), chips_of(table, seat)
        wrong = [to for to in wrong if low < to < high]
        if wrong:
            return spot.played_on([*spot.events[:at], e.Wager(seat, spot.rng.choice(wrong), "completes")]), at
    return None


def _right_amount(table: Table, spot: Spot, seat: int) -> int:
    return wagers.lawful(table, wagers.betting(table, spot.house), seat, spot.house).amounts[0]


def full_opening_not_allowed(spot: Spot) -> tuple[Hand, int] | None:
    place = _opening(spot)
    if place is None:
        return None
    at, table, due = place
    small = spot.hand.stakes.small_bet
    if small is None or table.behind[due] <= small or opening.nominal(table, spot.house) == small:
        return None
    return spot.played_on([*spot.events[:at], e.Wager(due, small, "bets")]), at


def entered_for_less_than_the_bring_in(spot: Spot) -> tuple[Hand, int] | None:
    """Over a bring-in that was all-in for less, the next seat puts in less than the nominal one and has more."""
    for at, table, event in spot.walk(*e.ACTS):
        due = turn.due(table, spot.house)
        if table.street != 3 or not table.bring_in_all_in or table.raises or not is_one(due) or not table.acted:
            continue
        seat, nominal = seats_in(due)[0], opening.nominal_posted(table, spot.house)
        match = min(nominal, most_to_match(table, seat))
        if table.most_in_front < match and chips_of(table, seat) > nominal and table.front[seat] == 0:
            less = spot.rng.randint(table.most_in_front, match - 1)
            if less > 0 and event.seat == seat:
                return spot.played_on([*spot.events[:at], e.Call(seat, less)]), at
    return None


def stakes_not_published(spot: Spot) -> tuple[Hand, int] | None:
    """A table at stakes of its own: a lawful hand but for that."""
    open_house = spot.house.with_value("stakes.complete", "false").with_value("stakes.published", "")
    hand = deal(spot.rng.randrange(10**6), open_house)
    named = hand.stakes.small_bet is not None
    return (hand, _third(hand)) if named and antes.published(Table(hand), spot.house) is None else None


def big_bet_is_not_twice_the_small(spot: Spot) -> tuple[Hand, int] | None:
    factor = spot.rng.choice((1, 3, 5))
    odd_house = spot.house.with_value("betting.big_bet_factor", str(factor)).with_value("stakes.published", "")
    hand = deal(spot.rng.randrange(10**6), odd_house, tables=Tables(depths=("even", "deep")))
    return hand, _third(hand)


def _third(hand: Hand) -> int:
    return next(index for index, event in enumerate(hand.events) if isinstance(event, e.Street))


def forced_money_posted_twice(spot: Spot) -> tuple[Hand, int] | None:
    """A seat antes again, or a second bring-in is posted in place of a call."""
    if spot.rng.random() < 0.5:
        ante = spot.events[spot.rng.choice(spot.indices(e.Ante))]
        assert isinstance(ante, e.Ante)
        stacks = {seat.number: seat.stack or 0 for seat in spot.hand.seats}
        if stacks[ante.seat] <= 2 * ante.amount:
            return None
        at = spot.indices(e.Street)[0]
        return spot.played_on([*spot.events[:at], ante, *spot.events[at : spot.first_act()]]), at
    for at, table, _ in spot.walk(*e.ACTS):
        due = turn.due(table, spot.house)
        if table.street == 3 and table.bring_in_seat and not table.raises and is_one(due):
            seat, to = seats_in(due)[0], table.bring_in_to
            if chips_of(table, seat) > to and not table.bring_in_all_in:
                return spot.played_on([*spot.events[:at], e.BringIn(seat, to)]), at
    return None


def bring_in_seat_folds_or_checks(spot: Spot) -> tuple[Hand, int] | None:
    place = _opening(spot)
    if place is None:
        return None
    at, table, due = place
    act = spot.rng.choice((e.Fold(due), e.Check(due)))
    if opening.may_decline(table, spot.house) and isinstance(act, e.Fold):
        return None
    if isinstance(act, e.Fold) and len(others(table.live, due)) < 2:
        return None
    assert has(table.live, due)
    return spot.played_on([*spot.events[:at], act]), at
