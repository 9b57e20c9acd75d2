"""A card room's own houses in the commands: used like ours, and refused in a sentence where a file is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from auditor.settings import Settings
from tests.cli.command import auditor, auditor_from_nothing, plain
from tests.jobs.logs import lawful, log_of

SALON = """
base   = "casino"
title  = "Salon Nord"
source = "House rules of 1 May"
games  = ["stud"]

[seats.most]
value  = 2
status = "stated"
clause = "Two play."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one own house, which the commands of this test are told of."""
    houses = tmp_path / "houses"
    houses.mkdir()
    (houses / "salon.toml").write_text(SALON, encoding="utf-8")
    monkeypatch.setenv("AUDITOR_HOUSES", str(houses))
    return houses


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """A log of one hand of more than two players, which names no house of its own that counts."""
    file = tmp_path / "hands.jsonl"
    file.write_bytes(log_of(lawful(3)))
    return file


@pytest.mark.usefixtures("folder")
def test_an_own_house_is_listed_printed_and_compared() -> None:
    assert "salon: Salon Nord\n" in auditor("house").out
    printed = plain(auditor("house", "salon").out)
    assert printed.startswith(
        "salon: Salon Nord from House rules of 1 May if this house does not answer a question, the answer of casino"
    )
    assert "[seats.most] 2 stated: Two play." in printed
    assert "salon: 2; stated: Two play." in plain(auditor("house", "--diff", "salon", "casino").out)


@pytest.mark.usefixtures("folder")
def test_hands_are_checked_and_compared_under_an_own_house(hands: Path) -> None:
    checked = auditor("check", hands, "--house", "salon", "--json")
    rows = [json.loads(line) for line in checked.out.splitlines()]
    assert (checked.code, rows[0]["house"], {each["code"] for each in rows[0]["findings"]}) == (1, "salon", {"D209"})
    compared = plain(auditor("whatif", hands, "--house", "salon").out)
    assert "1 hand compared = 1 house-sensitive + 0 with the same result under salon" in compared
    assert auditor("check", hands).code == 0


def test_without_the_folder_there_is_no_such_house(hands: Path) -> None:
    refused = auditor("check", hands, "--house", "salon")
    assert (refused.code, refused.out) == (2, "")
    assert 'There is no house "salon"' in refused.err


@pytest.mark.parametrize(
    "command", [("house",), ("check", "x"), ("worker",), ("serve",), ("rule", "O303", "--house", "tda")]
)
def test_a_wrong_file_is_a_sentence_and_nothing_starts(command: tuple[str, ...], folder: Path, hands: Path) -> None:
    (folder / "annex.toml").write_text(SALON.replace('source = "House rules of 1 May"\n', ""))
    refused = auditor(*[str(hands) if word == "x" else word for word in command])
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        'auditor: House "annex": source is missing; at the top of the file, write the source of the rules of the house:'
        ' source = "...".\n'
    )


def test_each_mistake_of_the_folder_has_its_own_line(folder: Path) -> None:
    (folder / "annex.toml").write_text(SALON.replace("title ", "titel "))
    (folder / "salon.toml").write_text(SALON.replace("value  = 2", "value  = 1"))
    first, second = auditor("house").err.splitlines()
    assert first.startswith(
        'auditor: House "annex", line 3: the top of the file has an unknown line "titel"; did you mean title?'
    )
    assert second == 'auditor: House "salon", line 8: seats.most cannot be 1; choose a whole number from 2 to 11.'


def test_what_needs_no_house_works_beside_a_wrong_file(folder: Path) -> None:
    (folder / "annex.toml").write_text("")
    assert auditor("check", "--help").code == 0
    assert auditor("transcript").code == 0


def test_a_path_that_is_not_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_HOUSES", "houses")
    assert (
        auditor("house").err == 'auditor: AUDITOR_HOUSES is "houses". Write the whole path, from the first slash on.\n'
    )


@pytest.mark.database
@pytest.mark.usefixtures("folder")
def test_worker_processes_have_the_own_houses(hands: Path, settings: Settings, rows: Callable[..., Any]) -> None:
    sent = auditor_from_nothing("ingest", hands, "--house", "salon", "--wait", settings=settings)
    assert sent.code == 1, sent.err
    assert rows("SELECT DISTINCT house, code FROM finding") == [("salon", "D209")]
