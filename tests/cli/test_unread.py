"""A line that the program does not understand is printed apart from the findings, and gives no exit code 1."""

from pathlib import Path

import pytest

from tests.cli.command import auditor
from tests.formats.test_unread import HAND

MOON = "The moon rises over table 5"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.txt"
    path.write_text(HAND.format(line=f"{MOON}\nThe sun sets"), encoding="utf-8")
    return path


def test_it_is_printed_with_its_line_and_counted(log: Path) -> None:
    ended = auditor("check", log)
    assert ended.code == 0
    assert ended.out.splitlines()[:6] == [
        f"{log}:11: hand 7: 2 lines not understood, no finding:",
        f"    line 11: {MOON}",
        "    line 12: The sun sets",
        "",
        f"{log}: 1 hand = 1 audited + 0 rejected + 0 skipped; 0 findings; 2 lines not understood",
        "    not verifiable, because the log does not show enough:",
    ]


def test_strict_makes_it_a_reason_for_exit_code_1(log: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean.txt"
    clean.write_text(HAND.format(line="Ann has timed out"), encoding="utf-8")
    assert auditor("check", "--strict", log).code == 1
    assert auditor("check", "--strict", clean).code == 0


def test_json_lists_it_in_its_hand_and_counts_it(log: Path) -> None:
    hand, file, summary = auditor("check", "--json", log).rows
    assert hand["unread"] == [
        {"line": 11, "text": MOON, "shape": "The moon rises over table NUMBER"},
        {"line": 12, "text": "The sun sets", "shape": "The sun sets"},
    ]
    assert (file["unread"], summary["unread"]) == (2, 2)


def test_only_the_first_lines_of_many_are_printed(log: Path) -> None:
    log.write_text(HAND.format(line="\n".join([MOON] * 12)), encoding="utf-8")
    lines = auditor("check", log).out.splitlines()
    assert lines[10:12] == [f"    line 20: {MOON}", "    and 2 more"]
