"""Transitions: how each event of the log, lawful or not, changes the `Table` (the state of the game). A transition does
not judge whether the event is lawful, and raises no exception on any event.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.events import (
    Added,
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
    Unread,
    Void,
    Wager,
    Won,
)
from auditor.engine.table import Table
from auditor.engine.transitions import betting, conduct, dealing, showing

# The type of a transition. The event is `Any`, because each function takes only one type of event. Its signature names
# that type.
Move = Callable[[Table, Any], None]


def believe(table: Table, event: Event) -> None:
    """Changes the table by one event exactly as the log states it, even if the event is not lawful."""
    MOVES[type(event)](table, event)
    table.event += 1


# The transition for each type of event. These functions do not advance `table.event`; their caller does.
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
    Added: conduct.added,
    Rake: showing.rake,
    PotTotal: showing.pot_total,
    Won: showing.won,
    StackAfter: showing.stack_after,
    Misdeal: dealing.misdeal,
    Void: showing.void,
    Illegible: showing.lose,
    Unread: showing.lose,
    Remark: showing.remark,
    Shuffle: conduct.nothing,
    Cut: conduct.nothing,
    Exposed: dealing.exposed,
    Announced: conduct.announced,
    Declared: conduct.nothing,
    LogEnd: conduct.nothing,
}
