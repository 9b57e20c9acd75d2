"""Who may do what. Each cell of the table of permissions is in test_permissions.py."""

from typing import Any

import pytest
from flask import Flask

from auditor.store.people.accounts import disable
from auditor.store.people.api_tokens import revoke_tokens
from auditor.store.postgres.database import Database
from auditor.web.access.permissions import PERMISSIONS, Entry
from tests.web.addresses import rules
from tests.web.forms import send
from tests.web.night import NIGHT
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"


def test_what_is_open_to_anybody_is_this_and_no_more(app: Flask) -> None:
    """A route that is open must be named here as well."""
    party = "/party/<string(maxlength=100):secret>"
    claim = "/claim/<string(maxlength=100):secret>"
    read = ("", "/hand", "/evidence/<int(max=9223372036854775807):evidence_id>")
    sent = ("statement", "evidence", "appeal", "withdraw")
    is_open = {route for route, row in PERMISSIONS.items() if row.entry is not Entry.SIGNED_IN}
    assert {
        (rule.rule, method) for rule in rules(app) if rule.endpoint in is_open for method in rule.methods or ()
    } == {
        *[("/static/<path:filename>", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/healthz", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/readyz", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/sign-in", method) for method in ("GET", "HEAD", "OPTIONS", "POST")],
        *[("/explained/<string(maxlength=200):token>", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[(f"{party}{end}", method) for end in read for method in ("GET", "HEAD", "OPTIONS")],
        *[(claim, method) for method in ("GET", "HEAD", "OPTIONS", "POST")],
        *[(f"{party}/{end}", method) for end in sent for method in ("OPTIONS", "POST")],
        *[("/sign-in/link/<string(maxlength=64):token>", method) for method in ("GET", "HEAD", "OPTIONS", "POST")],
    }


def test_a_program_comes_in_by_its_token_until_it_is_revoked(app: Flask, database: Database, rows: Any) -> None:
    reviewer, viewer = account(database, "ada"), account(database, "bob", "viewer")
    program, onlooker = bearer(database, reviewer), bearer(database, viewer)
    client = app.test_client()
    assert client.get("/api/v1/findings", headers=program).status_code == 200
    assert client.get("/api/v1/findings", headers=onlooker).status_code == 200
    for wrong in ("Bearer", "Bearer hhd_made-up", f"Basic {program['Authorization'][7:]}", "Bearer \N{SNOWMAN}"):
        assert client.get("/api/v1/findings", headers={"Authorization": wrong}).status_code == 401
    looked = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=onlooker)
    assert (looked.status_code, "viewers cannot change anything" in looked.get_json()["message"]) == (403, True)
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    assert client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=program).status_code == 200
    assert rows("SELECT sha256 IS NOT NULL AND sha256 <> %s::bytea FROM api_token", b"") == [(True,), (True,)]
    with database.begin() as connection:
        assert revoke_tokens(connection, reviewer, label="a program") == 1
        disable(connection, viewer)
    for headers in (program, onlooker):
        assert client.get("/api/v1/findings", headers=headers).status_code == 401


def test_a_browser_s_session_changes_nothing_through_the_api(app: Flask, database: Database, rows: Any) -> None:
    client = browser(app, database, account(database, "ada"))
    assert client.get("/api/v1/findings").status_code == 200
    answer = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES)
    assert (answer.status_code, "Authorization: Bearer" in answer.get_json()["message"]) == (403, True)
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_another_machine_is_answered_once_there_is_an_account(app: Flask, database: Database) -> None:
    number = account(database, "ada")
    client, peer = app.test_client(), {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/", environ_overrides=peer).location == "/sign-in?next=/"
    assert client.get("/sign-in", environ_overrides=peer).status_code == 200
    assert client.get("/api/v1/runs", environ_overrides=peer, headers=bearer(database, number)).status_code == 200
    with database.begin() as connection:
        disable(connection, number)
    assert client.get("/sign-in", environ_overrides=peer).status_code == 403


def test_a_viewer_gets_no_form_without_permission(app: Flask, database: Database) -> None:
    viewer = browser(app, database, account(database, "bob", "viewer"))
    assert 'action="/uploads"' not in viewer.get("/uploads").text
    assert 'action="/uploads"' in browser(app, database, account(database, "ada")).get("/uploads").text


def test_a_viewer_keeps_filters_of_his_own_and_drops_nobody_else_s(app: Flask, database: Database, rows: Any) -> None:
    viewer = browser(app, database, account(database, "bob", "viewer"))
    reviewer = browser(app, database, account(database, "ada"))
    for client in (viewer, reviewer):
        assert send(client, "/filters", name="raises", query="code=B402").status_code == 303
    assert rows("SELECT owner FROM saved_filter ORDER BY id") == [("bob",), ("ada",)]
    assert [send(viewer, f"/filters/{number}/delete").status_code for number in (1, 2)] == [303, 404]
    assert rows("SELECT owner FROM saved_filter") == [("ada",)]
