"""Chips that a player adds to his stack. All readers of logs that have a line for added chips call this function."""

from auditor.engine.events import STRANGER, Event, Remark, TopUp


def chips_added(seat: int, amount: int, line: int, *, holds_cards: bool) -> Event:
    """Returns the event for chips that a player adds: a remark, or a `TopUp` that adds the chips to his stack at once.

    The event is a remark if the player holds cards. He may buy chips during a hand, but the room gives him the chips
    after the hand. If he bets more than his stack, rule B412 finds it. The event is also a remark if the line names
    nobody at the table.
    """
    return Remark(seat, "other", line) if holds_cards or seat == STRANGER else TopUp(seat, amount, line)
