"""What two records of one deal that do not contradict each other say together: every card that either of them knows.

The fuller record is the ground; the other fills in its unseen cards and what it leaves out. Nothing is invented, and
which of the two is given first makes no difference to what is known.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand, Seat, Stakes, Unit

# A seat and a street.
_Place = tuple[int, int]


def merged(one: Hand, other: Hand) -> Hand:
    """One hand of both records. The events stand on the lines of the fuller one, those only the other has on line 0."""
    ground, more = sorted((one, other), key=lambda hand: (-_known(hand), hand.digest()))
    told = {seat.number: seat for seat in more.seats}
    seats = [
        Seat(
            seat.number,
            seat.player or told[seat.number].player,
            seat.stack if seat.stack is not None else told[seat.number].stack,
            seat.dealt_in,
        )
        for seat in ground.seats
    ]
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
        tuple(_Filling(more).filled(ground)),
        ground.records | more.records,
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


def _known(hand: Hand) -> int:
    """How many cards a record knows where they were dealt."""
    return sum([event.mask.bit_count() for event in hand.events if isinstance(event, e.Deal)])


class _Filling:
    """What the other record knows: cards by seat and street, and what it says beside the play."""

    def __init__(self, hand: Hand) -> None:
        self.deals: Final[defaultdict[_Place, list[e.Deal]]] = defaultdict(list)
        self.shows: Final[defaultdict[int, list[e.Show]]] = defaultdict(list)
        self.asides: Final[list[e.Event]] = []
        self._lines: set[_Place] = set()
        street = 0
        for event in hand.events:
            if isinstance(event, e.Street):
                street = event.street
            elif isinstance(event, e.Deal):
                self.deals[event.seat, street].append(event)
            elif isinstance(event, e.Show):
                self.shows[event.seat].append(event)
            elif isinstance(event, e.Reveal):
                self.asides.append(event)

    def filled(self, ground: Hand) -> list[e.Event]:
        """The events of the ground with all that the other record adds, each where it belongs."""
        events: list[e.Event] = []
        told = {event.words() for event in ground.events}
        self._lines = _lines_of_cards(ground)
        street = 0
        for event in ground.events:
            if not isinstance(event, e.Deal) and events and isinstance(events[-1], e.Deal | e.Street):
                events += self._left_over(street)
            if isinstance(event, e.Street):
                street = event.street
            if isinstance(event, e.LogEnd):
                events += [aside for aside in self.asides if aside.words() not in told]
            events.append(self._fuller(event, street))
        return events

    def _fuller(self, event: e.Event, street: int) -> e.Event:
        if isinstance(event, e.Deal):
            waiting = self.deals.get((event.seat, street))
            if not waiting:
                return event
            other = waiting.pop(0)
            down, up = _together(event.down, other.down), _together(event.up, other.up)
            return e.Deal(event.seat, down, up, event.spelled or other.spelled, event.line)
        if isinstance(event, e.Show) and self.shows[event.seat]:
            cards = _together(event.cards, self.shows[event.seat].pop(0).cards)
            return e.Show(event.seat, cards, event.high, event.low, event.line)
        return event

    def _left_over(self, street: int) -> list[e.Event]:
        """Cards of this street for which the ground has no line at all."""
        deals: list[e.Event] = []
        for (seat, dealt_on), waiting in sorted(self.deals.items()):
            if dealt_on == street and (seat, street) not in self._lines:
                deals += [e.Deal(seat, each.down, each.up, each.spelled) for each in waiting]
                waiting.clear()
        return deals


def _lines_of_cards(hand: Hand) -> set[_Place]:
    """The seats and streets for which a record has a line that deals cards."""
    places = set()
    street = 0
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Deal):
            places.add((event.seat, street))
    return places


def _together(mine: Sequence[int], theirs: Sequence[int]) -> tuple[int, ...]:
    """The cards of one place: those of either record where the other's are unseen, or are not there at all."""
    longer, shorter = (mine, theirs) if len(mine) >= len(theirs) else (theirs, mine)
    return tuple(
        [shorter[index] if card == UNSEEN and index < len(shorter) else card for index, card in enumerate(longer)]
    )
