"""Who may do what: every route of the application, asked by everybody who could ask."""

from typing import Any

import pytest
from flask import Flask

from auditor.store.people.accounts import disable
from auditor.store.people.api_tokens import revoke_tokens
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.authorization import ADMINS_ONLY, ANYBODY, OPEN, VIEWERS_TOO
from auditor.web.rendering.pdf import is_there
from tests.web.addresses import THERE, UNSAFE, address_of, rules
from tests.web.forms import form_token, send
from tests.web.night import NIGHT
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"
REFUSED = {
    "viewer": "viewers cannot change anything",
    "reviewer": "Only an admin",
    "adjudicator": "Only an admin",
    "admin": "Admins manage accounts and settings, but cannot upload files or decide",
}


def test_what_is_open_to_anybody_is_this_and_no_more(app: Flask) -> None:
    """A route that is open must be named here as well."""
    assert {
        (rule.rule, method) for rule in rules(app) if rule.endpoint in OPEN | ANYBODY for method in rule.methods or ()
    } == {
        *[("/static/<path:filename>", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/healthz", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/readyz", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/sign-in", method) for method in ("GET", "HEAD", "OPTIONS", "POST")],
        *[("/explained/<string(maxlength=200):token>", method) for method in ("GET", "HEAD", "OPTIONS")],
        *[("/sign-in/link/<string(maxlength=64):token>", method) for method in ("GET", "HEAD", "OPTIONS", "POST")],
    }
    assert {rule.endpoint for rule in rules(app)} >= OPEN | VIEWERS_TOO | ADMINS_ONLY


def test_who_has_not_signed_in_gets_nothing_from_any_other_route(
    app: Flask, night: Receipt, database: Database, rows: Any
) -> None:
    """A page leads to the form; everything for programs says 401 in a sentence."""
    account(database, "ada")
    before = rows("SELECT count(*) FROM upload")
    there, asked = {**THERE, "receipt": night.receipt}, 0
    for rule in rules(app):
        if rule.endpoint in OPEN | ANYBODY:
            continue
        for method in sorted({"GET", "OPTIONS", *UNSAFE} & set(rule.methods or ())):
            address = address_of(app, rule, there)
            answer = app.test_client().open(address, method=method, data=b"x", content_type=BYTES)
            for_people = not address.endswith((".json", ".csv")) and (
                not address.startswith("/api/") or rule.endpoint in ("docs.described", "docs.tried")
            )
            if for_people:
                assert answer.status_code == 303, f"{method} {address}"
                assert answer.location.startswith("/sign-in?next=/")
            else:
                assert answer.status_code == 401, f"{method} {address}"
                assert "Sign in first" in answer.text
                assert answer.headers["WWW-Authenticate"] == "Bearer"
            assert "set-cookie" not in answer.headers
            asked += 1
    assert asked > 100
    assert app.test_client().post("/uploads", headers={"Accept": "application/json"}).status_code == 401
    assert rows("SELECT count(*) FROM upload") == before


@pytest.mark.parametrize("role", ["viewer", "reviewer", "adjudicator", "admin"])
def test_everybody_reads_and_changes_exactly_what_the_role_may(
    role: str, app: Flask, night: Receipt, database: Database
) -> None:
    number = account(database, "ada", role)
    client = browser(app, database, number)
    token = form_token(client, "/settings")
    there = {**THERE, "receipt": night.receipt}
    refused: set[str] = set()
    allowed: set[str] = set()
    for rule in rules(app):
        address = address_of(app, rule, there)
        if "GET" in (rule.methods or ()) and rule.endpoint in ADMINS_ONLY and role != "admin":
            assert client.get(address).status_code == 403, address
        elif "GET" in (rule.methods or ()):
            paper = (501,) if address.endswith(".pdf") and not is_there() else ()
            assert client.get(address).status_code in (200, 303, 404, *paper), address
        if not UNSAFE & set(rule.methods or ()) or rule.endpoint in OPEN or rule.endpoint == "signing.sign_out":
            continue
        if rule.rule.startswith("/api/"):
            assert client.post(address, data=b"x", content_type=BYTES).status_code == 403, address
            continue
        answer = client.post(address, data={"csrf_token": token})
        told = REFUSED[role] in answer.text or "Only an admin manages accounts and settings" in answer.text
        (refused if told and answer.status_code == 403 else allowed).add(rule.endpoint)
        if rule.endpoint == "settings.end_session":
            client, token = browser(app, database, number), ""
            token = form_token(client, "/settings")
    own = VIEWERS_TOO - {"signing.sign_out"}
    acts = ADMINS_ONLY & (allowed | refused)
    assert len(acts) == 10
    if role == "viewer":
        assert allowed == own
        assert "uploads.send" in refused
    elif role == "admin":
        assert allowed == own | acts
        assert "uploads.send" in refused
    else:
        assert refused == acts
        assert "uploads.send" in allowed


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
