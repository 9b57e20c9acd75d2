"""The parameters about order at the table: the clock, the conduct of players, and disputes."""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import choice, flag, whole

CLOCK: Final = (
    whole(
        "clock.time",
        0,
        3600,
        "How many seconds a seat has to act, before the countdown begins; 0 if the house sets no time.",
    ),
    whole(
        "clock.countdown",
        0,
        3600,
        "How many more seconds a seat gets (the countdown) after its time to act has run out.",
    ),
    choice(
        "clock.runs",
        c.ClockRuns,
        "When the time of a seat begins.",
        "when its turn comes",
        "when somebody calls the clock on the seat; the log then states the allowed time",
    ),
    whole("clock.tolerance", 0, 60, "By how many seconds the times in a log may be wrong."),
    choice(
        "clock.out_of_time",
        c.ClockOutOfTime,
        "What happens to a seat whose time runs out.",
        "a seat with chips in the pot is all-in for these chips (clocked); any other seat is folded",
        "the seat is folded",
        "the seat checks if it owes nothing; otherwise it is folded",
    ),
    flag(
        "clock.ante_counts",
        "When the time runs out, a seat that paid only its ante counts as having chips in the pot.",
    ),
    choice(
        "clock.reconnection",
        c.ClockReconnection,
        "How much time a disconnected seat gets if it reconnects before its time is over.",
        "the rest of its time, and the countdown once more",
        "the countdown, from the moment of the reconnection",
        "the time that was left",
    ),
    choice(
        "clock.reconnections",
        c.ClockReconnections,
        "How often a seat gets extra time if it reconnects several times in one turn.",
        "once",
        "each time",
    ),
    flag(
        "clock.disconnect_needs_money",
        "If a disconnected seat runs out of time, it becomes all-in only if it has chips in the pot.",
    ),
    choice(
        "clock.pot",
        c.ClockPot,
        "Which chips a seat can win after the clock made it all-in.",
        "from each other seat, as many chips as the all-in seat put in itself",
        "all chips that were in the pot at that moment",
    ),
)

CONDUCT: Final = (
    flag("conduct.in_sight", "Cards and chips stay in sight."),
    flag("conduct.hole_cards", "Nobody shows a down card while the hand is played."),
    flag(
        "conduct.short_stack_plays",
        "A player who has too few chips to match a bet may put in all his chips and keep his hand.",
    ),
)

DISPUTE: Final = (
    choice(
        "dispute.deadline",
        c.DisputeDeadline,
        "When the right to dispute a hand ends.",
        "the house sets no time",
        "when the next hand at the table begins",
        "a shown hand: when the next hand begins; the sum of a pot: when there is substantial action in the next hand;"
        " before a break: one minute after the pot is awarded",
    ),
)
