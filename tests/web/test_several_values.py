"""Filters with several values: a finding matches if it has any of them."""

import csv
import io
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any
from urllib.parse import parse_qs, quote

import pytest
from flask.testing import FlaskClient

from auditor.store.queries import list_plans
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send
from tests.web.night import HandText, hand, history
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database


@pytest.fixture
def stored(sent: Callable[..., Receipt], rows: Callable[..., Any]) -> Receipt:
    """Findings of several rules, tables and states; some of the findings are gone."""
    sent(history(*[HandText(number=f"{5000000 + bet}", bet=bet) for bet in range(11, 31) if bet != 20]))
    text = hand(HandText(number="3", bet=15)).encode()
    receipt = sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", day="13") + text)
    rows("UPDATE finding SET triage = 'confirmed' WHERE id % 7 = 0 RETURNING id")
    rows("UPDATE finding SET triage = 'closed', detection = 'gone' WHERE id % 5 = 1 RETURNING id")
    rows("UPDATE finding SET triage = 'dismissed', detection = 'gone', flagged = true WHERE id % 5 = 2 RETURNING id")
    return receipt


def test_two_values_of_a_filter_have_the_sum_of_their_findings(client: FlaskClient, stored: Receipt) -> None:
    """In the table of counts, and counted one by one."""
    for beside in ("", f"&upload={stored.receipt}"):
        every = client.get(f"/findings.json?all=yes{beside}").get_json()["facets"]
        pairs = 0
        for name in sorted(every.keys() - {"news"}):
            for one, two in combinations(every[name][:3], 2):
                pairs += 1
                query = f"{quote(name)}={quote(one['value'])}&{quote(name)}={quote(two['value'])}{beside}"
                found = client.get(f"/findings.json?{query}").get_json()
                assert found["total"] == one["count"] + two["count"], (name, one, two)
                assert found["filters"][name] == [one["value"], two["value"]]
                values = {each["value"]: each["count"] for each in found["facets"][name]}
                assert values == {each["value"]: each["count"] for each in every[name]}, (name, one, two)
        assert pairs > 2


def test_long_lists_of_several_values_are_sorted(
    client: FlaskClient, stored: Receipt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever way the database searches, the list is the same."""
    queries = ("code=B402&code=S506", "severity=money&severity=play&code=B402&code=S506", "stakes=10/20 USD&stakes=")
    expected = [client.get(f"/findings.json?{query}&limit=9").get_json() for query in queries]
    for few, cells in ((0, 0), (0, 1_000)):
        monkeypatch.setattr(list_plans, "FEW", few)
        monkeypatch.setattr(list_plans, "FEW_CELLS", cells)
        assert [client.get(f"/findings.json?{query}&limit=9").get_json() for query in queries] == expected
    assert {each["code"] for document in expected for each in document["findings"]} == {"B402", "S506"}


def test_names_and_filters_together(client: FlaskClient, stored: Receipt) -> None:
    def ids(query: str) -> set[int]:
        return {each["id"] for each in client.get(f"/findings.json?{query}&limit=200").get_json()["findings"]}

    assert ids("player=Aster&player=Birch") == ids("player=Aster") | ids("player=Birch") > ids("player=Aster")
    assert ids("table=Oak&table=Ivy&player=Birch") == ids("player=Birch") & (ids("table=Oak") | ids("table=Ivy"))
    assert ids("weekday=4&weekday=5") == ids("weekday=4") | ids("weekday=5")
    answer = client.get("/findings.csv?table=Oak&table=Ivy&code=S506&code=P602")
    listed = {int(row["id"]) for row in csv.DictReader(io.StringIO(answer.text))}
    assert listed == ids("table=Oak&table=Ivy") & (ids("code=S506") | ids("code=P602")) != set()
    assert ids("code=S506&code=P602") == {
        each["id"] for each in client.get("/api/v1/findings?code=S506&code=P602&limit=200").get_json()["findings"]
    }


def test_the_page_adds_and_removes_values(client: FlaskClient, stored: Receipt) -> None:
    page = client.get("/findings?code=B402&code=S506&triage=open").text
    chips = re.findall(r'<a class="chip" href="([^"]+)"><span>Rule: (\w+)', page)
    links = {"B402": "/findings?triage=open&amp;code=S506", "S506": "/findings?triage=open&amp;code=B402"}
    assert [(code, address) for address, code in chips] == list(links.items())
    assert 'value="status:open rule:B402,S506"' in page
    facet = page.partition('id="facet-triage"')[2].partition("</section>")[0]
    assert 'href="/findings?triage=open&amp;triage=confirmed&amp;code=B402&amp;code=S506"' in facet
    assert 'href="/findings?code=B402&amp;code=S506" aria-current="true"' in facet
    line = client.get("/findings/line?line=rule:B402,S506 status:open rule:P602")
    assert line.headers["Location"].endswith("/findings?code=B402&code=S506&code=P602&triage=open")
    groups = client.get("/findings/groups.json?by=table&code=B402&code=S506").get_json()
    assert groups["filters"] == {"code": ["B402", "S506"]}
    assert parse_qs(groups["groups"][0]["address"].partition("?")[2])["code"] == ["B402", "S506"]


def test_all_findings_of_several_values_are_selected(client: FlaskClient, stored: Receipt) -> None:
    query = "code=S506&code=P602"
    answer = send(client, "/findings/select", all="1", query=query)
    document = client.get(f"{answer.headers['Location'].partition('?')[0]}.json").get_json()
    assert document["filters"] == {"code": ["S506", "P602"]}
    assert document["words"].startswith("Rule: S506 ")
    assert " or P602 " in document["words"]


def test_a_parameter_with_one_value_stands_once(client: FlaskClient) -> None:
    once = "appears more than once. Send this parameter only once."
    for address, name in (
        ("/findings.json?amount=5&amount=6", "amount"),
        ("/rules/B402.json?house=a&house=b", "house"),
    ):
        assert client.get(address).get_json()["message"] == f"The parameter {name} {once}"
    many = "&".join([f"hour={number % 24}" for number in range(51)])
    assert client.get(f"/findings.json?{many}").get_json()["message"] == "hour: write at most 50 values"
    assert client.get("/findings.json?code=B402&code=x").get_json()["message"].startswith("code: a code is a letter")


def test_words_without_a_colon_are_the_beginning_of_a_name(client: FlaskClient, stored: Receipt) -> None:
    def found(query: str) -> tuple[int, set[int]]:
        document = client.get(f"/findings.json?{query}&limit=200").get_json()
        assert document["missing"] == []
        return document["total"], {each["id"] for each in document["findings"]}

    line = client.get("/findings/line?line=bir status:open,confirmed")
    assert line.headers["Location"].endswith("/findings?named=bir&triage=open&triage=confirmed")
    assert found("named=bir") == found("player=Birch")
    assert found("named=oak") == found("table=Oak")
    every = client.get("/findings.json?all=yes&limit=200").get_json()["findings"]
    numbers = [each["number"] for each in every]
    number = max(numbers, key=numbers.count)
    assert found(f"named={number}")[1] == {each["id"] for each in every if each["number"] == number}
    assert found("named=Birch&code=S506") == found("player=Birch&code=S506")
