"""A finding without an amount takes two people if it is about money or integrity: nobody knows what is at stake."""

import pytest
from flask import Flask

from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from tests.web.forms import decide
from tests.web.night import File, Files
from tests.web.page_text import visible_text
from tests.web.signed import account, browser

pytestmark = pytest.mark.database

# D214 (integrity): the hand went on after a misdeal. O303 (play): the wrong seat brings in. Neither has an amount.
MISDEAL = b"""hand 1
house roberts
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bo" 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
2 brings in 3
misdeal
1 folds
"""


@pytest.fixture
def beforehand() -> Files:
    return (File(MISDEAL, "misdeal.hand", "roberts"),)


@pytest.mark.parametrize(("limited", "integrity"), [(True, "put forward"), (False, "dismiss")])
def test_two_people_decide_about_integrity_and_one_about_play(
    app: Flask, database: Database, limited: bool, integrity: str
) -> None:
    """Only where the venue asks for two people in the unit of the hand, and however large its limit is."""
    with database.begin() as connection:
        ask_for_two(connection, "default", "" if limited else "USD", 1_000_000, 0)
    ada = browser(app, database, account(database, "Ada"))
    found = {each["code"]: each for each in ada.get("/findings.json?all=yes").get_json()["findings"]}
    assert {code: (each["severity"], each["amount"]) for code, each in found.items()} == {
        "D214": ("integrity", None), "O303": ("play", None)
    }  # fmt: skip
    sentence = "To dismiss or accept a finding about integrity without an amount, a second review is needed."
    for code, act in {"D214": integrity, "O303": "dismiss"}.items():
        address = f"/findings/{found[code]['id']}"
        assert (sentence in visible_text(ada.get(address).text)) == (act == "put forward"), code
        decide(ada, found[code]["id"], act="dismiss", reason="record misread", comment="The tape was read.")
        assert [each["act"] for each in ada.get(f"{address}.json").get_json()["history"]] == [act], code
