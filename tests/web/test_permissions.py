"""The table of permissions: it names every route, and every cell of it is tried with a real request."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from auditor.store.people import ingest_tokens
from auditor.store.people.api_tokens import Scope
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.permissions import PERMISSIONS, Entry, Permission
from auditor.web.access.visitor import Role
from auditor.web.rendering.pdf import is_there
from tests.web.addresses import THERE, UNSAFE, address_of, rules
from tests.web.forms import form_token
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"
NO_PERMISSION = (
    *("viewers cannot change anything", "Only an admin manages accounts", "Admins manage accounts and settings, but"),
    *("A token works only at", "which does not allow this request", "cannot change data through the API"),
)
REACHED = "reached"
Ask = Callable[[str, str], Any]


@dataclass
class Visitor:
    """Somebody who sends a request to every route."""

    ask: Ask
    role: Role | None = None
    scope: Scope | None = None

    def may_use(self, row: Permission, rule: Rule, method: str) -> bool:
        """What the table says, in words of the test."""
        if row.entry is not Entry.SIGNED_IN:
            return True
        if self.scope is None and method in UNSAFE and rule.rule.startswith("/api/"):
            return False
        right = self.role in row.people or (self.role is None and self.scope is Scope.UPLOAD)
        return right and (self.scope is None or self.scope in row.tokens)


def by_browser(client: FlaskClient, form: str = "/settings") -> Ask:
    """Sends requests by a browser, with the token of its forms."""
    token = form_token(client, form)

    def ask(method: str, address: str) -> Any:
        data: Any = b"x" if address.startswith("/api/") else {"csrf_token": token}
        sort = BYTES if address.startswith("/api/") else None
        return client.open(address, method=method, data=data if method in UNSAFE else None, content_type=sort)

    return ask


def by_program(app: Flask, headers: dict[str, str]) -> Ask:
    client = app.test_client()
    return lambda method, address: client.open(address, method=method, data=b"x", content_type=BYTES, headers=headers)


def visitors(app: Flask, database: Database) -> Iterator[Visitor]:
    """Everybody who could ask: nobody known, each role, and each kind of token."""
    for role in Role:
        yield Visitor(by_browser(browser(app, database, account(database, f"the {role}", role))), role)
    yield Visitor(by_browser(app.test_client(), "/sign-in"))
    ada, eve = account(database, "Ada"), account(database, "Eve", "viewer")
    for scope in Scope:
        yield Visitor(by_program(app, bearer(database, ada, scope, scope)), Role.REVIEWER, scope)
        yield Visitor(by_program(app, bearer(database, eve, scope, scope)), Role.VIEWER, scope)
    with database.begin() as connection:
        token = ingest_tokens.make(connection, "default", "export", 30, "Ada")
    yield Visitor(by_program(app, {"Authorization": f"Bearer {token}"}), None, Scope.UPLOAD)


def test_the_table_has_every_route_and_no_other(app: Flask) -> None:
    there = {rule.endpoint for rule in rules(app)}
    assert there - PERMISSIONS.keys() == set(), "say in auditor/web/access/permissions.py who may use these"
    assert PERMISSIONS.keys() - there == set()


def test_a_route_that_the_table_forgets_is_refused(app: Flask, database: Database, monkeypatch: Any) -> None:
    ask = by_browser(browser(app, database, account(database, "Ada")))
    machine = app.test_client()
    monkeypatch.delitem(PERMISSIONS, "findings.every")
    assert ask("GET", "/findings").status_code == 403
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE account SET disabled_at = now()")
    assert [machine.get(path).status_code for path in ("/findings", "/hands")] == [403, 200]


def test_every_cell(app: Flask, night: Receipt, database: Database, monkeypatch: Any) -> None:
    """Every route, asked by everybody. Each view is replaced by one that does nothing, so that a request that may pass
    changes nothing and costs little. Who may not gets a sentence.
    """
    addresses = [
        (rule, method, address_of(app, rule, {**THERE, "receipt": night.receipt}))
        for rule in rules(app)
        for method in sorted({"GET", *UNSAFE} & set(rule.methods or ()))
    ]
    everybody = list(visitors(app, database))
    with database.begin() as connection:  # everybody has just typed the password again
        connection.exec_driver_sql("UPDATE session SET confirmed_at = now()")
    for route in app.view_functions:
        monkeypatch.setitem(app.view_functions, route, lambda **_: REACHED)
    tried = 0
    for who in everybody:
        for rule, method, address in addresses:
            if who.scope and who.role is Role.VIEWER and not PERMISSIONS[rule.endpoint].tokens:
                continue  # no token opens this route: the tokens of Ada try that
            if who.scope and method in UNSAFE and PERMISSIONS[rule.endpoint].entry is not Entry.SIGNED_IN:
                continue  # a program has no form to send there
            answer = who.ask(method, address)
            cell = f"{who.role} {who.scope} {method} {address}: {answer.status_code}"
            tried += 1
            if who.may_use(PERMISSIONS[rule.endpoint], rule, method):
                assert answer.text == REACHED, cell
                continue
            assert "set-cookie" not in answer.headers, cell
            if who.role or who.scope:
                assert answer.status_code == 403, cell
                assert any(words in answer.text for words in NO_PERMISSION), cell
            elif address.endswith((".json", ".csv")) or (address.startswith("/api/") and "/docs" not in address):
                assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer"), cell
                assert "Sign in first" in answer.text, cell
            else:
                assert (answer.status_code, answer.location[:15]) == (303, "/sign-in?next=/"), cell
    assert tried > 1500


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ADMIN])
def test_every_page_that_a_role_may_read_is_there(role: Role, app: Flask, night: Receipt, database: Database) -> None:
    client = browser(app, database, account(database, "Ada", role))
    for rule in rules(app):
        address = address_of(app, rule, {**THERE, "receipt": night.receipt})
        if "GET" in (rule.methods or ()) and role in PERMISSIONS[rule.endpoint].people:
            paper = (501,) if address.endswith(".pdf") and not is_there() else ()
            assert client.get(address).status_code in (200, 303, 404, *paper), address
