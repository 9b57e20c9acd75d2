"""What `auditor check` finds across the hands of a table, whatever their order and in whichever files they come."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from auditor.cli.table_history import Sittings
from auditor.engine.audit import audit
from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log
from auditor.formats.report import schema
from tests.cli.command import LOGS, auditor
from tests.cli.test_check_output import expected
from tests.dealer.copies import replaced

SITTING = LOGS / "sitting.hand"
FOUND = [("H801", "8", "7"), ("H805", "9", "7"), ("H802", "10", None)]


def hands() -> list[str]:
    """The hands of the sitting, each as text."""
    _, *each = SITTING.read_text(encoding="utf-8").split("\nhand ")
    return [f"hand {one}" for one in each]


def across(*arguments: str | Path) -> list[tuple[str, str, str | None]]:
    rows = auditor("check", "--json", *arguments).rows
    found = [row for row in rows if row["kind"] == "across"]
    assert rows[-1].get("across", 0) == len(found)
    return [(row["code"], row["hand"], row["earlier"] and row["earlier"]["hand"]) for row in found]


def test_text_tells_the_hand_before_and_counts_apart() -> None:
    found = auditor("check", SITTING)
    assert expected("sitting.txt", found.out) == found.out
    assert (found.code, found.err) == (1, "")


def test_json_has_a_row_for_each_behind_all_files() -> None:
    rows = auditor("check", "--json", SITTING).rows
    assert [row["kind"] for row in rows] == [*["hand"] * 4, "file", *["across"] * 3, "summary"]
    for row in rows:
        Draft202012Validator(schema()).validate(row)
    told = "".join([json.dumps(row, ensure_ascii=False) + "\n" for row in rows[5:]])
    assert expected("sitting.jsonl", told) == told


def test_hands_may_come_in_any_order_and_in_several_files(tmp_path: Path) -> None:
    first, second, third, fourth = hands()
    (tmp_path / "backwards").write_text(f"{fourth}\n{third}\n{second}\n{first}", encoding="utf-8")
    assert across(tmp_path / "backwards") == FOUND
    for name, one in (("a", third), ("b", first), ("c", fourth), ("d", second)):
        (tmp_path / name).write_text(one, encoding="utf-8")
    assert across(*[tmp_path / name for name in "abcd"]) == FOUND


def test_the_same_file_twice_finds_nothing_twice() -> None:
    assert across(SITTING, SITTING) == FOUND


def test_what_is_missing_is_not_held_against_the_next(tmp_path: Path) -> None:
    first, second, *_ = hands()
    (tmp_path / "one").write_text(first.replace('"Bob"', '"Eve"') + second, encoding="utf-8")
    found = auditor("check", tmp_path / "one")
    assert (found.code, found.out.count("H80")) == (0, 0)


def test_a_house_that_is_asked_for_judges_them_too() -> None:
    rows = auditor("check", "--json", "--house", "classic", SITTING).rows
    [row] = [row for row in rows if row.get("code") == "H801"]
    assert (row["house"], row["status"]) == ("classic", "universal")


def test_a_name_that_is_no_text_is_kept_all_the_same() -> None:
    sittings = Sittings()
    house = load("roberts", Game.STUD)
    for outcome in open_log(SITTING.read_bytes()):
        assert isinstance(outcome, Read)
        hand = replaced(outcome.hand, table="\ud800", local="\ud800")
        sittings.keep("\udc80", 1, audit(hand, house), house)
    assert [(each.finding.code, each.later.file) for each in sittings.found()] == [(one[0], "\udc80") for one in FOUND]
    sittings.close()


@pytest.mark.parametrize("count", [3_000])
def test_many_hands_of_one_table_lie_on_the_disk(count: int) -> None:
    """Nothing is kept in memory but where to look: what this process holds of them is far less than they are."""
    import tracemalloc

    sittings = Sittings()
    house = load("roberts", Game.STUD)
    [first, *_] = [outcome.hand for outcome in open_log(SITTING.read_bytes()) if isinstance(outcome, Read)]
    # Audited before: while memory is traced that takes three times as long.
    reports = [audit(replaced(first, number=str(2 * number)), house) for number in range(count)]
    tracemalloc.start()
    for report in reports:
        sittings.keep("x", 1, report, house)
    assert list(sittings.found()) == []
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    sittings.close()
    assert held < 100 * count
