"""What hangs on how a clause is read, and one hand under two houses, as pages have it."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.engine.house.registry import shipped
from auditor.store.uploads.upload_rows import Receipt
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

LOGS = Path(__file__).parents[1] / "cli" / "logs"


@pytest.fixture
def contested(sent: Callable[..., Receipt]) -> Receipt:
    return sent((LOGS / "readings.hand").read_bytes(), "readings.hand")


@pytest.fixture
def two(sent: Callable[..., Receipt]) -> Receipt:
    return sent((LOGS / "what_if.hand").read_bytes(), "what_if.hand")


def test_a_contested_finding_is_never_a_plain_violation(client: FlaskClient, contested: Receipt) -> None:
    page = client.get("/hands/1").text
    assert "play, ○ contested" in all_text(page).replace(" ,", ",")
    assert 'class="event offends is-play"' in page
    told = all_text(page)
    before = "No finding if the clause is understood in another way (reading): cap.scope = per_player"
    assert told.count(f"{before} : The text allows") + told.count(f"{before}: The text allows") == 2
    (finding,) = client.get("/hands/1.json").get_json()["findings"]
    assert [each.partition(":")[0] for each in finding["readings"]] == ["cap.scope = per_player"]


def test_what_is_there_under_another_reading_alone_stands_beside_and_is_not_counted(
    client: FlaskClient, contested: Receipt
) -> None:
    page = all_text(client.get("/hands/2").text)
    assert "No finding" in page
    assert "Results under other readings" in page
    assert "Seat 1 is due 11, not 0. Seat 2 is due 11, not 22." in page
    (beside,) = client.get("/hands/2.json").get_json()["beside"]
    assert (beside["reading"], [each["code"] for each in beside["findings"]]) == ("low.qualifier = none", ["P607"])
    assert [seat["lawful"] for seat in beside["settlement"]["seats"]] == [11, 11]
    assert "Results under other readings" not in client.get("/hands/2?house=roberts").text


def test_findings_are_filtered_by_whether_they_are_contested(
    client: FlaskClient, contested: Receipt, two: Receipt
) -> None:
    every = client.get("/findings.json").get_json()
    assert {each["value"]: each["count"] for each in every["facets"]["contested"]} == {"no": 2, "yes": 1}
    listed = client.get("/findings.json?contested=yes").get_json()["findings"]
    assert [each["code"] for each in listed] == ["B403"]
    assert "○ contested" in all_text(client.get("/findings?contested=yes").text)
    assert "contested" not in all_text(client.get("/findings?contested=no").text).partition("First seen")[2]
    assert client.get("/findings?contested=maybe").status_code == 422


def test_where_nothing_is_contested_there_is_nothing_to_choose(client: FlaskClient, two: Receipt) -> None:
    assert 'id="facet-contested"' not in client.get("/findings").text


def test_two_houses_stand_side_by_side_and_what_is_house_sensitive_is_marked(client: FlaskClient, two: Receipt) -> None:
    page = client.get("/hands/2/whatif?house=partypoker-high&as=qqonline").text
    assert len(re.findall(r'<tr class="differing">', page)) == 3
    told = all_text(page)
    assert "House-sensitive: 1 finding and 2 lawful payouts differ between the houses." in told
    assert "no finding" in told
    assert "seat 3 is paid 13 → the rules say seat 3 is due 12" in told
    document = client.get("/hands/2/whatif.json?house=partypoker-high&as=qqonline").get_json()
    assert [(each["seat"], each["first"], each["second"], each["house_sensitive"]) for each in document["due"]] == [
        (1, 12, 13, True),
        (2, 0, 0, False),
        (3, 13, 12, True),
        (None, 0, 0, False),
    ]
    assert (document["first"]["house"], document["second"]["house"]) == ("qqonline", "partypoker-high")
    assert [each["findings"] for each in (document,)] == [
        [{"house_sensitive": True, "first": None, "second": document["findings"][0]["second"]}]
    ]
    rows = list(csv.reader(io.StringIO(client.get("/hands/2/whatif.csv?house=partypoker-high&as=qqonline").text)))
    assert [row[0] for row in rows[1:]] == ["P605", "due", "due", "due", "rake"]
    api = client.get("/api/v1/hands/2/whatif?house=partypoker-high&as=qqonline").get_json()
    assert api == document


def compared(client: FlaskClient, query: str) -> tuple[str, str]:
    document = client.get(f"/hands/1/whatif.json{query}").get_json()
    return document["first"]["house"], document["second"]["house"]


def test_unless_named_it_is_the_house_on_record_beside_another(client: FlaskClient, two: Receipt) -> None:
    """The button on the page of a hand sends the house that it is on record under: that is no other house."""
    another = compared(client, "")[1]
    assert compared(client, "") == compared(client, "?house=roberts") == ("roberts", another)
    assert another != "roberts"
    assert compared(client, "?house=tda") == ("roberts", "tda")
    assert compared(client, "?as=tda") == ("tda", "roberts")


def test_a_house_beside_itself_appears_only_when_named_twice(client: FlaskClient, two: Receipt) -> None:
    assert compared(client, "?house=roberts&as=roberts") == ("roberts", "roberts")
    page = all_text(client.get("/hands/1/whatif?house=roberts&as=roberts").text)
    assert "The results under roberts and roberts are the same, so nothing is house-sensitive." in page


def test_a_hand_on_record_under_a_house_with_a_base_is_compared_with_that(
    client: FlaskClient, two: Receipt, rows: Callable[..., Any]
) -> None:
    rows("UPDATE report SET house = 'tda' WHERE hand_id = 1 RETURNING 1")
    assert compared(client, "?house=tda") == ("tda", shipped().file("tda").base)


def test_the_page_of_a_hand_leads_there_without_scripts(client: FlaskClient, two: Receipt) -> None:
    assert '<button type="submit" formaction="/hands/1/whatif">Compare houses</button>' in client.get("/hands/1").text
    permalink = re.search(r'<a class="anywhere" href="([^"]+)"', client.get("/hands/1/whatif?house=tda").text)
    assert permalink is not None
    assert client.get(permalink[1].replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("query", ["house=nowhere", "house=online-hilo", "as=nowhere", "house=Tda", "hous=tda"])
def test_a_house_that_cannot_judge_it_is_refused(client: FlaskClient, two: Receipt, query: str) -> None:
    assert client.get(f"/hands/1/whatif?{query}").status_code == 422
    assert client.get("/hands/99/whatif").status_code == 404


def test_a_rule_marks_the_cases_that_depend_on_a_reading(client: FlaskClient) -> None:
    cases = client.get("/rules/B403.json").get_json()["cases"]
    numbers = [number for number, each in enumerate(cases, 1) if each["contested"] or each["beside"]]
    page = " ".join([all_text(client.get(f"/rules/B403?example={number}").text) for number in numbers])
    assert "1 raises to 75 ■ B403 ○ contested : unless cap.scope = per_player" in page
    assert "2 raises to 60 ■ B403 ○ contested : under cap.counts_bring_in = true" in page
    (case,) = [each for each in cases if each["contested"]]
    assert case["contested"] == [{"code": "B403", "line": 12, "reading": "cap.scope = per_player"}]
    assert case["expected"] == [{"code": "B403", "line": 12}]
    assert case["beside"] == [{"code": "B403", "line": 11, "reading": "cap.counts_bring_in = true"}]
