"""Faults of table stakes, of what is said and moved in, and of conduct: of chapters B, S and K."""

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.law import showing, turn
from auditor.engine.law.seats import chips_of
from auditor.engine.table import SEAT_BIT, Table, seats_in
from tests.spoiler.places import Spot, able
from tests.spoiler.turns import least, turns, verb, wagering


def _in_play(spot: Spot) -> tuple[int, Table, int] | None:
    """Somewhere in the betting: the index of an act, the table before it, and a live seat that has chips."""
    for at, table, _ in turns(spot):
        if table.acted and spot.rng.random() < 0.3:
            return at, table, spot.rng.choice(seats_in(able(table)))
    return None


def chips_added_removed_lent_or_changed(spot: Spot) -> tuple[Hand, int] | None:
    place = _in_play(spot)
    if place is None:
        return None
    at, table, seat = place
    some, lender = spot.rng.randint(1, 50), spot.rng.choice(spot.hand.seats).number
    moves: list[e.Event] = [e.TopUp(seat, some), e.Borrowed(seat, some)]
    if table.behind[seat] > some:
        moves += [e.Removed(seat, some)]
    if lender != seat and table.behind[lender] > some:
        moves += [e.Borrowed(seat, some, lender)]
    if spot.house.table_stakes_no_exchange:
        moves += [e.Changed(seat, some)]
    return spot.played_on([*spot.events[:at], spot.rng.choice(moves)]), at


def partial_bet(spot: Spot) -> tuple[Hand, int] | None:
    """A wager of which a part is moved in first."""
    for at, table, seat, so_far in wagering(spot):
        to = least(spot, table, so_far, seat)
        first = max(turn.level(table, spot.house), to // 2)
        if table.front[seat] < first < to < chips_of(table, seat) and spot.rng.random() < 0.3:
            parts = [e.Motion(seat, first), e.Wager(seat, to, verb(table))]
            return spot.played_on([*spot.events[:at], *parts]), at + 1
    return None


def declaration_changed(spot: Spot) -> tuple[Hand, int] | None:
    """A seat declares a wager, and then calls or checks."""
    for at, table, seat, so_far in wagering(spot):
        to, level = least(spot, table, so_far, seat), turn.level(table, spot.house)
        if to < chips_of(table, seat) and level == table.most_in_front and spot.rng.random() < 0.3:
            act = e.Call(seat, level) if table.front[seat] < level else e.Check(seat)
            said = e.Declared(seat, verb(table), spot.rng.choice((None, to)))
            return spot.played_on([*spot.events[:at], said, act]), at + 1
    return None


def unannounced_money_played(spot: Spot) -> tuple[Hand, int] | None:
    place = _in_play(spot)
    if place is None:
        return None
    at, table, seat = place
    over = table.announced[seat] + spot.rng.randint(1, 50)
    return spot.played_on([*spot.events[:at], e.Elsewhere(seat, over)]), at


def folded_by_the_house_for_lack_of_chips(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, seat in turns(spot):
        if table.front[seat] < chips_of(table, seat) <= turn.level(table, spot.house):
            return spot.played_on([*spot.events[:at], e.Dropped(seat)]), at
    return None


def all_in_mark_and_stack_disagree(spot: Spot) -> tuple[Hand, int] | None:
    """A call of a part of the stack is marked as all of it."""
    for at, table, seat in turns(spot):
        level = turn.level(table, spot.house)
        owes = table.front[seat] < level == table.most_in_front
        if owes and level < chips_of(table, seat) and spot.rng.random() < 0.3:
            return spot.played_on([*spot.events[:at], e.Call(seat, level, all_in=True)]), at
    return None


def hole_card_exposed_in_play(spot: Spot) -> tuple[Hand, int] | None:
    place = _in_play(spot)
    if place is None:
        return None
    at, table, seat = place
    card = spot.rng.choice(table.down[seat])
    return spot.with_events([*spot.events[:at], e.Exposed(seat, (card,)), *spot.events[at:]]), at


def all_in_hand_not_tabled(spot: Spot) -> tuple[Hand, int] | None:
    """A seat that wins nothing mucks in place of showing, though one of those left is all-in."""
    paid = {spot.events[at].seat for at in spot.indices(e.Collect)}
    for at, table, event in spot.walk(e.Show):
        all_in = table.live & table.all_in & ~table.clocked
        if all_in and not showing.can_bet(table) and not table.shown & SEAT_BIT[event.seat] and event.seat not in paid:
            return spot.with_events([*spot.events[:at], e.Muck(event.seat), *spot.events[at + 1 :]]), at
    return None


def cards_or_chips_out_of_sight(spot: Spot) -> tuple[Hand, int] | None:
    place = _in_play(spot)
    if place is None:
        return None
    at, _, seat = place
    hidden = e.Hidden(seat, spot.rng.choice(e.HIDEABLE))
    return spot.with_events([*spot.events[:at], hidden, *spot.events[at:]]), at
