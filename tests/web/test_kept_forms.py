"""A session that ends in mid-act: after the sign-in all that was typed is there, with one button; and nobody else's."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people.login_throttle import MOST
from auditor.store.postgres.database import Database
from auditor.web.access.authorization import COOKIE
from tests.web.forms import decide, send, token_on
from tests.web.night import File, Files, HandText, history
from tests.web.page_text import visible_text
from tests.web.signed import PASSWORD, account, bearer, link, sign_in

pytestmark = pytest.mark.database

TYPED = 'It was a <b>"string"</b> bet.\nThe floor was asked. ♠'
SHOWN = "It was a &lt;b&gt;&#34;string&#34;&lt;/b&gt; bet.\nThe floor was asked. ♠"
OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}
FIELDS = {"act": "accept", "reason": "the room is mending it", "comment": TYPED, "until": "2999-12-31", "based_on": "0"}
ACTS = "SELECT count(*) FROM triage_act"


@pytest.fixture
def beforehand() -> Files:
    """Two hands with a wager of the wrong size."""
    return (File(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in (11, 12)])),)


@pytest.fixture
def ada(client: FlaskClient, database: Database) -> FlaskClient:
    """A browser that is signed in, of somebody with a password."""
    account(database, "Ada", password=PASSWORD)
    assert sign_in(client, "Ada", PASSWORD).status_code == 303
    return client


def pressed(client: FlaskClient, token: str, path: str = "/findings/1/act", **fields: str) -> Any:
    """The answer to an act of a page that was open before."""
    return client.post(path, data={"csrf_token": token, **(fields or FIELDS)}, headers=OWN_PAGE)


def end_session(client: FlaskClient, rows: Any) -> None:
    rows("UPDATE session SET expires_at = now() RETURNING 1")


def kept_on(page: str) -> str:
    """What the sign-in form keeps."""
    found = re.search(r'name="kept" value="([^"]+)"', page)
    assert found is not None
    return found[1].replace("&#34;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace(
        "&amp;", "&")  # fmt: skip


def all_is_there(page: str) -> None:
    """The form as it was typed, and one button."""
    (form,) = re.findall(r'<form class="kept" method="post" action="/findings/1/act">.*?</form>', page, re.DOTALL)
    assert f">{SHOWN}</textarea>" in form
    assert "<option selected>the room is mending it</option>" in form
    assert 'type="date" value="2999-12-31"' in form
    assert 'name="based_on" value="0"' in form
    assert re.findall(r'<button class="primary" type="submit" data-act>([^<]+)<', form) == ["Go on: Accept"]


def test_a_session_that_expired_goes_on_after_the_sign_in(ada: FlaskClient, rows: Any) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    asked = pressed(ada, token)
    assert (asked.status_code, asked.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "Your session has ended, so nothing was done. What you typed is kept." in visible_text(asked.text)
    kept = kept_on(asked.text)
    sent = {"csrf_token": token_on(asked.text), "name": "Ada", "next": "/", "kept": kept}
    wrong = ada.post("/sign-in", data={**sent, "password": "not this one, surely"})
    assert (wrong.status_code, kept_on(wrong.text)) == (403, kept)
    answer = ada.post("/sign-in", data={**sent, "password": PASSWORD})
    assert answer.status_code == 200
    assert COOKIE in " ".join(answer.headers.getlist("Set-Cookie"))
    assert rows(ACTS) == [(0,)], "nothing is done before the button is pressed"
    all_is_there(answer.text)
    done = pressed(ada, token_on(answer.text))
    assert (done.status_code, done.location) == (303, "/findings/1")
    assert rows("SELECT state, comment, until::text, by FROM decision") == [("accepted", TYPED, "2999-12-31", "Ada")]


def test_who_signed_out_and_in_again_in_another_tab_goes_on_at_once(ada: FlaskClient, rows: Any) -> None:
    token = token_on(ada.get("/findings/1").text)
    send(ada, "/sign-out")
    sign_in(ada, "Ada", PASSWORD)
    answer = pressed(ada, token)
    assert answer.status_code == 403
    all_is_there(answer.text)
    assert rows(ACTS) == [(0,)]
    assert pressed(ada, token_on(answer.text)).status_code == 303


def test_neither_too_many_tries_nor_a_sign_in_in_another_tab_lose_what_was_typed(
    ada: FlaskClient, database: Database, rows: Any
) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    asked = pressed(ada, token)
    sent = {"name": "Ada", "password": PASSWORD, "kept": kept_on(asked.text)}
    sign_in(ada, "Ada", PASSWORD)
    end_session(ada, rows)
    late = ada.post("/sign-in", data={"csrf_token": token_on(asked.text), **sent}, headers=OWN_PAGE)
    assert (late.status_code, kept_on(late.text)) == (403, sent["kept"])
    assert "This page was too old. Sign in again." in late.text
    foreign = ada.post("/sign-in", data={"csrf_token": "forged", **sent}, headers={"Origin": "null"})
    assert (foreign.status_code, "string" in foreign.text) == (403, False)
    with database.begin() as connection:
        connection.exec_driver_sql(
            f"INSERT INTO sign_in_try (name, network) SELECT 'ada', '10.0.0.' || n FROM generate_series(1, {MOST}) n"
        )
    many = ada.post("/sign-in", data={"csrf_token": token_on(late.text), **sent})
    assert (many.status_code, kept_on(many.text)) == (429, sent["kept"])
    assert int(many.headers["Retry-After"]) > 0
    rows("DELETE FROM sign_in_try RETURNING 1")
    all_is_there(ada.post("/sign-in", data={"csrf_token": token_on(many.text), **sent}).text)


def test_who_signs_in_by_a_link_comes_back_to_the_page_and_goes_on(
    ada: FlaskClient, database: Database, rows: Any
) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    asked = pressed(ada, token)
    (form,) = re.findall(r'<form class="panel narrow" action="/findings/1/act".*?</form>', asked.text, re.DOTALL)
    fields = {name: value for name, value in FIELDS.items() if f'name="{name}"' in form}
    assert fields == FIELDS
    assert f'name="comment" value="{SHOWN}"' in form
    where = link(database, rows("SELECT id FROM account")[0][0])
    assert send(ada, where, where).status_code == 303
    all_is_there(pressed(ada, token_on(form)).text)


def test_what_happened_while_the_session_was_over_is_shown_first(
    app: Flask, ada: FlaskClient, database: Database, rows: Any
) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    asked = pressed(ada, token)
    robot = bearer(database, account(database, "Robot"))
    body = {"act": "confirm", "based_on": 0}
    assert app.test_client().post("/api/v1/findings/1/decisions", json=body, headers=robot).status_code == 200
    sent = {"csrf_token": token_on(asked.text), "name": "Ada", "next": "/", "kept": kept_on(asked.text)}
    page = ada.post("/sign-in", data={**sent, "password": PASSWORD}).text
    answer = pressed(ada, token_on(page))
    assert answer.status_code == 409
    assert "Robot confirmed the finding" in visible_text(answer.text)
    assert f">{SHOWN}</textarea>" in answer.text


@pytest.mark.parametrize(
    ("path", "fields", "button"),
    [
        ("/findings/1/give-back", {"back": "/findings"}, "Go on: Unassign"),
        ("/acts/1/undo", {"back": "/findings"}, "Go on: Undo"),
        ("/selections/1/act", {"act": "dismiss", "reason-dismiss": "engine wrong"}, "Go on: Dismiss"),
        ("/findings/1/act", {"act": "dismiss", "reason-dismiss": "engine wrong", "based_on-1": "7"}, "Go on: Dismiss"),
        (
            "/findings/1/cause/act",
            {"act": "dismiss", "reason-dismiss": "engine wrong", "based_on-2": "7", "based_on-3": "0"},
            "Go on: Dismiss",
        ),
        ("/findings/1/comment", {"comment": "A string bet?", "back": "/findings/1"}, "Go on: Save the comment"),
    ],
)
def test_every_act_is_kept(path: str, fields: dict[str, str], button: str, ada: FlaskClient, rows: Any) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    kept = kept_on(pressed(ada, token, path, **fields).text)
    wanted = {name.replace("-1", ""): value for name, value in fields.items()}
    assert json.loads(kept) == [path, wanted]
    sent = {"csrf_token": token_on(ada.get("/sign-in").text), "name": "Ada", "password": PASSWORD, "kept": kept}
    page = ada.post("/sign-in", data=sent).text
    assert re.findall(r'<button class="primary" type="submit" data-act>([^<]+)<', page) == [button]
    assert f'method="post" action="{path}"' in page
    for finding in ("2", "3"):
        kept_field = f'<input type="hidden" name="based_on-{finding}" value="{fields.get(f"based_on-{finding}")}">'
        assert (kept_field in page) == (f"based_on-{finding}" in fields)
    if "dismiss" in fields.values():
        assert "<option selected>engine wrong</option>" in page


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {},
    ],
)
@pytest.mark.parametrize("signed", [False, True])
def test_no_words_of_another_site_are_kept(signed: bool, headers: dict[str, str], ada: FlaskClient, rows: Any) -> None:
    """Whether somebody is signed in or not: neither is anything done nor do the words come back on a page of ours."""
    if not signed:
        end_session(ada, rows)
    answer = ada.post("/findings/1/act", data={"csrf_token": "forged", **FIELDS}, headers=headers)
    assert answer.status_code in (303, 403)
    assert "string" not in answer.text
    assert "string" not in answer.headers.get("Location", "")
    assert rows(ACTS) == [(0,)]


def test_the_words_are_in_no_address_and_in_no_cookie(ada: FlaskClient, rows: Any) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    asked = pressed(ada, token)
    sent = {"csrf_token": token_on(asked.text), "name": "Ada", "password": PASSWORD, "kept": kept_on(asked.text)}
    answer = ada.post("/sign-in", data=sent)
    for each in (asked, answer):
        assert "Location" not in each.headers
        assert all("string" not in value and len(value) < 600 for value in each.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '["/findings/1/act"]',
        '["/settings/password", {}]',
        '["https://evil.example/findings/1/act", {}]',
        '["//evil.example/findings/1/act", {}]',
        "[7, {}]",
        '["/findings/1/act", []]',
        '["/findings/1/act", {"csrf_token": "x"}]',
        '["/findings/1/act", {"comment": 7}]',
        "[" * 5_000,
    ],
)
def test_what_is_no_kept_form_leads_where_a_sign_in_leads(text: str, client: FlaskClient, database: Database) -> None:
    account(database, "Ada", password=PASSWORD)
    sent = {"csrf_token": token_on(client.get("/sign-in").text), "name": "Ada", "password": PASSWORD, "kept": text}
    answer = client.post("/sign-in", data={**sent, "next": "/findings"})
    assert (answer.status_code, answer.location) == (303, "/findings")


def test_other_forms_and_large_ones_lead_to_the_sign_in_as_before(ada: FlaskClient, rows: Any) -> None:
    token = token_on(ada.get("/findings/1").text)
    end_session(ada, rows)
    for path, fields in (
        ("/filters", {"name": "mine", "query": ""}),
        ("/findings/1/act", {**FIELDS, "comment": "x" * 70_000}),
    ):
        answer = pressed(ada, token, path, **fields)
        assert (answer.status_code, answer.location) == (303, "/sign-in?next=/")
    told = ada.post("/findings/1/act", data=FIELDS, headers={**OWN_PAGE, "Accept": "application/json"})
    assert (told.status_code, told.get_json()["code"]) == (401, "HTTP-401")


def test_without_accounts_a_browser_that_was_closed_goes_on_too(app: Flask, client: FlaskClient, rows: Any) -> None:
    """Its cookie is gone, and with it the token of the page that it opens again."""
    decide(client, 2, act="confirm")
    token = token_on(client.get("/findings/1").text)
    fresh = app.test_client()
    answer = pressed(fresh, token)
    assert answer.status_code == 403
    all_is_there(answer.text)
    assert pressed(fresh, token_on(answer.text)).status_code == 303
    assert rows(ACTS) == [(2,)]
