"""Faults of the betting: chapter B."""

from auditor.engine import events as e
from auditor.engine.findings import Unseen
from auditor.engine.hand import Hand
from auditor.engine.house.choices import TurnFold
from auditor.engine.law import opening, turn, wagers
from auditor.engine.law.seats import chips_of
from auditor.engine.law_cache import Betting
from auditor.engine.table import Table, seats_in
from tests.dealer.ending import finish
from tests.dealer.streets import deal_street
from tests.spoiler.places import Spot, able, has, is_one, others
from tests.spoiler.turns import least, turns, verb, wagering


def out_of_turn(spot: Spot) -> tuple[Hand, int] | None:
    """Another seat that has yet to act does so before the one that is due."""
    for at, table, seat in turns(spot):
        if not table.last_actor:
            continue
        early = [each for each in others(table.waiting, seat) if not has(table.skipped, each)]
        level = turn.level(table, spot.house)
        early = [each for each in early if chips_of(table, each) > level]
        if early and spot.rng.random() < 0.3:
            who = spot.rng.choice(early)
            act: e.Event = e.Call(who, level) if table.front[who] < level else e.Check(who)
            so_far = wagers.betting(table, spot.house)
            to = least(spot, table, so_far, who)
            may = wagers.may_raise(table, so_far, who, spot.house) and _is_uncapped(table, so_far, who, spot)
            if spot.rng.random() < 0.3 and may and level < to < chips_of(table, who):
                act = e.Wager(who, to, verb(table))
            return spot.played_on([*spot.events[:at], act]), at
    return None


def over_the_cap(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in turns(spot):
        so_far = wagers.betting(table, spot.house)
        to = least(spot, table, so_far, seat)
        if to >= chips_of(table, seat) or not others(able(table), seat) or to <= table.most_in_front:
            continue
        try:
            capped = wagers.is_capped(table, so_far, seat, spot.house)
        except Unseen:
            continue
        if capped and wagers.may_raise(table, so_far, seat, spot.house):
            return spot.played_on([*spot.events[:at], e.Wager(seat, to)]), at
    return None


def raised_without_the_right_to(spot: Spot) -> tuple[Hand, int] | None:
    """A seat that has acted raises over a short all-in that does not reopen the betting."""
    for at, table, seat in turns(spot):
        so_far = wagers.betting(table, spot.house)
        to = least(spot, table, so_far, seat)
        if to >= chips_of(table, seat) or not others(able(table), seat) or to <= table.most_in_front:
            continue
        try:
            capped = wagers.is_capped(table, so_far, seat, spot.house)
        except Unseen:
            continue
        if not capped and not wagers.may_raise(table, so_far, seat, spot.house):
            return spot.played_on([*spot.events[:at], e.Wager(seat, to)]), at
    return None


def checked_facing_a_bet(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in turns(spot):
        if turn.level(table, spot.house) > table.front[seat] and table.last_actor and spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], e.Check(seat)]), at
    return None


def called_the_wrong_amount(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in turns(spot):
        level = turn.level(table, spot.house)
        front, chips = table.front[seat], chips_of(table, seat)
        wrong = [to for to in (level - 1, level + 1) if front < to < chips - 1]
        if front < level == table.most_in_front and wrong and spot.rng.random() < 0.4:
            return spot.played_on([*spot.events[:at], e.Call(seat, spot.rng.choice(wrong))]), at
    return None


def wrong_opener(spot: Spot) -> tuple[Hand, int] | None:
    """Another seat than that with the best board acts first."""
    for at, table, _ in spot.walk(*e.ACTS):
        if table.street < 4 or table.acted or spot.rng.random() < 0.5:
            continue
        due = turn.due(table, spot.house)
        wrong = [seat for seat in seats_in(table.waiting) if not has(due, seat)]
        if not is_one(due) or not wrong:
            continue
        seat = spot.rng.choice(wrong)
        bet = least(spot, table, wagers.betting(table, spot.house), seat)
        bets = e.Wager(seat, bet, "bets")
        act = bets if spot.rng.random() < 0.5 and table.behind[seat] > bet else e.Check(seat)
        return spot.played_on([*spot.events[:at], act]), at
    return None


def double_wager_not_allowed(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat, so_far in wagering(spot):
        to = so_far.base + 2 * so_far.small
        if table.street != 4 or so_far.doubled or to >= chips_of(table, seat):
            continue
        if to not in wagers.lawful(table, so_far, seat, spot.house).amounts and to > table.most_in_front:
            return spot.played_on([*spot.events[:at], e.Wager(seat, to, verb(table))]), at
    return None


def single_raise_after_a_double(spot: Spot) -> tuple[Hand, int] | None:
    """A lawful double bet, and then a raise by the single."""
    for at, table, seat, so_far in wagering(spot):
        lawful = wagers.lawful(table, so_far, seat, spot.house).amounts
        if table.street != 4 or len(lawful) < 2 or chips_of(table, seat) <= lawful[1]:
            continue
        prefix = [*spot.events[:at], e.Wager(seat, lawful[1], verb(table))]
        after = spot.resumed(prefix).table
        due = turn.due(after, spot.house)
        to = lawful[1] + so_far.small
        if is_one(due) and chips_of(after, seats_in(due)[0]) > to:
            return spot.played_on([*prefix, e.Wager(seats_in(due)[0], to)]), at + 1
    return None


def street_closed_early(spot: Spot) -> tuple[Hand, int] | None:
    """The next street is dealt, or the hands are shown, while a seat has yet to act."""
    for at, table, _ in turns(spot):
        if spot.rng.random() < 0.8 or not table.acted:
            continue
        if table.street < 7:
            return _cut_short(spot, at, table), at
        first = seats_in(table.live)[0]
        dealing = spot.resumed([*spot.events[:at], e.Show(first, tuple(table.holding(first)))])
        finish(dealing, dealing.table.shown)
        return dealing.dealt_hand(), at
    return None


def _cut_short(spot: Spot, at: int, table: Table) -> Hand:
    dealing = spot.resumed(spot.events[:at])
    deal_street(dealing, table.street + 1)
    return spot.played_on(dealing.events)


def acted_while_folded_or_all_in(spot: Spot) -> tuple[Hand, int] | None:
    """A line too many: a seat that is out of the betting checks, calls or folds once more."""
    for at, table, _ in turns(spot):
        out = [seat.number for seat in spot.hand.seats if seat.dealt_in and not has(able(table), seat.number)]
        if out and spot.rng.random() < 0.3:
            seat = spot.rng.choice(out)
            act = spot.rng.choice((e.Check(seat), e.Fold(seat) if has(table.folded, seat) else e.Check(seat)))
            return spot.with_events([*spot.events[:at], act, *spot.events[at:]]), at
    return None


def bet_beyond_the_playable_chips(spot: Spot) -> tuple[Hand, int] | None:
    """A seat calls or wagers in full though it has less."""
    for at, table, seat in turns(spot):
        level, chips = turn.level(table, spot.house), chips_of(table, seat)
        if table.front[seat] < chips < level == table.most_in_front:
            return spot.played_on([*spot.events[:at], e.Call(seat, level)]), at
        so_far = wagers.betting(table, spot.house)
        to = least(spot, table, so_far, seat)
        free = others(able(table), seat) and wagers.may_raise(table, so_far, seat, spot.house)
        if free and level < chips < to and _is_uncapped(table, so_far, seat, spot):
            return spot.played_on([*spot.events[:at], e.Wager(seat, to, verb(table))]), at
    return None


def forced_money_beyond_the_chips(spot: Spot) -> tuple[Hand, int] | None:
    """A seat posts the whole ante or the whole bring-in though it has less."""
    first = spot.first_act()
    ante = spot.hand.stakes.ante or 0
    for at, table, event in spot.walk(e.Ante, e.BringIn):
        if isinstance(event, e.Ante) and event.amount < ante:
            events = spot.events[:first]
            events[at] = e.Ante(event.seat, ante)
            return spot.played_on(events), at
        if isinstance(event, e.BringIn) and event.to < opening.nominal(table, spot.house):
            over = e.BringIn(event.seat, opening.nominal(table, spot.house))
            return spot.played_on([*spot.events[:at], over]), at
    return None


def _is_uncapped(table: Table, so_far: Betting, seat: int, spot: Spot) -> bool:
    try:
        return not wagers.is_capped(table, so_far, seat, spot.house)
    except Unseen:
        return False


def action_after_the_betting_was_over(spot: Spot) -> tuple[Hand, int] | None:
    """A check too many before the next street or the showdown."""
    places = []
    for at, table, _ in spot.walk(e.Street, e.Show, e.Muck, e.Return):
        free = able(table) if table.street >= 3 and not table.waiting and not table.showdown else 0
        if is_one(table.live) or (table.street == 3 and not table.opened_third):
            continue
        places += [(at, seat) for seat in seats_in(free)]
    if not places:
        return None
    at, seat = spot.rng.choice(places)
    act = e.Check(seat) if spot.house.turn_fold is TurnFold.ANY_TIME or spot.rng.random() < 0.7 else e.Fold(seat)
    if isinstance(act, e.Fold):
        return spot.played_on([*spot.events[:at], act]), at
    return spot.with_events([*spot.events[:at], act, *spot.events[at:]]), at
