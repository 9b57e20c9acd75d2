"""Belief: how each event, lawful or not, moves the table on. Nothing here judges, nothing raises on input."""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.belief import betting, dealing, showing
from auditor.engine.events import (
    Announced,
    Ante,
    BringIn,
    Burn,
    Call,
    Check,
    Collect,
    Community,
    Cut,
    Deal,
    Declared,
    Event,
    Exposed,
    Fold,
    Illegible,
    LogEnd,
    Misdeal,
    Muck,
    Opens,
    PotTotal,
    Rake,
    Remark,
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


def believe(table: Table, event: Event) -> None:
    """Apply one event as logged."""
    MOVES[type(event)](table, event)
    table.event += 1


# How the table moves at each type of event: the next one is for who believes to count.
MOVES: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    Ante: dealing.ante,
    Street: dealing.begin_street,
    Deal: dealing.deal,
    Burn: dealing.burn,
    Community: dealing.community,
    Opens: betting.opens,
    BringIn: betting.bring_in,
    Fold: betting.fold,
    Check: betting.check,
    Call: betting.call,
    Wager: betting.wager,
    Return: betting.returned,
    TopUp: betting.top_up,
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
    Shuffle: showing.nothing,
    Cut: showing.nothing,
    Exposed: showing.nothing,
    Announced: betting.announced,
    Declared: showing.nothing,
    LogEnd: showing.nothing,
}
