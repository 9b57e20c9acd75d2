"""Findings: filters in the address, counts beside them, pages without gaps or repetitions, the same as JSON and CSV."""

import csv
import html
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.findings.facets import TITLES, since
from auditor.web.pages import findings
from auditor.web.rendering.documents import FINDING_COLUMNS
from tests.web.night import HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

BIG_BET = 20  # on fourth street that is a double wager, and another rule


@pytest.fixture
def many(sent: Callable[..., Receipt]) -> Receipt:
    """Sixty hands with a wager of the wrong size, no two amounts alike, and some that break nothing."""
    wrong = [HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 72) if bet != BIG_BET]
    return sent(history(*wrong, *[HandText(number=str(5100000 + place)) for place in range(5)]))


def test_the_difference_can_be_read_without_opening(client: FlaskClient, night: Receipt) -> None:
    page = all_text(client.get("/findings").text)
    assert (
        "B402 play , ● stated Wager of the wrong size , hand 4200002 to 15.00 → the rules say to 10.00 4200002" in page
    )
    assert "5.00 USD" in page


def test_a_finding_leads_to_its_page_to_its_event_and_to_its_rule(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/findings").text
    number = client.get("/findings.json?code=B402").get_json()["findings"][0]["id"]
    assert re.search(rf'<a class="plainly lead" href="/findings/{number}[?"][^>]*>Wager of the wrong size', page)
    link = re.search(r'href="(/hands/\d+\?house=pokerstars[^#"]*)#e(\d+)"', page)
    assert link is not None
    hand = client.get(html.unescape(link[1])).text
    event = hand[hand.index(f'id="e{link[2]}"') - 60 :][:2500]
    assert "event offends is-play" in event
    assert "■" in event
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
    assert "First page" in second
    assert 'rel="next"' not in second


def test_every_facet_counts_the_list_it_leads_to(client: FlaskClient, many: Receipt) -> None:
    document = client.get("/findings.json").get_json()
    assert document["filters"] == {"triage": "open"}
    assert set(document["facets"]) == {*TITLES, "contested"}  # programs may use it; the page offers the certainty
    for name, values in document["facets"].items():
        if name != "news":
            assert sum([each["count"] for each in values]) == document["total"]
        for each in values:
            chosen = client.get("/findings.json", query_string={name: each["value"]}).get_json()
            assert chosen["total"] == each["count"], (name, each)


@pytest.mark.parametrize("beside", ["", "flagged=yes", "triage=open"])
def test_a_decision_on_what_is_gone_is_looked_at_again(
    beside: str, client: FlaskClient, many: Receipt, rows: Callable[..., Any]
) -> None:
    rows("UPDATE finding SET triage = 'confirmed', detection = 'gone', flagged = true WHERE id % 5 = 0 RETURNING id")
    rows("UPDATE finding SET triage = 'closed', detection = 'gone' WHERE id % 5 = 1 RETURNING id")
    total = rows("SELECT count(*) FROM finding WHERE flagged")[0][0]
    assert client.get("/desk.json").get_json()["flagged"]["count"] == total
    assert (
        f'<a href="/findings?flagged=yes">{total}</a> decisions need another review, because the evidence changed.'
        in client.get("/").text
    )
    for narrowed in (beside, f"upload={many.receipt}&{beside}"):
        document = client.get(f"/findings.json?all=yes&{narrowed}").get_json()
        flagged = [each["count"] for each in document["facets"]["flagged"] if each["value"] == "yes"]
        assert flagged == ([] if beside == "triage=open" else [total])
        for name in ("flagged", "triage", "detection", "grade"):
            for each in document["facets"][name]:
                chosen = {**document["filters"], name: each["value"]}
                assert client.get("/findings.json", query_string=chosen).get_json()["total"] == each["count"]


def test_new_findings_name_their_runs(client: FlaskClient, many: Receipt) -> None:
    for query, expected in (("all=yes", "since the first run"), ("news=new&runs=0..1", "by run 1")):
        assert f'<h2 id="facet-news">New or changed {expected}</h2>' in client.get(f"/findings?{query}").text
    windows = [since({"runs": runs}, 7) for runs in ("2..5", "3..", "..2", "..")]
    assert windows == ["by runs 3 to 5", "since run 3", "by runs 1 to 2", "since the first run"]
    assert since({}, 7) == "since run 7"


def test_a_count_that_is_cut_short_is_marked(
    client: FlaskClient, many: Receipt, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = client.get("/findings.json?news=new&runs=0..9").get_json()
    rare = told["facets"]["band"][-1]
    monkeypatch.setattr(findings, "MOST_COUNTED", 30)
    cut = client.get(f"/findings.json?news=new&runs=0..9&band={rare['value']}").get_json()
    assert (cut["total"], cut["more"]) == (rare["count"], False)
    assert rare in cut["facets"]["band"]
    assert {each["more"] for each in cut["facets"]["band"] if each != rare} == {True}
    assert {each["more"] for each in cut["facets"]["grade"]} == {False}
    page = client.get("/findings?news=new&runs=0..9").text
    marked = '<span class="hidden">at least </span>30<span aria-hidden="true">+</span>'
    assert marked in page.partition('id="facet-news"')[2].partition("</section>")[0]


def test_the_stakes_are_those_of_the_record(client: FlaskClient, night: Receipt) -> None:
    document = client.get("/findings.json").get_json()
    assert [each["stakes"] for each in document["findings"]] == ["10/20 USD"]
    assert document["facets"]["stakes"] == [{"value": "10/20 USD", "count": 1, "more": False}]


def test_filters_in_use_are_listed_and_can_be_removed(client: FlaskClient, many: Receipt) -> None:
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
    answer = client.get("/findings.csv?code=B402")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert answer.headers["Row-Count"] == "60"
    assert answer.headers["Link"] == '</findings.json?code=B402>; rel="alternate"; type="application/json"'
    assert len({line["id"] for line in lines}) == len(lines) == 60
    assert all(line["logged"].startswith("to ") for line in lines)
    assert list(lines[0]) == list(FINDING_COLUMNS)


def test_pages_and_files_state_their_contents(client: FlaskClient, many: Receipt) -> None:
    found = client.get("/findings?code=B402&limit=20").text
    assert "(20 at a time)" in found
    assert "(all findings that match the filters, at most 100,000)" in found
    for address in ("/findings.json", "/api/v1/findings"):
        document = client.get(f"{address}?code=B402&limit=40").get_json()
        assert (document["total"], document["listed"], len(document["findings"])) == (60, 60, 40)
        assert document["next_page"] == f"{address}?code=B402&limit=40&after={document['next']}"
        rest = client.get(document["next_page"]).get_json()
        assert (len(rest["findings"]), rest["next"], rest["next_page"]) == (20, None, None)
    for address in ("/hands", "/uploads", "/runs"):
        assert "CSV</a> (only this page of the list)" in client.get(address).text


def test_a_row_leads_to_its_finding_and_to_its_hand_and_has_its_decisions(client: FlaskClient, many: Receipt) -> None:
    page = client.get("/findings").text
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = body.split("<tr ")[1:]
    assert len(rows) == 50
    assert [(row.count("<a "), row.count("<button "), row.count("<input ")) for row in rows] == [(2, 4, 2)] * 50
    assert len({row.partition("</a>")[0].rpartition(">, ")[2] for row in rows}) == 50
    assert '<a class="skip" href="#list">' in page
    assert page.count('id="list"') == 1
    assert len(page.encode()) < 120_000


def test_a_csv_that_would_be_too_long_is_refused_and_not_cut(
    client: FlaskClient, many: Receipt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "MOST_ROWS", 59)
    assert client.get("/findings.csv?code=B402").status_code == 422
    assert client.get("/findings?code=B402").status_code == 200


def test_empty_lists_name_the_next_step(client: FlaskClient) -> None:
    assert "No findings yet." in client.get("/findings").text
    assert "No finding matches these filters." in client.get("/findings?code=B402").text


@pytest.mark.parametrize(
    ("query", "expected"),
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
        ("after=1", "not the address of a page"),
        ("after=1e5.2", "not the address of a page"),
        ("after=99999999999999999999.1", "not the address of a page"),
        ("after=9999999999999999999.1", "not the address of a page"),
        ("room=" + "x" * 65, "room"),
        ("amount=5&amount=6", "appears more than once"),
        ("rule=B402", "rule: There is no such parameter; the parameters are: triage, flagged, "),
        ("room=a%00b", "NUL character at position 2"),
        ("a%00=b", "NUL character at position 2"),
        ("detection=%27;DROP%20TABLE%20finding", "detection"),
    ],
)
def test_an_unknown_parameter_is_refused_by_name(query: str, expected: str, client: FlaskClient) -> None:
    for path in ("/findings", "/findings.json", "/findings.csv", "/api/v1/findings"):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 422, path
        assert expected in answer.text, path


@pytest.mark.parametrize("room", ["'", '"', "%", "_", "\\", "a' OR '1'='1", "pokerstars%", "); --"])
def test_a_filter_is_a_literal(room: str, client: FlaskClient, night: Receipt) -> None:
    document = client.get("/findings.json", query_string={"room": room}).get_json()
    assert document["total"] == 0


def test_the_sign_of_an_amount_has_a_meaning(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/findings?all=yes").text
    assert (
        "The sign + means that the amount in the log is too large; \N{MINUS SIGN} means that it is too small." in page
    )
    [found] = client.get("/findings.json?all=yes").get_json()["findings"]
    assert found["amount"] == 500
    for address in ("/findings?all=yes", "/hands/2"):
        assert re.search(r'<td class="number amount">\+5\.00', client.get(address).text), address
