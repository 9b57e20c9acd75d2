"""The pages of cases: from the claim of a player to the paid remedy, by people in browsers of their own."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.disputes.states import State
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import token_on
from tests.web.signed import PASSWORD, account, browser

pytestmark = pytest.mark.database
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR of the table"
REASON = "because of the picture of the table"
CLAIM = {
    "player": "1", "others": ["2"], "subject": "play", "event": "", "happened": "My stack was taken <b>twice</b>.",
    "should": "It is taken once.", "amount": "5.00", "raised": "", "rule": "",
}  # fmt: skip
PEOPLE = {"Rita": "reviewer", "Anna": "adjudicator", "Ben": "adjudicator", "Cora": "adjudicator", "Vera": "viewer"}
BASIS = {"key": "", "clause": "A dealer puts each wager into the pot once.", "source": "TDA 1"}
RULING = {
    "outcome": "partly upheld", "fact-1": "The log shows one wager.", "event-1": "3", **BASIS,
    "why-0": "The wager counted twice.", "why-3": "The house pays.", "ruled-0": "5", "ruled-1": "", "ruled-2": "0",
    "ruled-3": "-5.00",
}  # fmt: skip


@dataclass
class Room:
    """People with browsers of their own, and one case. A form is sent from the page that the person has just read."""

    people: dict[str, FlaskClient]
    case: int = 0

    def read(self, name: str) -> str:
        answer = self.people[name].get(f"/cases/{self.case}")
        assert answer.status_code == 200
        return answer.text

    def state(self) -> State:
        return State(self.people["Vera"].get(f"/cases/{self.case}.json").get_json()["state"])

    def send(self, name: str, way: str, page: str = "", **fields: Any) -> Any:
        """The answer to a form of the page `page`; without one, of the page as it is now."""
        page = page or self.read(name)
        seen = {part: re.search(rf'name="{part}" value="([^"]*)"', page) for part in ("seen_state", "seen_act")}
        held = {part: found[1] for part, found in seen.items() if found}
        if way in ("ruling", "second"):
            fields = {"your_password": PASSWORD, **fields}
        return self.people[name].post(
            f"/cases/{self.case}/{way}", data={"csrf_token": token_on(page), **held, **fields}
        )

    def act(self, name: str, act: str, page: str = "", **fields: Any) -> Any:
        return self.send(name, "act", page, act=act, **fields)

    def done(self, answer: Any, state: State) -> None:
        words = re.search(r"data-refused>(.*?)</", answer.text, re.DOTALL)
        assert answer.status_code == 303, words and words[1]
        assert self.state() is state

    def under_review(self) -> None:
        self.done(self.act("Rita", "admit"), State.ADMISSIBLE)
        self.done(self.act("Anna", "take"), State.UNDER_REVIEW)

    def proposed(self) -> None:
        self.under_review()
        self.done(self.send("Anna", "ruling", **RULING), State.PROPOSED)
        self.done(self.act("Ben", "begin second review"), State.SECOND_REVIEW)


@pytest.fixture
def room(app: Flask, database: Database, night: Receipt) -> Room:
    """A room with an open case about the first hand of the night."""
    passwords = {name: PASSWORD for name, role in PEOPLE.items() if role != "viewer"}
    numbers = {name: account(database, name, role, passwords.get(name, "")) for name, role in PEOPLE.items()}
    people = {name: browser(app, database, number) for name, number in numbers.items()}
    hand = people["Rita"].get("/findings.json?all=yes").get_json()["findings"][0]["hand_id"]
    finding = people["Rita"].get("/findings.json?all=yes").get_json()["findings"][0]["id"]
    form = people["Rita"].get(f"/hands/{hand}/case?finding={finding}").text
    assert f'href="/hands/{hand}/case?finding={finding}"' in people["Rita"].get(f"/findings/{finding}").text
    assert 'value="1" selected>seat 1' in form or 'value="2" selected>seat 2' in form
    answer = people["Rita"].post(f"/hands/{hand}/case", data={"csrf_token": token_on(form), **CLAIM})
    assert answer.status_code == 303, answer.text
    return Room(people, int(answer.location.rpartition("/")[2]))


def test_from_a_claim_to_the_paid_remedy(room: Room) -> None:
    """Four people and a viewer: nobody is asked twice, and each sum of the ledger is zero."""
    listed = room.people["Vera"].get("/cases")
    assert f"/cases/{room.case}" in listed.text
    assert "seat 1" in listed.text
    page = room.read("Vera")
    assert "My stack was taken &lt;b&gt;twice&lt;/b&gt;." in page
    assert "Aster" not in page
    room.under_review()
    room.done(room.act("Anna", "assign", assignee="Anna"), State.UNDER_REVIEW)
    room.done(room.act("Anna", "wait for evidence", comment="The desk waits for the film."), State.AWAITING_EVIDENCE)
    assert "Paused" in room.read("Vera")
    sent = room.send("Rita", "evidence", file=(io.BytesIO(PNG), "<b>.png"), origin="the camera over the table")
    room.done(sent, State.AWAITING_EVIDENCE)
    download = room.people["Vera"].get(re.search(rf"/cases/{room.case}/exhibits/[0-9]+", room.read("Vera"))[0])  # type: ignore[index]
    assert (download.data, download.headers["Content-Disposition"][:10]) == (PNG, "attachment")
    room.done(room.act("Rita", "resume"), State.UNDER_REVIEW)
    form = room.people["Anna"].get(f"/cases/{room.case}/ruling").text
    assert 'name="ruled-3"' in form
    again = room.send("Anna", "ruling", form, **{**RULING, "your_password": "wrong"})
    assert (again.status_code, room.state()) == (403, State.UNDER_REVIEW)
    assert RULING["fact-1"] in again.text
    wrong = room.send("Anna", "ruling", form, **{**RULING, "why-0": ""})
    assert (wrong.status_code, room.state()) == (422, State.UNDER_REVIEW)
    assert "seat 1: the ruled amount differs from the amount of the engine. Write the reason." in wrong.text
    assert RULING["fact-1"] in wrong.text
    room.done(room.send("Anna", "ruling", form, **RULING), State.PROPOSED)
    room.done(room.act("Ben", "begin second review"), State.SECOND_REVIEW)
    own = {"outcome": "partly upheld", "ruled-0": "5", "ruled-3": "-5"}
    room.done(room.send("Ben", "second", **own), State.RULED)
    room.done(room.send("Anna", "settle"), State.REMEDY_PENDING)
    much = room.send("Rita", "pay", giver="house", taker="seat 1", amount="5.01", reference="receipt 12")
    assert (much.status_code, "receipt 12" in much.text, "is owed 5.00 USD. So 5.01 USD is too much" in much.text) == (
        422,
        True,
        True,
    )
    room.done(
        room.send("Rita", "pay", giver="house", taker="seat 1", amount="5", reference="one"), State.REMEDY_PENDING
    )
    room.done(room.send("Anna", "reverse", posting="2", comment=REASON), State.REMEDY_PENDING)
    room.done(
        room.send("Rita", "pay", giver="house", taker="seat 1", amount="2", reference="two"), State.REMEDY_PENDING
    )
    room.done(
        room.send("Cora", "waive", giver="house", taker="seat 1", amount="3", comment=REASON), State.REMEDY_PENDING
    )
    room.done(room.act("Rita", "finish remedy"), State.REMEDIED)
    room.done(room.act("Rita", "close"), State.CLOSED)
    document = room.people["Vera"].get(f"/cases/{room.case}.json").get_json()
    (ledger,) = document["ledgers"]
    assert [each["kind"] for each in ledger["postings"]] == ["owed", "paid", "reversed", "paid", "waived"]
    assert ledger["open"] == {}
    assert {sum(each["entries"].values()) for each in ledger["postings"]} == {0}
    assert "Nobody owes anything." in room.read("Vera")


def test_a_stale_act_changes_nothing_and_keeps_the_text(room: Room) -> None:
    """Somebody else acted in between: the answer says who and what, and the typed text is on the page."""
    old, older = room.read("Anna"), room.read("Cora")
    room.done(room.act("Rita", "admit"), State.ADMISSIBLE)
    text = "Nobody noted this claim at the table."
    answer = room.act("Anna", "decline", old, reason="out of time", comment=text)
    assert (answer.status_code, room.state()) == (409, State.ADMISSIBLE)
    assert "Nothing was changed." in answer.text
    assert "<bdi>Rita</bdi> admitted the claim" in answer.text
    assert f">{text}</textarea>" in answer.text
    room.done(room.act("Anna", "decline", answer.text, reason="out of time", comment=text), State.DECLINED)
    for way in ("act", "ruling", "second", "settle", "pay", "waive", "reverse", "evidence"):
        late = room.send("Cora", way, older, **({"act": "take"} if way == "act" else {}))
        assert late.status_code in (409, 422), way
    assert room.state() is State.DECLINED


def test_the_second_adjudicator_decides_without_the_proposal(room: Room) -> None:
    """Until a decision is on record, no page of the others has a word of the proposal; two who differ get a third."""
    room.proposed()
    secret = ("The log shows one wager.", "A dealer puts each wager", "partly upheld; ", "The wager counted twice.")
    for name in ("Ben", "Cora", "Rita", "Vera"):
        client = room.people[name]
        for address in (f"/cases/{room.case}", f"/cases/{room.case}.json", f"/cases/{room.case}.csv"):
            assert [words for words in secret if words in client.get(address).text] == [], (name, address)
    assert secret[0] in room.read("Anna")
    mine = room.send("Anna", "second", outcome="partly upheld")
    assert (mine.status_code, "You proposed the ruling" in mine.text or "Only the second" in mine.text) == (422, True)
    assert room.send("Rita", "second", outcome="partly upheld").status_code == 422
    uneven = room.send("Ben", "second", outcome="upheld", **{"ruled-0": "5"}, comment="It is mine.")
    assert (uneven.status_code, "It is mine." in uneven.text, secret[0] in uneven.text) == (422, True, False)
    room.done(room.send("Ben", "second", outcome="not upheld", comment="The log is right."), State.THIRD_REVIEW)
    assert secret[0] not in room.people["Cora"].get(f"/cases/{room.case}/ruling").text
    room.done(room.send("Cora", "ruling", **RULING), State.RULED)
    assert "Dissent: The log is right." in room.read("Vera")


def test_who_may_not_act_sees_no_button_and_is_refused(room: Room, app: Flask, database: Database) -> None:
    """A viewer and an admin read every case; neither of them acts, and the page has no form for them."""
    page = room.read("Vera")
    assert f"/cases/{room.case}/act" not in page
    assert room.act("Vera", "admit", token_page(room)).status_code == 403
    room.people["Adam"] = browser(app, database, account(database, "Adam", "admin"))
    assert f"/cases/{room.case}/act" not in room.read("Adam")
    assert room.people["Vera"].get(f"/cases/{room.case + 9}").status_code == 404
    refused = room.act("Rita", "take")
    assert (refused.status_code, room.state()) == (422, State.RECEIVED)
    assert room.act("Rita", "decline", reason="duplicate", comment=REASON).status_code == 422
    assert ">Decline the claim" in room.read("Anna")
    assert ">Decline the claim" not in room.read("Rita")


def token_page(room: Room) -> str:
    """A page with forms of the viewer, whose fields name the present state of the case."""
    document = room.people["Vera"].get(f"/cases/{room.case}.json").get_json()
    held = f'name="seen_state" value="{document["state"]}" name="seen_act" value="{document["last_act"]}"'
    return room.people["Vera"].get("/settings").text + held


def test_the_list_its_filters_and_the_desk(room: Room, sent: Callable[..., Receipt]) -> None:
    client = room.people["Anna"]
    due = client.get("/desk.json").get_json()["cases"]
    assert due == {"overdue": 0, "due_this_week": 1, "paused": 0}
    assert client.get("/cases?state=received").text.count("data-row=") == 1
    assert "No case matches these filters." in client.get("/cases?owner=Anna").text
    assert client.get("/cases?state=nothing").status_code == 422
    assert client.get("/cases?after=1.1").status_code == 200
    hand = client.get("/cases.json").get_json()["cases"][0]["hand"]
    assert client.get(f"/cases?hand={hand}").text.count("data-row=") == 1
    assert f'href="/hands/{hand}/case"' in client.get(f"/hands/{hand}").text
    room.done(room.act("Rita", "withdraw"), State.WITHDRAWN)
    assert client.get("/desk.json").get_json()["cases"]["due_this_week"] == 0


def test_a_page_without_cases(client: FlaskClient) -> None:
    assert (
        "No cases.</strong> A case is opened from a hand, a finding, or the player form." in client.get("/cases").text
    )
