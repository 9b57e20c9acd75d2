"""The places of events: the street and the number on that street. They are the addresses of steps."""

from collections.abc import Sequence
from typing import NamedTuple

from auditor.engine.hand import Hand
from auditor.web.hands.sections import ANTES, numbers_of


class Place(NamedTuple):
    """One step. `street` is a section: 0 the antes, 3 to 7, 8 the showdown, 9 the settlement. `number` counts the
    events of the section from 1, `event` those of the hand from 0.
    """

    street: int
    number: int
    event: int

    @property
    def address(self) -> str:
        """`6.4`."""
        return f"{self.street}.{self.number}"


def places_of(hand: Hand) -> list[Place]:
    """The place of every event, in the order of the log."""
    places: list[Place] = []
    street, number = ANTES, 0
    for index, here in enumerate(numbers_of(hand)):
        number = number + 1 if here == street else 1
        street = here
        places.append(Place(street, number, index))
    return places


class Ways(NamedTuple):
    """The links of a step; `None` for a step that does not exist."""

    first: Place | None
    previous: Place | None
    next: Place | None
    last: Place | None
    previous_street: Place | None
    next_street: Place | None
    previous_finding: Place | None
    next_finding: Place | None


def ways_from(places: Sequence[Place], here: int, found: frozenset[int]) -> Ways:
    """The links of the step of the event `here`; `found` are the events with findings.

    The previous street is the beginning of this street, unless the step is already there.
    """
    before, after = places[:here], places[here + 1 :]
    return Ways(
        first=before[0] if before else None,
        previous=before[-1] if before else None,
        next=after[0] if after else None,
        last=after[-1] if after else None,
        previous_street=next((each for each in reversed(before) if each.number == 1), None),
        next_street=next((each for each in after if each.number == 1), None),
        previous_finding=next((each for each in reversed(before) if each.event in found), None),
        next_finding=next((each for each in after if each.event in found), None),
    )
