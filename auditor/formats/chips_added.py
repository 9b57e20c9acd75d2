"""Chips that a player adds to his stack. All readers of logs with a line for added chips use this rule."""

from auditor.engine.events import STRANGER, Event, Remark, TopUp


def chips_added(seat: int, amount: int, line: int, *, holds_cards: bool) -> Event:
    """Returns the event of chips that a player adds. A player who holds cards may buy chips at any time, but the room
    gives them to him after the hand, so the line is only a remark. If he bets more than his stack, rule B412 finds it.
    A line that names nobody at the table is a remark too.
    """
    return Remark(seat, "other", line) if holds_cards or seat == STRANGER else TopUp(seat, amount, line)
