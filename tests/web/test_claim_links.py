"""A player without an account files a claim through a link of the venue, and gets a link to the own case."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.store.disputes.cases import PICTURE
from tests.web.forms import send, token_on
from tests.web.night import File
from tests.web.test_parties import ACES, FOLDED, NINES

pytestmark = pytest.mark.database
BEFOREHAND = {"folded": (File(FOLDED, "Otto Canary.hand", "roberts"),)}
SAYS = {"happened": "I got too little.", "should": "I get 5 more.", "subject": "sum of a pot", "name": "Zara Canary"}


@pytest.fixture
def folded(evenings: Callable[..., Any]) -> Receipt:
    receipt: Receipt = evenings(BEFOREHAND["folded"]).receipts[0]
    return receipt


def shown_once(page: str) -> str:
    """The path of the link that a page shows once."""
    found = re.search(r'value="http://localhost(/(?:claim|party)/[\w-]+)"', page)
    assert found is not None, page
    return found[1]


def test_from_the_link_of_a_hand_to_the_own_page(
    ada: FlaskClient, client: FlaskClient, folded: Receipt, rows: Any
) -> None:
    assert 'href="/cases/links?hand=1"' in ada.get("/hands/1").text
    assert 'value="1"' in ada.get("/cases/links?hand=1").text
    made = send(ada, "/cases/links", "/cases/links", venue="default", hand="1", seat="3", days="7")
    address = shown_once(made.text)
    secret = address.rpartition("/")[2]
    assert secret not in ada.get("/cases/links").text
    assert secret not in str(rows("SELECT * FROM claim_link"))
    form = client.get(address).text
    assert "for seat <strong>3</strong>" in form
    token = {"csrf_token": token_on(form)}
    refused = client.post(address, data={**token, **SAYS, "amount": "five"})
    assert (refused.status_code, "is not an amount" in refused.text) == (422, True)
    assert "I got too little." in refused.text
    wrong = client.post(address, data={**token, **SAYS, "file": (io.BytesIO(b"<html>"), "x.pdf")})
    assert (wrong.status_code, rows("SELECT count(*) FROM dispute")) == (422, [(0,)]), "the link works still"
    sent = {**token, **SAYS, "amount": "5", "street": "7", "act": "the fold", "file": (io.BytesIO(PICTURE), "x.png")}
    filed = client.post(address, data=sent)
    assert filed.status_code == 303, filed.text
    first = client.get(filed.location).text
    assert client.get(filed.location).text.count("Keep this link now") == 1, "a reload files nothing"
    own = shown_once(first)
    page, hand = client.get(own).text, client.get(f"{own}/hand").text
    for words in ("The card room has the claim", "The act: the fold", "seat 3", "x.png", "The hand as you saw it"):
        assert words in page, words
    assert ACES.search(hand)
    assert not NINES.search(hand)
    assert rows("SELECT state, opened_through, hand_id FROM dispute") == [("received", "link", 1)]
    assert client.get(address).status_code == 404, "a link for one hand ends after one claim"


def test_a_typed_number_and_seat_show_nothing_of_a_hand(ada: FlaskClient, client: FlaskClient, folded: Receipt) -> None:
    """Nobody learns whether a hand exists, nor the cards of a seat, by a claim that he types."""
    address = shown_once(send(ada, "/cases/links", "/cases/links", venue="default", days="7").text)
    answers = []
    for number in ("88214", "99999"):
        fields = {"csrf_token": token_on(client.get(address).text), **SAYS, "hand_number": number, "seat": "5"}
        own = client.post(address, data=fields).location.partition("?")[0]
        assert client.get(f"{own}/hand").status_code == 404
        page = client.get(own).text
        hidden = rf"/party/[\w-]+|{number}|value=\"[^\"]+\"|Case \d+|\d+ \w+ 2026, \d\d:\d\d|case-\d+"
        answers.append(re.sub(hidden, "", page))
    assert answers[0] == answers[1]


def test_a_link_ends_and_is_then_as_if_it_never_was(
    ada: FlaskClient, client: FlaskClient, folded: Receipt, database: Database
) -> None:
    ended = shown_once(send(ada, "/cases/links", "/cases/links", venue="default", days="7").text)
    assert send(ada, "/cases/links/1/end", "/cases/links").status_code == 303
    assert send(ada, "/cases/links/1/end", "/cases/links").status_code == 404
    late = shown_once(send(ada, "/cases/links", "/cases/links", venue="default", days="7").text)
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE claim_link SET expires_at = now()")
    answers = {client.get(each).text for each in (ended, late, "/claim/hhc_unknown")}
    assert len(answers) == 1
    assert "This link does not work." in answers.pop()
    for fields, words in (
        ({"venue": "nowhere"}, "no venue"),
        ({"hand": "99"}, "no such hand"),
        ({"hand": "1", "seat": "9"}, "no such hand or seat"),
        ({"venue": "default", "seat": "3"}, "needs the hand too"),
        ({"venue": "default", "days": "91"}, "1 to 90 days"),
    ):
        answer = send(ada, "/cases/links", "/cases/links", **fields)
        assert (answer.status_code, words in answer.text) == (422, True), fields


def test_a_party_gets_a_new_link_and_the_old_one_ends(ada: FlaskClient, client: FlaskClient, folded: Receipt) -> None:
    address = shown_once(send(ada, "/cases/links", "/cases/links", venue="default", hand="1", seat="3").text)
    filed = client.post(address, data={"csrf_token": token_on(client.get(address).text), **SAYS})
    first = filed.location.partition("?")[0]
    made = send(ada, "/cases/links/party", "/cases/links", case="1", label="seat 3")
    second = shown_once(made.text)
    assert [client.get(each).status_code for each in (first, second)] == [404, 200]
    assert send(ada, "/cases/links/party", "/cases/links", case="1", label="seat 9").status_code == 422
