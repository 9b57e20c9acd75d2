"""Gives each step of a hand two numbers: the street, and the place within the street. Both numbers are in the address
of the step's page: `6.4` is the fourth event of sixth street.
"""

from collections.abc import Sequence
from typing import NamedTuple

from auditor.engine.hand import Hand
from auditor.web.hands.sections import ANTES, numbers_of


class Place(NamedTuple):
    """The place of one step (event) in a hand.

    `street` is the section of the hand: 0 for the antes, 3 to 7 for the streets, 8 for the showdown, 9 for the
    settlement. `number` is the place of the event within the section, from 1. `event` is the index of the event in the
    hand, from 0.
    """

    street: int
    number: int
    event: int

    @property
    def address(self) -> str:
        """The address of the step, such as `6.4`: the fourth event of sixth street."""
        return f"{self.street}.{self.number}"


def places_of(hand: Hand) -> list[Place]:
    """Returns the place of every event of a hand, in the order of the log. The list index is the index of the event."""
    places: list[Place] = []
    street, number = ANTES, 0
    for index, here in enumerate(numbers_of(hand)):
        number = number + 1 if here == street else 1
        street = here
        places.append(Place(street, number, index))
    return places


class Ways(NamedTuple):
    """The links from the page of a step to other steps, such as the next step or the next finding. A link is `None` if
    there is no such step.
    """

    first: Place | None
    previous: Place | None
    next: Place | None
    last: Place | None
    previous_street: Place | None
    next_street: Place | None
    previous_finding: Place | None
    next_finding: Place | None


def ways_from(places: Sequence[Place], here: int, found: frozenset[int]) -> Ways:
    """Returns the links to other steps from the step with the event index `here`. `found` are the indexes of the events
    with findings.

    `previous_street` leads to the first step of the current street. If `here` is already that step, the link leads to
    the first step of the street before.
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
