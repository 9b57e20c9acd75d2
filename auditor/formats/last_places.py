"""Finds where in the events of a hand each seat plays and gets cards for the last time."""

from collections.abc import Container, Sequence
from typing import Final

from auditor.engine.events import ACTS, Collect, Deal, Event, Fold, Muck, PotTotal, Return, Show, Street, Won

PAYS: Final = (Return, Collect, Won, PotTotal)
_PLAYS: Final = (*ACTS, Return, Show, Collect, Won)  # without `Muck`: some logs state it for all who did not show


class LastPlaces:
    """The last places of the seats of a hand. A place is the index of an event in `events`; -1 stands for no place.
    `moved` are folds (by `id`) that do not count, because they move to the turn of their seat.

    - `last_act` is the place of the last act of any seat.
    - `muck_at_the_showdown` are the seats that muck after another seat has shown. It is empty if a seat mucks that
      folded before, because the log then lists every hand that was not shown, as OnGame does.
    """

    def __init__(self, events: Sequence[Event], moved: Container[int]) -> None:
        self._played: Final[dict[int, int]] = {}
        self._acted: Final[dict[int, int]] = {}
        self._dealt: Final[dict[int, int]] = {}
        self._dealt_up: Final[dict[int, int]] = {}  # how many seats get up cards, by the place of the `Street` event
        self.last_act = -1
        self.muck_at_the_showdown: Final = _mucking_at_the_showdown(events)
        street = 0
        for place, event in enumerate(events):
            if isinstance(event, Street):
                street = place
            elif isinstance(event, Deal) and event.up:
                self._dealt_up[street] = self._dealt_up.get(street, 0) + 1
            if isinstance(event, PAYS) and not event.amount:
                continue  # such as the line of a summary which states that a seat won 0
            if isinstance(event, _PLAYS) and id(event) not in moved:
                self._played[event.seat] = place
                if isinstance(event, ACTS):
                    self._acted[event.seat] = self.last_act = place
            elif isinstance(event, Deal) and (event.down or event.up):
                self._dealt[event.seat] = place

    @property
    def dealt(self) -> frozenset[int]:
        """The seats that get cards."""
        return frozenset(self._dealt)

    def plays_from(self, seat: int, place: int) -> bool:
        """Whether the seat acts, shows or is paid at `place` or later."""
        return self._played.get(seat, -1) >= place

    def acts_from(self, seat: int, place: int) -> bool:
        """Whether the seat acts at `place` or later."""
        return self._acted.get(seat, -1) >= place

    def gets_cards_from(self, seat: int, place: int) -> bool:
        """Whether the seat gets a card at `place` or later."""
        return self._dealt.get(seat, -1) >= place

    def street_deals_up_cards(self, place: int) -> bool:
        """Whether several seats get up cards on the street that begins at `place`."""
        return self._dealt_up.get(place, 0) > 1

    def others_get_up_cards_from(self, place: int) -> bool:
        """Whether several seats get up cards on a street that begins at `place` or later."""
        return any(seats > 1 for at, seats in self._dealt_up.items() if at >= place)


def _mucking_at_the_showdown(events: Sequence[Event]) -> frozenset[int]:
    shows = next((place for place, event in enumerate(events) if isinstance(event, Show)), len(events))
    mucking = {event.seat for event in events[shows:] if isinstance(event, Muck)}
    folded = {event.seat for event in events if isinstance(event, Fold)}
    return frozenset() if mucking & folded else frozenset(mucking)
