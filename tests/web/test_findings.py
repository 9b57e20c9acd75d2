"""Findings: filters in the address, counts beside them, pages without gaps or repetitions, the same as JSON and CSV."""

import csv
import io
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads import Receipt
from auditor.web.pages import findings
from tests.web.night import Told, history

pytestmark = pytest.mark.database

BIG_BET = 20  # on fourth street that is a double wager, and another rule


@pytest.fixture
def many(sent: Callable[..., Receipt]) -> Receipt:
    """Sixty hands with a wager of the wrong size, no two amounts alike, and some that break nothing."""
    wrong = [Told(number=str(5000000 + bet), bet=bet) for bet in range(11, 72) if bet != BIG_BET]
    return sent(history(*wrong, *[Told(number=str(5100000 + place)) for place in range(5)]))


def test_the_difference_can_be_read_without_opening(client: FlaskClient, night: Receipt) -> None:
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/findings").text).split())
    assert "B402 irregular Wager of the wrong size to 15.00 → the rules say to 10.00 4200002" in page
    assert "5.00 USD" in page


def test_a_finding_leads_to_its_event_and_to_its_rule(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/findings").text
    link = re.search(r'href="(/hands/\d+\?house=pokerstars#e(\d+))"', page)
    assert link is not None
    hand = client.get(link[1].partition("#")[0]).text
    event = hand[hand.index(f'id="e{link[2]}"') - 60 :][:2500]
    assert "event offends is-irregular" in event
    assert "▲" in event or "○" in event
    assert "B402" in event
    assert client.get("/rules/B402?house=pokerstars&game=stud").status_code == 200


def test_pages_follow_each_other_without_a_gap(client: FlaskClient, many: Receipt) -> None:
    seen: list[int] = []
    amounts: list[int] = []
    address = "/findings.json?code=B402"
    for _ in range(9):
        document = client.get(address).get_json()
        seen += [each["id"] for each in document["findings"]]
        amounts += [each["amount"] for each in document["findings"]]
        if document["next"] is None:
            break
        assert len(document["findings"]) == 50
        address = f"/findings.json?code=B402&after={document['next']}"
    assert len(seen) == len(set(seen)) == document["total"] == 60
    assert amounts == sorted(amounts, reverse=True)


def test_the_next_page_is_a_link_that_keeps_the_filters(client: FlaskClient, many: Receipt) -> None:
    first = client.get("/findings?code=B402").text
    link = re.search(r'href="(/findings\?code=B402&amp;after=[^"]+)" rel="next"', first)
    assert link is not None
    second = client.get(link[1].replace("&amp;", "&")).text
    assert "From the beginning" in second
    assert 'rel="next"' not in second


def test_every_facet_counts_what_choosing_it_shows(client: FlaskClient, many: Receipt) -> None:
    document = client.get("/findings.json").get_json()
    assert set(document["facets"]) == {"code", "house", "grade", "street", "game"}
    for name, values in document["facets"].items():
        assert sum([each["count"] for each in values]) == document["total"]
        for each in values:
            chosen = client.get(f"/findings.json?{name}={each['value']}").get_json()
            assert chosen["total"] == each["count"], (name, each)


def test_filters_in_use_are_shown_and_can_be_taken_away(client: FlaskClient, many: Receipt) -> None:
    page = client.get("/findings?code=B402&street=4").text
    assert "Rule: B402 Wager of the wrong size" in page
    assert 'href="/findings?street=4"' in page
    assert 'href="/findings?code=B402"' in page


def test_findings_of_one_upload(client: FlaskClient, many: Receipt, night: Receipt) -> None:
    both = client.get("/findings.json").get_json()["total"]
    one = client.get(f"/findings.json?upload={night.receipt}").get_json()
    assert {each["number"] for each in one["findings"]} == {"4200002"}
    assert 0 < one["total"] < both


def test_the_csv_has_every_finding_and_not_just_a_page(client: FlaskClient, many: Receipt) -> None:
    lines = list(csv.DictReader(io.StringIO(client.get("/findings.csv?code=B402").text)))
    assert lines[-1]["id"] == "# 60 rows"
    assert len({line["id"] for line in lines[:-1]}) == 60
    assert all(line["logged"].startswith("to ") for line in lines[:-1])


def test_a_csv_that_would_be_too_long_is_refused_and_not_cut(
    client: FlaskClient, many: Receipt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "MOST_ROWS", 59)
    assert client.get("/findings.csv?code=B402").status_code == 422
    assert client.get("/findings?code=B402").status_code == 200


def test_empty_lists_say_what_to_do(client: FlaskClient) -> None:
    assert "No finding is on record." in client.get("/findings").text
    assert "Nothing passes these filters." in client.get("/findings?code=B402").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("colour=red", "colour"),
        ("code=b402", "a code is a letter and three digits"),
        ("code=B402'--", "a code is a letter and three digits"),
        ("house=Casino", "small letters"),
        ("grade=bad", "grade"),
        ("street=8", "street"),
        ("street=%D9%A3", "street"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=1e3", "limit"),
        ("limit=12.9", "limit"),
        ("limit=%EF%BC%91", "limit"),
        ("limit=1_0", "limit"),
        ("after=1", "no such place"),
        ("after=1e5.2", "no such place"),
        ("after=99999999999999999999.1", "no such place"),
        ("after=9999999999999999999.1", "no such place"),
        ("room=" + "x" * 65, "room"),
        ("code=B402&code=B403", "given more than once"),
        ("room=a%00b", "NUL character at position 2"),
        ("a%00=b", "NUL character at position 2"),
        ("detection=%27;DROP%20TABLE%20finding", "detection"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_name(query: str, said: str, client: FlaskClient) -> None:
    for path in ("/findings", "/findings.json", "/findings.csv", "/api/v1/findings"):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 422, path
        assert said in answer.text, path


@pytest.mark.parametrize("room", ["'", '"', "%", "_", "\\", "a' OR '1'='1", "pokerstars%", "); --"])
def test_a_filter_is_a_literal(room: str, client: FlaskClient, night: Receipt) -> None:
    document = client.get("/findings.json", query_string={"room": room}).get_json()
    assert document["total"] == 0
