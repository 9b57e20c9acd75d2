"""Two records with one hand number: whether they are of one deal, and how their lines compare."""

from enum import StrEnum
from typing import NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand


class Verdict(StrEnum):
    """The result of comparing a line of one record with the other record."""

    SAME = "same"  # the line is in both records
    FULLER = "fuller"  # the line is in both records, but one record knows cards that the other hides
    ALONE = "alone"  # the line is in one record alone, which is allowed
    DIFFERS = "differs"  # the two records cannot both be true


class Pair(NamedTuple):
    """A line of the comparison: the index of the event in each record, or `None` if that record has no such event."""

    one: int | None
    other: int | None
    verdict: Verdict


def of_one_deal(one: Hand, other: Hand) -> bool:
    """Whether two records with the same hand number are of one deal. If one of them names its room, both must name the
    same room, because a room uses each number once.

    If no room is known, a number may be used twice. Then at least two door cards must be equal, and at least half of
    the door cards that both records have. Records of two different tables are never of one deal.
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
    """Returns the first card that each seat got face up, if the log shows the card."""
    doors: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, e.Deal) and event.up:
            doors.setdefault(event.seat, event.up[0])
    return {seat: card for seat, card in doors.items() if card != UNSEEN}
