"""The shuffle and the cut before the deal, in a log that records them."""

from auditor.engine.events import Ante, Cut, Event, Shuffle
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.law import deck
from auditor.engine.phases import HAND_OVER
from auditor.engine.table import Table


def shuffled_before_the_antes(table: Table) -> int:
    """Returns the index (in the list of events) of the last shuffle before the first card, if an ante follows that
    shuffle; else -1. Raises `Unseen` if the log does not keep the order of the antes.
    """
    shuffle = _last(table, Shuffle)
    if shuffle >= 0 and not table.hand.records & Records.ANTES_IN_PLACE:
        raise Unseen
    return shuffle if shuffle < _last(table, Ante) else -1


def is_uncut(table: Table) -> bool:
    """Whether the log has a shuffle before the first card, and no cut between the last such shuffle and that card."""
    return _last(table, Shuffle) > _last(table, Cut)


def _last(table: Table, kind: type[Event]) -> int:
    """Returns the index (in the list of events) of the last event of a type before the current event; -1 if there is
    none.
    """
    events = table.hand.events
    return next((at for at in range(table.event - 1, -1, -1) if isinstance(events[at], kind)), -1)


def is_in_mid_hand(table: Table, event: Shuffle | Cut) -> bool:
    """Whether it is wrong to shuffle or cut the deck now: cards of this hand are out, and more cards or bets are to
    come. If the deck may be too short for seventh street, the answer is false, because the dealer may then mix cards
    into it. A cut right after a shuffle is not judged again, because the shuffle was judged.
    """
    if not table.dealt or table.void or table.phase == HAND_OVER or deck.may_run_out(table):
        return False
    if isinstance(event, Cut) and isinstance(table.hand.events[table.event - 1], Shuffle):
        return False
    return table.street < 7 or bool(table.waiting)
