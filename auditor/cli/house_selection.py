"""The house that judges the hands of a command: one house, with chosen readings of its clauses, or two houses to
compare.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, Protocol

from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import in_use, load
from auditor.engine.house_of_hand import house_for, skipped_as
from auditor.engine.readings import audit_with_readings, read_as
from auditor.engine.what_if import WhatIf

# The name of a parameter, and the value that was chosen for its clause.
Chosen = tuple[str, str]


class Judge(Protocol):
    """Judges hands, one after the other."""

    def skipped_as(self, hand: Hand, /) -> str: ...

    def house_for(self, hand: Hand, /) -> House: ...

    def report(self, hand: Hand, house: House, /) -> Report: ...


class OneHouse:
    """Judges under the house called `name`, or under each hand's own house if `name` is empty. `chosen` are the
    readings to use.

    Raises `HouseRefused` if there is no such house, or if no game of the house has such a reading.
    """

    def __init__(self, name: str = "", chosen: Sequence[Chosen] = ()) -> None:
        self.name: Final = name
        self._chosen: Final = chosen
        self._read: Final[dict[str, House]] = {}
        if name:
            _need_readings(name, chosen)

    def skipped_as(self, hand: Hand) -> str:
        """Returns the game of the hand if the house does not audit this game; otherwise an empty text."""
        return skipped_as(hand, self.name)

    def house_for(self, hand: Hand) -> House:
        """Returns the house for a hand. Raises `HouseRefused` if that house does not cover the game or has no such
        reading.
        """
        house = house_for(hand, self.name)
        return self._read_as_chosen(house) if self._chosen else house

    def report(self, hand: Hand, house: House) -> Report:
        """Returns the report of a hand under the house, with the results of other readings."""
        return audit_with_readings(hand, house)

    def _read_as_chosen(self, house: House) -> House:
        if house.digest not in self._read:
            self._read[house.digest] = _read_as(house, self._chosen)
        return self._read[house.digest]


class TwoHouses:
    """Judges under two houses. A hand counts as `sensitive` if its findings or payouts differ between the houses."""

    def __init__(self, first: OneHouse, second: OneHouse) -> None:
        self.first: Final = first
        self.second: Final = second
        self.sensitive = 0
        self.alike = 0
        self._other: Report | None = None

    def compared(self, report: Report) -> WhatIf:
        """Compares the report of the last hand under the first house with the report under the second house. Counts the
        hand.
        """
        assert self._other is not None  # the hand was judged under both houses
        what_if = WhatIf(report, self._other)
        if what_if.house_sensitive:
            self.sensitive += 1
        else:
            self.alike += 1
        return what_if

    def skipped_as(self, hand: Hand) -> str:
        """Returns the game of the hand if one of the houses does not audit this game; otherwise an empty text."""
        return self.first.skipped_as(hand) or self.second.skipped_as(hand)

    def house_for(self, hand: Hand) -> House:
        """Returns the first house. Raises `HouseRefused` if one of the two houses cannot judge the hand."""
        self.second.house_for(hand)
        return self.first.house_for(hand)

    def report(self, hand: Hand, house: House) -> Report:
        """Returns the report under the first house. The report under the second house is kept for `compared`."""
        self._other = self.second.report(hand, self.second.house_for(hand))
        return self.first.report(hand, house)


def _read_as(house: House, chosen: Sequence[Chosen]) -> House:
    for key, value in chosen:
        house = read_as(house, key, value)
    return house


def _need_readings(name: str, chosen: Sequence[Chosen]) -> None:
    refusals: list[HouseRefused] = []
    file = in_use().file(name)
    for game, structure in product(file.games, file.structures):
        try:
            _read_as(load(name, game, structure), chosen)
        except HouseRefused as refused:
            refusals.append(refused)
        else:
            return
    raise refusals[0]
