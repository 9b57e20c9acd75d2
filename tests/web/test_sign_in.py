"""Signing in: by password and by link, what somebody is told who guesses, how often, and where it leads."""

from typing import Any, Literal

import argon2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from auditor.store.people.accounts import password_of
from auditor.store.people.login_throttle import MOST, MOST_OF_ALL, TooManyTries, tried
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access import passwords
from auditor.web.access.authorization import COOKIE
from auditor.web.access.login import safe_path
from tests.web.forms import form_token, send, token_on
from tests.web.signed import PASSWORD, account, browser, link, sign_in, token_of

pytestmark = pytest.mark.database


class Counting(argon2.PasswordHasher):
    """The real one, which counts how often it is asked whether a password is right."""

    asked = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - the library's name
        Counting.asked += 1
        return super().verify(hash, password)


def test_nobody_can_sign_in_until_there_is_an_account(client: FlaskClient, rows: Any) -> None:
    assert rows("SELECT count(*) FROM account") == [(0,)]
    assert client.get("/").status_code == 200
    shown = client.get("/sign-in")
    assert "auditor user add" in shown.text
    assert '<form action="/sign-in"' not in shown.text
    answer = send(client, "/sign-in", "/settings", name="admin", password=PASSWORD)
    assert answer.status_code == 403
    assert token_of(client) == ""


def test_a_password_leads_to_what_was_wanted_under_a_new_cookie(
    app: Flask, client: FlaskClient, database: Database
) -> None:
    account(database, "Ada", password=PASSWORD)
    away = client.get("/findings?code=B402&limit=7")
    assert (away.status_code, away.location) == (303, "/sign-in?next=/findings%3Fcode%3DB402%26limit%3D7")
    assert "Main" not in client.get("/sign-in").text
    client.set_cookie(COOKIE, "planted", domain="localhost", secure=True)
    before = form_token(client, "/sign-in")
    answer = sign_in(client, "aDA", PASSWORD, "/findings?code=B402&limit=7")
    assert (answer.status_code, answer.location) == (303, "/findings?code=B402&limit=7")
    given = next(each for each in answer.headers.getlist("Set-Cookie") if each.startswith(COOKIE))
    assert {part.strip() for part in given.split(";")[1:]} == {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"}
    assert token_of(client) not in ("", "planted")
    assert form_token(client, "/settings") != before
    page = client.get("/").text
    assert "Ada" in page
    assert "Sign out" in page


def test_a_second_sign_in_ends_the_first_of_that_browser(app: Flask, client: FlaskClient, database: Database) -> None:
    account(database, "ada", password=PASSWORD)
    sign_in(client, "ada", PASSWORD)
    first = token_of(client)
    sign_in(client, "ada", PASSWORD)
    assert token_of(client) != first
    client.set_cookie(COOKIE, first, domain="localhost", secure=True)
    assert client.get("/findings.json").status_code == 401


def test_a_wrong_name_gets_the_same_answer_after_the_same_work(
    client: FlaskClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = passwords.HASHER
    counting = Counting(time_cost=ours.time_cost, memory_cost=ours.memory_cost, parallelism=ours.parallelism)
    monkeypatch.setattr(passwords, "HASHER", counting)
    account(database, "ada", password=PASSWORD)
    account(database, "bob")  # who has no password
    told = []
    for name in ("ada", "bob", "eve"):
        Counting.asked = 0
        answer = sign_in(client, name, "not this one, surely")
        assert Counting.asked == 1
        assert answer.status_code == 403
        assert token_of(client) == ""
        told.append(answer.text.replace(f'value="{name}"', "").replace(token_on(answer.text), ""))
    assert argon2.extract_parameters(passwords.NOBODYS) == argon2.Parameters(
        argon2.Type.ID, 19, 16, 32, ours.time_cost, ours.memory_cost, ours.parallelism
    )
    assert len({text for text in told if "is wrong. Try again" in text}) == 1


def test_after_ten_wrong_tries_even_the_right_password_waits_and_nobody_else_does(
    app: Flask, client: FlaskClient, database: Database, rows: Any
) -> None:
    account(database, "ada", password=PASSWORD)
    account(database, "bob", password=PASSWORD)
    with database.begin() as connection:
        connection.exec_driver_sql(
            f"INSERT INTO sign_in_try (name, network) SELECT 'ada', '10.0.0.' || n FROM generate_series(2, {MOST}) n"
        )
    assert sign_in(client, "ADA", "not this one, surely", peer="127.0.0.9").status_code == 403
    refused = sign_in(client, "ada", PASSWORD, peer="127.0.0.8")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 300
    assert "Too many tries" in refused.text
    assert sign_in(app.test_client(), "bob", PASSWORD).status_code == 303
    # A try that is refused does not make the wait longer, and one that succeeds does not count.
    assert rows("SELECT count(*) FROM sign_in_try") == [(MOST,)]
    rows("UPDATE sign_in_try SET tried_at = tried_at - interval '5 minutes' RETURNING 1")
    assert sign_in(client, "ada", PASSWORD).status_code == 303
    assert rows("SELECT count(*) FROM sign_in_try") == [(0,)]


def test_all_ways_to_write_the_name_of_one_account_count_together(database: Database) -> None:
    """Small letters are those of the database, which looks for the account: Python has others for the last letter."""
    account(database, "ΝΙΚΟΣ", password=PASSWORD)
    with database.begin() as connection:
        ways = [each for each in ("ΝΙΚΟΣ", "νικοσ", "νικος", "Νικοσ") if password_of(connection, each)]
        for turn in range(MOST):
            tried(connection, ways[turn % len(ways)], f"10.0.0.{turn}")
        for each in ways:
            with pytest.raises(TooManyTries):
                tried(connection, each, "10.0.1.1")


@pytest.mark.parametrize(("network", "most"), [("127.0.0.1", MOST), ("10.0.0.1", MOST_OF_ALL)])
def test_one_address_and_all_together_have_so_many_tries(
    network: str, most: int, client: FlaskClient, database: Database
) -> None:
    account(database, "ada", password=PASSWORD)
    with database.begin() as connection:
        connection.exec_driver_sql(
            f"INSERT INTO sign_in_try (name, network) SELECT 'n' || n, '{network}' FROM generate_series(1, {most}) n"
        )
    assert sign_in(client, "ada", PASSWORD).status_code == 429


def test_a_link_is_used_by_its_button_once(app: Flask, client: FlaskClient, database: Database, rows: Any) -> None:
    where = link(database, account(database, "ada"))
    for _ in range(2):
        assert client.get(where).status_code == 200
        assert client.head(where).status_code == 200
    assert rows("SELECT count(*) FROM one_time_link WHERE used_at IS NULL") == [(1,)]
    assert send(client, where, where).status_code == 303
    assert "ada" in client.get("/").text
    late = app.test_client()
    never = where.rpartition("/")[0] + "/never-made"
    for again, status in ((late.get(where), 404), (late.get(never), 404), (send(late, where, "/sign-in"), 403)):
        assert again.status_code == status
        assert (
            "was already used, or is older than an hour. Ask an admin for a new link, or run on the server: auditor"
            " user link" in again.text
        )
        assert "<button" not in again.text.partition("<main")[2].partition("</main")[0]
    assert token_of(late) == ""


def test_a_link_leads_to_the_desk_if_no_password_is_missing(app: Flask, database: Database, night: Receipt) -> None:
    """Somebody with a password needs no new one. In the demonstration, nobody needs a password."""
    where = link(database, account(database, "ada", password=PASSWORD))
    assert send(app.test_client(), where, where).location == "/"
    where = link(database, account(database, "demo"))
    with database.begin() as connection:
        connection.execute(text("UPDATE run SET trigger = 'demonstration'"))
    assert send(app.test_client(), where, where).location == "/"


@pytest.mark.parametrize(
    "since",
    ["UPDATE one_time_link SET expires_at = now()", "UPDATE account SET disabled_at = now() WHERE name = 'ada'"],
)
def test_a_link_ends_with_its_hour_and_with_its_account(since: str, client: FlaskClient, database: Database) -> None:
    account(database, "bob")
    where = link(database, account(database, "ada"))
    with database.begin() as connection:
        connection.exec_driver_sql(since)
    assert client.get(where).status_code == 404
    assert send(client, where, "/sign-in").status_code == 403
    assert token_of(client) == ""


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
     "evil.example", "javascript:alert(1)", "/\r\nSet-Cookie: a=b", "", "/caf\N{LATIN SMALL LETTER E WITH ACUTE}"],
)  # fmt: skip
def test_the_sign_in_leads_to_no_other_site(wanted: str, app: Flask) -> None:
    assert safe_path(wanted) == "/"


@pytest.mark.parametrize("wanted", ["/", "/findings?code=B402", "/hands/1/step/3.1?cards=known", "/rules/B402#law"])
def test_a_path_of_this_site_is_kept(wanted: str) -> None:
    assert safe_path(wanted) == wanted


def test_parameters_of_a_form_are_checked_as_well(client: FlaskClient, database: Database) -> None:
    account(database, "ada", password=PASSWORD)
    assert sign_in(client, "ada", PASSWORD, "//evil.example/").location == "/"


def test_secrets_are_stored_as_digests_and_appear_nowhere(
    app: Flask, database: Database, rows: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    number = account(database, "ada", password=PASSWORD)
    where = link(database, number)
    client = browser(app, database, number)
    sign_in(app.test_client(), "ada", PASSWORD + "!")
    kept = repr(
        [rows(f"SELECT t::text FROM {table} t") for table in ("account", "session", "one_time_link", "sign_in_try")]
    )
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept
    shown = client.get("/settings").text + client.get("/settings.json").text + client.get("/settings.csv").text
    journal = capfd.readouterr()
    for secret in (PASSWORD, token_of(client), where.rpartition("/")[2]):
        assert secret not in kept + shown + journal.out + journal.err
    assert "argon2" not in shown
