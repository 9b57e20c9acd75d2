"""Both sides of every finding say what they count: nobody understands `1 -> 2`."""

import re
from pathlib import Path
from typing import Final

import pytest

from auditor.engine.audit import audit
from auditor.engine.findings import Finding
from auditor.engine.house.registry import load
from auditor.engine.settlement.arithmetic import settlement_words
from auditor.formats.transcript.case_files import fixtures
from auditor.formats.transcript.cases import Case, read_cases

_BARE: Final = re.compile(r"[-+0-9.,/ ]+")
FILES: Final = sorted((fixtures() / "rules").glob("*.hand"))


def findings(case: Case) -> tuple[Finding, ...]:
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    return audit(case.hand, house).findings


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_side_of_a_finding_is_a_bare_number(file: Path) -> None:
    cases = read_cases(file.read_text("utf-8"))
    sides = [(each.code, side) for case in cases for each in findings(case) for side in (each.logged, each.lawful)]
    assert [side for side in sides if _BARE.fullmatch(side[1])] == []


SHORT: Final = """== a
stakes 10/20 bring-in 3 ante 1
stacks 50 50 50
{play}
"""


@pytest.mark.parametrize(
    ("code", "play", "logged", "lawful"),
    [
        ("O302", "1 antes 2\n2 antes 1\n3 antes 1\n1 2c", "an ante of 2", "an ante of 1"),
        ("O304", "antes\n1 2c\n2 Kd\n3 9h\n1 brings in 2", "a bring-in of 2", "a bring-in of 3"),
        ("B406", "antes\n1 2c\n2 Kd\n3 9h\n1 brings in 3\n2 calls 1", "calls 1", "calls 3"),
        ("L108", "antes\n1 2c\n2 Kd\n3 9h\n1 brings in -3", "an amount of -3", "0 or more"),
        (
            "P604",
            "antes\n1 2c\n2 Kd\n3 9h\n1 brings in 3\n2 completes to 10\n3 folds\n1 folds\n2 collects 6\nend",
            "0 returned to seat 2",
            "7 that nobody called",
        ),
    ],
)
def test_the_sides_of_a_finding_name_what_they_count(code: str, play: str, logged: str, lawful: str) -> None:
    [case] = read_cases(SHORT.format(play=play))
    assert (logged, lawful) in [(each.logged, each.lawful) for each in findings(case) if each.code == code]


def test_one_seat_is_no_seats() -> None:
    [case] = read_cases("== a\nstakes 10/20 bring-in 3 ante 1\nstacks 50 50\n1 antes 1\n1 2c\n1 brings in 3\n")
    found = [(each.logged, each.lawful) for each in findings(case) if each.code == "D209"]
    assert found == [("1 seat is dealt in", "at least 2 seats")]


def test_chips_that_never_came_back_are_no_negative_payment() -> None:
    [case] = read_cases(SHORT.format(
        play="antes\n1 2c\n2 Kd\n3 9h\n1 brings in 3\n2 completes to 10\n3 folds\n1 folds\nend"
    ))  # fmt: skip
    house = load("roberts", case.hand.game)
    report = audit(case.hand, house)
    lines = settlement_words(case.hand, report.settlement, report.table)
    assert not [line for line in lines if "paid -" in line]
