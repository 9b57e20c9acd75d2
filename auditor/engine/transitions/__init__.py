"""Transitions: how each event, lawful or not, changes the table. Nothing here judges, nothing raises on input."""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.events import (
    Announced,
    Ante,
    Borrowed,
    BringIn,
    Burn,
    Call,
    Changed,
    Check,
    Clocked,
    Collect,
    Community,
    Cut,
    Deal,
    Declared,
    Dropped,
    Elsewhere,
    Event,
    Exposed,
    Fold,
    Hidden,
    Illegible,
    LogEnd,
    Misdeal,
    Motion,
    Muck,
    Opens,
    PotTotal,
    Rake,
    Remark,
    Removed,
    Return,
    Reveal,
    Show,
    Shuffle,
    StackAfter,
    Street,
    TopUp,
    Void,
    Wager,
    Won,
)
from auditor.engine.table import Table
from auditor.engine.transitions import betting, conduct, dealing, showing

# `Any`: each names the type of event it is for, and is called with no other.
Move = Callable[[Table, Any], None]


def believe(table: Table, event: Event) -> None:
    """Apply one event as logged."""
    MOVES[type(event)](table, event)
    table.event += 1


# The function for each type of event. The caller counts the events.
MOVES: Final[dict[type[Event], Move]] = {
    Ante: dealing.ante,
    Street: dealing.begin_street,
    Deal: dealing.deal,
    Burn: dealing.burn,
    Community: dealing.community,
    Opens: betting.opens,
    BringIn: betting.bring_in,
    Fold: betting.fold,
    Check: betting.check,
    Clocked: betting.clocked,
    Dropped: betting.fold,
    Call: betting.call,
    Wager: betting.wager,
    Return: betting.returned,
    TopUp: conduct.top_up,
    Removed: conduct.removed,
    Borrowed: conduct.borrowed,
    Changed: conduct.nothing,
    Elsewhere: conduct.elsewhere,
    Motion: conduct.nothing,
    Hidden: conduct.nothing,
    Show: showing.show,
    Muck: showing.muck,
    Reveal: showing.reveal,
    Collect: showing.collect,
    Rake: showing.rake,
    PotTotal: showing.pot_total,
    Won: showing.won,
    StackAfter: showing.stack_after,
    Misdeal: dealing.misdeal,
    Void: showing.void,
    Illegible: showing.lose,
    Remark: showing.remark,
    Shuffle: conduct.nothing,
    Cut: conduct.nothing,
    Exposed: dealing.exposed,
    Announced: conduct.announced,
    Declared: conduct.nothing,
    LogEnd: conduct.nothing,
}
