"""Two people at the desk: what one puts forward the other finds among his own, and agrees or not; never one alone."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.people.accounts import disable
from auditor.store.postgres.database import Database
from auditor.store.triage.venues import ask_for_two
from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import decide, send
from tests.web.night import File, Files, HandText, history
from tests.web.page_text import visible_text
from tests.web.signed import account, browser

pytestmark = pytest.mark.database

Rows = Callable[..., Any]
WHY = "The floor was asked, and it was a string bet."


@pytest.fixture
def beforehand() -> Files:
    """Five hands with a wager of the wrong size, at stake 2.00 to 6.00."""
    return (File(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in range(12, 17)])),)


@pytest.fixture(autouse=True)
def _from_five_dollars(database: Database, beforehand: Files) -> None:
    with database.begin() as connection:
        ask_for_two(connection, "default", "USD", 5, 0)


@pytest.fixture
def ada(app: Flask, database: Database) -> FlaskClient:
    return browser(app, database, account(database, "Ada"))


@pytest.fixture
def bob(app: Flask, database: Database, ada: FlaskClient) -> FlaskClient:
    return browser(app, database, account(database, "Bob"))


def large(client: FlaskClient) -> dict[str, Any]:
    """The finding with the most at stake: 6.00."""
    found: dict[str, Any] = client.get("/findings.json?all=yes").get_json()["findings"][0]
    assert found["amount"] == 600
    return found


def put_forward(client: FlaskClient) -> int:
    number: int = large(client)["id"]
    fields = {"act": "dismiss", "reason": "record misread", "comment": WHY}
    assert decide(client, number, **fields).status_code == 303
    return number


def answers(client: FlaskClient, number: int, **fields: str) -> Any:
    """What is sent by somebody who has read the dismissal that waits."""
    waits = client.get(f"/findings/{number}.json").get_json()["waits"]
    return decide(client, number, of=str(waits["number"]), **fields)


def panel(client: FlaskClient, number: int) -> str:
    """What the panel of the decision says, without what can be pressed there."""
    page = client.get(f"/findings/{number}").text
    return visible_text(page[page.index('<h2 id="decision">') : page.index('<div class="decisions">')])


def acts(client: FlaskClient, number: int) -> set[str]:
    page = client.get(f"/findings/{number}").text
    return set(re.findall(r'name="act" value="(\w+)"', page))


def in_list(client: FlaskClient, number: int) -> tuple[str, set[str], bool]:
    """How the row of a finding says it stands, what it offers, and whether it leads to agreeing or not."""
    page = client.get("/findings?all=yes").text
    row = page[page.index(f'data-row="{number}"') :].partition("</tr>")[0]
    stands = re.search(r'<td class="stands">([^<]*)', row)
    assert stands is not None
    return stands[1], set(re.findall(r'name="act" value="(\w+)"', row)), "Agree?" in row


def test_one_puts_it_forward_and_the_other_finds_it_and_agrees(ada: FlaskClient, bob: FlaskClient, rows: Rows) -> None:
    assert "To dismiss or accept a finding of 5 USD or more, a second review is needed." in panel(ada, large(ada)["id"])
    number = put_forward(ada)
    page = visible_text(ada.get(f"/findings/{number}").text)
    assert "1 finding waiting for a second review." in page
    assert f"This finding waits for a second review. Ada proposes to dismiss the finding: {WHY} record misread" in page
    assert "You proposed this. Another reviewer must agree or disagree." in page
    assert "There is no other reviewer yet" not in page
    assert acts(ada, number) == {"confirm", "assign", "withdraw"}
    assert ada.get("/desk.json").get_json()["mine"]["second"]["count"] == 0

    mine = bob.get("/desk.json").get_json()["mine"]["second"]
    assert (mine["count"], mine["list"]) == (1, "/findings?second=Bob")
    assert "1 proposed decision needs a second review. You can do this second review." in visible_text(
        bob.get("/").text
    )
    listed = bob.get("/findings.json?second=Bob").get_json()
    assert [(each["id"], each["triage"], each["put_forward_by"]) for each in listed["findings"]] == [
        (number, "open", "Ada")]  # fmt: skip
    row = bob.get("/findings?second=Bob").text
    assert "open, waits for a second review" in row
    assert "Second review: waiting, Bob may review" in row
    assert re.search(rf'href="/findings/{number}\?list=second%3DBob#decision" aria-keyshortcuts="d"', row)
    assert 'name="act" value="dismiss" aria-keyshortcuts' not in row

    assert acts(bob, number) == {"agree", "disagree", "confirm", "assign"}
    assert answers(bob, number, act="agree").status_code == 303
    assert "1 finding decided as proposed, because you agreed." in bob.get("/").text
    assert panel(ada, number).startswith(f"Decision Dismissed: {WHY} Ada, second review by Bob,")
    document = ada.get(f"/findings/{number}.json").get_json()
    assert (document["decision"]["by"], document["decision"]["second_by"]) == ("Ada", "Bob")
    assert (document["waits"], document["put_forward_by"], document["triage"]) == (None, "", "dismissed")
    assert [(each["act"], each["by"]) for each in document["history"]] == [("agree", "Bob"), ("put forward", "Ada")]
    assert "proposed to dismiss the finding" in visible_text(ada.get(f"/findings/{number}").text)
    assert rows("SELECT count(*) FROM proposal") == [(0,)]


def test_json_has_the_waiting_dismissal_and_the_threshold(ada: FlaskClient, bob: FlaskClient) -> None:
    number = put_forward(ada)
    document = bob.get(f"/findings/{number}.json").get_json()
    assert document["takes_two"] == {"venue": "default", "amount": 5, "currency": "USD", "minor": 0}
    assert document["waits"].pop("at") is not None
    assert document["waits"].pop("number") == document["history"][0]["id"]
    assert document["waits"] == {
        "by": "Ada",
        "reason": "record misread",
        "comment": WHY,
        "fresh": True,
        "accepts": False,
        "until": None,
    }
    assert bob.get("/settings.json").get_json()["takes_two"] == [document["takes_two"]]
    assert "To dismiss or accept a finding of 5 USD or more, a second review is needed." in visible_text(
        bob.get("/settings").text
    )
    assert bob.get("/api/v1/findings?second=").get_json()["total"] == 1
    assert bob.get("/api/v1/findings?second=Ada").get_json()["total"] == 0
    read = list(csv.DictReader(io.StringIO(bob.get("/findings.csv?second=Bob").text)))
    assert [each["put_forward_by"] for each in read] == ["Ada"]


def test_a_disagreement_needs_a_reason_and_leaves_the_finding_open(ada: FlaskClient, bob: FlaskClient) -> None:
    number = put_forward(ada)
    refused = answers(bob, number, act="disagree")
    assert refused.status_code == 422
    assert "To disagree with a proposal, choose one of these reasons" in refused.text
    assert re.search(
        r'<details class="act" open>\s*<summary class="button primary" aria-keyshortcuts="d">', refused.text
    )
    sent = answers(bob, number, act="disagree", reason="not explained", back="/findings?second=Bob")
    assert sent.headers["Location"] == "/findings?second=Bob"
    document = bob.get(f"/findings/{number}.json").get_json()
    assert (document["triage"], document["waits"]) == ("open", None)
    assert document["history"][0]["comment"] == "The reason that the proposal names does not explain what the log says."


def test_nobody_agrees_with_himself_and_a_viewer_with_nobody(
    app: Flask, database: Database, ada: FlaskClient, bob: FlaskClient
) -> None:
    number = put_forward(ada)
    refused = answers(ada, number, act="agree")
    assert (refused.status_code, "You made this proposal yourself" in refused.text) == (422, True)
    eve = browser(app, database, account(database, "Eve", "viewer"))
    assert answers(eve, number, act="agree").status_code == 403
    assert eve.get("/desk.json").get_json()["mine"]["second"] is None
    assert "This finding waits for a second review. Ada proposes to dismiss the finding" in visible_text(
        eve.get(f"/findings/{number}").text
    )
    assert large(bob)["triage"] == "open"
    assert decide(ada, number, act="withdraw").status_code == 303
    assert large(bob)["put_forward_by"] == ""


def test_of_many_the_receipt_counts_both_and_undo_takes_both_back(ada: FlaskClient, bob: FlaskClient) -> None:
    place = send(ada, "/findings/select", query="code=B402", all="1").headers["Location"]
    assert "do not decide on findings with a large amount" in visible_text(ada.get(place).text)
    answer = send(ada, f"{place}/act", act="dismiss", **{"reason-dismiss": "engine wrong"})
    assert answer.headers["Location"] == "/findings"
    page = ada.get("/findings").text
    assert "3 findings dismissed; 2 waiting for a second review." in page
    found = re.search(r'action="(/acts/\d+/undo)"', page)
    assert found is not None
    theirs = send(bob, "/findings/select", query="second=Bob", all="1").headers["Location"]
    assert "Agree to all" in bob.get(theirs).text
    assert "Agree to all" not in bob.get(place).text
    send(ada, found[1])
    assert "5 findings restored." in ada.get("/findings").text
    assert bob.get("/findings.json?second=Bob").get_json()["total"] == 0
    assert {each["triage"] for each in ada.get("/findings.json?all=yes").get_json()["findings"]} == {"open"}


def test_of_many_that_wait_all_are_agreed_to_at_once(ada: FlaskClient, bob: FlaskClient) -> None:
    place = send(ada, "/findings/select", query="code=B402", all="1").headers["Location"]
    send(ada, f"{place}/act", act="dismiss", **{"reason-dismiss": "engine wrong"})
    theirs = send(bob, "/findings/select", query="second=Bob", all="1").headers["Location"]
    send(bob, f"{theirs}/act", act="agree")
    assert "2 findings decided as proposed, because you agreed." in bob.get("/findings").text
    assert bob.get("/findings.json?triage=dismissed").get_json()["total"] == 5


def test_a_page_that_was_open_while_another_was_put_forward_answers_neither(
    ada: FlaskClient, bob: FlaskClient, rows: Rows
) -> None:
    number = put_forward(ada)
    shown = re.findall(r'name="of" value="(\d+)"', bob.get(f"/findings/{number}").text)
    assert len(shown) == 2, "to agree and to disagree"
    rows("UPDATE finding SET evidence = sha256('other'), detection = 'changed' WHERE id = %s RETURNING 1", number)
    assert decide(ada, number, act="dismiss", reason="engine wrong").status_code == 303
    for act in ("agree", "disagree"):
        fields = {"act": act, "of": shown[0], "reason": "not explained" if act == "disagree" else ""}
        refused = decide(bob, number, **fields)
        told = "Another proposal about this finding was made later. Read and answer that proposal."
        assert (refused.status_code, told in refused.text) == (422, True)
    assert decide(bob, number, act="agree", of="one").status_code == 422
    (anew,) = set(re.findall(r'name="of" value="(\d+)"', refused.text))
    assert decide(bob, number, act="agree", of=anew).status_code == 303
    assert bob.get(f"/findings/{number}.json").get_json()["decision"]["reason"] == "engine wrong"


def test_changed_evidence_is_named_and_anybody_may_withdraw(ada: FlaskClient, bob: FlaskClient, rows: Rows) -> None:
    number = put_forward(ada)
    rows("UPDATE finding SET evidence = sha256('other'), detection = 'changed' WHERE id = %s RETURNING 1", number)
    assert "The evidence changed after Ada made the proposal. So nobody can agree to the proposal." in panel(
        bob, number
    )
    assert acts(bob, number) == {"dismiss", "confirm", "accept", "assign", "withdraw"}
    assert answers(bob, number, act="agree").status_code == 422
    for who in (ada, bob):
        found = large(who)
        assert (found["put_forward_by"], found["put_forward_fresh"]) == ("Ada", False)
        assert in_list(who, number) == (
            "open, the proposal is out of date, changed",
            {"confirm", "dismiss", "accept", "assign"},
            False,
        )
    place = send(bob, "/findings/select", query="second=Bob", all="1").headers["Location"]
    assert "open, the proposal is out of date" in bob.get(place).text
    assert decide(bob, number, act="withdraw").status_code == 303
    assert large(bob)["put_forward_by"] == ""
    assert not large(bob)["put_forward_fresh"]


def test_the_list_offers_what_the_page_does(ada: FlaskClient, bob: FlaskClient, rows: Rows) -> None:
    number = put_forward(ada)
    others, waits = {"confirm", "assign"}, "open, waits for a second review"
    assert in_list(ada, number) == (waits, others, False)
    assert in_list(bob, number) == (waits, others, True)
    assert large(bob)["put_forward_fresh"]
    rows(
        "UPDATE finding SET triage = 'closed', detection = 'gone', gone_by = 'engine' WHERE id = %s RETURNING 1", number
    )
    assert not bob.get(f"/findings/{number}.json").get_json()["put_forward_fresh"]


def test_what_is_closed_does_not_wait(ada: FlaskClient, bob: FlaskClient, rows: Rows) -> None:
    number = put_forward(ada)
    gone = "UPDATE finding SET detection = 'gone', triage = 'closed', gone_by = 'engine' WHERE id = %s RETURNING 1"
    rows(gone, number)
    document = bob.get(f"/findings/{number}.json").get_json()
    assert (document["put_forward_by"], document["waits"], document["triage"]) == ("", None, "closed")
    assert "second person" not in panel(bob, number)
    assert bob.get("/desk.json").get_json()["mine"]["second"]["count"] == 0


def test_without_accounts_a_large_finding_cannot_be_dismissed_and_the_page_names_the_command(
    client: FlaskClient,
) -> None:
    number = large(client)["id"]
    assert "To make an account, run auditor user add NAME --role reviewer on the server." in panel(client, number)
    assert "dismiss" not in acts(client, number)
    answer = decide(client, number, act="dismiss", reason="engine wrong")
    assert (answer.status_code, "both people need accounts" in answer.text) == (422, True)
    place = send(client, "/findings/select", query="code=B402", all="1").headers["Location"]
    assert (
        "stay open, because a second review needs accounts. To make an account, run auditor user add"
        in visible_text(client.get(place).text)
    )
    send(client, f"{place}/act", act="dismiss", **{"reason-dismiss": "engine wrong"})
    assert "3 findings dismissed; 2 unchanged." in client.get("/findings").text


def test_the_only_reviewer_reads_that_there_is_no_other(
    app: Flask, database: Database, ada: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    number = put_forward(ada)
    assert "There is no other reviewer yet. To add a reviewer, run auditor user add NAME" in panel(ada, number)
    with database.begin() as connection:
        disable(connection, account(database, "Bob"))
    assert "There is no other reviewer yet" in panel(ada, number)
