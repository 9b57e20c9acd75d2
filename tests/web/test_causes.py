"""Findings of one cause share a row: in the list, on the page of a hand, and for one act on all of them."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.formats.transcript.cases import read_cases
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.hands.long_hands import EVENTS
from tests.dealer.copies import replaced
from tests.engine.many_of_a_kind import KINDS, hand_with
from tests.engine.test_causes import WRONG_BRING_IN
from tests.jobs.logs import log_of
from tests.web.forms import send
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

ROW = re.compile(r'<tr id="finding-(\d+)".*?</tr>', re.DOTALL)


@pytest.fixture
def wrong_bring_in(sent: Callable[..., Receipt]) -> Receipt:
    """Two hands with a wrong bring-in, an act out of turn that follows from it, and a log that ends early."""
    hand = read_cases(WRONG_BRING_IN)[0].hand
    return sent(log_of(*[replaced(hand, number=number, house="casino") for number in ("77", "78")]), "night.jsonl")


@pytest.fixture
def very_long(sent: Callable[..., Receipt]) -> Receipt:
    """A hand in which the seats check 1,500 times, nearly always out of turn."""
    hand = hand_with([KINDS["check"](at) for at in range(1_500)], "on fourth street")
    return sent(log_of(hand), "long.jsonl")


def nodes(page: str) -> int:
    return len(re.findall(r"<[a-z]", page))


def rows_on(page: str) -> dict[int, str]:
    """The rows of a list by the number of their first finding."""
    return {int(found[1]): found[0] for found in ROW.finditer(page)}


def findings_of(client: FlaskClient, query: str = "all=yes") -> list[dict[str, Any]]:
    findings: list[dict[str, Any]] = client.get(f"/findings.json?{query}").get_json()["findings"]
    return findings


def based_on(row: str) -> dict[str, str]:
    """The fields of a row that name the last act of each of its findings."""
    return dict(re.findall(r'name="(based_on-\d+)" value="(\d+)"', row))


def test_what_follows_shares_the_row_of_its_cause(client: FlaskClient, wrong_bring_in: Receipt) -> None:
    every = findings_of(client)
    assert sorted(each["code"] for each in every) == ["B401", "B401", "L105", "L105", "O303", "O303"]
    page = client.get("/findings?all=yes").text
    rows = rows_on(page)
    assert {each["code"] for each in every if each["id"] in rows} == {"O303", "L105"}
    assert "6 findings" in all_text(page)
    assert "4 rows: findings with one cause share a row." in all_text(page)
    first = next(each["id"] for each in every if each["code"] == "O303" and each["number"] == "77")
    assert "and 1 finding that follows from it" in all_text(rows[first])
    assert "Confirm 2 findings" in all_text(rows[first])
    alone = client.get("/findings?all=yes&rows=findings").text
    assert rows_on(alone).keys() == {each["id"] for each in every}


def test_json_and_csv_have_every_finding_and_name_the_first_of_its_cause(
    client: FlaskClient, wrong_bring_in: Receipt
) -> None:
    every = {each["id"]: each for each in findings_of(client)}
    assert {(each["code"], every[each["cause"]]["code"]) for each in every.values()} == {
        *[("O303", "O303"), ("B401", "O303"), ("L105", "L105")]
    }
    assert all(every[each["cause"]]["hand_id"] == each["hand_id"] for each in every.values())
    table = csv.DictReader(io.StringIO(client.get("/findings.csv?all=yes").text))
    assert {int(row["id"]): int(row["cause"]) for row in table} == {
        number: each["cause"] for number, each in every.items()
    }


def test_a_consequence_stays_in_the_list_if_its_cause_does_not_match(
    client: FlaskClient, wrong_bring_in: Receipt
) -> None:
    rows = rows_on(client.get("/findings?code=B401").text)
    assert len(rows) == 2
    assert all("Has the same cause as another finding" in all_text(row) for row in rows.values())
    page = all_text(client.get(f"/findings/{next(iter(rows))}").text)
    assert "This finding has the same cause as another finding" in page


def test_one_act_decides_on_the_row_and_one_undo_takes_it_back(client: FlaskClient, wrong_bring_in: Receipt) -> None:
    rows = rows_on(client.get("/findings?all=yes").text)
    first = next(each["id"] for each in findings_of(client, "code=O303"))
    seen = based_on(rows[first])
    assert len(seen) == 2
    fields = {**seen, "act": "dismiss", "reason": "not a violation", "back": "/findings?all=yes"}
    answer = send(client, f"/findings/{first}/cause/act", "/findings?all=yes", **fields)
    assert answer.status_code == 303
    page = client.get("/findings?all=yes").text
    assert "2 findings dismissed" in all_text(page)
    states = {each["id"]: each["triage"] for each in findings_of(client)}
    assert {states[number] for number in states if f"based_on-{number}" in seen} == {"dismissed"}
    assert list(states.values()).count("dismissed") == 2
    undo = re.search(r'action="(/acts/\d+/undo)"', page)
    assert undo is not None
    send(client, undo[1], "/findings?all=yes")
    assert {each["triage"] for each in findings_of(client)} == {"open"}


def test_nobody_overwrites_a_finding_of_the_row_unseen(client: FlaskClient, wrong_bring_in: Receipt) -> None:
    rows = rows_on(client.get("/findings?all=yes").text)
    first = findings_of(client, "code=O303")[0]["id"]
    other = next(each["id"] for each in findings_of(client, "code=B401") if each["cause"] == first)
    send(client, f"/findings/{other}/act", based_on="0", act="confirm")
    fields = {**based_on(rows[first]), "act": "dismiss", "reason": "not a violation", "comment": "all of them"}
    answer = send(client, f"/findings/{first}/cause/act", "/findings?all=yes", **fields)
    assert answer.status_code == 409
    assert "1 of these findings were changed" in all_text(answer.text)
    assert "all of them" in answer.text
    states = {each["id"]: each["triage"] for each in findings_of(client)}
    assert (states[first], states[other]) == ("open", "confirmed")


def test_a_row_without_its_findings_in_the_form_is_refused(client: FlaskClient, wrong_bring_in: Receipt) -> None:
    answer = send(client, f"/findings/{findings_of(client)[0]['id']}/cause/act", "/findings?all=yes", act="confirm")
    assert answer.status_code == 422
    assert "does not name any finding of the row" in answer.text
    assert send(client, "/findings/999/cause/act", "/findings?all=yes", act="confirm").status_code == 404


def test_ticked_rows_are_selected_with_all_their_findings(client: FlaskClient, wrong_bring_in: Receipt) -> None:
    first = findings_of(client, "code=O303")[0]["id"]
    fields = {"cause": str(first), "query": "all=yes", "back": "/findings?all=yes"}
    answer = send(client, "/findings/select", "/findings?all=yes", **fields)
    chosen = client.get(f"{answer.headers['Location'].partition('?')[0]}.json").get_json()
    assert sorted(each["code"] for each in chosen["findings"]) == ["B401", "O303"]
    assert chosen["words"] == f"Cause: that of finding {first}"


def test_fifteen_hundred_equal_findings_are_one_row_and_a_small_page(client: FlaskClient, very_long: Receipt) -> None:
    page = client.get("/findings?all=yes").text
    assert len(rows_on(page)) == 1
    assert "1,498 findings" in all_text(page)
    assert "and 1,497 equal findings" in all_text(page)
    assert nodes(page) < 450
    decide = re.search(r'name="only" value="(\d+)"', page)
    assert decide is not None
    fields = {"only": decide[1], "query": "all=yes", "back": "/findings?all=yes"}
    assert "1,001 findings selected" in all_text(
        client.post("/findings/select", data={**fields, "csrf_token": token(client)}, follow_redirects=True).text
    )
    hand = client.get(f"/hands/{findings_of(client)[0]['hand_id']}").text
    assert "1,498 findings in 1 row" in all_text(hand)
    assert nodes(hand) < 2_500  # 49,919 before the page was cut
    assert len(hand) < 120_000


def token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/settings").text)
    assert found is not None
    return found[1]


def test_the_pages_of_a_long_hand_have_every_event_once(client: FlaskClient, very_long: Receipt) -> None:
    hand_id = findings_of(client)[0]["hand_id"]
    address, seen = f"/hands/{hand_id}", []
    for _ in range(20):
        page = client.get(address).text
        seen += [int(each) for each in re.findall(r' id="e(\d+)"', page)]
        later = re.search(r'href="(\?[^"#]+)#events">Later events', page)
        if later is None:
            break
        address = f"/hands/{hand_id}{later[1].replace('&amp;', '&')}"
    assert seen == list(range(1_520))
    assert EVENTS == 100


def test_a_finding_of_a_long_hand_leads_to_the_page_with_its_event(client: FlaskClient, very_long: Receipt) -> None:
    late = max(findings_of(client, "all=yes&limit=200"), key=lambda each: each["event"])
    page = client.get(f"/hands/{late['hand_id']}?list=all%3Dyes&at={late['id']}").text
    assert f' id="e{late["event"]}"' in page


@pytest.mark.parametrize("query", ["from_event=-1", "from_event=x", "from_row=1e3", "from_event=9999999"])
def test_a_place_that_is_no_number_is_refused(query: str, client: FlaskClient, wrong_bring_in: Receipt) -> None:
    assert client.get(f"/hands/1?{query}").status_code == 422


def test_a_place_beyond_the_end_shows_the_end(client: FlaskClient, very_long: Receipt) -> None:
    assert ' id="e1519"' in client.get("/hands/1?from_event=999999&from_row=5").text
