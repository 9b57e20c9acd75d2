"""Faults of the log itself: chapter L."""

from auditor.engine import events as e
from auditor.engine.events import ANY_POT, STRANGER
from auditor.engine.hand import Hand
from auditor.engine.law.stakes import has_announced
from auditor.engine.table import SEAT_BIT, seats_in
from tests.spoiler.places import Spot, without_summary


def illegible_line(spot: Spot) -> tuple[Hand, int]:
    at = spot.rng.randrange(len(spot.events))
    return spot.with_events([*spot.events[:at], e.Illegible("#?! lost in the post"), *spot.events[at:]]), at


def event_after_the_hand_is_over(spot: Spot) -> tuple[Hand, int] | None:
    """A late act or card once the pots are paid, or once one live seat is left."""
    paid = spot.indices(e.Collect)
    if not paid:
        return None
    at = paid[-1] + 1
    winner = spot.events[paid[-1]].seat
    late = spot.rng.choice((e.Check(winner), e.Fold(winner), e.Wager(winner, 5, "bets")))
    return spot.with_events([*spot.events[:at], late, *spot.events[at:]]), at


def seat_unknown(spot: Spot) -> tuple[Hand, int] | None:
    """Somebody who has no seat acts, shows or is paid."""
    at = spot.rng.choice(spot.indices(e.Check, e.Call, e.Fold, e.Show, e.Collect, e.LogEnd))
    stray = spot.rng.choice((e.Check(STRANGER), e.Fold(STRANGER), e.Muck(STRANGER), e.Won(STRANGER, 0)))
    return spot.with_events([*spot.events[:at], stray, *spot.events[at:]]), at


def street_out_of_order(spot: Spot) -> tuple[Hand, int]:
    """A street is announced twice."""
    street = spot.rng.choice(spot.indices(e.Street))
    later = [index for index in spot.indices(e.Deal, e.Check, e.Call, e.Wager) if index > street]
    ends = [index for index in [*spot.indices(e.Street), *spot.indices(e.Show, e.Collect)] if index > street]
    places = [index for index in later if index < min(ends)] or [street + 1]
    at = spot.rng.choice(places)
    return spot.with_events([*spot.events[:at], spot.events[street], *spot.events[at:]]), at


def log_ends_early(spot: Spot) -> tuple[Hand, int] | None:
    """The rest of the log is missing, from somewhere before the hand was over."""
    over = min(spot.indices(e.Return, e.Show, e.Muck, e.Collect, e.LogEnd))
    at = spot.rng.randrange(1, over)
    table = spot.table_at(at)
    if table.folded and is_last(table.live):
        return None
    return spot.with_events([*spot.events[:at], e.LogEnd(complete=spot.rng.random() < 0.3)]), at


def is_last(live: int) -> bool:
    return len(seats_in(live)) == 1


def chips_not_conserved(spot: Spot) -> tuple[Hand, int] | None:
    """A winner is paid more than there is, or less and nobody has the rest."""
    paid = spot.indices(e.Collect)
    if not paid:
        return None
    at = spot.rng.choice(paid)
    payment = spot.events[at]
    assert isinstance(payment, e.Collect)
    wrong = payment.amount + spot.rng.choice((-1, 1, 2, 9))
    if wrong <= 0:
        return None
    spot.events[at] = e.Collect(payment.seat, wrong, payment.pot, payment.half)
    events = without_summary(spot.events)
    return spot.with_events(events), len(events) - 1


def stated_amount_disagrees_with_the_replay(spot: Spot) -> tuple[Hand, int] | None:
    """A pot, a total or a stack that the log states is not what its own lines make."""
    at = len(spot.events) - 1
    table = spot.table_at(at)
    seat = spot.rng.choice(spot.hand.seats).number
    off = spot.rng.randint(1, 9)
    won = sum([paid.amount for paid in table.paid if paid.seat == seat])
    pot = sum(table.put_in) - sum(table.returned)
    stated = spot.rng.choice(
        (e.StackAfter(seat, table.behind[seat] + off), e.Won(seat, won + off), e.PotTotal(pot + off, ANY_POT))
    )
    known = table.stack_known & SEAT_BIT[seat] and not has_announced(table, seat)
    if isinstance(stated, e.StackAfter) and not known:
        return None  # how much of what it brought lies in its stack, no line tells
    return spot.with_events([*spot.events[:at], stated, spot.events[at]]), at


def amount_below_zero(spot: Spot) -> tuple[Hand, int]:
    """What somebody declares, gets back or is paid has a minus before it."""
    at = spot.rng.choice(spot.indices(e.Return, e.Collect, e.Check, e.Call, e.Wager))
    event = spot.events[at]
    if isinstance(event, e.Collect):
        spot.events[at] = e.Collect(event.seat, -event.amount or -1, event.pot, event.half)
    elif isinstance(event, e.Return):
        spot.events[at] = e.Return(event.seat, -event.amount or -1)
    else:
        spot.events[at:at] = [e.Declared(event.seat, "raises", -5)]
    return spot.with_events([*spot.events[: at + 1], *without_summary(spot.events[at + 1 :])]), at
