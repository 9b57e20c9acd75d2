"""Parameters of order at the table: the clock, and how players behave."""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import choice, flag, whole

CLOCK: Final = (
    whole(
        "clock.time", 0, 3600, "How many seconds a seat has to act before the countdown; 0 where none are laid down."
    ),
    whole("clock.countdown", 0, 3600, "How many seconds the countdown gives after that."),
    choice(
        "clock.runs",
        c.ClockRuns,
        "When the time of a seat begins.",
        "when its turn comes",
        "when somebody calls the clock on it; a log shows that by the time it allows",
    ),
    whole("clock.tolerance", 0, 60, "How many seconds a clock may be off."),
    choice(
        "clock.out_of_time",
        c.ClockOutOfTime,
        "What becomes of a seat whose time runs out.",
        "with chips in the pot it is all-in for them (clocked), without it is folded",
        "it is folded",
        "it checks where that is free, else it is folded",
    ),
    flag("clock.ante_counts", "An ante counts as chips in the pot when time runs out."),
    choice(
        "clock.reconnection",
        c.ClockReconnection,
        "How much time a seat has that was disconnected and comes back before its time is over.",
        "what it had left and the countdown once more",
        "the countdown, from the moment it is back",
        "what it had left",
    ),
    choice(
        "clock.reconnections",
        c.ClockReconnections,
        "How often in one act it gets that time.",
        "once",
        "each time",
    ),
    flag("clock.disconnect_needs_money", "A disconnected seat is clocked only where it has chips in the pot."),
    choice(
        "clock.pot",
        c.ClockPot,
        "Which chips a clocked seat can win.",
        "as many of each other seat as it put in itself, as in an all-in",
        "all that lay in the pot at that moment",
    ),
)

CONDUCT: Final = (
    flag("conduct.in_sight", "Cards and chips stay in sight."),
    flag("conduct.hole_cards", "Nobody shows a down card while the hand is played."),
    flag("conduct.short_stack_plays", "Nobody is folded for want of chips."),
)
