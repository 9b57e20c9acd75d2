"""The trace that a hand leaves for the hands after it."""

from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.history.decks import deck_key, deck_order
from auditor.engine.history.leaving import left_by, stacks_after
from auditor.engine.history.traces import Trace, count_of
from auditor.engine.table import Table

_LONGEST: Final = 100  # of a number or a time that hands are sorted by


def trace_of(hand: Hand, place: int = 0, left: Table | None = None) -> Trace:
    """The trace of a hand; of one of no known table, which nothing can be compared with, no stacks and no cards. `left`
    is the table as the log leaves it, where an audit has seen it already. Never raises on what a log says.
    """
    table = table_of(hand)
    after = stacks_after(left or left_by(hand)) if table else {}
    order = deck_order(hand) if table else b""
    stakes = hand.stakes
    return Trace(
        place,
        table,
        hand.number or "",
        hand.played,
        turn_of(hand),
        hand.unit.minor,
        (stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet),
        tuple([(seat.number, seat.player, seat.stack, after.get(seat.number), seat.dealt_in) for seat in hand.seats]),
        order,
        deck_key(order, hand),
    )


def table_of(hand: Hand) -> tuple[str, ...]:
    """Which table a hand was dealt at; all empty where the log names neither table nor tournament."""
    if not hand.table and not hand.tournament:
        return ()
    return hand.room, hand.tournament, hand.table, hand.game.value, hand.unit.currency


def turn_of(hand: Hand) -> str:
    """By this text the hands of a table stand in the order in which they were dealt: by time, then by number."""
    number = hand.number or ""
    when = (hand.played or hand.local)[:_LONGEST]
    return f"{when} {max(0, count_of(number)[1]):018d} {number[:_LONGEST]}"
