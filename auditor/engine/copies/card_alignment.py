"""Compares the cards of two records. Cards are compared by the place where they lie, not by the lines of the log.

Each player saves a log from his own seat. A card that one copy names may be hidden in another copy, or missing if logs
of that format leave such cards out. Some formats have one line for several cards; others have one line for each card.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.copies.agreeing import may_be_same
from auditor.engine.copies.pairs import Pair, Verdict
from auditor.engine.copies.side import Side, one_may_be_strange
from auditor.engine.hand import Records

DEALS: Final = (e.Deal, e.Burn, e.Community)
# The ways in which a card may lie. Each is the bit of `Records` for logs that have a line for every such card.
_DOWN: Final = Records.EVERY_DOWN_CARD
_UP: Final = Records.EVERY_UP_CARD
_BURNED: Final = Records.BURNS
# A seat (0 for burned and community cards), and the way in which the cards lie.
_Place = tuple[int, int]
# A card, and the index of the line that names the card.
_CardLine = tuple[int, int]


class _Street:
    """The cards of one part of a record, by place, in the order of the log. `lines` are the lines that deal the cards.

    Only cards before the line `until` are compared. `mixed` means that an unreadable line may have begun another
    street. Then the record may not show which of its cards lie face down.
    """

    def __init__(self, side: Side, part: range, until: int, mixed: bool) -> None:
        self.side: Final = side
        self.hides: Final = mixed or side.unread_before(part.stop) or side.stops_in(part)
        self.shifts: Final = side.unread_before(part.stop)
        self.mixed: Final = mixed
        self.cards: Final[defaultdict[_Place, list[_CardLine]]] = defaultdict(list)
        self.lines: Final[defaultdict[str, list[int]]] = defaultdict(list)
        self.wrong: Final[set[int]] = set()
        for at in part:
            event = side.events[at]
            if isinstance(event, DEALS):
                self.lines[f"{type(event).__name__} {event.seat}"].append(at)
                if at < until and at != side.shaky:
                    self._lay(event, at)

    def _lay(self, event: e.Event, at: int) -> None:
        if isinstance(event, e.Deal):
            self._lie(event.seat, _DOWN, event.down, at)
            self._lie(event.seat, _UP, event.up, at)
        elif isinstance(event, e.Community):
            self._lie(0, _UP, event.cards, at)
        elif isinstance(event, e.Burn):
            self._lie(0, _BURNED, event.cards, at)

    def _lie(self, seat: int, how: int, cards: Sequence[int], at: int) -> None:
        way = _UP if self.mixed and how == _DOWN else how
        self.cards[seat, way] += [(card, at) for card in cards]

    def need_not_have_all(self, place: _Place) -> bool:
        """Whether the record may lack cards of this place."""
        seat, how = place
        return self.hides or not self.side.records & how or (seat > 0 and self.side.misses(seat))


def beside(one: Side, other: Side, mine: range, theirs: range) -> list[Pair]:
    """Returns the dealing lines of a part of both records as pairs. The lines of each seat are paired in
    their order.
    """
    more, more_there = _next_street(one, mine), _next_street(other, theirs)
    mixed = (more < mine.stop or more_there < theirs.stop) and (one.unread_in(mine) or other.unread_in(theirs))
    until = more if other.stops_in(theirs) and not mixed else mine.stop
    until_there = more_there if one.stops_in(mine) and not mixed else theirs.stop
    here, there = _Street(one, mine, until, mixed), _Street(other, theirs, until_there, mixed)
    for place in here.cards.keys() | there.cards.keys():
        _judge(here, there, place)
    pairs = []
    for whose in here.lines.keys() | there.lines.keys():
        some, others = here.lines[whose], there.lines[whose]
        both = min(len(some), len(others))
        for a, b in zip(some[:both], others[:both], strict=True):
            wrong = a in here.wrong or b in there.wrong
            pairs.append(Pair(a, b, _verdict(one.events[a], other.events[b], wrong)))
        pairs += [Pair(at, None, _alone(at in here.wrong)) for at in some[both:]]
        pairs += [Pair(None, at, _alone(at in there.wrong)) for at in others[both:]]
    return pairs


def _next_street(side: Side, part: range) -> int:
    """Returns the index of the next street line in this part; only this record has such a line. Returns the end of the
    part if there is none.
    """
    return next((at for at in part[1:] if isinstance(side.events[at], e.Street)), part.stop)


def _judge(here: _Street, there: _Street, place: _Place) -> None:
    """Marks the lines of both records that contradict each other about the cards of one place."""
    some, others = here.cards.get(place, []), there.cards.get(place, [])
    if len(some) == len(others):
        for (card, a), (against, b) in zip(some, others, strict=True):
            if not may_be_same(card, against) and not _moved(here, there, place[0], card, against):
                here.wrong.add(a)
                there.wrong.add(b)
        return
    fewer, more = (here, there) if len(some) < len(others) else (there, here)
    shorter, longer = (some, others) if fewer is here else (others, some)
    if place[0] == e.STRANGER and one_may_be_strange(here.side, there.side):
        return
    odd, over = _laid_into(shorter, longer)
    card_of = {line: card for card, line in shorter}
    fewer.wrong.update([line for line in odd if not _moved(fewer, more, place[0], card_of[line], UNSEEN)])
    if not fewer.need_not_have_all(place) and not more.shifts:
        more.wrong.update(over)


def _moved(here: _Street, there: _Street, seat: int, card: int, against: int) -> bool:
    """Whether the parser of a log may have put one of the two cards on another street in the other record."""
    return (here.shifts and (seat, card) in there.side.dealt) or (there.shifts and (seat, against) in here.side.dealt)


def _laid_into(shorter: Sequence[_CardLine], longer: Sequence[_CardLine]) -> tuple[list[int], list[int]]:
    """Gives each card of the shorter list, in order, a card of the longer list that may be the same card. Returns two
    lists of lines: those of cards that found no such card, and those of cards in the longer list that were not used.

    Each card takes the first card that fits, because this leaves the most cards for the cards after it.
    """
    odd, over = [], []
    nowhere = set()  # cards that are not in the rest of the longer list; do not search for them again
    start = 0
    for card, line in shorter:
        at = start if card not in nowhere else len(longer)
        while at < len(longer) and not may_be_same(card, longer[at][0]):
            at += 1
        if at == len(longer):
            nowhere.add(card)
            odd.append(line)
            continue
        over += [left for _, left in longer[start:at]]
        start = at + 1
    return odd, over + [left for _, left in longer[start:]]


def _verdict(event: e.Event, against: e.Event, wrong: bool) -> Verdict:
    if wrong:
        return Verdict.DIFFERS
    return Verdict.SAME if event.words() == against.words() else Verdict.FULLER


def _alone(wrong: bool) -> Verdict:
    return Verdict.DIFFERS if wrong else Verdict.ALONE
