"""Comments on a finding, mentions in them, and assigning a finding to anybody who has an account."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people.api_tokens import Scope
from auditor.store.postgres.database import Database
from tests.web.forms import decide, send
from tests.web.page_text import visible_text
from tests.web.signed import account, bearer, browser

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("night")]
NASTY = "<script>alert(1)</script>\n\N{RIGHT-TO-LEFT OVERRIDE}evil & @Bob"


@pytest.fixture
def ada(app: Flask, database: Database) -> FlaskClient:
    """Ada's browser, where Bob and Vic have accounts too."""
    account(database, "Bob")
    account(database, "Vic", "viewer")
    return browser(app, database, account(database, "Ada"))


def comments(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/findings/1.json").get_json()["comments"]
    return found


def test_a_comment_is_plain_text_and_its_form_names_who_was_mentioned(ada: FlaskClient) -> None:
    sent = send(ada, "/findings/1/comment", comment=NASTY.replace("\n", "\r\n") + " @Bill", back="/findings/1")
    assert (sent.status_code, sent.headers["Location"]) == (303, "/findings/1")
    page = ada.get("/findings/1").text
    assert "Comment saved. Mentioned: Bob. Nobody here is called Bill." in visible_text(page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>⟨U+202E⟩evil &amp; @Bob @Bill</p>" in page
    assert "<script>alert(1)" not in page
    (stored,) = comments(ada)
    assert (stored["by"], stored["text"], stored["withdrawn"]) == ("Ada", f"{NASTY} @Bill", None)
    assert ada.get("/findings/1.json").get_json()["triage"] == "open"
    assert "Ada wrote a comment" in re.sub(r"\s+", " ", visible_text(page))


def test_the_writer_alone_withdraws_and_the_row_stays(app: Flask, database: Database, ada: FlaskClient) -> None:
    send(ada, "/findings/1/comment", comment="My secret guess")
    (number,) = [each["id"] for each in comments(ada)]
    bob = browser(app, database, account(database, "Cyd"))
    assert "/withdraw" not in bob.get("/findings/1").text
    refused = send(bob, f"/findings/1/comments/{number}/withdraw")
    assert (refused.status_code, "Only Ada, who wrote this comment" in refused.text) == (422, True)
    for _ in range(2):
        assert send(ada, f"/findings/1/comments/{number}/withdraw").status_code == 303
    assert comments(ada)[0]["text"] == ""
    words = re.sub(r"\s+", " ", visible_text(bob.get("/findings/1").text))
    assert "Ada withdrew this comment" in words
    assert "Ada withdrew a comment" in words
    for address in ("/findings/1", "/findings/1.json", "/findings/1.csv"):
        assert "My secret guess" not in ada.get(address).text


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "The comment is empty"), (" \r\n", "The comment is empty"), ("x" * 2001, "has 2,001 characters")],
)
def test_a_refused_comment_keeps_what_was_typed(text: str, why: str, ada: FlaskClient) -> None:
    answer = send(ada, "/findings/1/comment", comment=text)
    assert (answer.status_code, answer.text.count("data-refused")) == (422, 1)
    assert why in answer.text
    assert f'data-does="Write a comment">{text[:30]}' in answer.text
    assert comments(ada) == []
    assert send(ada, "/findings/1/comment", comment="a\0b").status_code == 422
    assert send(ada, "/findings/1/comment", comment="x", colour="red").status_code == 422
    assert send(ada, "/findings/999/comment", comment="x").status_code == 404


def test_without_accounts_one_may_comment_and_is_told_what_accounts_are_needed_for(client: FlaskClient) -> None:
    page = visible_text(client.get("/findings/1").text)
    assert "You can assign findings to other people only if there are accounts." in page
    assert "You can mention a person only if there are accounts." in page
    assert send(client, "/findings/1/comment", comment="Seen by @Ada").status_code == 303
    assert [(each["by"], each["text"]) for each in comments(client)] == [("this machine", "Seen by @Ada")]


def test_a_finding_is_assigned_to_anybody_with_a_comment(ada: FlaskClient, database: Database) -> None:
    page = ada.get("/findings/1").text
    offered = re.findall(r'<option value="(\w*)">', page.partition('id="assign-person"')[2].partition("</select>")[0])
    assert offered == ["Ada", "Bob"]
    answer = decide(ada, 1, act="assign", assignee="Bob", comment="@Bob, is this a string bet?")
    assert answer.status_code == 303
    found = ada.get("/findings/1.json").get_json()
    assert (found["assignee"], found["history"][0]["comment"]) == ("Bob", "@Bob, is this a string bet?")
    page = ada.get("/findings/1").text.partition('id="assign-person"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="(\w*)">', page) == ["Ada", ""]


def test_an_assignment_of_a_finding_that_changed_keeps_the_person_and_the_comment(
    app: Flask, database: Database, ada: FlaskClient
) -> None:
    seen = ada.get("/findings/1.json").get_json()["last_act"]
    decide(browser(app, database, account(database, "Cyd")), 1, act="confirm")
    fields = {"act": "assign", "assignee": "Bob", "comment": "@Bob, yours", "based_on": str(seen)}
    answer = send(ada, "/findings/1/act", **fields)
    assert (answer.status_code, "Assign anyway" in answer.text) == (409, True)
    assert '<input type="hidden" name="assignee" value="Bob">' in answer.text
    assert ">@Bob, yours</textarea>" in answer.text
    assert ada.get("/findings/1.json").get_json()["assignee"] is None


def test_a_selection_is_assigned_to_anybody(app: Flask, database: Database, ada: FlaskClient) -> None:
    place = send(ada, "/findings/select", query="code=B402", all="1").headers["Location"]
    page = ada.get(place).text
    assert "Assign all 1 to this person" in page
    fields = {"act": "assign", "assignee": "Nobody", "comment": "All yours"}
    refused = send(ada, f"{place}/act", **fields)
    assert (refused.status_code, refused.text.count("All yours</textarea>")) == (422, 1)
    assert send(ada, f"{place}/act", **{**fields, "assignee": "Bob"}).status_code == 303
    assert ada.get("/findings/1.json").get_json()["assignee"] == "Bob"


def test_a_comment_or_decision_that_mentions_nobody_says_so(
    app: Flask, client: FlaskClient, database: Database, ada: FlaskClient
) -> None:
    nobody = "Nobody here is called nobody; nobody was notified"
    send(ada, "/findings/1/comment", comment="@nobody, look", back="/findings/1")
    assert f"Comment saved. {nobody}." in visible_text(ada.get("/findings/1").text)
    send(ada, "/findings/1/act", act="assign", comment="@nobody, look", based_on="0", back="/findings/1")
    assert f"1 finding assigned. {nobody}." in visible_text(ada.get("/findings/1").text)
    headers = bearer(database, account(database, "Cyd"))
    done = client.post("/api/v1/findings/1/decisions", json={"act": "confirm", "comment": "@nobody"}, headers=headers)
    assert done.get_json()["unknown_names"] == ["nobody"]
    assert done.get_json()["words"] == f"1 finding confirmed. {nobody}"


def test_a_viewer_reads_comments_and_has_no_form(app: Flask, database: Database, ada: FlaskClient) -> None:
    send(ada, "/findings/1/comment", comment="For everybody")
    viewer = browser(app, database, account(database, "Val", "viewer"))
    page = viewer.get("/findings/1").text
    assert "For everybody" in page
    assert "/findings/1/comment" not in page
    assert 'id="assign-person"' not in page
    assert send(viewer, "/findings/1/comment", comment="x").status_code == 403


def test_a_program_comments_and_withdraws(
    app: Flask, client: FlaskClient, database: Database, owners_database: Database, ada: FlaskClient
) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'riverside', 'Riverside')")
    number = account(database, "Cyd")
    headers, address = bearer(database, number), "/api/v1/findings/1/comments"
    done = client.post(address, json={"comment": "@bob and @bill"}, headers=headers)
    assert done.status_code == 200
    one = done.get_json().pop("id")
    assert done.get_json() == {
        "id": one,
        "mentioned": ["Bob"],
        "unknown_names": ["bill"],
        "words": "Comment saved. Mentioned: Bob. Nobody here is called bill",
    }
    assert client.post(address, json={"comment": "@bob and @bill"}, headers=headers).get_json()["id"] == one
    bodies: list[Any] = [
        {},
        {"comment": ""},
        {"comment": "x" * 2001},
        {"comment": 5},
        {"comment": "x", "by": "Ada"},
        [],
        "x",
    ]
    for body in bodies:
        assert client.post(address, json=body, headers=headers).status_code == 422, body
    assert client.post(address, data={"comment": "x"}, headers=headers).status_code == 422
    assert client.post(address, json={"comment": "a\0b"}, headers=headers).status_code == 422
    for scope, status in ((Scope.READ, 403), (Scope.UPLOAD, 403)):
        other = bearer(database, number, scope, scope)
        assert client.post(address, json={"comment": "x"}, headers=other).status_code == status
    abroad = bearer(database, number, label="abroad", venue_id=2)
    assert client.post(address, json={"comment": "x"}, headers=abroad).status_code == 404
    assert client.post(f"{address}/{one}/withdraw", headers=abroad).status_code == 404
    ends = client.post(f"{address}/{one}/withdraw", headers=headers)
    assert (ends.status_code, ends.get_json()) == (200, {"id": one})
    assert client.post(f"{address}/999/withdraw", headers=headers).status_code == 422
    found = client.get("/api/v1/findings/1", headers=bearer(database, number, Scope.READ, "reads")).get_json()
    assert [(each["by"], each["text"], each["withdrawn"] is None) for each in found["comments"]] == [("Cyd", "", False)]
