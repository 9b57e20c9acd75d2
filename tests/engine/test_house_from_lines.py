"""A house is read back from the lines that it is kept as: to the same digest, and so to the same reports."""

from itertools import product

import pytest

from auditor.engine.audit import GAMES
from auditor.engine.hand import Game, Structure
from auditor.engine.house.house import house_from_lines
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load, names, shipped


@pytest.mark.parametrize("name", names())
def test_every_house_is_read_back_as_it_is(name: str) -> None:
    file = shipped().file(name)
    for game, structure in product(sorted(GAMES & set(file.games)), file.structures):
        house = load(name, game, structure)
        read = house_from_lines(house.canonical(), house)
        assert (read.digest, read.canonical()) == (house.digest, house.canonical())


def test_a_missing_parameter_takes_the_value_of_today() -> None:
    today = load("casino", Game.STUD)
    before = today.with_value("cap.wagers", "3")
    lines = before.canonical().splitlines()
    kept = [line for line in lines if not line.startswith("opener.tie ")]
    read = house_from_lines("\n".join([*kept, "opener.colour = red stated Once\\x20upon."]), today)
    assert read.digest == before.digest != today.digest
    assert house_from_lines("\n".join(lines), load("casino", Game.STUD)).cap_wagers == 3


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "house/1 casino stud fixed",
        "house/2 roberts stud fixed",
        "house/2 casino stud fixed\ncap.wagers = x stated -",
        "house/2 casino stud fixed\ncap.wagers = 4 certain -",
        "house/2 casino stud fixed\ncap.wagers = 4 stated",
        "house/2 casino stud fixed\ncap.wagers",
    ],
)
def test_what_cannot_be_read_is_refused(lines: str) -> None:
    with pytest.raises(HouseRefused):
        house_from_lines(lines, load("casino", Game.STUD, Structure.FIXED))
