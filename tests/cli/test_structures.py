"""Hands in pot, no and spread limit: audited, and filled where their house says nothing of it."""

import pytest

from auditor.engine.hand import Game, Structure
from auditor.engine.house.registry import load
from tests.cli.command import LOGS, auditor

HANDS = LOGS / "structures.hand"


def test_a_hand_is_audited_whether_its_house_covers_its_structure_or_not() -> None:
    ended = auditor("check", HANDS)
    assert ended.code == 1
    assert "2 hands = 2 audited + 0 rejected + 0 skipped; 1 finding in 1 hand" in ended.out
    assert "findings: play 1; stated 1; B414 1" in ended.out


def test_under_a_house_that_is_asked_for() -> None:
    rows = [row for row in auditor("check", "--house", "casino", "--json", HANDS).rows if row["kind"] == "hand"]
    assert [(row["hand"], [each["code"] for each in row["findings"]]) for row in rows] == [("1", ["B414"]), ("2", [])]


def test_under_another_the_most_of_a_raise_is_assumed() -> None:
    ended = auditor("check", "--house", "qqonline", HANDS)
    assert ended.code == 1
    assert "findings: play 1; likely 1; B414 1" in ended.out


def test_a_reading_may_belong_to_a_structure_alone() -> None:
    """In fixed limit the house has no such reading: it is not refused for that."""
    read = ("--house", "casino", "--reading", "betting.pot_limit=pot_before_call")
    rows = [row for row in auditor("check", *read, "--json", HANDS).rows if row["kind"] == "hand"]
    assert [[each["code"] for each in row["findings"]] for row in rows] == [["B414"], []]


@pytest.mark.parametrize("structure", [Structure.POT, Structure.NO, Structure.SPREAD])
def test_a_house_is_printed_with_what_is_otherwise_in_each_structure(structure: Structure) -> None:
    house, fixed = load("casino", Game.STUD, structure), load("casino", Game.STUD)
    _, _, part = auditor("house", "casino").out.partition(f"Seven-card stud, {structure} limit: differences\n")
    lines = part.split("\nSeven-card stud, ")[0].splitlines()
    assert lines[1] == f"digest {house.digest}"
    keys = [line.partition("[")[2].rstrip("]") for line in lines if line.endswith("]")]
    otherwise = [key for key, each in house.settings.items() if each.clause != fixed.settings[key].clause]
    assert keys == otherwise
