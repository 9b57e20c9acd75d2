"""Two people at one finding: who decides on what the other has changed is shown the change, and loses nothing typed."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people.accounts import add
from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from tests.web.forms import decide, form_token, send
from tests.web.night import File, Files, HandText, history
from tests.web.page_text import visible_text
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database

TYPED = 'It was a <b>"string"</b> bet.'
SHOWN = "It was a &lt;b&gt;&#34;string&#34;&lt;/b&gt; bet."
ACTS = "SELECT act, by FROM triage_act ORDER BY id"
WHY = "The floor was asked, and it was a string bet."


@pytest.fixture
def beforehand() -> Files:
    """Three hands with a wager of the wrong size."""
    return (File(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 14)])),)


@pytest.fixture
def ada(app: Flask, database: Database) -> FlaskClient:
    return browser(app, database, account(database, "Ada"))


@pytest.fixture
def bob(app: Flask, database: Database, ada: FlaskClient) -> FlaskClient:
    return browser(app, database, account(database, "Bob"))


def hidden(page: str, name: str) -> list[str]:
    """The values of the hidden fields of that name on a page."""
    return re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)


def anyway(client: FlaskClient, page: str) -> Any:
    """The answer to the form of a page that tells of a change, sent as it stands there."""
    form = re.search(r'<form class="kept" method="post" action="([^"]+)".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = {name: hidden(form[0], name)[0] for name in ("act", "based_on", "of", "back") if hidden(form[0], name)}
    reason = re.search(r"<option selected>([^<]+)<", form[0])
    comment = re.search(r"<textarea[^>]*>([^<]*)</textarea>", form[0])
    more = {"reason": reason[1] if reason else "", "comment": comment[1] if comment else ""}
    return send(client, form[1], **fields, **more)


def test_every_form_of_the_page_and_each_row_of_the_list_name_what_is_shown(ada: FlaskClient, rows: Any) -> None:
    assert set(hidden(ada.get("/findings/1").text, "based_on")) == {"0"}
    assert hidden(ada.get("/findings?all=yes").text, "based_on-1") == ["0"]
    decide(ada, 1, act="confirm")
    last = str(rows("SELECT max(id) FROM triage_act")[0][0])
    page = ada.get("/findings/1").text
    assert set(hidden(page, "based_on")) == {last}
    assert len(hidden(page, "based_on")) == page.count('action="/findings/1/act"')
    assert hidden(ada.get("/findings?all=yes").text, "based_on-1") == [last]
    decide(ada, 1, act="assign")
    assert len(hidden(ada.get("/findings/1").text, "based_on")) == page.count('action="/findings/1/act"')


def test_who_comes_second_reads_what_changed_keeps_the_words_and_decides_anyway(
    ada: FlaskClient, bob: FlaskClient, rows: Any
) -> None:
    shown = hidden(bob.get("/findings/1").text, "based_on")[0]
    decide(ada, 1, act="dismiss", reason="record misread", comment=WHY)
    fields = {"act": "accept", "reason": "the room is mending it", "comment": TYPED, "until": "2999-12-31"}
    answer = send(bob, "/findings/1/act", **fields, based_on=shown, back="/findings?code=B402")
    assert answer.status_code == 409
    assert rows(ACTS) == [("dismiss", "Ada")]
    page, words = answer.text, visible_text(answer.text)
    assert "This finding changed in the meantime" in words
    assert "The finding was changed after you opened the page. Nothing was done." in words
    assert "is now dismissed by Ada." in words
    assert re.search(rf"UTC Ada dismissed the finding open → to dismissed record misread {re.escape(WHY)}", words)
    assert "<option selected>the room is mending it</option>" in page
    assert f">{SHOWN}</textarea>" in page
    assert 'name="until" type="date" value="2999-12-31"' in page
    assert hidden(page, "back") == ["/findings?code=B402"]
    assert ">Accept anyway</button>" in page
    done = anyway(bob, page)
    assert (done.status_code, done.location) == (303, "/findings?code=B402")
    assert rows(ACTS) == [("dismiss", "Ada"), ("accept", "Bob")]


def test_who_is_overtaken_again_is_shown_the_later_change_only(ada: FlaskClient, bob: FlaskClient, rows: Any) -> None:
    decide(ada, 1, act="confirm")
    first = send(bob, "/findings/1/act", act="dismiss", reason="engine wrong", based_on="0")
    decide(ada, 1, act="assign")
    second = anyway(bob, first.text)
    assert second.status_code == 409
    words = visible_text(second.text)
    assert "assigned the finding to Ada" in words
    assert "confirmed the finding" not in words
    assert anyway(bob, second.text).status_code == 303
    assert [act for act, _ in rows(ACTS)] == ["confirm", "assign", "dismiss"]


@pytest.mark.parametrize(("way", "fields"), [("act", {"act": "reopen"}), ("act", {"act": "agree"}), ("give-back", {})])
def test_an_act_from_a_page_of_an_earlier_version_is_shown_all_that_happened(
    way: str, fields: dict[str, str], ada: FlaskClient, bob: FlaskClient, rows: Any
) -> None:
    """Nobody knows what its visitor has seen: the form names nothing."""
    decide(ada, 1, act="confirm")
    answer = send(bob, f"/findings/1/{way}", **fields)
    assert answer.status_code == 409
    assert "confirmed the finding" in visible_text(answer.text)
    possible = {"reopen": "Reopen anyway", "agree": "“Agree” is not possible on this finding now."}
    assert possible.get(fields.get("act", ""), "Unassign anyway") in answer.text
    assert rows(ACTS) == [("confirm", "Ada")]
    assert send(bob, "/findings/2/act", act="confirm").status_code == 303, "nothing had happened there"
    assert send(bob, "/findings/1/act", act="confirm", based_on="one").status_code == 422


def test_what_is_no_longer_possible_leaves_the_words_to_copy(
    ada: FlaskClient, bob: FlaskClient, database: Database
) -> None:
    with database.begin() as connection:
        ask_for_two(connection, "default", "USD", 0, 0)
    decide(ada, 1, act="dismiss", reason="engine wrong")
    waits = bob.get("/findings/1.json").get_json()
    decide(ada, 1, act="withdraw")
    fields = {"act": "disagree", "reason": "not explained", "comment": TYPED, "of": waits["waits"]["number"]}
    answer = send(bob, "/findings/1/act", **fields, based_on=waits["last_act"])
    assert answer.status_code == 409
    assert "“Disagree” is not possible on this finding now." in answer.text
    assert f"readonly>{SHOWN}</textarea>" in answer.text
    assert 'class="kept"' not in answer.text


def test_the_list_names_the_row_and_the_same_press_twice_leaves_one_line(ada: FlaskClient, rows: Any) -> None:
    page = ada.get("/findings?all=yes").text
    fields = {"act": "dismiss", "reason-dismiss": "engine wrong", "back": "/findings?all=yes"}
    for number in ("1", "2"):
        fields[f"based_on-{number}"] = hidden(page, f"based_on-{number}")[0]
    for _ in range(2):
        answer = send(ada, "/findings/1/act", **fields)
        assert (answer.status_code, answer.location) == (303, "/findings?all=yes")
        assert "1 finding dismissed." in ada.get("/findings?all=yes").text
    assert rows(ACTS) == [("dismiss", "Ada")]
    assert send(ada, "/findings/1/act", **{**fields, "act": "confirm"}).status_code == 409
    assert send(ada, "/findings/select", **{"based_on-1": "0", "all": "1", "query": "all=yes"}).status_code == 303


def test_a_refused_form_still_names_what_was_seen(ada: FlaskClient, bob: FlaskClient) -> None:
    """Else who forgot the reason would overwrite, without having looked, what came in between."""
    decide(ada, 1, act="confirm")
    seen = bob.get("/findings/1.json").get_json()["last_act"]
    decide(ada, 1, act="assign")
    refused = send(bob, "/findings/1/act", act="dismiss", comment="short", reason="engine wrong", based_on=seen)
    assert refused.status_code == 422
    opened = re.search(r'<details class="act" open>.*?</details>', refused.text, re.DOTALL)
    assert opened is not None
    assert hidden(opened[0], "based_on") == [str(seen)]


def test_of_a_selection_nothing_is_done_and_the_form_goes_on_with_what_is_now(
    ada: FlaskClient, bob: FlaskClient, rows: Any
) -> None:
    place = send(bob, "/findings/select", query="all=yes", all="1").location
    decide(ada, 1, act="confirm")
    fields = {"act": "dismiss", "reason-dismiss": "engine wrong", "comment": TYPED, "back": "/findings?all=yes"}
    answer = send(bob, f"{place}/act", **fields)
    assert answer.status_code == 409
    assert rows(ACTS) == [("confirm", "Ada")]
    words = visible_text(answer.text)
    assert "1 finding changed in the meantime 1 of these findings were changed" in words
    assert re.search(r"Ada confirmed the finding [A-Z]\d\d\d, hand ", words)
    assert f">{SHOWN}</textarea>" in answer.text
    assert ">Dismiss all anyway</button>" in answer.text
    done = anyway(bob, answer.text)
    assert (done.status_code, done.location) == (303, "/findings?all=yes")
    assert {act for act, by in rows(ACTS) if by == "Bob"} == {"dismiss"}


@pytest.mark.parametrize("ticked", [True, False])
def test_what_changed_between_the_list_and_its_selection_is_shown_too(
    ticked: bool, ada: FlaskClient, bob: FlaskClient, rows: Any
) -> None:
    page = bob.get("/findings?all=yes").text
    seen = {f"based_on-{number}": hidden(page, f"based_on-{number}")[0] for number in (1, 2, 3)}
    decide(ada, 1, act="confirm")
    chosen = {"finding": ["1", "2"]} if ticked else {"all": "1"}
    place = send(bob, "/findings/select", query="all=yes", **seen, **chosen).location
    answer = send(bob, f"{place}/act", act="dismiss", **{"reason-dismiss": "engine wrong"})
    assert answer.status_code == 409
    assert "Ada confirmed the finding" in visible_text(answer.text)
    assert rows(ACTS) == [("confirm", "Ada")]
    assert send(bob, "/findings/select", **{"based_on-1": "x", "all": "1", "query": "all=yes"}).status_code == 422


def test_an_undo_that_is_overtaken_names_what_overtook_it(ada: FlaskClient, bob: FlaskClient, rows: Any) -> None:
    decide(ada, 1, act="confirm")
    (batch,) = rows("SELECT max(id) FROM triage_batch")[0]
    decide(bob, 1, act="dismiss", reason="engine wrong")
    answer = send(ada, f"/acts/{batch}/undo")
    assert answer.status_code == 409
    words = visible_text(answer.text)
    assert "A person or a run changed the finding later, so nothing was undone." in words
    assert "Bob dismissed the finding" in words
    assert "An undo is not possible after a later act. Open the finding to decide again." in words
    headers = {"Accept": "application/json"}
    told = ada.post(f"/acts/{batch}/undo", data={"csrf_token": form_token(ada)}, headers=headers)
    assert (told.status_code, told.get_json()["code"], told.get_json()["changes"][0]["by"]) == (409, "CHANGED", "Bob")


def test_a_program_that_names_what_it_saw_is_told_what_changed_and_by_whom(
    client: FlaskClient, database: Database, ada: FlaskClient, rows: Any
) -> None:
    with database.begin() as connection:
        robot = add(connection, "Robot", "reviewer", "")
    headers = bearer(database, robot)
    address = "/api/v1/findings/1"

    def decides(**body: Any) -> Any:
        return client.post(f"{address}/decisions", json=body, headers=headers)

    seen = client.get(address, headers=headers).get_json()["last_act"]
    assert seen == 0
    decide(ada, 1, act="dismiss", reason="record misread", comment=WHY)
    told = decides(act="confirm", based_on=seen)
    document = told.get_json()
    assert (told.status_code, document["code"], document["status"]) == (409, "CHANGED", 409)
    assert re.fullmatch(
        r"The finding was changed after you opened the page\. Nothing was done\. Ada dismissed the finding, \S+Z\.",
        document["message"],
    )
    (change,) = document["changes"]
    assert (change["act"], change["by"], change["from"], change["to"], change["reason"], change["comment"]) == (
        "dismiss", "Ada", "open", "dismissed", "record misread", WHY)  # fmt: skip
    assert change["at"].endswith("Z")
    assert (document["finding"]["triage"], document["based_on"]) == ("dismissed", change["id"])
    assert rows(ACTS) == [("dismiss", "Ada")]
    first = decides(act="confirm", based_on=document["based_on"])
    assert (first.status_code, first.get_json()["finding"]["last_act"]) == (200, change["id"] + 1)
    again = decides(act="confirm", based_on=document["based_on"])
    assert (again.status_code, again.get_json()["batch"]) == (200, first.get_json()["batch"])
    assert decides(act="reopen").status_code == 200, "who names nothing goes on as before"
    assert [act for act, _ in rows(ACTS)] == ["dismiss", "confirm", "reopen"]
    for wrong in (-1, "1", 1.5, 2**63):
        assert decides(act="confirm", based_on=wrong).status_code == 422, wrong
    ahead = decides(act="confirm", based_on=999)
    assert (ahead.status_code, "has no act with the number 999" in ahead.get_json()["message"]) == (422, True)
    described = client.get("/api/v1/openapi.json", headers=headers).get_json()
    answers = described["paths"]["/api/v1/findings/{finding_id}/decisions"]["post"]["responses"]
    assert answers["409"]["content"]["application/json"]["schema"]["$ref"].endswith("/Changed")


def test_undo_goes_back_one_by_one_from_its_notices(ada: FlaskClient, rows: Any) -> None:
    numbers = [each["id"] for each in ada.get("/findings.json?all=yes").get_json()["findings"][:2]]
    for number in numbers:
        decide(ada, number, act="confirm", back="/findings?all=yes")
    page = ada.get("/findings?all=yes").text
    undo = re.compile(r'action="(/acts/\d+/undo)"')
    last = undo.findall(page)[-1]
    send(ada, last, back="/findings?all=yes")
    page = ada.get("/findings?all=yes").text
    assert "Undo the previous act" in page
    assert "The previous act: 1 finding confirmed: " in visible_text(page)
    (before,) = undo.findall(page)
    assert before != last
    send(ada, before, back="/findings?all=yes")
    page = ada.get("/findings?all=yes").text
    assert "1 finding restored." in page
    assert undo.findall(page) == []
    assert {each["triage"] for each in ada.get("/findings.json?all=yes").get_json()["findings"]} == {"open"}


def test_what_changed_nothing_offers_no_undo(ada: FlaskClient) -> None:
    place = send(ada, "/findings/select", query="all=yes", all="1").location
    send(ada, f"{place}/act", act="reopen")
    page = ada.get("/findings?all=yes").text
    assert "unchanged." in page
    assert "/undo" not in page
