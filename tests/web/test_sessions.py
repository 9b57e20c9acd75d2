"""Sessions: known to the database alone, so that they end there: by sign-out, from another browser, by time."""

from typing import Any

import pytest
from flask import Flask

from auditor.settings import Settings
from auditor.store.people.accounts import disable, enable, set_password
from auditor.store.postgres.database import Database
from auditor.web import create_app
from auditor.web.access.authorization import COOKIE
from tests.web.forms import send
from tests.web.signed import PASSWORD, account, bearer, browser, link, sign_in, token_of

pytestmark = pytest.mark.database


def test_signing_out_ends_the_session_and_not_only_the_cookie(app: Flask, database: Database) -> None:
    client = browser(app, database, account(database, "ada"))
    token = token_of(client)
    assert client.get("/findings.json").status_code == 200
    answer = send(client, "/sign-out")
    assert (answer.status_code, answer.location) == (303, "/sign-in")
    assert token_of(client) == ""
    thief = app.test_client()
    thief.set_cookie(COOKIE, token, domain="localhost", secure=True)
    assert thief.get("/findings.json").status_code == 401


@pytest.mark.parametrize(
    "since",
    [
        "UPDATE session SET expires_at = now()",
        "UPDATE session SET last_seen_at = now() - interval '30 minutes'",
        "UPDATE session SET revoked_at = now()",
        "UPDATE account SET disabled_at = now() WHERE name = 'ada'",
        "DELETE FROM session",
    ],
)
def test_a_session_ends_by_the_database_at_once(since: str, app: Flask, database: Database) -> None:
    account(database, "bob")
    client = browser(app, database, account(database, "ada"))
    assert client.get("/findings.json").status_code == 200
    with database.begin() as connection:
        connection.exec_driver_sql(since)
    assert client.get("/findings.json").status_code == 401
    assert client.get("/findings").location == "/sign-in?next=/findings"


def test_it_goes_on_while_it_is_used_but_not_for_ever(app: Flask, database: Database, rows: Any) -> None:
    client = browser(app, database, account(database, "ada"))
    assert rows("SELECT expires_at - made_at = interval '12 hours' FROM session") == [(True,)]
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE session SET last_seen_at = now() - interval '29 minutes'")
    assert client.get("/findings.json").status_code == 200
    assert rows("SELECT last_seen_at > now() - interval '1 minute' FROM session") == [(True,)]
    before = rows("SELECT * FROM session")
    client.get("/findings.json")
    assert rows("SELECT * FROM session") == before  # not every page writes


def test_the_limits_are_those_of_the_environment(settings: Settings, database: Database, rows: Any) -> None:
    from auditor.settings import load

    asked = {"AUDITOR_IDLE_MINUTES": "10", "AUDITOR_SESSION_HOURS": "2", "AUDITOR_DATA": str(settings.data)}
    server = {"DATABASE_URL": settings.database_url or "", "AUDITOR_ALLOW_RISKS": ",".join(settings.allowed_risks)}
    app = create_app(load(asked | server))
    client = browser(app, database, account(database, "ada"))
    assert rows("SELECT expires_at - made_at = interval '2 hours' FROM session") == [(True,)]
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE session SET last_seen_at = now() - interval '10 minutes'")
    assert client.get("/findings.json").status_code == 401
    app.extensions["auditor"].close()


def test_a_disabled_account_that_is_enabled_again_has_to_sign_in_anew(app: Flask, database: Database) -> None:
    account(database, "bob")
    number = account(database, "ada")
    client = browser(app, database, number)
    for change in (disable, enable):
        with database.begin() as connection:
            change(connection, number)
        assert client.get("/findings.json").status_code == 401
    assert browser(app, database, number).get("/findings.json").status_code == 200


def test_what_was_handed_out_before_comes_back_to_life_with_nobody(app: Flask, database: Database) -> None:
    """The program's token that a disabled account had, and links that were open when it was shut."""
    account(database, "bob")
    number = account(database, "ada")
    where = link(database, number)
    shown = bearer(database, number)
    assert app.test_client().get("/api/v1/findings", headers=shown).status_code == 200
    for change in (disable, enable):
        with database.begin() as connection:
            change(connection, number)
    assert app.test_client().get("/api/v1/findings", headers=shown).status_code == 401
    assert send(app.test_client(), where, "/sign-in").status_code == 403


def test_another_password_leaves_no_link_open_and_ends_no_program(app: Flask, database: Database) -> None:
    number, other = account(database, "ada"), account(database, "bob")
    where, another = link(database, number), link(database, other)
    shown = bearer(database, number)
    with database.begin() as connection:
        set_password(connection, number, "the hash of another one")
    assert send(app.test_client(), where, "/sign-in").status_code == 403
    assert send(app.test_client(), another, another).status_code == 303
    assert app.test_client().get("/api/v1/findings", headers=shown).status_code == 200


def test_one_sees_and_ends_one_s_own_sessions_only(app: Flask, database: Database) -> None:
    number = account(database, "ada")
    here, there = browser(app, database, number), browser(app, database, number)
    stranger = browser(app, database, account(database, "bob", "viewer"))
    listed = here.get("/settings.json").get_json()["sessions"]
    assert [each["this"] for each in listed] == [False, True]
    theirs = listed[0]["session"]
    assert len(stranger.get("/settings.json").get_json()["sessions"]) == 1
    assert send(stranger, f"/settings/sessions/{theirs}/end").status_code == 404
    assert there.get("/findings.json").status_code == 200
    assert send(here, f"/settings/sessions/{theirs}/end").location == "/settings"
    assert there.get("/findings.json").status_code == 401
    browser(app, database, number)
    send(here, "/settings/sessions/end")
    assert [each["this"] for each in here.get("/settings.json").get_json()["sessions"]] == [True]
    assert stranger.get("/findings.json").status_code == 200


def test_another_password_ends_all_sessions_but_a_new_one_here(app: Flask, database: Database) -> None:
    number = account(database, "ada", "viewer", PASSWORD)
    here, there = browser(app, database, number), browser(app, database, number)
    token = token_of(here)
    fresh = "seven slow brown kites"
    wrong = send(here, "/settings/password", current=PASSWORD + "!", password=fresh, again=fresh)
    assert (wrong.status_code, "The current password is wrong." in wrong.text) == (403, True)
    differ = (fresh, fresh + "!", "The two new passwords differ.")
    for password, again, why in (differ, ("too short", "too short", "too short")):
        refused = send(here, "/settings/password", current=PASSWORD, password=password, again=again)
        assert (refused.status_code, why in refused.text) == (422, True)
    assert token_of(here) == token
    assert send(here, "/settings/password", current=PASSWORD, password=fresh, again=fresh).location == "/settings"
    assert token_of(here) != token
    assert here.get("/findings.json").status_code == 200
    assert there.get("/findings.json").status_code == 401
    assert sign_in(there, "ada", PASSWORD).status_code == 403
    assert sign_in(there, "ada", fresh).status_code == 303


def test_letter_keys_are_switched_off_for_the_account_and_without_one_for_the_browser(
    app: Flask, database: Database
) -> None:
    visitor = app.test_client()
    assert visitor.get("/settings.json").get_json() == {
        "name": "this machine", "role": "reviewer", "letter_keys": True, "time_zone": "UTC",
        "theme": "", "takes_two": [], "sessions": [], "tokens": [],
    }  # fmt: skip
    assert send(visitor, "/settings/keys", letter_keys="off").location == "/settings"
    assert 'data-keys="off"' in visitor.get("/rules").text
    assert 'data-keys="off"' not in app.test_client().get("/rules").text
    assert send(visitor, "/settings/keys", letter_keys="sideways").status_code == 422
    assert send(visitor, "/settings/password", current="", password="", again="").status_code == 409
    number = account(database, "ada", "viewer")
    send(browser(app, database, number), "/settings/keys", letter_keys="off")
    other = browser(app, database, number)
    assert 'data-keys="off"' in other.get("/rules").text
    send(other, "/settings/keys", letter_keys="on")
    assert 'data-keys="off"' not in other.get("/rules").text


def test_who_came_by_a_link_sets_a_password_and_who_has_one_types_it_first(app: Flask, database: Database) -> None:
    number = account(database, "ada", "viewer")
    client = browser(app, database, number)
    page = client.get("/settings").text
    assert "This account has no password yet." in page
    assert 'name="current"' not in page
    assert send(client, "/settings/password", password=PASSWORD, again=PASSWORD).status_code == 303
    assert 'name="current"' in client.get("/settings").text
    fresh = "seven slow brown kites"
    assert send(client, "/settings/password", password=fresh, again=fresh).status_code == 403
    assert sign_in(app.test_client(), "ada", PASSWORD).status_code == 303
