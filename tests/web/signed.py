"""Accounts for tests, and browsers that are signed in to them."""

import time
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people import second_factor
from auditor.store.people.accounts import add
from auditor.store.people.api_tokens import Scope, Wanted, make_token
from auditor.store.people.sign_in_links import make_link
from auditor.store.postgres.database import Database
from auditor.web.access.authorization import COOKIE
from auditor.web.access.passwords import hashed
from tests.web.forms import form_token, send

PASSWORD = "four dull green boats"  # noqa: S105 - of nobody


def account(
    database: Database, name: str, role: str = "reviewer", password: str = "", venue_id: int | None = None
) -> int:
    """The number of a new account; without a password only links lead in, which costs no work."""
    with database.begin() as connection:
        return add(connection, name, role, hashed(password, name) if password else "", venue_id)


def bearer(
    database: Database, number: int, scope: Scope = Scope.DECIDE, label: str = "a program", venue_id: int = 1
) -> dict[str, str]:
    """What a program with a new token of that account sends along."""
    with database.begin() as connection:
        return {"Authorization": f"Bearer {make_token(connection, number, Wanted(label, scope, venue_id))}"}


def link(database: Database, number: int) -> str:
    """The path of a link that signs in by that account."""
    with database.begin() as connection:
        return f"/sign-in/link/{make_link(connection, number)}"


def browser(app: Flask, database: Database, number: int) -> FlaskClient:
    """A browser that is signed in."""
    client = app.test_client()
    where = link(database, number)
    assert send(client, where, where).status_code == 303
    return client


def with_factor(database: Database, number: int) -> str:
    """Gives an account a confirmed second factor: its secret."""
    with database.begin() as connection:
        second_factor.begin(connection, number)
        found = second_factor.factor_of(connection, number)
        assert found is not None
        assert second_factor.confirm(connection, number, code_of(found.secret)) is not None
    return found.secret


def code_of(secret: str, later: int = 0) -> str:
    """What the app shows now, or so many steps later."""
    from pyotp import TOTP

    return TOTP(secret).at(time.time() + 30 * later)


def sign_in(client: FlaskClient, name: str, password: str, wanted: str = "/", peer: str = "127.0.0.1") -> Any:
    """The answer to the form for name and password."""
    data = {"csrf_token": form_token(client, "/sign-in"), "name": name, "password": password, "next": wanted}
    return client.post("/sign-in", data=data, environ_overrides={"REMOTE_ADDR": peer})


def token_of(client: FlaskClient) -> str:
    """What the browser shows to be recognised, empty where it has nothing."""
    cookie = client.get_cookie(COOKIE)
    return "" if cookie is None else cookie.value
