"""Merges two records (logs) of one deal that do not contradict each other. The result has every card that at least one
of the records knows.

The more complete record, which `_rank` chooses, is the base. The other record adds cards that the base does not show,
and lines that the base lacks. Every card of the result is from one of the records. If the caller exchanges the two
records, the result has the same cards.
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

# The bits of `Records` which say that a log has a line for every dealt card. The merged hand can get these bits from
# both records, because one record completes the deal lines of the other record.
_FILLED: Final = Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD


def merged(one: Hand, other: Hand) -> Hand:
    """Returns one hand with the facts of two records (logs) of a deal. The more complete record is the base. The events
    of the base keep their line numbers. Deal lines that are added from the other record have line 0.
    """
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


def _rank(hand: Hand) -> tuple[bool, bool, int, int, int, str]:
    """Returns a sort key. The record with the lower key is the base of the merged hand.

    These properties make the key lower, the most important property first:

    - the log states the streets; the parser did not infer them
    - the record was not cut off
    - fewer unreadable lines
    - more acts
    - more known cards

    If the two records are equal in all of these properties, their digests decide.
    """
    unread = len([event for event in hand.events if isinstance(event, e.Unread)])
    done = len([event for event in hand.events if not isinstance(event, (*ASIDES, *DEALS))])
    known = sum([event.mask.bit_count() for event in hand.events if isinstance(event, e.Deal)])
    return _infers_streets(hand), not _is_whole(hand), unread, -done, -known, hand.digest()


def _infers_streets(hand: Hand) -> bool:
    return bool(hand.records & Records.INFERRED_CALLS)


def _is_whole(hand: Hand) -> bool:
    end = hand.events[-1] if hand.events else None
    return isinstance(end, e.LogEnd) and end.complete


def _recorded(base: Hand, more: Hand) -> int:
    """Returns the `Records` bits of the merged hand: the kinds of lines that the merged hand surely has. These are the
    bits of the more complete record (`base`), and the bits for deal lines of the other record (`more`).

    The bits of `more` are left out if `more` has an unreadable line or was cut off. They are also left out if the
    parser inferred the streets of only one of the two records.
    """
    if _infers_streets(base) != _infers_streets(more):
        return base.records
    legible = not any(isinstance(event, e.Unread) for event in more.events)
    return base.records | (more.records & _FILLED if legible and _is_whole(more) else 0)


# The highest number of show lines that are searched for each seat: one on each of the five streets, and one at the end.
_SHOWS: Final = 6
# The place where cards were dealt: a seat number and a street.
_Place = tuple[int, int]


class _CardsOfPlace:
    """The cards that one seat got on one street, in one record.

    - `down` are the cards face down, `up` the cards face up.
    - `spelled` are texts of the log, such as `1x`, that stand in the place of a card but name no card.
    - `down_from` and `up_from` count the cards that the merged hand already has.
    - `lines` counts the deal lines that are not yet merged.
    """

    __slots__ = ("down", "down_from", "lines", "spelled", "up", "up_from")

    def __init__(self) -> None:
        self.down: list[int] = []
        self.up: list[int] = []
        self.spelled: deque[str] = deque()
        self.lines = self.down_from = self.up_from = 0


class Filling:
    """Adds the cards of the other record (`more`) to the events of the more complete record (`base`).

    Suppose that `more` has an unreadable line, and that the street lines of `more` differ from the street lines of
    `base`. Then the unreadable line may have begun a street, so that later cards of `more` may be on the wrong street.
    In this case unseen cards of `base` are filled in from `more`, but no deal lines of `more` are added.

    If a parser inferred the streets of only one record, only the show lines and the lists of cards (`Reveal`) of `more`
    are used.
    """

    def __init__(self, base: Hand, more: Hand) -> None:
        self._base: Final = base
        self._places: Final = _places(base)
        self._more: Final = _places(more) if _infers_streets(base) == _infers_streets(more) else {}
        self._seats: Final = {seat.number for seat in base.seats}
        legible = not any(isinstance(event, e.Unread) for event in more.events)
        self._adds: Final = legible or _streets(base) == _streets(more)
        self._shows: Final[defaultdict[int, list[e.Show]]] = defaultdict(list)
        self._reveals: Final = [event for event in more.events if isinstance(event, e.Reveal)]
        for event in more.events:
            if isinstance(event, e.Show):
                self._shows[event.seat].append(event)
        for place, held in self._places.items():
            known = self._more.get(place)
            if known is not None:
                held.down = self._together(held.down, known.down)
                held.up = self._together(held.up, known.up)
        # The deal lines that only the other record has: the seat and its cards, by street.
        self._lacking: Final[defaultdict[int, list[tuple[int, _CardsOfPlace]]]] = defaultdict(list)
        for (seat, street), held in sorted(self._more.items(), key=lambda item: item[0]):
            if self._adds and seat in self._seats and (seat, street) not in self._places:
                self._lacking[street].append((seat, held))

    def filled(self) -> list[e.Event]:
        """Returns the events of the more complete record, with unseen cards filled in from the other record. Deal lines
        that only the other record has are added after the deal lines of their street. Lists of cards (`Reveal`) that
        only the other record has are added before the end of the log.
        """
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
                events += [_without_line(aside) for aside in self._reveals if aside.words() not in known]
            events.append(self._fuller(event, street))
        return events

    def _fuller(self, event: e.Event, street: int) -> e.Event:
        if isinstance(event, e.Deal):
            held = self._places[event.seat, street]
            known = self._more.get((event.seat, street))
            held.lines -= 1
            down = _taken(held.down, held.down_from, len(event.down), held.lines == 0)
            up = _taken(held.up, held.up_from, len(event.up), held.lines == 0)
            held.down_from += len(down)
            held.up_from += len(up)
            spelled = event.spelled or (known.spelled.popleft() if known and known.spelled else "")
            return _clocked(e.Deal(event.seat, down, up, spelled, event.line), event)
        if isinstance(event, e.Show) and UNSEEN in event.cards:
            cards = self._seen_by_the_other(event)
            return _clocked(e.Show(event.seat, cards, event.high, event.low, event.line), event)
        return event

    def _seen_by_the_other(self, event: e.Show) -> tuple[int, ...]:
        """Returns the cards of a show line. If some of them are unseen, they are taken from a show line of the other
        record.
        """
        for known in self._shows[event.seat][:_SHOWS]:
            if len(known.cards) == len(event.cards) and agree(event, known, whole=True):
                return _filled_in(event.cards, known.cards)
        return event.cards

    def _left_over(self, street: int) -> list[e.Event]:
        """Returns new deal lines for this street, for the cards that only the other record has."""
        return [
            e.Deal(seat, tuple(held.down), tuple(held.up), held.spelled[0] if held.spelled else "")
            for seat, held in self._lacking.pop(street, ())
        ]

    def _together(self, mine: list[int], theirs: list[int]) -> list[int]:
        """Merges the cards of one seat on one street from two records, `mine` and `theirs`. Unseen and missing cards of
        one record are taken from the other. But if one record has more cards and `_adds` is false, the two lists may be
        of different streets, so `mine` is returned unchanged.
        """
        if len(mine) == len(theirs):
            return [against if card == UNSEEN else card for card, against in zip(mine, theirs, strict=True)]
        if not self._adds:
            return mine
        longer, shorter = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
        return list(_filled_in(longer, shorter))


def _streets(hand: Hand) -> list[int]:
    return [event.street for event in hand.events if isinstance(event, e.Street)]


def _clocked(event: e.Event, original: e.Event) -> e.Event:
    event.clock = original.clock
    return event


def _without_line(event: e.Reveal) -> e.Reveal:
    """Returns the event without its line number, because the line is in the file of the other record."""
    return e.Reveal(event.seat, event.cards, up=event.up)


def _places(hand: Hand) -> dict[_Place, _CardsOfPlace]:
    places: defaultdict[_Place, _CardsOfPlace] = defaultdict(_CardsOfPlace)
    street = 0
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Deal):
            held = places[event.seat, street]
            held.down += event.down
            held.up += event.up
            if event.spelled:
                held.spelled.append(event.spelled)
            held.lines += 1
    return dict(places)


def _taken(cards: list[int], start: int, number: int, last: bool) -> tuple[int, ...]:
    """Returns the cards for one deal line of the merged hand: `number` cards, from the index `start` on. If the line is
    the `last` of the seat on this street, returns all cards from `start` on.
    """
    return tuple(cards[start:] if last else cards[start : start + number])


def _filled_in(cards: Sequence[int], against: Sequence[int]) -> tuple[int, ...]:
    """Merges two lists of cards of one seat. Returns the longer list. Each unseen card in it is replaced by a card that
    only the shorter list names, as long as there is one.
    """
    longer, shorter = (cards, against) if len(cards) >= len(against) else (against, cards)
    named = frozenset(longer)
    missing = [card for card in shorter if card > UNSEEN and card not in named]
    return tuple([missing.pop(0) if card == UNSEEN and missing else card for card in longer])
