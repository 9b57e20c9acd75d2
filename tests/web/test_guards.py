"""The guards of every route: headers on every answer, nobody else's page changes anything, nobody else is answered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.settings import Settings
from auditor.store.uploads.upload_rows import Receipt
from auditor.web import create_app
from auditor.web.access.permissions import PERMISSIONS, Data, Entry, Permission
from auditor.web.rendering.pdf import is_there
from auditor.web.requests.guards import HEADERS
from tests.web.addresses import NOT_THERE, THERE, changing, readable, rules

pytestmark = pytest.mark.database

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
# What somebody must make before its page is there.
OF_NOBODY = (
    *("/cases/1", "/claim/", "/explained/", "/party/", "/selections/", "/settings/second-factor/qr"),
    *("/sign-in/link/", "/unread/"),
)
WITH_MORE = {"/api/v1/docs/try": "img-src 'self' data:", "/hands/1/raw": "; sandbox"}


def test_every_route_carries_the_headers(app: Flask, client: FlaskClient, night: Receipt) -> None:
    assert HEADERS["Content-Security-Policy"] == POLICY
    for address in readable(app, {**THERE, "receipt": night.receipt}):
        answer = client.get(address)
        there = (
            (404,)
            if address.endswith("nowhere") or address.startswith(OF_NOBODY)
            else (403,)  # without accounts, nobody opens a case
            if address == "/hands/1/case"
            else (200, 303)
        )
        if address.endswith(".pdf") and not is_there():
            there = (501,)
        assert answer.status_code in there, f"{address}: {answer.status_code} {answer.text[:300]}"
        assert_dressed(address, answer)


@pytest.fixture
def breaking(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A visitor of an application of this test's own, a page of which fails."""
    monkeypatch.setitem(PERMISSIONS, "broken", Permission(frozenset(), Data.NOBODYS, entry=Entry.ANYBODY))
    made = create_app(settings)
    made.add_url_rule("/broken", "broken", broken)
    yield made.test_client()
    made.extensions["auditor"].close()


@pytest.mark.parametrize("status", [400, 403, 404, 405, 413, 415, 422, 500])
def test_every_refusal_carries_the_headers(status: int, breaking: FlaskClient) -> None:
    answer = {
        400: lambda: breaking.get("/", headers={"Host": "evil.example"}),
        403: lambda: breaking.post("/uploads"),
        404: lambda: breaking.get("/nothing/here/at/all"),
        405: lambda: breaking.delete("/rules"),
        413: lambda: breaking.post("/uploads", data=b"x" * (breaking.application.config["MAX_CONTENT_LENGTH"] + 1)),
        415: lambda: breaking.post("/api/v1/uploads", data=b"x", content_type="text/plain"),
        422: lambda: breaking.get("/findings?colour=red"),
        500: lambda: breaking.get("/broken"),
    }[status]()
    assert answer.status_code == status
    assert_dressed(f"a {status}", answer)
    assert "Traceback" not in answer.text
    assert "ValueError" not in answer.text
    assert "Wolfgang" not in answer.text


@pytest.mark.parametrize(
    "address", ["/nothing", "/hands/999", "/rules/X999", "/uploads/0000", "/runs/9999999999999999"]
)
@pytest.mark.parametrize("ending", ["", ".json"])
def test_a_missing_address_gets_one_sentence(address: str, ending: str, client: FlaskClient) -> None:
    answer = client.get(address + ending)
    assert answer.status_code == 404
    if ending:
        assert answer.get_json()["status"] == 404
        assert answer.get_json()["message"].endswith(".")
    else:
        assert answer.mimetype == "text/html"
        assert "<h1>Not found</h1>" in answer.text


def test_nothing_that_is_not_there_breaks(app: Flask, client: FlaskClient) -> None:
    for address in readable(app, NOT_THERE):
        refused = (403,) if address == "/hands/999/case" else ()  # without accounts, nobody opens a case
        assert client.get(address).status_code in (200, 303, 404, 501, *refused), address


def test_other_pages_cannot_change_anything(app: Flask, client: FlaskClient, night: Receipt, rows: Any) -> None:
    """Each unsafe route, asked as a page of another site would ask it: with this browser's cookie and its own token."""
    before = rows("SELECT count(*), max(received_at) FROM upload")
    asked = list(changing(app, {**THERE, "receipt": night.receipt}))
    assert ("POST", "/uploads") in asked
    assert ("POST", "/api/v1/uploads") in asked
    client.get("/uploads")
    foreign: list[dict[str, str]] = [
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:8000"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ]
    for method, address in asked:
        for headers in foreign:
            answer = client.open(
                address, method=method, headers=headers, data=b"PokerStars", content_type="application/octet-stream"
            )
            assert answer.status_code == 403, f"{method} {address} {headers}"
    assert rows("SELECT count(*), max(received_at) FROM upload") == before


def test_pages_want_their_own_token(app: Flask, client: FlaskClient, rows: Any) -> None:
    """No token, a made-up one, one of another visitor: refused. The API keeps no session to borrow, and needs none."""
    other = app.test_client().get("/uploads").text.split('name="csrf_token" value="')[1].split('"')[0]
    client.get("/uploads")
    for method, address in changing(app):
        if address.startswith("/api/"):
            continue
        for token in ({}, {"csrf_token": "made up"}, {"csrf_token": other}):
            answer = client.open(address, method=method, data=token, headers={"Sec-Fetch-Site": "same-origin"})
            assert answer.status_code == 403, f"{method} {address} {token}"
            assert "Nothing was done" in answer.text
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_the_api_takes_no_type_that_a_form_can_send(client: FlaskClient, rows: Any) -> None:
    for kind in ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""):
        answer = client.post("/api/v1/uploads", data=b"x", content_type=kind)
        assert answer.status_code == 415, kind
    assert client.post("/api/v1/uploads", data=b"x", headers={"Origin": "null"}).status_code == 403
    assert rows("SELECT count(*) FROM upload") == [(0,)]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]", "a b"])
def test_other_names_are_not_answered(host: str, bare: FlaskClient) -> None:
    """A page of another site that has its own name point here (DNS rebinding) learns nothing."""
    answer = bare.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "TRUSTED_HOSTS" in answer.text


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1", "127.0.0.1:49152", "[::1]:8000"])
def test_this_machine_s_own_names_are_answered(host: str, bare: FlaskClient) -> None:
    assert bare.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("peer", ["192.0.2.7", "10.0.0.3", "2001:db8::1", "::ffff:192.0.2.7"])
def test_other_machines_are_not_answered(peer: str, client: FlaskClient) -> None:
    """Nor is the form to sign in shown to them, nor what is nowhere; only that this process lives."""
    for address in ("/", "/sign-in", "/readyz", "/nothing/here", "/static/layout.css"):
        answer = client.get(address, environ_overrides={"REMOTE_ADDR": peer})
        assert answer.status_code == 403, address
        assert "there are no accounts" in answer.text
    assert client.get("/healthz", environ_overrides={"REMOTE_ADDR": peer}).status_code == 200


def test_other_machines_learn_nothing_of_a_database_that_does_not_answer(bare: FlaskClient) -> None:
    answer = bare.get("/", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 503
    assert "does not answer" in answer.text
    assert "127.0.0.1" not in answer.text
    assert "nobody" not in answer.text


@pytest.mark.parametrize("forwarded", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_no_header_names_the_client(forwarded: str, client: FlaskClient) -> None:
    peer = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/", headers={forwarded: "127.0.0.1"}, environ_overrides=peer).status_code == 403


def test_the_cookie_is_kept_from_scripts_other_sites_and_other_servers(client: FlaskClient) -> None:
    cookies = client.get("/uploads").headers.getlist("Set-Cookie")
    assert len(cookies) == 1
    name, _, rest = cookies[0].partition("=")
    assert name == "__Host-auditor"
    assert {part.strip() for part in rest.split(";")} >= {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"}
    assert "Domain" not in rest
    assert len(cookies[0]) < 4096


def test_pages_that_have_no_form_set_no_cookie(app: Flask, night: Receipt) -> None:
    for address in readable(app, {**THERE, "receipt": night.receipt}):
        answer = app.test_client().get(address)
        has_form = answer.mimetype == "text/html" and 'name="csrf_token"' in answer.text
        assert ("Set-Cookie" in answer.headers) == has_form, address


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "BREW"])
def test_methods_that_are_not_listed_are_refused(method: str, bare: FlaskClient) -> None:
    for address in ("/", "/uploads", "/api/v1/uploads"):
        assert bare.open(address, method=method).status_code == 405
    assert not any(method in (rule.methods or ()) for rule in rules(bare.application))


def test_a_mistake_of_ours_is_found_in_the_journal_by_its_mark(
    breaking: FlaskClient, capfd: pytest.CaptureFixture[str]
) -> None:
    document = breaking.get("/broken", headers={"Accept": "application/json"}).get_json()
    journal = capfd.readouterr()
    assert document["mark"] in document["message"]
    line = json.loads(journal.err)
    assert (line["mark"], line["endpoint"], line["kind"]) == (document["mark"], "broken", "ValueError")
    assert "broken" in line["at"][-1]
    assert "Wolfgang" not in journal.err + journal.out + str(document)


def broken() -> str:
    raise ValueError("Wolfgang holds 9h 9d")


def assert_dressed(what: str, answer: Any) -> None:
    for name, value in HEADERS.items():
        given = answer.headers.get(name, "")
        if name == "Content-Security-Policy" and what in WITH_MORE:
            assert WITH_MORE[what] in given, what
            assert "unsafe" not in given, what
        elif name == "Cache-Control" and what.startswith("/static/"):
            assert "max-age" in given, what
        else:
            assert given == value, f"{what}: {name}"
