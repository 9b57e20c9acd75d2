"""Accounts for tests, and browsers that are signed in to them."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from auditor.store.database import Database
from auditor.store.passes import make_link
from auditor.store.people import add
from auditor.web.admission import COOKIE
from auditor.web.passwords import hashed

PASSWORD = "four dull green boats"  # noqa: S105 - of nobody


def account(database: Database, name: str, role: str = "reviewer", password: str = "") -> int:
    """The number of a new account; without a password only links lead in, which costs no work."""
    with database.begin() as connection:
        return add(connection, name, role, hashed(password, name) if password else "")


def link(database: Database, number: int) -> str:
    """The path of a link that signs in by that account."""
    with database.begin() as connection:
        return f"/sign-in/link/{make_link(connection, number)}"


def form_token(client: FlaskClient, address: str) -> str:
    """The token of the forms on a page, and with it the cookie."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(address).text)
    assert found is not None, address
    return found[1]


def browser(app: Flask, database: Database, number: int) -> FlaskClient:
    """A browser that is signed in."""
    client = app.test_client()
    where = link(database, number)
    assert send(client, where, where).status_code == 303
    return client


def send(client: FlaskClient, address: str, form_of: str = "/settings", **fields: str) -> Any:
    """The answer to a form, sent as the page that it stands on sends it."""
    return client.post(address, data={"csrf_token": form_token(client, form_of), **fields})


def sign_in(client: FlaskClient, name: str, password: str, wanted: str = "/", peer: str = "127.0.0.1") -> Any:
    """The answer to the form for name and password."""
    data = {"csrf_token": form_token(client, "/sign-in"), "name": name, "password": password, "next": wanted}
    return client.post("/sign-in", data=data, environ_overrides={"REMOTE_ADDR": peer})


def token_of(client: FlaskClient) -> str:
    """What the browser shows to be recognised, empty where it has nothing."""
    cookie = client.get_cookie(COOKIE)
    return "" if cookie is None else cookie.value
