"""The cards of two records side by side. Cards are compared by the place where they lie, not by the lines of the log.

Players save the log of a deal each from their own seat. A card that one copy names may be hidden in another copy, or
missing where logs of that kind leave such cards out. One kind of log has one line for several cards; another has a line
for each card.
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
# How cards may lie, and what a log must record to have a line for every card that lies so.
_DOWN: Final = Records.EVERY_DOWN_CARD
_UP: Final = Records.EVERY_UP_CARD
_BURNED: Final = Records.BURNS
# A seat (0 for cards of no seat), and how the cards lie there.
_Place = tuple[int, int]
# A card and the line that names it.
_Told = tuple[int, int]


class _Street:
    """The cards of a part of a record, by place, in the order in which they came there; `lines` are the lines that
    deal.

    Only cards dealt before the line `until` are compared. `mixed`: an unreadable line may have begun another street, so
    the record may not know which of its cards lie face down.
    """

    def __init__(self, side: Side, part: range, until: int, mixed: bool) -> None:
        self.side: Final = side
        self.hides: Final = mixed or side.unread_before(part.stop) or side.stops_in(part)
        self.shifts: Final = side.unread_before(part.stop)
        self.mixed: Final = mixed
        self.cards: Final[defaultdict[_Place, list[_Told]]] = defaultdict(list)
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
        seat, how = place
        return self.hides or not self.side.records & how or (seat > 0 and self.side.misses(seat))


def beside(one: Side, other: Side, mine: range, theirs: range) -> list[Pair]:
    """The dealing lines of a part of both records as pairs, for each seat in their order."""
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
    """The index at which a street begins that only this record has; the end of the part where none does."""
    return next((at for at in part[1:] if isinstance(side.events[at], e.Street)), part.stop)


def _judge(here: _Street, there: _Street, place: _Place) -> None:
    """Marks the lines of both records that contradict each other about one place."""
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
    """Whether a reader may have put a card on another street in the other record."""
    return (here.shifts and (seat, card) in there.side.dealt) or (there.shifts and (seat, against) in here.side.dealt)


def _laid_into(shorter: Sequence[_Told], longer: Sequence[_Told]) -> tuple[list[int], list[int]]:
    """Places the fewer cards, in their order, among the more. Returns the lines of those without a place, and the lines
    of the cards left over.

    Each card goes to the first place that fits: that leaves the most places for the cards after it.
    """
    odd, over = [], []
    nowhere = set()  # it cannot be further down either: do not search twice
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
