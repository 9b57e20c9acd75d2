"""Faults of the showdown: chapter S."""

from auditor.engine import events as e
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game, Hand
from auditor.engine.law import showing
from auditor.engine.settlement.pots import pots
from auditor.engine.table import SEAT_BIT, Table, seats_in
from tests.dealer.ending import pay, show_down
from tests.spoiler.places import Spot, has, is_one, others, without_summary


def _with_showdown(spot: Spot, at: int, seat: int) -> Hand:
    """The hand in which this seat shows here, and the others after it as they should."""
    table = spot.table_at(at)
    dealing = spot.resumed([*spot.events[:at], e.Show(seat, tuple(table.holding(seat)))])
    show_down(dealing, dealing.table.shown)
    pay(dealing)
    return dealing.dealt_hand()


def wrong_seat_shows_first(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, _ in spot.walk(e.Show, e.Muck):
        if table.showdown or not showing.is_ordered(table):
            return None
        try:
            due = showing.first_to_show(table, spot.house)
        except Unseen:
            return None
        wrong = [seat for seat in seats_in(table.live) if not has(due, seat)]
        return (_with_showdown(spot, at, spot.rng.choice(wrong)), at) if is_one(due) and wrong else None
    return None


def show_out_of_turn(spot: Spot) -> tuple[Hand, int] | None:
    for at, table, _ in spot.walk(e.Show, e.Muck):
        if not table.showdown or not showing.is_ordered(table):
            continue
        try:
            due = showing.next_to_show(table, spot.house)
        except Unseen:
            return None
        wrong = [seat for seat in seats_in(table.live & ~(table.shown | table.mucked)) if not has(due, seat)]
        if wrong:
            return _with_showdown(spot, at, spot.rng.choice(wrong)), at
    return None


def pot_taken_without_showing(spot: Spot) -> tuple[Hand, int] | None:
    """The last seat in the showdown wins although it has not shown and another has not mucked."""
    shows = spot.indices(e.Show, e.Muck)
    if len(shows) < 2 or not isinstance(spot.events[shows[-1]], e.Show):
        return None
    winner = spot.events[shows[-1]].seat
    paid = [at for at in spot.indices(e.Collect) if spot.events[at].seat == winner]
    table = spot.table_at(shows[-1])
    if not paid or has(table.shown, winner) or not others(table.shown & ~table.mucked, winner):
        return None
    if not _has_rival(spot, spot.table_at(paid[0]), winner):
        return None
    events = [*spot.events[: shows[-1]], *spot.events[shows[-1] + 1 :]]
    return spot.with_events(events), paid[0] - 1


def _has_rival(spot: Spot, table: Table, seat: int) -> bool:
    return all(pot.eligible != SEAT_BIT[seat] for pot in pots(table, spot.house))


def stated_hand_is_not_what_the_cards_make(spot: Spot) -> tuple[Hand, int] | None:
    shows = [at for at in spot.indices(e.Show) if len(_show(spot, at).cards) >= 5]
    razz = spot.house.game is Game.RAZZ
    shows = [at for at in shows if (_show(spot, at).low if razz else _show(spot, at).high)]
    if not shows:
        return None
    at = spot.rng.choice(shows)
    show = _show(spot, at)
    if razz:  # one card of the low is said to be another
        named = [*show.low]
        named[spot.rng.randrange(5)] = spot.rng.choice([rank for rank in range(13) if rank not in named])
        spot.events[at] = e.Show(show.seat, show.cards, show.high, tuple(named))
        return spot.with_events(spot.events), at
    category = (show.high[0] + spot.rng.randint(1, 8)) % 9
    spot.events[at] = e.Show(show.seat, show.cards, (category, spot.rng.randrange(4, 13)), show.low)
    return spot.with_events(spot.events), at


def _show(spot: Spot, at: int) -> e.Show:
    show = spot.events[at]
    assert isinstance(show, e.Show)
    return show


def folded_seat_shows_or_is_paid(spot: Spot) -> tuple[Hand, int] | None:
    at = spot.rng.choice(spot.indices(e.Show, e.Collect) or [0])
    table = spot.table_at(at)
    if not at or not table.folded:
        return None
    seat, event = spot.rng.choice(seats_in(table.folded)), spot.events[at]
    if isinstance(event, e.Collect):
        spot.events[at] = e.Collect(seat, event.amount, event.pot, event.half)
        events = without_summary(spot.events)
        return spot.with_events(events), at - (len(spot.events[:at]) - len(without_summary(spot.events[:at])))
    if not showing.is_time_to_claim(table):
        return None
    stray = e.Show(seat, tuple(table.holding(seat)))
    return spot.with_events([*spot.events[:at], stray, *spot.events[at:]]), at


def win_with_too_few_cards(spot: Spot) -> tuple[Hand, int] | None:
    table = spot.table_at(len(spot.events) - 1)
    due = showing.cards_to_win(table, spot.house)
    paid = showing.collectors(table, spot.house)
    winners = [at for at in spot.indices(e.Show) if spot.events[at].seat in paid and len(_show(spot, at).cards) >= due]
    shows = [spot.events[at].seat for at in spot.indices(e.Show)]
    winners = [at for at in winners if shows.count(spot.events[at].seat) == 1]  # the cards of several count together
    if not winners:
        return None
    at = spot.rng.choice(winners)
    show = _show(spot, at)
    spot.events[at] = e.Show(show.seat, show.cards[: spot.rng.randint(1, due - 1)])
    return spot.with_events(spot.events), at


def mucked_hand_paid(spot: Spot) -> tuple[Hand, int] | None:
    """The winner mucks, and is paid all the same."""
    shows = spot.indices(e.Show)
    table = spot.table_at(len(spot.events) - 1)
    winners = [
        at
        for at in shows
        if [paid.seat for paid in table.paid].count(spot.events[at].seat) == 1
        and [spot.events[each].seat for each in shows].count(spot.events[at].seat) == 1
        and others(table.shown & ~table.mucked, spot.events[at].seat)
        and _has_rival(spot, table, spot.events[at].seat)
    ]
    if not winners:
        return None
    at = spot.rng.choice(winners)
    winner = spot.events[at].seat
    spot.events[at] = e.Muck(winner)
    return spot.with_events(spot.events), next(i for i in spot.indices(e.Collect) if spot.events[i].seat == winner)
