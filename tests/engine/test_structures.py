"""Structures: under which house a hand of each is audited, and the bounds of its wagers in numbers."""

import importlib.resources

import pytest

from auditor.engine.hand import Game, Structure
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import Houses, load
from auditor.engine.house_of_hand import house_for
from auditor.engine.law import turn
from auditor.engine.table import seats_in
from tests.engine.transcripts import case_of, codes, open_amounts, report_of, settled, table_of

SEVEN = """house casino
structure pot
stakes bring-in 2 ante 1
stacks 500 500 500 500 500 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
4 [xx xx] 8s
5 [xx xx] Jc
6 [xx xx] Qd
7 [xx xx] 4h
1 brings in 2
"""
THREE = """house {house}
structure {structure}
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
1 brings in 3
"""


@pytest.mark.parametrize(
    ("reading", "most"), [("call_then_pot", 13), ("pot_before_call", 11), ("collected_pot", 9)], ids=["13", "11", "9"]
)
def test_seven_antes_of_1_bring_in_2_to_13(reading: str, most: int) -> None:
    """The most is 2 and the 9 that lie there, and the call of 2 beside; or without it; or 2 and the seven antes."""
    house = load("casino", Game.STUD, Structure.POT).with_value("betting.pot_limit", reading)
    assert open_amounts(house, SEVEN, 2) == (4, most)
    assert codes(report_of("casino", f"{SEVEN}2 raises to {most}\n", betting_pot_limit=reading)) == []
    assert codes(report_of("casino", f"{SEVEN}2 raises to {most + 1}\n", betting_pot_limit=reading)) == ["B414"]


@pytest.mark.parametrize(
    ("structure", "acts", "amounts"),
    [
        ("no", "", (13, 10**18)),
        ("no", "2 raises to 40\n", (77, 10**18)),
        ("no", "2 raises to 40\n3 raises to 90\n", (140, 10**18)),
        ("spread", "", (10, 20)),
        ("spread", "2 raises to 10\n", (20, 30)),
        ("spread", "2 raises to 20\n", (40,)),
        ("spread", "2 raises to 20\n3 raises to 40\n", (60,)),
    ],
)
def test_to_how_much_the_next_seat_may_wager(structure: str, acts: str, amounts: tuple[int, ...]) -> None:
    house = load("casino", Game.STUD, Structure(structure))
    text = THREE.format(house="casino", structure=structure) + acts
    assert open_amounts(house, text, seats_in(turn.due(table_of(text), house))[0]) == amounts


@pytest.mark.parametrize("structure", list(Structure))
def test_a_hand_goes_to_its_house_in_its_structure(structure: Structure) -> None:
    hand = case_of(THREE.format(house="casino", structure=structure)).hand
    house = house_for(hand, "casino")
    assert (house.name, house.game, house.structure) == ("casino", Game.STUD, structure)


@pytest.mark.parametrize("structure", [Structure.POT, Structure.NO, Structure.SPREAD])
def test_a_structure_that_the_house_does_not_cover_is_filled_and_assumed(structure: Structure) -> None:
    """What the house says of its own structures does not hold there: no cap of four, no full opening."""
    fixed, house = load("merge", Game.STUD), load("merge", Game.STUD, structure)
    assert (fixed.cap_wagers, fixed.bring_in_full_opening, fixed.betting_fixed) == (4, True, True)
    assert (house.cap_wagers, house.bring_in_full_opening, house.betting_fixed) == (0, False, False)
    assert {setting.status for setting in house.settings.values()} == {"assumed", "universal"}
    assert house.setting("bring_in.tie").clause == fixed.setting("bring_in.tie").clause


def test_a_house_on_another_is_filled_from_that_one() -> None:
    """The base deals in pot limit, so its answer for pot limit stands, and not the cap of the house itself."""
    own = {"salon": SALON.format(base='base = "casino"\n'), "alone": SALON.format(base='base = ""\n')}
    houses = Houses({name: (OURS / f"{name}.toml").read_text(encoding="utf-8") for name in ("roberts", "casino")}, own)
    house = houses.load("salon", Game.STUD, Structure.POT)
    assert (house.cap_wagers, house.setting("cap.wagers").filled_from) == (0, "casino")
    assert houses.load("salon", Game.STUD).cap_wagers == 7
    with pytest.raises(HouseRefused, match="has no answer to"):
        houses.load("alone", Game.STUD, Structure.POT)


def test_a_hand_in_such_a_structure_is_audited() -> None:
    hand = case_of(THREE.format(house="roberts", structure="pot")).hand
    house = house_for(hand, "qqonline")
    assert (house.name, house.structure) == ("qqonline", Structure.POT)
    report = report_of("qqonline", THREE.format(house="qqonline", structure="pot") + "2 raises to 40\n")
    assert [(finding.code, finding.grade) for finding in report.findings] == [("B414", "irregular")]


def test_a_house_that_there_is_not_is_refused_in_every_structure() -> None:
    hand = case_of(THREE.format(house="casino", structure="spread")).hand
    with pytest.raises(HouseRefused, match='there is no house "casinos"'):
        house_for(hand, "casinos")


OURS = importlib.resources.files("auditor.engine") / "houses"
SALON = """{base}title = "Salon Nord"
source = "On the wall"
games = ["stud"]

[cap]
wagers = {{ value = 7, status = "stated", clause = "Seven wagers." }}
"""
SIDE_POTS = """house casino
structure no
stakes 10/20 bring-in 3 ante 1
stacks 51 151 500 900
antes
1 [Kc Kd] 2c
2 [Ac 8c] Kh
3 [9c 9d] 9h
4 [As Ad] Ah
1 brings in 3
2 raises to 50
3 raises to 499 all-in
4 calls 499
1 calls 50 all-in
2 calls 150 all-in
"""


def test_all_ins_without_limit_make_side_pots() -> None:
    """Of 50, 150 and 499 over antes of 1: 204 for all, 300 for three, 698 for two."""
    lines = [line.split()[:3] for line in settled("casino", SIDE_POTS) if line.startswith("pot ")]
    assert lines == [["pot", "204", "1,2,3,4"], ["pot", "300", "2,3,4"], ["pot", "698", "3,4"]]
    assert codes(report_of("casino", SIDE_POTS)) == []
