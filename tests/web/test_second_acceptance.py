"""Two people at the desk accept a large finding: one proposes with an end, the other reads the end and agrees."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide
from tests.web.page_text import visible_text
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
WHY = "The house lets them do so this month."
ADDRESS = "/findings/1"


@pytest.fixture
def ada(app: Flask, database: Database, night: Receipt) -> FlaskClient:
    with database.begin() as connection:
        ask_for_two(connection, "default", "USD", 0, 0)
    return browser(app, database, account(database, "Ada"))


@pytest.fixture
def bob(app: Flask, database: Database, ada: FlaskClient) -> FlaskClient:
    return browser(app, database, account(database, "Bob"))


@pytest.mark.parametrize(("until", "words"), [("2999-12-31", "until 2999-12-31"), ("", "until the house's rules chan")])
def test_one_proposes_an_end_and_the_other_reads_it_and_agrees(
    until: str, words: str, ada: FlaskClient, bob: FlaskClient
) -> None:
    fields = {"act": "accept", "reason": "the house tolerates it", "comment": WHY, "until": until}
    assert decide(ada, 1, **fields).status_code == 303
    page = visible_text(ada.get(ADDRESS).text)
    assert "1 finding waiting for a second review." in page
    assert f"Ada proposes to accept the finding {words}" in page
    assert "proposed to accept the finding" in page
    waits = bob.get(f"{ADDRESS}.json").get_json()["waits"]
    assert (waits["accepts"], waits["until"], waits["comment"]) == (True, until or None, WHY)
    page = bob.get(ADDRESS).text
    assert "If you agree, the finding is accepted." in page
    assert set(re.findall(r'name="act" value="(\w+)"', page)) == {"agree", "disagree", "confirm", "assign"}
    assert decide(bob, 1, act="agree", of=str(waits["number"])).status_code == 303
    page = visible_text(bob.get(ADDRESS).text)
    assert "1 finding decided as proposed, because you agreed." in page
    assert "agreed to the proposal in a second review Undo open → to accepted" in page
    assert "Ada, second review by Bob" in page
    decision = bob.get(f"{ADDRESS}.json").get_json()["decision"]
    assert (decision["state"], decision["until"], decision["by"], decision["second_by"]) == (
        "accepted", until or None, "Ada", "Bob")  # fmt: skip


def test_in_the_api_an_acceptance_waits_too(client: FlaskClient, ada: FlaskClient, database: Database) -> None:
    theirs: Any = bearer(database, account(database, "Cy"))
    body = {"act": "accept", "reason": "the house tolerates it", "until": "2999-12-31"}
    done = client.post(f"/api/v1{ADDRESS}/decisions", json=body, headers=theirs).get_json()
    assert (done["done"], done["put_forward"], done["finding"]["triage"]) == (0, 1, "open")
