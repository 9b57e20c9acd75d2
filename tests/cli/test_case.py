"""`auditor case`: a case is opened about a stored hand, listed and shown; each mistake has one sentence."""

import json
from pathlib import Path

import pytest

from auditor.settings import Settings
from auditor.store.people import accounts
from auditor.store.postgres.database import Database
from tests.cli.command import Ended, auditor

pytestmark = pytest.mark.database
LOG = Path("fixtures/demo/tda.hand")
WORDS = ("--happened", "The odd chip went\nto low.", "--should", "To \x1b[31mhigh.", "--player", "Zara Canary")


def case(settings: Settings, *arguments: str) -> Ended:
    return auditor("case", *arguments, settings=settings)


def people(database: Database) -> None:
    with database.begin() as connection:
        for name, role in (("rita", "reviewer"), ("vera", "viewer"), ("gone", "reviewer")):
            accounts.add(connection, name, role)


def test_a_case_is_opened_listed_and_displayed(
    settings: Settings, database: Database, owners_database: Database
) -> None:
    people(database)
    assert case(settings, "list").out == "There are no cases. To open a case: auditor case open --help\n"
    assert auditor("ingest", LOG, "--wait", settings=settings).code in (0, 1)
    with database.begin() as connection:
        number = connection.exec_driver_sql("SELECT number FROM hand ORDER BY id LIMIT 1").scalar_one()
    claimed = ("--hand", number, "--amount", "5", "--party", "seat 3", "--about", "sum of a pot", "--street", "7")
    opened = case(settings, "open", "--by", "rita", *claimed, *WORDS)
    assert (opened.code, opened.err) == (0, "")
    assert opened.out.startswith(
        "Opened case 1. To show it: auditor case show 1\nThe claim is not verifiable. Nobody noted"
    )
    listed = case(settings, "list").out
    assert listed.startswith(f"case 1: received, default, hand {number}, seat 3 claims 5")
    lines = case(settings, "show", "1").out
    for words in ("happened: The odd chip went to low.", r"should: To \x1b[31mhigh.", "pinned: record", "rita: submit"):
        assert words in lines
    assert "Canary" not in listed + lines + case(settings, "show", "1", "--json").out
    (row,) = case(settings, "list", "--json").rows
    assert (row["id"], row["state"], row["is_overdue"]) == (1, "received", False)
    whole = json.loads(case(settings, "show", "1", "--json").out)
    assert whole["seen"] == {"state": "received", "last_act": 1}
    assert case(settings, "list", "--overdue").out == "No case matches.\n"
    assert "(overdue)" not in lines
    with owners_database.begin() as connection:
        connection.exec_driver_sql("UPDATE dispute SET due_at = now() - interval '1 hour'")
    assert "(overdue)" in case(settings, "show", "1").out
    typed = case(settings, "open", "--by", "rita", "--hand", "A 7", "--no-log", "--raised", "2026-11-24T21:05", *WORDS)
    assert typed.out.startswith("note: There is no log of this hand")
    assert case(settings, "list", "--limit", "1").out.endswith(
        "1 of 2 cases. Use --limit or another option to see the others.\n"
    )


def test_each_mistake_has_one_sentence(settings: Settings, database: Database) -> None:
    people(database)
    assert auditor("user", "disable", "gone", settings=settings).code == 0
    mine = ("open", "--by", "rita")
    for arguments, words in (
        ((*mine, "--hand", "77", *WORDS), 'The venue "default" has no hand 77. Check the number, or add --no-log'),
        ((*mine, *WORDS), "Name the hand in one way: with --hand NUMBER, --record RECORD or --finding FINDING."),
        ((*mine, "--hand", "7", "--record", "7", *WORDS), "Name the hand in one way"),
        ((*mine, "--record", "7", *WORDS), 'The venue "default" has no record 7.'),
        ((*mine, "--finding", "7", *WORDS), 'The venue "default" has no finding 7.'),
        ((*mine, "--hand", "7", "--venue", "north", *WORDS), 'There is no venue "north"; there are: default.'),
        (
            ("open", "--by", "vera", "--hand", "7", *WORDS),
            "vera is viewer. Only a reviewer or an adjudicator opens a case.",
        ),
        (("open", "--by", "nemo", "--hand", "7", *WORDS), "There is no account 'nemo'."),
        (("open", "--by", "gone", "--hand", "7", *WORDS), "The account gone is disabled."),
        ((*mine, "--hand", "7", "--no-log", "--amount", "5,00", *WORDS), '"5,00" is no amount. Write digits'),
        ((*mine, "--hand", "7", "--no-log", "--happened", " ", "--should", "x"), "about what happened is missing."),
        ((*mine, "--hand", "7", "--no-log", "--party", "", *WORDS), "The label of a party has 1 to 64 visible"),
        ((*mine, "--hand", "7", "--street", "8", *WORDS), "8 is not in the range"),
        ((*mine, "--hand", "7", "--raised", "soon", *WORDS), "'soon' does not match the format"),
        (("show", "9"), "There is no case 9. To list all cases: auditor case list"),
        (("list", "--state", "done"), "'done' is not one of"),
        (("list", "--venue", "north"), 'There is no venue "north"; there are: default.'),
    ):
        ended = case(settings, *arguments)
        assert (ended.code, ended.out, words in ended.err) == (2, "", True), ended.err
    assert case(settings, "list").out.startswith("There are no cases.")
