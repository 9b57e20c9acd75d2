"""Chooses the house (the set of rules) under which a command audits hands: one house, with readings of its clauses that
the user chose, or two houses to compare.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, Protocol

from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import in_use, load
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings, read_as
from auditor.engine.what_if import WhatIf

# A reading that the user chose: the key of a parameter and a value, such as `("cap.scope", "per_player")`.
Chosen = tuple[str, str]


class Judge(Protocol):
    """Chooses the house (the set of rules) for a hand, and audits the hand under that house."""

    def house_for(self, hand: Hand, /) -> House: ...

    def report(self, hand: Hand, house: House, /) -> Report: ...


class OneHouse:
    """Audits every hand under the house called `name`. If `name` is empty, each hand is audited under the house that
    its log names. If the log names no house, the house of the card room is used. If the card room has no house, the
    base of all houses (`ROOT`) is used. `chosen` lists the readings that the user chose: ways to understand a clause of
    the house.

    If `name` is not empty, raises `HouseRefused` in two cases: there is no such house, or there is no game in which
    this house has all the chosen readings.
    """

    def __init__(self, name: str = "", chosen: Sequence[Chosen] = ()) -> None:
        self.name: Final = name
        self._chosen: Final = chosen
        self._read: Final[dict[str, House]] = {}
        if name:
            _need_readings(name, chosen)

    def house_for(self, hand: Hand) -> House:
        """Returns the house for a hand, with the chosen readings. Raises `HouseRefused` if that house does not cover
        the game or has no such reading.
        """
        house = house_for(hand, self.name)
        return self._read_as_chosen(house) if self._chosen else house

    def report(self, hand: Hand, house: House) -> Report:
        """Audits a hand under the house. The report also says what changes if a clause of the house is understood in
        another way (another reading).
        """
        return audit_with_readings(hand, house)

    def _read_as_chosen(self, house: House) -> House:
        if house.digest not in self._read:
            self._read[house.digest] = _read_as(house, self._chosen)
        return self._read[house.digest]


class TwoHouses:
    """Audits every hand under two houses. `sensitive` counts the hands whose findings or payouts differ between the two
    houses. `alike` counts all other hands.
    """

    def __init__(self, first: OneHouse, second: OneHouse) -> None:
        self.first: Final = first
        self.second: Final = second
        self.sensitive = 0
        self.alike = 0
        self._other: Report | None = None

    def compared(self, report: Report) -> WhatIf:
        """Compares the two reports of the hand that was audited last: `report` under the first house, and the stored
        report under the second house. Returns the comparison, and adds the hand to `sensitive` or `alike`.
        """
        assert self._other is not None  # `self.report` was called before and stored the report under the second house
        what_if = WhatIf(report, self._other)
        if what_if.house_sensitive:
            self.sensitive += 1
        else:
            self.alike += 1
        return what_if

    def house_for(self, hand: Hand) -> House:
        """Returns the first house. Raises `HouseRefused` if the hand cannot be audited under one of the two houses, for
        example because that house does not cover the game.
        """
        self.second.house_for(hand)
        return self.first.house_for(hand)

    def report(self, hand: Hand, house: House) -> Report:
        """Audits a hand under both houses. Returns the report under the first house, and stores the report under the
        second house for `compared`.
        """
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
