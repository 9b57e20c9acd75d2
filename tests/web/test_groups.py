"""Groups of findings over hands: their counts add up, lead to lists of as many, and one act decides on a group."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.queries import groups
from auditor.store.queries.groups import WAYS
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send
from tests.web.night import File, HandText, history
from tests.web.page_text import all_text
from tests.web.test_explained import WRONG_AWARD

pytestmark = pytest.mark.database


ELDERS = [HandText(number=f"52000{place:02}", table="Elder", bet=11 + place) for place in range(7)]
BEFOREHAND = {
    "elder": (File(history(*ELDERS, HandText(number="5300001", bet=15), HandText(number="5300002", bet=16))),)
}


@pytest.fixture
def elder(evenings: Callable[..., Any]) -> Receipt:
    """Nine wrong wagers, seven of them at the table Elder, all by the second player. At Elder the seats also begin each
    hand with as many chips as the hand before, which is a finding too.
    """
    receipt: Receipt = evenings(BEFOREHAND["elder"]).receipts[0]
    return receipt


def test_equal_differences_are_a_group_whatever_their_amounts(client: FlaskClient, elder: Receipt) -> None:
    document = client.get("/findings/groups.json?code=B402").get_json()
    assert [(each["code"], each["findings"], each["hands"], each["table"]) for each in document["groups"]] == [
        ("B402", 9, 9, None)
    ]
    assert document["groups"][0]["name"] == "B402 Wager of the wrong size: to NUMBER → to NUMBER"
    at_elder = client.get("/findings/groups.json?code=B402&table=Elder").get_json()["groups"]
    assert [(each["findings"], each["hands"], each["table"]) for each in at_elder] == [(7, 7, "Elder")]
    assert "all at table Elder" in all_text(client.get("/findings/groups?code=B402&table=Elder").text)


def test_the_name_of_a_player_divides_no_group(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    for number, name in enumerate((b"Ann", b"e", b"a+2", b"2"), 1):
        log = WRONG_AWARD.replace(b"hand 1", b"hand %d" % number).replace(b'"Ann"', b'"%s"' % name)
        sent(log, f"{number}.hand", "roberts")
    document = client.get("/findings/groups.json?by=shape&code=P601").get_json()
    assert [(each["findings"], each["hands"]) for each in document["groups"]] == [(4, 4)]


@pytest.mark.parametrize("narrow", ["", "&amount=>0"])
@pytest.mark.parametrize("way", WAYS)
def test_each_group_leads_to_a_list_of_as_many(way: str, narrow: str, client: FlaskClient, elder: Receipt) -> None:
    document = client.get(f"/findings/groups.json?all=yes{narrow}&by={way}").get_json()
    assert document["groups"]
    for each in document["groups"]:
        listed = client.get(each["address"].replace("/findings?", "/findings.json?")).get_json()
        assert listed["total"] == each["findings"], each["name"]
    if way != "player":
        assert sum(each["findings"] for each in document["groups"]) + document["outside"] == document["total"]
    whole = client.get(f"/findings.json?all=yes{narrow}&limit=200").get_json()["findings"]
    places = [each["id"] for each in whole]
    examples = [places.index(each["example"]) for each in document["groups"]]
    assert examples == sorted(examples)  # the most serious finding of each group, in the order of the list


def test_pages_of_groups_follow_each_other_without_a_gap(client: FlaskClient, elder: Receipt) -> None:
    whole = [each["value"] for each in client.get("/findings/groups.json?all=yes&by=table").get_json()["groups"]]
    address, seen = "/findings/groups.json?all=yes&by=table&limit=1", []
    for _ in whole:
        document = client.get(address).get_json()
        seen += [each["value"] for each in document["groups"]]
        address = f"/findings/groups.json?all=yes&by=table&limit=1&after={document['next']}"
    assert seen == whole
    assert document["next"] is None
    page = client.get("/findings/groups?all=yes&by=table&limit=1").text
    assert re.search(r'href="/findings/groups\?[^"]*after=[0-9.-]+\.default\.Elder" rel="next"', page)


def test_a_group_is_decided_on_as_a_selection_is(client: FlaskClient, elder: Receipt) -> None:
    """Its form names the group; the selection has exactly its findings, and the way back leads to the groups."""
    page = client.get("/findings/groups?all=yes&by=table").text
    query = re.search(r'name="query" value="([^"]*table=Elder[^"]*)"', page)
    assert query is not None
    fields = {"query": query[1].replace("&amp;", "&"), "all": "1", "back": "/findings/groups?all=yes&by=table"}
    answer = send(client, "/findings/select", "/findings/groups?all=yes", **fields)
    number = re.search(r"/selections/(\d+)", answer.headers["Location"])
    assert number is not None
    chosen = client.get(answer.headers["Location"]).text
    total = client.get("/findings.json?table=Elder").get_json()["total"]
    assert total > 7
    assert f"{total} findings selected" in all_text(chosen)
    back = re.search(r'name="back" value="([^"]+)"', chosen)
    assert back is not None
    assert back[1] == "/findings/groups?all=yes&amp;by=table"
    send(client, f"/selections/{number[1]}/act", act="confirm", back="/findings/groups?all=yes&by=table")
    assert f"{total} findings confirmed" in all_text(client.get("/findings/groups?all=yes&by=table").text)
    assert client.get("/findings.json?triage=confirmed").get_json()["total"] == total


def test_a_change_after_the_selection_of_a_group_is_shown_first(client: FlaskClient, elder: Receipt) -> None:
    fields = {"query": "table=Elder", "all": "1", "back": "/findings/groups?by=table&all=yes"}
    answer = send(client, "/findings/select", "/findings/groups?all=yes", **fields)
    number = answer.headers["Location"].partition("?")[0]
    one = client.get("/findings.json?table=Elder").get_json()["findings"][0]["id"]
    send(client, f"/findings/{one}/act", based_on="0", act="confirm")
    answer = send(client, f"{number}/act", act="dismiss", reason="not a violation")
    assert answer.status_code == 409
    assert client.get("/findings.json?triage=dismissed").get_json()["total"] == 0


def test_masked_groups_have_no_names_of_players(client: FlaskClient, elder: Receipt) -> None:
    for way in ("shape", "table", "rule", "house"):
        page = client.get(f"/findings/groups?all=yes&names=masked&by={way}").text
        assert page.count("Birch") == 0
        assert "by=player" not in page
    assert client.get("/findings/groups?all=yes&names=masked&by=player").status_code == 422
    assert "Birch" in client.get("/findings/groups?all=yes&by=player").text


def test_too_many_findings_are_grouped_from_the_first(
    client: FlaskClient, elder: Receipt, rows: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "MOST_GROUPED", 4)
    page = all_text(client.get("/findings/groups?code=B402&by=table").text)
    assert "Only the first 4 findings of the list are in these groups." in page
    assert "at least" in page
    exact = client.get("/findings/groups.json?code=B402&by=rule").get_json()
    assert (exact["first"], exact["groups"][0]["findings"]) == (None, 9)
    rows("UPDATE finding SET severity = 'money' WHERE code <> 'B402' RETURNING 1")
    counted = client.get("/findings/groups.json?all=yes&by=rule").get_json()["groups"]
    assert [each["severity"] for each in counted] == ["money", "play"]
    assert counted[0]["findings"] < counted[1]["findings"]
    filtered = client.get("/findings/groups.json?code=B402&triage=open&player=Birch&by=table").get_json()["groups"]
    assert "triage=open&code=B402&player=Birch&venue=default&table=" in filtered[0]["address"]


@pytest.mark.parametrize("query", ["by=colour", "after=1", "after=x.y.z", "shape=B402", "cause=x", "code=b402"])
def test_a_wrong_parameter_is_refused(query: str, client: FlaskClient, elder: Receipt) -> None:
    assert client.get(f"/findings/groups?{query}").status_code == 422


def test_a_shape_that_no_finding_has_is_an_empty_list(client: FlaskClient, elder: Receipt) -> None:
    assert "No finding matches" in all_text(client.get("/findings?shape=B402-ffffffffffffffff").text)
    assert "No finding matches" in all_text(client.get("/findings/groups?shape=B402-ffffffffffffffff").text)
