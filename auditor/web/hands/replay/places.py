"""Numbers the steps of a hand: by street, and within the street. These two numbers are the address of a step."""

from collections.abc import Sequence
from typing import NamedTuple

from auditor.engine.hand import Hand
from auditor.web.hands.sections import ANTES, numbers_of


class Place(NamedTuple):
    """The place of one step.

    `street` is the section of the hand: 0 for the antes, 3 to 7, 8 for the showdown, 9 for the settlement. `number` is
    the number of the event within the section, from 1. `event` is the index of the event in the hand, from 0.
    """

    street: int
    number: int
    event: int

    @property
    def address(self) -> str:
        """The address of the step, such as `6.4`: the fourth event of sixth street."""
        return f"{self.street}.{self.number}"


def places_of(hand: Hand) -> list[Place]:
    """Returns the place of every event, in the order of the log."""
    places: list[Place] = []
    street, number = ANTES, 0
    for index, here in enumerate(numbers_of(hand)):
        number = number + 1 if here == street else 1
        street = here
        places.append(Place(street, number, index))
    return places


class Ways(NamedTuple):
    """The links from a step to other steps. A link is `None` if there is no such step."""

    first: Place | None
    previous: Place | None
    next: Place | None
    last: Place | None
    previous_street: Place | None
    next_street: Place | None
    previous_finding: Place | None
    next_finding: Place | None


def ways_from(places: Sequence[Place], here: int, found: frozenset[int]) -> Ways:
    """Returns the links of the step of the event `here`. `found` are the events with findings.

    The link to the previous street leads first to the beginning of the current street, unless `here` is that beginning.
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
