"""A removed file leaves nothing behind: the counts and the pages are as if the file had never come."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.retention import remove_old
from auditor.store.uploads.retention import set_days
from auditor.store.uploads.upload_rows import Receipt
from tests.web.addresses import THERE, readable
from tests.web.forms import decide, send
from tests.web.night import HandText, history
from tests.web.paid import wrongly_paid
from tests.web.test_teamwork import header, items, numbers, words

pytestmark = pytest.mark.database

Rows = Callable[..., Any]
Send = Callable[..., Receipt]
KEPT = wrongly_paid("1") + history(HandText(number="4200001", bet=15))
OLD = wrongly_paid("7", table="Oak", players=("Wren", "Birch", "Yarrow")) + history(HandText(number="4200002", bet=16))
COUNTS = (
    "SELECT * FROM owed ORDER BY hand_id, seat",
    "SELECT * FROM owed_player ORDER BY player_id",
    "SELECT * FROM owed_night WHERE hands <> 0 ORDER BY table_name",
    "SELECT * FROM hand_rake ORDER BY hand_id",
    "SELECT * FROM rake_night WHERE hands <> 0 ORDER BY table_name",
    "SELECT name FROM player ORDER BY name",
    "SELECT venue_id, name FROM poker_table ORDER BY name",
)
SHOWN = ("/figures.json", "/owed.json", "/people.json", "/findings/groups.json?all=yes", "/findings.json?all=yes")


def shown(client: FlaskClient) -> list[Any]:
    return [client.get(address).get_json() for address in SHOWN]


def test_a_removed_file_leaves_nothing_behind(
    sent: Send, app: Flask, ada: FlaskClient, bob: FlaskClient, place: Workplace, rows: Rows
) -> None:
    sent(KEPT)
    kept = numbers(ada)[0]
    decide(ada, kept, act="assign", assignee="Bob", comment="@Bob, the kept hand")
    counts, pages = [rows(each) for each in COUNTS], shown(ada)
    sent(OLD, "old.txt")
    old = next(number for number in numbers(ada) if number != kept)
    decide(ada, old, act="assign", assignee="Bob", comment="@Bob, assigned")
    assert send(ada, f"/findings/{old}/comment", comment="@Bob, is this Wren?").status_code == 303
    assert send(bob, f"/findings/{old}/comment", comment="It is Wren.").status_code == 303
    withdrawn = ada.get(f"/findings/{old}.json").get_json()["comments"][0]["id"]
    assert send(ada, f"/findings/{old}/comments/{withdrawn}/withdraw").status_code == 303
    cause = f"/findings?cause={old}&all=yes"
    assert ada.get(cause).status_code == 200

    rows("UPDATE upload SET received_at = now() - interval '50 days' WHERE file_name = 'old.txt' RETURNING id")
    with place.database.begin() as connection:
        set_days(connection, "default", 40, "Ada")
    assert remove_old(place) == 2
    assert [rows(each) for each in COUNTS] == counts
    assert shown(ada) == pages
    assert rows("SELECT count(*) FROM finding_comment") == [(0,)]
    assert rows("SELECT count(*) FROM comment_withdrawal") == [(0,)]
    assert (header(bob), items(bob, "?all=yes")[1:]) == ("Inbox 1 unread", [])
    activity = words(ada, "/activity")
    assert "Wren" not in activity
    assert ada.get("/activity").text.count("/undo") == 1, "only the act about the kept finding can be undone"
    undone = send(ada, "/acts/2/undo")
    assert (undone.status_code, "keeps the hands of this act no longer" in undone.text) == (422, True)
    for client in (ada, bob):
        for address in (*readable(app, {**THERE, "finding_id": old}), cause, f"/findings/{old}"):
            assert client.get(address).status_code in (200, 303, 403, 404, 501), address
