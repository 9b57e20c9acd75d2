"""What two records of one deal that do not contradict each other say together: every card that either of them knows.

The record that tells the whole hand is the ground, of two that do the one that can be read best and tells most; the
other fills in its unseen cards and what it leaves out. Nothing is invented, and which of the two is given first makes
no difference to what is known.
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

# What the other record makes whole.
_FILLED: Final = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD


def merged(one: Hand, other: Hand) -> Hand:
    """One hand of both records. The events stand on the lines of the ground, those only the other has on line 0."""
    ground, more = sorted((one, other), key=_rank)
    told = {seat.number: seat for seat in more.seats}
    seats = [_seated(seat, told.get(seat.number, seat)) for seat in ground.seats]
    mine, theirs = ground.stakes, more.stakes
    return Hand(
        ground.game,
        tuple(seats),
        Stakes(
            _said(mine.ante, theirs.ante),
            _said(mine.bring_in, theirs.bring_in),
            _said(mine.small_bet, theirs.small_bet),
            _said(mine.big_bet, theirs.big_bet),
        ),
        tuple(Filling(ground, more).filled()),
        _recorded(ground, more),
        structure=ground.structure,
        unit=Unit(ground.unit.currency or more.unit.currency, ground.unit.minor),
        room=ground.room,
        number=ground.number,
        table=ground.table or more.table,
        tournament=ground.tournament or more.tournament,
        house=ground.house or more.house,
        played=ground.played or more.played,
        local=ground.local or more.local,
        button=ground.button or more.button,
        first_dealt=ground.first_dealt or more.first_dealt,
        most_seats=ground.most_seats or more.most_seats,
    )


def _said(mine: int | None, theirs: int | None) -> int | None:
    return theirs if mine is None else mine


def _seated(seat: Seat, told: Seat) -> Seat:
    return Seat(
        seat.number,
        seat.player or told.player,
        seat.stack if seat.stack is not None else told.stack,
        seat.dealt_in,
    )


def _rank(hand: Hand) -> tuple[bool, int, int, int, str]:
    """Which of two is the ground: the whole one before one that is cut off, then the one with fewer illegible lines,
    then the one that tells more of what was done, then the one that knows more cards.
    """
    illegible = len([event for event in hand.events if isinstance(event, e.Illegible)])
    done = len([event for event in hand.events if not isinstance(event, (*ASIDES, *DEALS))])
    known = sum([event.mask.bit_count() for event in hand.events if isinstance(event, e.Deal)])
    return not _is_whole(hand), illegible, -done, -known, hand.digest()


def _is_whole(hand: Hand) -> bool:
    end = hand.events[-1] if hand.events else None
    return isinstance(end, e.LogEnd) and end.complete


def _recorded(ground: Hand, more: Hand) -> int:
    """What both together write down: the lines are those of the ground, and only cards are filled in."""
    legible = not any(isinstance(event, e.Illegible) for event in more.events)
    return ground.records | (more.records & _FILLED if legible and _is_whole(more) else 0)


# More often than this nobody shows: once on each street and once at the end.
_SHOWS: Final = 6
# A seat and a street.
_Place = tuple[int, int]


class _Lain:
    """The cards of a place, face down and face up, in how many lines they came there, and what stood for odd ones.
    `down_from` and `up_from` say how many of them are on a line already, `lines` how many lines are to come.
    """

    __slots__ = ("down", "down_from", "lines", "spelled", "up", "up_from")

    def __init__(self) -> None:
        self.down: list[int] = []
        self.up: list[int] = []
        self.spelled: deque[str] = deque()
        self.lines = self.down_from = self.up_from = 0


class Filling:
    """The cards of both records. Where nobody can read that a street began, a record does not know on which a card
    came: it only names cards that are there in the other, and unseen.
    """

    def __init__(self, ground: Hand, more: Hand) -> None:
        self._ground: Final = ground
        self._places: Final = _places(ground)
        self._more: Final = _places(more)
        self._seats: Final = {seat.number for seat in ground.seats}
        legible = not any(isinstance(event, e.Illegible) for event in more.events)
        self._adds: Final = legible or _streets(ground) == _streets(more)
        self._shows: Final[defaultdict[int, list[e.Show]]] = defaultdict(list)
        self._reveals: Final = [event for event in more.events if isinstance(event, e.Reveal)]
        for event in more.events:
            if isinstance(event, e.Show):
                self._shows[event.seat].append(event)
        for place, lain in self._places.items():
            told = self._more.get(place)
            if told is not None:
                lain.down = self._together(lain.down, told.down)
                lain.up = self._together(lain.up, told.up)
        # What the ground has no line for, by street.
        self._lacking: Final[defaultdict[int, list[tuple[int, _Lain]]]] = defaultdict(list)
        for (seat, street), lain in sorted(self._more.items(), key=lambda item: item[0]):
            if self._adds and seat in self._seats and (seat, street) not in self._places:
                self._lacking[street].append((seat, lain))

    def filled(self) -> list[e.Event]:
        """The events of the ground with all that the other record adds, each where it belongs."""
        events: list[e.Event] = []
        told = {event.words() for event in self._ground.events}
        street = 0
        last = len(self._ground.events) - 1
        for at, event in enumerate(self._ground.events):
            if not isinstance(event, e.Deal) and events and isinstance(events[-1], e.Deal | e.Street):
                events += self._left_over(street)
            if isinstance(event, e.Street):
                street = event.street
            if at == last and isinstance(event, e.LogEnd):
                events += [aside for aside in self._reveals if aside.words() not in told]
            events.append(self._fuller(event, street))
        return events

    def _fuller(self, event: e.Event, street: int) -> e.Event:
        if isinstance(event, e.Deal):
            lain = self._places[event.seat, street]
            told = self._more.get((event.seat, street))
            lain.lines -= 1
            down = _taken(lain.down, lain.down_from, len(event.down), lain.lines == 0)
            up = _taken(lain.up, lain.up_from, len(event.up), lain.lines == 0)
            lain.down_from += len(down)
            lain.up_from += len(up)
            spelled = event.spelled or (told.spelled.popleft() if told and told.spelled else "")
            return _clocked(e.Deal(event.seat, down, up, spelled, event.line), event)
        if isinstance(event, e.Show) and UNSEEN in event.cards:
            cards = self._shown_there(event)
            return _clocked(e.Show(event.seat, cards, event.high, event.low, event.line), event)
        return event

    def _shown_there(self, event: e.Show) -> tuple[int, ...]:
        """The cards of this show with those that the other record has seen in it."""
        for told in self._shows[event.seat][:_SHOWS]:
            if len(told.cards) == len(event.cards) and agree(event, told, whole=True):
                return _shown(event.cards, told.cards)
        return event.cards

    def _left_over(self, street: int) -> list[e.Event]:
        """Cards of this street for which the ground has no line at all."""
        return [
            e.Deal(seat, tuple(lain.down), tuple(lain.up), lain.spelled[0] if lain.spelled else "")
            for seat, lain in self._lacking.pop(street, ())
        ]

    def _together(self, mine: list[int], theirs: list[int]) -> list[int]:
        """The cards of one place: those of either record where the other's are unseen, or are not there at all."""
        if len(mine) == len(theirs):
            return [against if card == UNSEEN else card for card, against in zip(mine, theirs, strict=True)]
        if not self._adds:
            return mine
        longer, shorter = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
        return list(_shown(longer, shorter))


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
    """So many cards for a line, all that are left for the `last` one of its place."""
    return tuple(cards[start:] if last else cards[start : start + number])


def _shown(cards: Sequence[int], against: Sequence[int]) -> tuple[int, ...]:
    """The longer of two lists of one hand; its unseen cards are those of the other that it does not name, in order."""
    longer, shorter = (cards, against) if len(cards) >= len(against) else (against, cards)
    named = frozenset(longer)
    missing = [card for card in shorter if card > UNSEEN and card not in named]
    return tuple([missing.pop(0) if card == UNSEEN and missing else card for card in longer])
