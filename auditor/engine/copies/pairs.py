"""Decides whether two records (logs) with the same hand number are of the same deal. Also has the types for the result
of comparing their lines.
"""

from enum import StrEnum
from typing import NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand


class Verdict(StrEnum):
    """The result of comparing one line of a record with another record of the same deal."""

    SAME = "same"  # the line is in both records
    FULLER = "fuller"  # the line is in both records, and one record names cards that the other record hides
    ALONE = "alone"  # the line is only in one record, which is no contradiction
    DIFFERS = "differs"  # the line contradicts the other record


class Pair(NamedTuple):
    """A line of the comparison of two records: the index of the event in each record, and the verdict. An index is
    `None` if that record has no such event.
    """

    one: int | None
    other: int | None
    verdict: Verdict


def of_one_deal(one: Hand, other: Hand) -> bool:
    """Whether two records (logs) with the same hand number are of the same deal. If one of them names its card room,
    the other must name the same room: a room uses each number only once.

    If neither names a room, the same number may belong to two deals, because people who type in a hand often number it
    1. Then both records must deal cards to the same seats, and the door cards (first up cards) decide. Only seats whose
    door card is seen in both records count. At least two of these seats, and at least half of them, must have the same
    door card in both records. Without a room, records that name two different tables are never of the same deal.
    """
    if one.room or other.room:
        return one.room == other.room
    if one.table and other.table and one.table != other.table:
        return False
    if _dealt_in(one) != _dealt_in(other):
        return False
    mine, theirs = _doors(one), _doors(other)
    both = mine.keys() & theirs.keys()
    same = [seat for seat in both if mine[seat] == theirs[seat]]
    return len(same) > 1 and 2 * len(same) >= len(both)


def _dealt_in(hand: Hand) -> set[int]:
    """Returns the seats that got cards, also if the log does not show which cards."""
    return {event.seat for event in hand.events if isinstance(event, e.Deal)}


def _doors(hand: Hand) -> dict[int, int]:
    """Returns the door card of each seat: the first card that it got face up. A seat whose door card is unseen is left
    out.
    """
    doors: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, e.Deal) and event.up:
            doors.setdefault(event.seat, event.up[0])
    return {seat: card for seat, card in doors.items() if card != UNSEEN}
