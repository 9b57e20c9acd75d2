"""Compares the cards of two records (logs) of one deal. Cards are compared by place, not line by line. A place is a
seat, together with how the cards lie: face up, face down or burned.

Each player saves a log from his own seat. So one log may name a card that another log hides, or does not mention. Some
formats have one line for several cards; others have one line for each card.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.copies.agreeing import may_be_same
from auditor.engine.copies.pairs import Pair, Verdict
from auditor.engine.copies.side import Side, infers_calls, one_may_be_strange
from auditor.engine.hand import Records

DEALS: Final = (e.Deal, e.Burn, e.Community)
# How a card lies: face down, face up or burned. Each value is a bit of `Records`. A record has this bit if its format
# has a line for every card that lies in this way.
_DOWN: Final = Records.EVERY_DOWN_CARD
_UP: Final = Records.EVERY_UP_CARD
_BURNED: Final = Records.BURNS
# A place: a seat number (0 for burned and community cards), and how the cards lie: `_DOWN`, `_UP` or `_BURNED`.
_Place = tuple[int, int]
# A card, and the index of the event that deals it.
_CardLine = tuple[int, int]


class _Street:
    """The cards that one record deals in one part of the hand, usually one street. Cards from the line `until` on are
    not compared.

    - `cards` has the cards of each place, in the order of the log.
    - `lines` has the indexes of the deal lines, under keys such as `Deal 3` (kind and seat).
    - `wrong` collects the lines that contradict the other record.
    - `hides` is true if the record may leave out cards of this part.
    - `shifts` is true if an unreadable line may have begun a street, so that cards may be on the wrong street.
    - `mixed` is true if the part may have cards of several streets, because the line that begins a street is unreadable
      or missing. Then all cards are treated as face up, because the record may not show which cards lie face down.
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
        """Whether the record may leave out some cards of this place, for example because of an unreadable line."""
        seat, how = place
        return self.hides or not self.side.records & how or (seat > 0 and self.side.misses(seat))


def beside(one: Side, other: Side, mine: range, theirs: range) -> list[Pair]:
    """Compares the deal lines of one part of two records: the events `mine` of the record `one`, and `theirs` of the
    record `other`. Returns the lines as pairs. The first deal line of a seat is paired with its first deal line in the
    other record, and so on. A line without a partner is a pair with `None`.
    """
    more, more_there = _next_street(one, mine), _next_street(other, theirs)
    unread = one.unread_in(mine) or other.unread_in(theirs)
    mixed = infers_calls(one, other) or ((more < mine.stop or more_there < theirs.stop) and unread)
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
    """Returns the index of the first line in this part that begins a street, not counting the first line of the part.
    If there is no such line, returns the end of the part. Usually the other record lacks such a line, because a new
    part begins at each street line that both records have.
    """
    return next((at for at in part[1:] if isinstance(side.events[at], e.Street)), part.stop)


def _judge(here: _Street, there: _Street, place: _Place) -> None:
    """Compares the cards of one place in both records. A place is a seat, together with how the cards lie: face up,
    face down or burned. A line that contradicts the other record is added to `wrong` of its own record.
    """
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
    """Whether two different cards of a seat are no contradiction, because the other record has one of them on another
    street. This is possible only after an unreadable line, which may have begun a street.
    """
    return (here.shifts and (seat, card) in there.side.dealt) or (there.shifts and (seat, against) in here.side.dealt)


def _laid_into(shorter: Sequence[_CardLine], longer: Sequence[_CardLine]) -> tuple[list[int], list[int]]:
    """Matches each card of the shorter list, in order, with a card of the longer list that may be the same card.
    Returns two lists of line indexes: the lines of the unmatched cards of the shorter list, and the lines of the
    unmatched cards of the longer list.

    Each card is matched with the first possible card, because this leaves the most cards for later matches.
    """
    odd, over = [], []
    nowhere = set()  # cards that were searched for and not found; they are not searched for again
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
