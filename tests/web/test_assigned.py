"""To whom a finding may be assigned: to people who can sign in."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from auditor.store.people.accounts import disable
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide, send
from tests.web.signed import account, browser

pytestmark = pytest.mark.database


def test_nothing_is_assigned_to_who_cannot_sign_in(
    app: Flask, night: Receipt, database: Database, rows: Callable[..., Any]
) -> None:
    gone, _ = account(database, "Bob"), account(database, "Eve")
    with database.begin() as connection:
        disable(connection, gone)
    ada = browser(app, database, account(database, "Ada"))
    for name, why in (
        ("nobody we know", "There is no account"),
        ("x" * 20_000, "There is no account"),
        ("BOB", "The account Bob is disabled"),
    ):
        answer = decide(ada, 1, act="assign", assignee=name)
        assert (answer.status_code, why in answer.text, "x" * 100 not in answer.text) == (422, True, True), name[:20]
    assert rows("SELECT DISTINCT assignee FROM finding") == [("",)]
    for name, kept in (("eVE", "Eve"), ("", ""), ("Ada", "Ada")):
        assert decide(ada, 1, act="assign", assignee=name).status_code == 303
        assert rows("SELECT assignee FROM finding WHERE id = 1") == [(kept,)]


def test_the_forms_offer_reviewers_only(app: Flask, night: Receipt, database: Database) -> None:
    """A viewer and an admin decide about no finding, so nothing waits for them."""
    for name, role in (("Bob", "reviewer"), ("Vic", "viewer"), ("Root", "admin")):
        account(database, name, role)
    ada = browser(app, database, account(database, "Ada"))
    selected = send(ada, "/findings/select", "/findings?all=yes", all="1", query="all=yes").location
    for address in ("/findings/1", selected):
        page = ada.get(address).text
        assert re.findall(r'<option value="(Ada|Bob|Vic|Root)">', page) == ["Ada", "Bob"], address


@pytest.mark.parametrize(("role", "named"), [("viewer", "Viewers"), ("admin", "Admins")])
def test_a_page_names_the_role_that_cannot_act(
    app: Flask, night: Receipt, database: Database, role: str, named: str
) -> None:
    client = browser(app, database, account(database, "Root", role))
    assert f"{named} cannot decide." in client.get("/findings/1").text
    assert f"{named} cannot upload." in client.get("/uploads").text
