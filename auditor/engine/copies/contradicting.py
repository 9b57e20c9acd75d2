"""Whether two records of one deal contradict each other. Two that differ only in which cards are known do not.

Players save the log of one deal each for himself: a card that one copy names may be hidden in another, or, where logs
of that kind leave such cards out, not be there at all. So cards are compared by their place, all else line by line.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand, Records

# What one copy of a log tells and another leaves out.
ASIDES: Final = (
    e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter,
    e.Shuffle, e.Cut, e.Exposed, e.Announced, e.Declared,
)  # fmt: skip

# How cards may lie, and what a log must record to have a line for every card that lies so.
_DOWN: Final = Records.EVERY_DOWN_CARD
_UP: Final = Records.EVERY_UP_CARD
_BURNED: Final = Records.BURNS
# A seat (0: no seat's), a street, and how the cards lie there.
_Place = tuple[int, int, int]


class _Story:
    """A record taken apart: what was done, in order, and which cards lie where, in the order they came there."""

    def __init__(self, hand: Hand) -> None:
        self.records: Final = hand.records
        self.acts: Final[list[e.Event]] = []
        self.cards: Final[defaultdict[_Place, list[int]]] = defaultdict(list)
        street = 0
        for event in hand.events:
            if isinstance(event, e.Deal):
                self.cards[event.seat, street, _DOWN] += event.down
                self.cards[event.seat, street, _UP] += event.up
            elif isinstance(event, e.Community):
                self.cards[0, street, _UP].append(event.card)
            elif isinstance(event, e.Burn):
                self.cards[0, street, _BURNED].append(event.card)
            elif not isinstance(event, ASIDES):
                self.acts.append(event)
                if isinstance(event, e.Street):
                    street = event.street


def contradict(one: Hand, other: Hand) -> bool:
    """Whether both cannot be true of the same deal."""
    if _differ(one, other):
        return True
    mine, theirs = _Story(one), _Story(other)
    if len(mine.acts) != len(theirs.acts):
        return True
    if any(not agree(event, against) for event, against in zip(mine.acts, theirs.acts, strict=True)):
        return True
    return any(not _agree_at(place, mine, theirs) for place in mine.cards.keys() | theirs.cards.keys())


def _differ(one: Hand, other: Hand) -> bool:
    """Whether what stands above the events differs where both say something."""
    if one.structure != other.structure or one.unit.minor != other.unit.minor:
        return True
    pairs: list[tuple[object, object]] = [
        (one.stakes.ante, other.stakes.ante),
        (one.stakes.bring_in, other.stakes.bring_in),
        (one.stakes.small_bet, other.stakes.small_bet),
        (one.stakes.big_bet, other.stakes.big_bet),
        (one.button or None, other.button or None),
        (one.played or None, other.played or None),
    ]
    theirs = {seat.number: seat for seat in other.seats}
    for seat in one.seats:
        against = theirs.pop(seat.number, None)
        if against is None:
            return True
        pairs += [(seat.player or None, against.player or None), (seat.stack, against.stack)]
    return bool(theirs) or any(mine != their for mine, their in pairs if mine is not None and their is not None)


def agree(event: e.Event, against: e.Event) -> bool:
    """Whether two lines of the play may both be true."""
    if type(event) is not type(against) or event.seat != against.seat:
        return False
    if isinstance(event, e.Show) and isinstance(against, e.Show):
        return len(event.cards) == len(against.cards) and may_be_same(event.cards, against.cards)
    return event.words() == against.words()


def _agree_at(place: _Place, mine: _Story, theirs: _Story) -> bool:
    """Whether the same cards may lie at a place; fewer do where a log need not tell every one that lies so."""
    some, others = mine.cards.get(place, []), theirs.cards.get(place, [])
    _, _, recorded = place
    if len(some) != len(others):
        shorter = mine if len(some) < len(others) else theirs
        if shorter.records & recorded:
            return False
    return may_be_same(some, others)


def may_be_same(some: Sequence[int], others: Sequence[int]) -> bool:
    """Whether each pair of cards is equal or one of it unseen, as far as both go."""
    return all(UNSEEN in (one, other) or one == other for one, other in zip(some, others, strict=False))
