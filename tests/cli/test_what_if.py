"""`auditor whatif`: the same hands under two houses, in columns or below each other, and as rows."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from auditor.formats.what_if import schema
from tests.cli.command import LOGS, TOP, auditor
from tests.cli.test_check_output import expected
from tests.engine.transcripts import NO_STAKES

HANDS = LOGS / "what_if.hand"
SCHEMA = TOP / "auditor" / "formats" / "schema" / "what-if.schema.json"


@pytest.mark.parametrize("columns", [50, 120])
def test_both_houses_are_told_beside_each_other_or_below(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ended = auditor("whatif", HANDS, "--as", "qqonline", "--house", "partypoker-high")
    assert expected(f"what_if_{columns}.txt", ended.out) == ended.out
    assert (ended.code, ended.err) == (1, "")
    told = ended.out.partition("    findings:")[0].splitlines()
    assert max(len(line) for line in told if "hands =" not in line) <= columns


def test_rows_mark_what_is_house_sensitive() -> None:
    ended = auditor("whatif", HANDS, "--house", "wsop-tournament", "--json")
    first, second = [row for row in ended.rows if row["kind"] == "whatif"]
    assert [(each["house_sensitive"], each["first"] is None) for each in first["findings"]] == [
        (False, False),
        (True, True),
    ]
    assert (first["house_sensitive"], second["house_sensitive"]) == (True, False)
    assert (first["first"]["house"], first["second"]["house"]) == ("roberts", "wsop-tournament")
    assert first["first"]["house_digest"] != first["second"]["house_digest"]
    assert [(each["seat"], each["first"], each["second"]) for each in second["due"]] == [
        (1, 13, 13),
        (2, 0, 0),
        (3, 12, 12),
        (None, 0, 0),
    ]
    assert (ended.rows[-1]["kind"], ended.rows[-1]["audited"]) == ("summary", 2)


def test_rows_keep_to_the_schema_and_the_schema_in_the_repository_is_theirs() -> None:
    made = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    assert expected(str(SCHEMA), made) == made
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    rows = auditor("whatif", HANDS, LOGS / "evening.hand", "--house", "qqonline", "--json").rows
    assert [fault.message for row in rows for fault in validator.iter_errors(row)] == []
    assert {row["kind"] for row in rows} == {"whatif", "rejected", "file", "summary"}
    assert not validator.is_valid({**rows[0], "more": 1})


def test_the_same_house_twice_is_the_same() -> None:
    ended = auditor("whatif", HANDS, "--as", "roberts", "--house", "roberts")
    assert "2 hands compared = 0 house-sensitive + 2 with the same result under roberts" in ended.out
    assert "house-sensitive\n" not in ended.out
    assert ended.code == 0


def test_a_house_that_does_not_cover_a_game_rejects_it() -> None:
    ended = auditor("whatif", HANDS, "--house", "online-hilo")
    assert 'rejected hand 1 and 1 more: House "online-hilo" does not cover stud; it covers stud8.' in ended.out
    assert "0 hands compared" in ended.out
    assert ended.code == 1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "Missing option '--house'."),
        (["--house", "qqonlin"], 'There is no house "qqonlin"; did you mean qqonline?'),
        (["--house", "roberts", "--as", "robert"], 'There is no house "robert"; did you mean roberts?'),
    ],
)
def test_a_house_that_there_is_not_is_refused(options: list[str], says: str) -> None:
    ended = auditor("whatif", HANDS, *options)
    assert says in ended.err
    assert (ended.code, ended.out) == (2, "")


def test_a_house_that_cannot_verify_a_rule_is_not_said_to_have_no_finding(tmp_path: Path) -> None:
    file = tmp_path / "no_stakes.hand"
    file.write_text(f"hand 1{NO_STAKES}", encoding="utf-8")
    ended = auditor("whatif", file, "--as", "roberts", "--house", "casino")
    of_size = ended.out.partition("B402")[2].partition("  * ")[0]
    assert "not verifiable: the log" in of_size
    assert "no finding" not in of_size
