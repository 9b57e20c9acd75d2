"""Merges two records of one deal that do not contradict each other: the result has every card that either of them
knows.

The fuller record is the base. A whole record comes before a cut one; of two whole records, the more readable and more
detailed one is the base. The other record fills in unseen cards and missing lines. Nothing is invented. The order of
the two arguments does not change which cards are known.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.copies.agreeing import agree
from auditor.engine.copies.card_alignment import DEALS
from auditor.engine.copies.side import ASIDES
from auditor.engine.hand import Hand, Records, Seat, Stakes, Unit

# What the other record can complete.
_FILLED: Final = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD


def merged(one: Hand, other: Hand) -> Hand:
    """One hand from both records. Events keep the line numbers of the base; events of the other record have line 0."""
    base, more = sorted((one, other), key=_rank)
    known = {seat.number: seat for seat in more.seats}
    seats = [_seated(seat, known.get(seat.number, seat)) for seat in base.seats]
    mine, theirs = base.stakes, more.stakes
    return Hand(
        base.game,
        tuple(seats),
        Stakes(
            _known(mine.ante, theirs.ante),
            _known(mine.bring_in, theirs.bring_in),
            _known(mine.small_bet, theirs.small_bet),
            _known(mine.big_bet, theirs.big_bet),
        ),
        tuple(Filling(base, more).filled()),
        _recorded(base, more),
        structure=base.structure,
        unit=Unit(base.unit.currency or more.unit.currency, base.unit.minor),
        room=base.room,
        number=base.number,
        table=base.table or more.table,
        tournament=base.tournament or more.tournament,
        house=base.house or more.house,
        played=base.played or more.played,
        local=base.local or more.local,
        button=base.button or more.button,
        first_dealt=base.first_dealt or more.first_dealt,
        most_seats=base.most_seats or more.most_seats,
    )


def _known(mine: int | None, theirs: int | None) -> int | None:
    return theirs if mine is None else mine


def _seated(seat: Seat, known: Seat) -> Seat:
    return Seat(
        seat.number,
        seat.player or known.player,
        seat.stack if seat.stack is not None else known.stack,
        seat.dealt_in,
    )


def _rank(hand: Hand) -> tuple[bool, int, int, int, str]:
    """The sort key that chooses the base: a whole record first, then fewer unreadable lines, then more acts, then more
    known cards.
    """
    illegible = len([event for event in hand.events if isinstance(event, e.Illegible)])
    done = len([event for event in hand.events if not isinstance(event, (*ASIDES, *DEALS))])
    known = sum([event.mask.bit_count() for event in hand.events if isinstance(event, e.Deal)])
    return not _is_whole(hand), illegible, -done, -known, hand.digest()


def _is_whole(hand: Hand) -> bool:
    end = hand.events[-1] if hand.events else None
    return isinstance(end, e.LogEnd) and end.complete


def _recorded(base: Hand, more: Hand) -> int:
    """The `Records` of the merged hand: the lines are those of the base, and only cards are filled in."""
    legible = not any(isinstance(event, e.Illegible) for event in more.events)
    return base.records | (more.records & _FILLED if legible and _is_whole(more) else 0)


# Nobody shows more often than this: once on each street and once at the end.
_SHOWS: Final = 6
# A seat and a street.
_Place = tuple[int, int]


class _Lain:
    """The cards of a place, face down and face up, the number of lines that dealt them, and the spelling of odd ones.
    `down_from` and `up_from` count the cards that already stand in the result; `lines` counts the lines to come.
    """

    __slots__ = ("down", "down_from", "lines", "spelled", "up", "up_from")

    def __init__(self) -> None:
        self.down: list[int] = []
        self.up: list[int] = []
        self.spelled: deque[str] = deque()
        self.lines = self.down_from = self.up_from = 0


class Filling:
    """The cards of both records together.

    Where the line that begins a street is unreadable, a record does not know on which street a card came. It then only
    names cards that are unseen in the base.
    """

    def __init__(self, base: Hand, more: Hand) -> None:
        self._base: Final = base
        self._places: Final = _places(base)
        self._more: Final = _places(more)
        self._seats: Final = {seat.number for seat in base.seats}
        legible = not any(isinstance(event, e.Illegible) for event in more.events)
        self._adds: Final = legible or _streets(base) == _streets(more)
        self._shows: Final[defaultdict[int, list[e.Show]]] = defaultdict(list)
        self._reveals: Final = [event for event in more.events if isinstance(event, e.Reveal)]
        for event in more.events:
            if isinstance(event, e.Show):
                self._shows[event.seat].append(event)
        for place, lain in self._places.items():
            known = self._more.get(place)
            if known is not None:
                lain.down = self._together(lain.down, known.down)
                lain.up = self._together(lain.up, known.up)
        # Cards for which the base has no line, by street.
        self._lacking: Final[defaultdict[int, list[tuple[int, _Lain]]]] = defaultdict(list)
        for (seat, street), lain in sorted(self._more.items(), key=lambda item: item[0]):
            if self._adds and seat in self._seats and (seat, street) not in self._places:
                self._lacking[street].append((seat, lain))

    def filled(self) -> list[e.Event]:
        """The events of the base with everything that the other record adds, each in its place."""
        events: list[e.Event] = []
        known = {event.words() for event in self._base.events}
        street = 0
        last = len(self._base.events) - 1
        for at, event in enumerate(self._base.events):
            if not isinstance(event, e.Deal) and events and isinstance(events[-1], e.Deal | e.Street):
                events += self._left_over(street)
            if isinstance(event, e.Street):
                street = event.street
            if at == last and isinstance(event, e.LogEnd):
                events += [aside for aside in self._reveals if aside.words() not in known]
            events.append(self._fuller(event, street))
        return events

    def _fuller(self, event: e.Event, street: int) -> e.Event:
        if isinstance(event, e.Deal):
            lain = self._places[event.seat, street]
            known = self._more.get((event.seat, street))
            lain.lines -= 1
            down = _taken(lain.down, lain.down_from, len(event.down), lain.lines == 0)
            up = _taken(lain.up, lain.up_from, len(event.up), lain.lines == 0)
            lain.down_from += len(down)
            lain.up_from += len(up)
            spelled = event.spelled or (known.spelled.popleft() if known and known.spelled else "")
            return _clocked(e.Deal(event.seat, down, up, spelled, event.line), event)
        if isinstance(event, e.Show) and UNSEEN in event.cards:
            cards = self._seen_by_the_other(event)
            return _clocked(e.Show(event.seat, cards, event.high, event.low, event.line), event)
        return event

    def _seen_by_the_other(self, event: e.Show) -> tuple[int, ...]:
        """The cards of this show, with those that only the other record has seen."""
        for known in self._shows[event.seat][:_SHOWS]:
            if len(known.cards) == len(event.cards) and agree(event, known, whole=True):
                return _filled_in(event.cards, known.cards)
        return event.cards

    def _left_over(self, street: int) -> list[e.Event]:
        """Cards of this street for which the base has no line at all."""
        return [
            e.Deal(seat, tuple(lain.down), tuple(lain.up), lain.spelled[0] if lain.spelled else "")
            for seat, lain in self._lacking.pop(street, ())
        ]

    def _together(self, mine: list[int], theirs: list[int]) -> list[int]:
        """The cards of one place: a card that is unseen or missing in one record is taken from the other."""
        if len(mine) == len(theirs):
            return [against if card == UNSEEN else card for card, against in zip(mine, theirs, strict=True)]
        if not self._adds:
            return mine
        longer, shorter = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
        return list(_filled_in(longer, shorter))


def _streets(hand: Hand) -> list[int]:
    return [event.street for event in hand.events if isinstance(event, e.Street)]


def _clocked(event: e.Event, as_told: e.Event) -> e.Event:
    event.clock = as_told.clock
    return event


def _places(hand: Hand) -> dict[_Place, _Lain]:
    places: defaultdict[_Place, _Lain] = defaultdict(_Lain)
    street = 0
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Deal):
            lain = places[event.seat, street]
            lain.down += event.down
            lain.up += event.up
            if event.spelled:
                lain.spelled.append(event.spelled)
            lain.lines += 1
    return dict(places)


def _taken(cards: list[int], start: int, number: int, last: bool) -> tuple[int, ...]:
    """The next `number` cards for a line; the last line of a place takes all that are left."""
    return tuple(cards[start:] if last else cards[start : start + number])


def _filled_in(cards: Sequence[int], against: Sequence[int]) -> tuple[int, ...]:
    """The longer of two lists of one hand. Its unseen cards become the cards of the other list that it does not name,
    in order.
    """
    longer, shorter = (cards, against) if len(cards) >= len(against) else (against, cards)
    named = frozenset(longer)
    missing = [card for card in shorter if card > UNSEEN and card not in named]
    return tuple([missing.pop(0) if card == UNSEEN and missing else card for card in longer])
