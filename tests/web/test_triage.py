"""Deciding about findings: one and many, with reasons, undone, and refused in words."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide, form_token, send
from tests.web.night import File, Files, HandText, history
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database


@pytest.fixture
def beforehand() -> Files:
    """Eight hands with a wager of the wrong size."""
    return (File(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 19)])),)


def listed(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/findings.json?{query}").get_json()["findings"]
    return found


def states(client: FlaskClient) -> set[str]:
    return {each["triage"] for each in listed(client, "all=yes")}


def test_a_reason_is_enough_and_is_remembered(client: FlaskClient, rows: Callable[..., Any]) -> None:
    first, second = [each["id"] for each in listed(client, "code=B402")[:2]]
    answer = send(
        client,
        f"/findings/{first}/act",
        act="dismiss",
        **{"reason-dismiss": "record misread", "back": "/findings?code=B402"},
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, "/findings?code=B402")
    page = client.get("/findings?code=B402").text
    assert "1 finding dismissed." in page
    assert "<option selected>record misread</option>" in page
    assert "1 finding dismissed." not in client.get("/findings?code=B402").text
    decide(client, second, act="dismiss", reason="engine wrong", comment="The clock was one hour off.")
    assert rows("SELECT reason, comment, by FROM decision ORDER BY at") == [
        ("record misread", "The auditor misread the log.", "this machine"),
        ("engine wrong", "The clock was one hour off.", "this machine"),
    ]
    assert {each["id"] for each in listed(client, "triage=dismissed")} == {first, second}


def test_an_acceptance_ends_with_a_day_or_with_the_house(client: FlaskClient, rows: Callable[..., Any]) -> None:
    first, second = [each["id"] for each in listed(client, "code=B402")[:2]]
    reason = "the house tolerates it"
    decide(client, first, act="accept", reason=reason, until="2999-12-31")
    decide(client, second, act="accept", reason=reason)
    assert rows("SELECT until::text, until_house IS NULL FROM decision ORDER BY at") == [
        ("2999-12-31", True),
        (None, False),
    ]


def test_what_was_done_can_be_undone_from_the_notice(client: FlaskClient) -> None:
    number = listed(client)[0]["id"]
    decide(client, number, act="confirm", back="/findings")
    assert [each["id"] for each in listed(client, "triage=confirmed")] == [number]
    page = client.get("/findings").text
    found = re.search(r'action="(/acts/\d+/undo)" data-of="(\d+)"', page)
    assert found is not None
    assert found[2] == str(number)
    hand = listed(client, "triage=confirmed")[0]["number"]
    assert f'<a href="/findings/{number}">B402 in hand {hand}</a>' in page
    assert send(client, found[1], back="/findings").status_code == 303
    page = client.get("/findings").text
    assert "1 finding restored." in page
    assert f'<a href="/findings/{number}">B402 in hand {hand}</a>' in page
    assert states(client) == {"open"}
    assert send(client, found[1]).status_code == 303
    assert len(client.get(f"/findings/{number}.json").get_json()["history"]) == 2, "undone once"


def test_assigning_is_to_oneself_or_to_nobody(client: FlaskClient) -> None:
    number = listed(client)[0]["id"]
    decide(client, number, act="assign")
    assert [each["id"] for each in listed(client, "assignee=this machine")] == [number]
    decide(client, number, act="assign", assignee="")
    assert listed(client, "assignee=this machine") == []


def test_a_reviewer_unassigns_a_finding_of_his_own(client: FlaskClient) -> None:
    number = listed(client)[0]["id"]
    place = f"/findings/{number}/give-back"
    decide(client, number, act="assign")
    assert [client.get(page).text.count(place) for page in ("/findings", f"/findings/{number}")] == [1, 1]
    assert "Assign to me" not in client.get(f"/findings/{number}").text
    answer = decide(client, number, "give-back", back="/findings")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/findings")
    assert "1 finding unassigned." in client.get("/findings").text
    assert listed(client, "assignee=this machine") == []
    assert [place in client.get(page).text for page in ("/findings", f"/findings/{number}")] == [False, False]
    assert send(client, "/findings/999/give-back").status_code == 404


def test_a_selection_is_what_was_counted_and_is_undone_as_a_whole(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    number = len(listed(client, "code=B402"))
    answer = send(client, "/findings/select", query="code=B402&triage=open", all="1")
    place = answer.headers["Location"]
    sent(history(HandText(number="5900000", bet=17)))
    page = client.get(place).text
    assert f"{number} findings selected" in page
    assert "Rule: B402 Wager of the wrong size" in page
    done = send(client, f"{place}/act", act="dismiss", **{"reason-dismiss": "engine wrong"})
    assert (done.status_code, done.headers["Location"]) == (303, "/findings")
    assert [each["number"] for each in listed(client, "code=B402&triage=open")] == ["5900000"]
    assert client.get(f"{place}.csv").text.count("\r\n") == number + 1
    page = client.get("/findings").text
    assert f"{number} findings dismissed." in page
    found = re.search(r'action="(/acts/\d+/undo)"', page)
    assert found is not None
    send(client, found[1])
    assert states(client) == {"open"}


@pytest.mark.parametrize("ticked", [False, True])
def test_what_is_done_to_many_and_taken_back_leads_to_the_list_that_they_were_chosen_in(
    ticked: bool, client: FlaskClient
) -> None:
    back = "/findings?code=B402&triage=open&after=1700.4"
    chosen = {"finding": [each["id"] for each in listed(client)[:2]]} if ticked else {"all": "1"}
    answer = send(client, "/findings/select", query="code=B402&triage=open", back=back, **chosen)
    page = client.get(answer.headers["Location"]).text
    assert re.findall(r'name="back" value="([^"]*)"', page) == [back.replace("&", "&amp;")]
    place = answer.headers["Location"].partition("?")[0]
    refused = send(client, f"{place}/act", act="dismiss", back=back)
    assert refused.status_code == 422
    assert f'name="back" value="{back.replace("&", "&amp;")}"' in refused.text
    done = send(client, f"{place}/act", act="confirm", back=back)
    assert (done.status_code, done.headers["Location"]) == (303, back)
    undo = re.search(r'action="(/acts/\d+/undo)".*?name="back" value="([^"]*)"', client.get(back).text)
    assert undo is not None
    assert undo[2] == back.replace("&", "&amp;")
    assert send(client, undo[1], back=back).headers["Location"] == back


@pytest.mark.parametrize("back", ["", "//elsewhere.example/findings?code=B402", "/rules?code=B402", "/findings"])
def test_a_selection_that_comes_from_no_list_of_ours_leads_to_the_list_as_it_begins(
    back: str, client: FlaskClient
) -> None:
    place = send(client, "/findings/select", query="code=B402", all="1", back=back).headers["Location"]
    assert re.fullmatch(r"/selections/\d+", place)
    assert 'name="back" value="/findings"' in client.get(place).text
    assert client.get(f"{place}?list=colour%3Dred").status_code == 422


def test_ticked_rows_are_a_selection(client: FlaskClient) -> None:
    ticked = [each["id"] for each in listed(client, "code=B402")[2:5]]
    answer = send(client, "/findings/select", finding=ticked, query="code=B402")
    document = client.get(f"{answer.headers['Location']}.json").get_json()
    assert (document["count"], document["words"]) == (3, "Findings: 3 selected in the list")
    page = client.get(answer.headers["Location"]).text
    assert all(f"{each['title']}, hand {each['number']}</a>" in page for each in document["findings"])
    assert {each["id"] for each in document["findings"]} == set(ticked)


def test_filters_are_kept_and_forgotten(client: FlaskClient) -> None:
    name = "<b>mine</b>"
    send(client, "/filters", name=name, query="code=B402&street=4", back="/findings?code=B402")
    page = client.get("/findings").text
    assert "&lt;b&gt;mine&lt;/b&gt;" in page
    assert name not in page
    assert 'href="/findings?code=B402&amp;street=4"' in page
    found = re.search(r'action="(/filters/\d+/delete)"', page)
    assert found is not None
    assert send(client, found[1]).status_code == 303
    assert send(client, found[1]).status_code == 404
    assert "mine" not in client.get("/findings").text


@pytest.mark.parametrize(
    ("path", "fields", "status", "expected"),
    [
        ("/findings/{one}/act", {"act": "burn"}, 422, "Choose an act"),
        ("/findings/{one}/act", {"act": "dismiss"}, 422, "choose one of these reasons"),
        ("/findings/{one}/act", {"act": "dismiss", "reason": "engine wrong", "comment": "short"}, 422, "at least 10"),
        (
            "/findings/{one}/act",
            {"act": "accept", "reason": "the house tolerates it", "until": "soon"},
            422,
            "is not a date",
        ),
        ("/findings/{one}/act", {"act": "confirm", "colour": "red"}, 422, "colour"),
        ("/findings/{one}/act", {"act": "reopen"}, 422, "you cannot open it again"),
        ("/findings/999/act", {"act": "confirm"}, 404, "no finding 999"),
        ("/findings/99999999999999999999/act", {"act": "confirm"}, 404, "nothing at this address"),
        ("/findings/select", {"query": "code=B402"}, 422, "No finding is selected"),
        ("/findings/select", {"finding": "x"}, 422, "write commas between the numbers"),
        ("/findings/select", {"query": "colour=red", "all": "1"}, 422, "colour"),
        ("/findings/select", {"query": "code=P601", "all": "1"}, 422, "so nothing was selected"),
        ("/selections/999/act", {"act": "confirm"}, 404, "no selection 999"),
        ("/acts/999/undo", {}, 422, ""),
        ("/filters", {"name": " ", "query": ""}, 422, "a name"),
        ("/filters", {"name": "x", "query": "colour=red"}, 422, "colour"),
        ("/runs/999/review", {}, 422, "no run 999"),
    ],
)
def test_an_impossible_act_gets_one_sentence(
    path: str, fields: dict[str, str], status: int, expected: str, client: FlaskClient
) -> None:
    one = listed(client)[0]["id"]
    answer = send(client, path.format(one=one), **fields)
    assert answer.status_code == status
    assert expected in answer.text
    assert states(client) == {"open"}


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", "/a\nb"]
)
def test_nobody_is_led_elsewhere(back: str, client: FlaskClient) -> None:
    one = listed(client)[0]["id"]
    answer = decide(client, one, act="confirm", back=back)
    assert answer.headers["Location"] == f"/findings/{one}"


def test_without_the_token_nothing_is_done(client: FlaskClient) -> None:
    one = listed(client)[0]["id"]
    assert client.post(f"/findings/{one}/act", data={"act": "confirm"}).status_code == 403
    assert states(client) == {"open"}


def test_a_program_is_answered_in_json(client: FlaskClient) -> None:
    one = listed(client)[0]["id"]
    fields = {"csrf_token": form_token(client), "act": "confirm", "back": "/findings"}
    answer = client.post(f"/findings/{one}/act", data=fields, headers={"Accept": "application/json"}).get_json()
    assert answer.pop("batch") > 0
    assert answer == {
        "done": 1, "put_forward": 0, "records": 1, "left": 0, "unknown_names": [], "words": "1 finding confirmed",
        "location": "/findings",
    }  # fmt: skip


def test_new_findings_come_first_and_older_ones_are_linked(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    everything = client.get("/findings.json").get_json()["total"]
    run = client.get("/runs.json").get_json()["runs"][0]["id"]
    assert send(client, f"/runs/{run}/review").headers["Location"] == f"/runs/{run}"
    page = client.get("/findings").text
    assert "No new open findings." in page
    assert everything == 8
    assert f"8 open findings are older and did not change since run {run}." in visible_text(page)
    sent(history(HandText(number="5900000", bet=17)))
    document = client.get("/findings.json").get_json()
    assert document["filters"] == {"triage": "open", "news": "new"}
    assert {each["number"] for each in document["findings"]} == {"5900000"}
    assert document["facets"]["news"] == [{"value": "new", "count": document["total"], "more": False}]


def test_the_notice_of_an_act_counts_all_records_of_the_finding(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(history(HandText(bet=15, players=("Ann", "Bea", "Cyd"))))
    sent(history(HandText(bet=15, players=("Ann", "Bea", "Dot"))))
    number = next(each["id"] for each in listed(client, "all=yes&code=B402") if each["number"] == HandText().number)
    decide(client, number, act="confirm", back="/findings")
    assert "1 finding on 2 records confirmed" in client.get("/findings").text
