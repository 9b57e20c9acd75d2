"""Two records with one hand number: whether they are of one deal, and how a line of one compares with a line of the
other.
"""

from enum import StrEnum
from typing import NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand


class Verdict(StrEnum):
    """How a line of one record compares with a line of the other."""

    SAME = "same"  # in both records
    FULLER = "fuller"  # the same, but one record knows cards that the other hides
    ALONE = "alone"  # in one record alone, which is allowed
    DIFFERS = "differs"  # both cannot be true


class Pair(NamedTuple):
    """A line of the comparison: the event of each record by its index, `None` where that one has none."""

    one: int | None
    other: int | None
    verdict: Verdict


def of_one_deal(one: Hand, other: Hand) -> bool:
    """Whether the two records are of one deal. A room numbers its own hands, so within a room they are. Without a room
    a number may be used twice: then at least two door cards, and half of those that both records have, must be the
    same. Records of two tables are never of one deal.
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
