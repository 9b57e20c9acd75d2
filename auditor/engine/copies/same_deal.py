"""Whether two records with one number are of one deal at all. Within a room they are, for a room numbers its own hands;
where no room is told, a number may have been given twice, as when people type in what they argue about.
"""

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand


def of_one_deal(one: Hand, other: Hand) -> bool:
    """Whether a room says so, or else the door cards do: of those that both records tell at least two, and half of
    them, are the same. Records of two tables are not of one deal.
    """
    if one.room or other.room:
        return one.room == other.room
    if one.table and other.table and one.table != other.table:
        return False
    mine, theirs = _doors(one), _doors(other)
    both = mine.keys() & theirs.keys()
    same = [seat for seat in both if mine[seat] == theirs[seat]]
    return len(same) > 1 and 2 * len(same) >= len(both)


def _doors(hand: Hand) -> dict[int, int]:
    """The first card of each seat that lies face up, where the log shows it."""
    doors: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, e.Deal) and event.up:
            doors.setdefault(event.seat, event.up[0])
    return {seat: card for seat, card in doors.items() if card != UNSEEN}
