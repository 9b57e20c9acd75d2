"""Programs decide by the same code as people on the page: with the same words, and with a second person."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people.api_tokens import Scope
from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
ADDRESS = "/api/v1/findings/1"
WHY = "The floor was asked, and it was a string bet."


@pytest.fixture
def ada(database: Database, night: Receipt) -> int:
    return account(database, "Ada")


def decides(client: FlaskClient, headers: dict[str, str], **body: Any) -> Any:
    return client.post(f"{ADDRESS}/decisions", json=body, headers=headers)


def test_a_program_decides_in_the_name_of_its_account(client: FlaskClient, database: Database, ada: int) -> None:
    headers = bearer(database, ada)
    done = decides(client, headers, act="dismiss", reason="record misread", comment=WHY)
    assert done.status_code == 200
    assert {**done.get_json(), "finding": None} == {
        "batch": 1,
        "done": 1,
        "records": 1,
        "left": 0,
        "put_forward": 0,
        "unknown_names": [],
        "words": "1 finding dismissed",
        "finding": None,
    }
    assert done.get_json()["finding"]["triage"] == "dismissed"
    found = client.get(ADDRESS, headers=headers).get_json()
    decision = found["decision"]
    assert (decision["by"], decision["reason"], decision["comment"]) == ("Ada", "record misread", WHY)
    assert [(each["act"], each["from"], each["to"]) for each in found["history"]] == [("dismiss", "open", "dismissed")]
    for body, triage in (
        ({"act": "reopen"}, "open"),
        ({"act": "confirm"}, "confirmed"),
        ({"act": "accept", "reason": "the house tolerates it", "until": "2999-12-31"}, "accepted"),
    ):
        assert decides(client, headers, **body).get_json()["finding"]["triage"] == triage
    assert decides(client, headers, act="assign").get_json()["finding"]["assignee"] == "Ada"
    assert decides(client, headers, act="assign", assignee="").get_json()["finding"]["assignee"] == ""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "act: Missing data for required field."),
        ({"act": "forget"}, "act: Must be one of: confirm, dismiss"),
        ({"act": "dismiss", "comment": WHY}, "reason"),
        ({"act": "dismiss", "reason": "because"}, "reason: Must be one of: "),
        ({"act": "confirm", "colour": "red"}, "colour: There is no such parameter"),
        ({"act": "confirm", "comment": "x" * 2001}, "comment: Longer than maximum length 2000."),
        ({"act": "accept", "reason": "the house tolerates it", "until": "tomorrow"}, "write the day as 2026-12-31"),
        ({"act": "accept", "reason": "the house tolerates it", "until": "2026-02-31"}, "is not a date"),
        ({"act": "agree"}, "No proposal about this finding waits for a second person"),
        ({"act": "confirm", "comment": "a\0b"}, "NUL character"),
    ],
)
def test_what_cannot_be_decided_is_refused_in_a_sentence(
    body: dict[str, str], said: str, client: FlaskClient, night: Receipt, rows: Any
) -> None:
    answer = decides(client, {}, **body)
    assert (answer.status_code, said in answer.get_json()["message"]) == (422, True), answer.text
    assert rows("SELECT count(*) FROM triage_act") == [(0,)]


def test_no_form_of_another_site_decides(client: FlaskClient, night: Receipt, rows: Any) -> None:
    address = f"{ADDRESS}/decisions"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert client.post(address, data=b'{"act": "confirm"}', content_type=kind).status_code == 422
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(address, json={"act": "confirm"}, headers=headers).status_code == 403
    for body in (b"[]", b"{", b'"confirm"'):
        assert client.post(address, data=body, content_type="application/json").status_code == 422
    assert rows("SELECT count(*) FROM triage_act") == [(0,)]


def test_a_second_person_is_needed_here_too(app: Flask, client: FlaskClient, database: Database, ada: int) -> None:
    """One account is one person, by its token and by its browser."""
    with database.begin() as connection:
        ask_for_two(connection, "default", "USD", 0, 0)
    bob = account(database, "Bob")
    mine, theirs = bearer(database, ada), bearer(database, bob)
    first = decides(client, mine, act="dismiss", reason="record misread", comment=WHY).get_json()
    assert (first["done"], first["put_forward"], first["finding"]["triage"]) == (0, 1, "open")
    waits = client.get(ADDRESS, headers=theirs).get_json()["waits"]
    assert (waits["by"], waits["comment"], waits["fresh"]) == ("Ada", WHY, True)
    of = waits["number"]
    alone = decides(client, mine, act="agree", of=of)
    assert (alone.status_code, "You made this proposal yourself" in alone.text) == (422, True)
    assert decide(browser(app, database, ada), 1, act="agree", of=str(of)).status_code == 422
    assert (
        'In "of", write the number of the waiting proposal'
        in decides(client, theirs, act="agree").get_json()["message"]
    )
    agreed = decides(client, theirs, act="agree", of=of).get_json()
    assert (agreed["done"], agreed["finding"]["triage"]) == (1, "dismissed")
    decision = client.get(ADDRESS, headers=mine).get_json()["decision"]
    assert (decision["by"], decision["second_by"]) == ("Ada", "Bob")


def test_neither_a_viewer_nor_a_lesser_scope_nor_another_venue_decides(
    client: FlaskClient, database: Database, owners_database: Database, ada: int, rows: Any
) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'riverside', 'Riverside')")
    viewer = bearer(database, account(database, "Eve", "viewer"))
    assert decides(client, viewer, act="confirm").status_code == 403
    for scope in (Scope.READ, Scope.UPLOAD):
        assert decides(client, bearer(database, ada, scope, scope), act="confirm").status_code == 403
    abroad = bearer(database, ada, label="abroad", venue_id=2)
    assert decides(client, abroad, act="confirm").status_code == 404
    assert client.get(ADDRESS, headers=abroad).status_code == 404
    assert client.get(ADDRESS, headers=bearer(database, ada, Scope.READ, "reads")).status_code == 200
    assert decides(client, {}, act="confirm").status_code == 401
    assert rows("SELECT count(*) FROM triage_act") == [(0,)]
