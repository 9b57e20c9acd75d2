"""That a run was reviewed is told with the way back: it empties the plain list of findings for everybody."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide, send
from tests.web.page_text import visible_text
from tests.web.signed import account, browser

pytestmark = pytest.mark.database


def listed(client: FlaskClient) -> int:
    found: int = client.get("/findings.json").get_json()["total"]
    return found


def reviewed(client: FlaskClient) -> str:
    told: str = client.get("/runs/1.json").get_json()["run"]["reviewed_by"]
    return told


def test_a_run_that_was_marked_by_mistake_is_unmarked_from_the_page_that_comes_next(
    client: FlaskClient, night: Receipt
) -> None:
    everything = listed(client)
    assert everything > 0
    send(client, "/runs/1/review", back="/")
    assert listed(client) == 0
    page = client.get("/").text
    assert "Run 1 marked as reviewed. Undo" in visible_text(page)
    undo = re.search(r'<form method="post" action="(/runs/1/take-back)">.*name="back" value="/"', page)
    assert undo is not None
    assert send(client, undo[1], back="/").headers["Location"] == "/"
    assert "Run 1 is no longer marked as reviewed." in visible_text(client.get("/").text)
    assert listed(client) == everything


def test_the_button_says_how_many_findings_stay_undecided(client: FlaskClient, night: Receipt) -> None:
    number = client.get("/findings.json").get_json()["findings"][0]["id"]
    stays = "as reviewed 1 open finding stays undecided. The usual list will show only the findings of later runs."
    for address in ("/", "/runs/1"):
        page = client.get(address).text
        assert stays in visible_text(page), address
        assert '<button type="submit" aria-describedby="undecided">' in page
    send(client, "/runs/1/review")
    assert client.get("/findings.json?triage=open").get_json()["total"] == 1
    assert stays not in visible_text(client.get("/").text)
    send(client, "/runs/1/take-back")
    decide(client, number, act="confirm")
    for address in ("/", "/runs/1"):
        assert "as reviewed No finding is open." in visible_text(client.get(address).text), address


def test_another_reviewer_takes_it_back_on_the_page_of_the_run_and_a_viewer_cannot(
    app: Flask, database: Database, night: Receipt
) -> None:
    ada, bob = [browser(app, database, account(database, name)) for name in ("ada", "bob")]
    eve = browser(app, database, account(database, "eve", "viewer"))
    send(ada, "/runs/1/review")
    send(bob, "/runs/1/review")
    again = visible_text(bob.get("/runs/1").text)
    assert "Run 1 was already marked as reviewed." in again
    assert "Undo" not in again
    assert ", by ada Remove this review" in again
    assert "Remove this review" not in visible_text(eve.get("/runs/1").text)
    assert send(eve, "/runs/1/take-back").status_code == 403
    assert bob.post("/runs/1/take-back").status_code == 403  # without the token of a form
    assert reviewed(ada) == "ada"
    send(bob, "/runs/1/take-back")
    assert reviewed(ada) == ""
    late = send(ada, "/runs/1/take-back")
    assert (late.status_code, "Run 1 is not marked as reviewed" in late.text) == (422, True)
