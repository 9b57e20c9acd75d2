"""The inbox of a person, the page of all acts, and the digest of a week."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from tests.web.forms import decide, send
from tests.web.night import File, Files, HandText, history
from tests.web.page_text import visible_text
from tests.web.paid import wrongly_paid
from tests.web.signed import account, browser

pytestmark = pytest.mark.database
Rows = Callable[..., Any]
THIS_WEEK = f"{dt.datetime.now(dt.UTC):%G-W%V}"


@pytest.fixture
def beforehand() -> Files:
    """Three hands with a wager of the wrong size, and a wrong payout."""
    return (
        File(
            history(*[HandText(number=str(5100000 + bet), bet=bet) for bet in (11, 12, 13)]) + wrongly_paid("5100099")
        ),
    )


def words(client: FlaskClient, address: str) -> str:
    return re.sub(r"\s+", " ", visible_text(client.get(address).text))


def items(client: FlaskClient, query: str = "") -> list[tuple[str, int, str | None]]:
    found = client.get(f"/inbox.json{query}").get_json()["items"]
    return [(each["kind"], each["finding"], each["by"]) for each in found]


def numbers(client: FlaskClient, code: str = "B402") -> list[int]:
    return sorted([each["id"] for each in client.get(f"/findings.json?all=yes&code={code}").get_json()["findings"]])


def header(client: FlaskClient) -> str:
    found = re.search(r"<a [^>]*data-inbox>(.*?)</a>", client.get("/rules").text)
    assert found is not None
    return re.sub(r"<[^>]*>", "", found[1])


def test_the_inbox_counts_in_the_header_and_each_row_is_marked(ada: FlaskClient, bob: FlaskClient) -> None:
    one, two, _ = numbers(ada)
    assert header(bob) == "Inbox"
    decide(ada, one, act="assign", assignee="Bob", comment="@Bob, <b>look</b>")
    send(ada, f"/findings/{two}/comment", comment="Not sure, @bob")
    assert items(bob) == [("mention", two, "Ada"), ("assigned", one, "Ada")]
    assert header(bob) == "Inbox 2 unread"
    assert header(ada) == "Inbox"
    page = words(bob, "/inbox")
    assert "Ada assigned this finding to you." in page
    assert "Ada mentioned you. Not sure, @bob" in page
    assert "@Bob, &lt;b&gt;look&lt;/b&gt;" in bob.get("/inbox").text
    first = bob.get("/inbox.json?limit=1").get_json()
    assert len(first["items"]) == 1
    assert bob.get(f"/inbox.json?limit=1&before={first['next']}").get_json()["items"][0]["finding"] == one
    assert send(bob, "/inbox/read", item=str(first["items"][0]["id"]), back="/inbox").headers["Location"] == "/inbox"
    page = bob.get("/inbox").text
    assert "1 row marked as read." in page
    assert header(bob) == "Inbox 1 unread"
    assert send(ada, "/inbox/read", item=str(first["next"])).status_code == 303
    undo = re.search(r'action="(/inbox/\d+/unread)"', page)
    assert undo is not None
    assert send(ada, undo[1]).status_code == 404, "the row is of another account"
    assert send(bob, undo[1]).status_code == 303
    assert header(bob) == "Inbox 2 unread"
    send(ada, f"/findings/{two}/comment", comment="And now, @bob?")
    assert send(bob, "/inbox/read", newest=str(first["items"][0]["id"])).status_code == 303
    assert items(bob) == [("mention", two, "Ada")], "what arrived later was not seen"
    assert len(items(bob, "?all=yes")) == 3
    decide(bob, one, act="confirm")
    for fields in ({}, {"item": "x"}, {"newest": "-1"}, {"item": "1", "colour": "red"}):
        assert send(bob, "/inbox/read", **fields).status_code == 422, fields


def test_a_second_review_waits_in_the_inbox(app: Flask, database: Database, ada: FlaskClient, bob: FlaskClient) -> None:
    with database.begin() as connection:
        ask_for_two(connection, "default", "USD", 0, 0)
    viewer = browser(app, database, account(database, "Vic", "viewer"))
    one, _, _ = numbers(ada)
    decide(ada, one, act="dismiss", reason="record misread", comment="What the room wrote is no bet.")
    assert [items(each) for each in (ada, bob, viewer)] == [[], [("second", one, "Ada")], []]
    assert "Ada made a proposal. You can do the second review. What the room wrote is no bet." in words(bob, "/inbox")
    of = bob.get(f"/findings/{one}.json").get_json()["waits"]["number"]
    decide(bob, one, act="agree", of=str(of))
    assert items(bob) == []


def test_a_viewer_has_an_inbox_too_and_marks_its_rows(app: Flask, database: Database, ada: FlaskClient) -> None:
    viewer = browser(app, database, account(database, "Vic", "viewer"))
    one = numbers(ada)[0]
    decide(ada, one, act="assign", assignee="Vic")
    assert items(viewer) == [("assigned", one, "Ada")]
    assert send(viewer, "/inbox/read", newest="999999").status_code == 303
    assert items(viewer) == []


def test_without_accounts_the_inbox_says_what_it_needs(client: FlaskClient) -> None:
    assert "Without accounts, nobody can be mentioned or get findings assigned, so the inbox is empty." in words(
        client, "/inbox"
    )
    assert client.get("/inbox.json").get_json() == {"items": [], "next": None}
    assert send(client, "/inbox/read", newest="1").status_code == 422
    assert send(client, "/inbox/1/unread").status_code == 422


def test_the_header_costs_one_query_of_one_index(ada: FlaskClient, database: Database, rows: Rows) -> None:
    """Also where an account has read 20,000 rows and 500 others are unread."""
    rows(
        """INSERT INTO inbox_item (account_id, kind, fingerprint, read_at)
           SELECT 1, 'mention', n::text, CASE WHEN n > 500 THEN now() END FROM generate_series(1, 20500) AS n
           RETURNING 1"""
    )
    assert header(ada) == "Inbox 99+ unread"
    plan = rows(
        """EXPLAIN (ANALYZE, FORMAT JSON) SELECT count(*) FROM (
             SELECT FROM inbox_item WHERE account_id = 1 AND read_at IS NULL AND (kind <> 'second' OR true) LIMIT 100)
           AS waiting"""
    )[0][0][0]["Plan"]
    scan = plan["Plans"][0]["Plans"][0]
    assert (scan["Index Name"], scan["Actual Rows"]) == ("inbox_item_unread_idx", 100)


def test_acts_are_listed_filtered_paged_and_undone(ada: FlaskClient, bob: FlaskClient) -> None:
    one, two, three = numbers(ada)
    decide(ada, one, act="assign", assignee="Bob", comment="@Bob, please")
    send(bob, f"/findings/{one}/comment", comment="I <i>see</i>")
    decide(bob, one, act="confirm", comment="It is one.")
    decide(bob, two, act="dismiss", reason="record misread")
    decide(ada, three, act="confirm")

    def acts(query: str = "") -> list[tuple[str, str]]:
        return [(each["by"], each["act"]) for each in ada.get(f"/activity.json{query}").get_json()["acts"]]

    every = [("Ada", "confirm"), ("Bob", "dismiss"), ("Bob", "confirm"), ("Bob", "comment"), ("Ada", "assign")]
    assert acts() == every
    assert acts("?person=Bob&act=&day=") == every[1:4]
    assert acts("?act=confirm") == [("Ada", "confirm"), ("Bob", "confirm")]
    assert acts(f"?day={dt.datetime.now(dt.UTC).date()}") == every
    assert acts("?day=2020-02-29") == []
    assert (ada.get("/activity?day=2026-02-31").status_code, ada.get("/activity?act=burn").status_code) == (422, 422)
    first = ada.get("/activity.json?limit=2").get_json()
    assert ada.get(f"/activity.json?limit=2&before={first['next']}").get_json()["acts"][0]["act"] == "confirm"
    ada.get("/")  # shows the notices of the acts above
    page = ada.get("/activity?person=Ada").text
    assert "assigned the finding to Bob" in page
    assert "I &lt;i&gt;see&lt;/i&gt;" in ada.get("/activity").text
    undo, back = re.findall(r'action="(/acts/\d+/undo)".*?name="back" value="([^"]*)"', page)[0]
    assert back == "/activity?person=Ada"
    assert send(ada, undo, back=back).headers["Location"] == back
    assert acts("?person=Ada") == [("Ada", "undo"), ("Ada", "confirm"), ("Ada", "assign")]
    assert "undone by Ada" in words(ada, "/activity")
    assert undo not in ada.get("/activity?person=Ada&act=confirm").text
    refused = send(bob, undo, back="/activity")
    assert (refused.status_code, "This is undone already. Ada undid it." in refused.text) == (409, True)


def test_a_viewer_reads_the_acts_and_undoes_nothing(app: Flask, database: Database, ada: FlaskClient) -> None:
    decide(ada, numbers(ada)[0], act="confirm")
    page = browser(app, database, account(database, "Vic", "viewer")).get("/activity").text
    assert "confirmed the finding" in page
    assert "/undo" not in page


def test_the_digest_counts_what_came_in_and_the_last_decision_of_each_finding(
    ada: FlaskClient, bob: FlaskClient, rows: Rows
) -> None:
    one, two, three = numbers(ada)
    decide(ada, one, act="confirm")
    decide(bob, one, act="dismiss", reason="record misread")
    decide(ada, two, act="confirm")
    decide(ada, three, act="confirm")
    batch = ada.get("/activity.json?limit=1").get_json()["acts"][0]["id"]
    send(bob, f"/acts/{batch}/undo")
    send(bob, f"/findings/{three}/comment", comment="Hm.")
    digest = ada.get("/digest.json").get_json()
    everything = ada.get("/findings.json?all=yes").get_json()["total"]
    assert (digest["week"], digest["uploads"], digest["hands"], digest["audited_again"]) == (THIS_WEEK, 1, 4, 0)
    assert digest["totals"] == {"found": everything, "confirmed": 1, "dismissed": 1, "accepted": 0}
    by_rule = {each["code"]: each for each in digest["by_rule"]}
    assert by_rule["B402"] == {
        "code": "B402", "found": 3, "confirmed": 1, "dismissed": 1, "accepted": 0, "title": "Wager of the wrong size",
    }  # fmt: skip
    assert [each["house"] for each in digest["by_house"]] == ["pokerstars"]
    assert digest["comments"] == 1
    owed = ada.get("/owed.json").get_json()["totals"][0]
    (money,) = digest["money"]
    assert (money["currency"], money["short"], money["over"]) == ("USD", owed["short"], owed["over"])
    assert money["short"] < 0
    assert money["at_stake"] > 0
    assert three in [each["id"] for each in digest["waiting"]]
    assert one not in [each["id"] for each in digest["waiting"]]
    page = words(ada, "/digest")
    assert f"Digest of week {THIS_WEEK}" in page
    assert "B402 Wager of the wrong size 3 1 1 0" in page
    found_list = re.search(r'href="(/findings\?news=new&amp;runs=[^"]*)"', ada.get("/digest").text)
    assert found_list is not None
    listed = ada.get(found_list[1].replace("&amp;", "&").replace("?", ".json?")).get_json()
    assert listed["total"] == everything
    line = next(each for each in ada.get("/digest.csv").text.splitlines() if each.startswith("rule,B402"))
    assert line == "rule,B402,,,3,1,1,0,,"


def test_an_earlier_week_has_its_own_figures_and_links(client: FlaskClient, rows: Rows) -> None:
    rows("UPDATE run SET started_at = '2026-01-05T00:00:00Z' RETURNING 1")
    before, of, after = [
        client.get(f"/digest.json?week={week}").get_json() for week in ("2026-W01", "2026-W02", "2026-W03")
    ]
    assert [each["hands"] for each in (before, of, after)] == [0, 4, 0]
    assert [each["totals"]["found"] > 0 for each in (before, of, after)] == [False, True, False]
    assert (of["from"], of["to"]) == ("2026-01-05", "2026-01-11")
    page = client.get("/digest?week=2026-W02").text
    assert 'href="/digest?week=2026-W01"' in page
    assert 'href="/digest?week=2025-W52"' in page
    assert 'href="/digest?week=2026-W03"' in page
    assert "There were no new findings and no decisions." in words(client, "/digest?week=2026-W03")
    for week, status in (("2026-W53", 200), ("2025-W53", 422), ("2026-W00", 422), ("0999-W01", 422), ("9999-W52", 422)):
        assert client.get(f"/digest?week={week}").status_code == status, week
    for week in ("1000-W01", "2999-W52"):
        assert client.get(f"/digest?week={week}").status_code == 200, week
    for week in ("2026-47", "2026-W1", "2026-W02%0A"):
        assert client.get(f"/digest?week={week}").status_code == 422, week
