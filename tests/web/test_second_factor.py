"""The second factor: codes of an app and recovery codes, at sign-in and before an act that needs them again."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from auditor.settings import Settings
from auditor.store.people import second_factor
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import form_token, send
from tests.web.signed import PASSWORD, account, browser, code_of, sign_in, token_of, with_factor

pytestmark = pytest.mark.database
PAGE = "/settings/second-factor"
CODE = "/sign-in/code"


@pytest.fixture
def strict(settings: Settings, served_over: Callable[[Settings], Flask]) -> Flask:
    """The application as it is served by default: adjudicators and admins need a second factor."""
    return served_over(replace(settings, factor_required=True))


@pytest.mark.parametrize("role", ["adjudicator", "admin"])
def test_a_role_that_needs_a_factor_is_led_to_it_and_nowhere_else(
    role: str, strict: Flask, database: Database, rows: Any
) -> None:
    number = account(database, "Ada", role, PASSWORD)
    client = strict.test_client()
    assert sign_in(client, "Ada", PASSWORD).status_code == 303
    for path in ("/", "/findings", "/settings/accounts", "/uploads"):
        assert client.get(path).location == PAGE, path
    assert client.get("/findings.json").status_code == 401
    assert send(client, "/findings/1/act", form_of=PAGE, act="confirm").location == PAGE
    assert "requires a second factor" in client.get(PAGE).text
    assert send(client, f"{PAGE}/begin", form_of=PAGE).status_code == 403  # asks for the password
    assert send(client, f"{PAGE}/begin", form_of=PAGE, your_password=PASSWORD).location == PAGE
    with database.begin() as connection:
        found = second_factor.factor_of(connection, number)
    assert found is not None
    assert found.secret in client.get(PAGE).text
    drawn = client.get(f"{PAGE}/qr.svg")
    assert (drawn.content_type, drawn.text.count("<path"), "style=" in drawn.text) == ("image/svg+xml", 2, False)
    assert send(client, f"{PAGE}/confirm", form_of=PAGE, code="000000").status_code == 403
    before = token_of(client)
    shown = send(client, f"{PAGE}/confirm", form_of=PAGE, code=f" {code_of(found.secret)} ")
    codes = re.findall(r">((?:[a-z2-7]{4}-){3}[a-z2-7]{4})<", shown.text)
    assert (len(codes), len(set(codes)), token_of(client) != before) == (10, 10, True)
    assert client.get("/findings").status_code == 200
    assert found.secret not in client.get(PAGE).text
    assert client.get(f"{PAGE}/qr.svg").status_code == 404
    assert not any(
        code.replace("-", "") in str(rows("SELECT recovery_code::text FROM recovery_code")) for code in codes
    )
    # It stays: the role needs it.
    assert send(client, f"{PAGE}/remove", form_of=PAGE, your_password=code_of(found.secret, 1)).status_code == 409


def test_others_are_offered_one_and_then_asked(app: Flask, database: Database, night: Receipt) -> None:
    number = account(database, "Bob", "reviewer", PASSWORD)
    assert browser(app, database, number).get("/findings").status_code == 200
    secret = with_factor(database, number)
    client = app.test_client()
    sign_in(client, "Bob", PASSWORD, "/hands")
    half = token_of(client)
    for path in ("/findings", "/settings", PAGE, f"{PAGE}/qr.svg", "/nowhere/at/all"):
        answer = client.get(path)
        assert answer.status_code == 404 or answer.location.startswith(f"{CODE}?next="), path
        assert "Bob" not in answer.text or answer.status_code == 303
    assert client.get("/api/v1/findings").status_code == 401
    # A decision that was typed before is kept beyond the code.
    token = form_token(client, CODE)
    form = {"csrf_token": token, "act": "confirm", "based_on": "0"}
    asked = client.post("/findings/1/act", data=form, headers={"Origin": "http://localhost"})
    assert (asked.status_code, "Type your code" in asked.text, "/findings/1/act" in asked.text) == (401, True, True)
    assert send(client, CODE, form_of=CODE, code=code_of(secret, 9), next="/hands").status_code == 403
    used = send(client, CODE, form_of=CODE, code=code_of(secret, 1), next="/hands")
    assert (used.status_code, used.location) == (303, "/hands")
    assert client.get("/findings").status_code == 200
    stale = app.test_client()
    stale.set_cookie("__Host-auditor-session", half)
    assert stale.get("/findings").location.startswith("/sign-in?next=")
    # A code works once: the same code, and an earlier one, open no second session.
    for late in (1, 0):
        other = browser(app, database, number)
        assert send(other, CODE, form_of=CODE, code=code_of(secret, late)).status_code == 403


def test_five_tries_in_five_minutes_and_no_lock_for_ever(
    app: Flask, database: Database, owners_database: Database, rows: Any
) -> None:
    number = account(database, "Bob")
    with_factor(database, number)
    with database.begin() as connection:
        recovery = second_factor.new_recovery_codes(connection, number)
    client = browser(app, database, number)
    tries = [send(client, CODE, form_of=CODE, code=f"{turn:06d}").status_code for turn in range(6)]
    assert tries == [403, 403, 403, 403, 403, 429]
    blocked = send(client, CODE, form_of=CODE, code=recovery[0])
    assert (blocked.status_code, int(blocked.headers["Retry-After"]) <= 300) == (429, True)
    other = account(database, "Eve")
    secret = with_factor(database, other)
    assert send(browser(app, database, other), CODE, form_of=CODE, code=code_of(secret, 1)).status_code == 303
    with owners_database.begin() as connection:
        connection.exec_driver_sql("UPDATE sign_in_try SET tried_at = tried_at - interval '5 minutes'")
    assert send(client, CODE, form_of=CODE, code=recovery[0].upper()).status_code == 303
    again = browser(app, database, number)
    assert send(again, CODE, form_of=CODE, code=recovery[0]).status_code == 403
    assert rows("SELECT count(*) FROM recovery_code WHERE used_at IS NULL") == [(19,)]


def test_of_many_who_send_one_code_at_once_one_comes_in(database: Database) -> None:
    number = account(database, "Bob")
    secret = with_factor(database, number)
    code, right = code_of(secret, 1), []

    def give() -> None:
        with database.begin() as connection:
            right.append(second_factor.is_right(connection, number, code))

    threads = [threading.Thread(target=give) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(right) == [False] * 7 + [True]


def test_an_act_that_needs_it_again_asks_for_a_code_and_keeps_the_form(
    strict: Flask, database: Database, owners_database: Database
) -> None:
    number = account(database, "Ada", "admin", PASSWORD)
    secret = with_factor(database, number)
    client = browser(strict, database, number)
    send(client, CODE, form_of=CODE, code=code_of(secret, 1))
    asked = send(client, "/settings/accounts", name="Zoe", role="viewer")
    assert (asked.status_code, "Code of your app" in asked.text, 'value="Zoe"' in asked.text) == (403, True, True)
    by_password = send(client, "/settings/accounts", name="Zoe", role="viewer", your_password=PASSWORD)
    assert (by_password.status_code, "The code is wrong" in by_password.text) == (403, True)
    with database.begin() as connection:
        recovery = second_factor.new_recovery_codes(connection, number)
    before = token_of(client)
    done = send(client, "/settings/accounts", name="Zoe", role="viewer", your_password=recovery[0])
    assert (done.status_code, token_of(client) != before) == (200, True)
    assert send(client, "/settings/accounts", name="Yan", role="viewer").status_code == 200
    with owners_database.begin() as connection:
        connection.exec_driver_sql("UPDATE session SET confirmed_at = confirmed_at - interval '5 minutes'")
    assert send(client, "/settings/accounts", name="Xin", role="viewer").status_code == 403
    assert send(client, f"{PAGE}/codes", form_of=PAGE).status_code == 403
