"""The page of a party: what stands on it, what the party can do there, and what never leaves the card room (B3)."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.disputes.acts import Act
from auditor.disputes.states import BLIND, UNDECIDED, State
from auditor.store.disputes import acts, parties
from auditor.store.disputes.pins import pin_hand
from auditor.store.postgres.database import Connection, Database
from auditor.store.uploads.upload_rows import Receipt
from tests.store.disputes.cases import PICTURE, Desk, bring_to, desk, opened
from tests.web.forms import token_on
from tests.web.night import File

pytestmark = pytest.mark.database

# Nobody shows a card in this hand: 9c 9d of seat 5 and Ac Ad of seat 3 never lie face up.
FOLDED = b"""hand 88214
house roberts
stakes 10/20 bring-in 3 ante 1
seat 3 "Zara Canary" 500
seat 5 "Otto Canary" 500
antes
3 [Ac Ad] Kd
5 [9c 9d] 2c
5 brings in 3
3 raises to 10
5 folds
3 uncalled 7
3 collects 8
end
"""
BEFOREHAND = {"folded": (File(FOLDED, "Otto Canary.hand", "roberts"),)}
ACES, NINES = [re.compile(rf"(?<![\w-])(?:{rank}[cd]|{rank}[♣♦])(?![\w-])") for rank in "A9"]
INTERNAL = "internal canary of rita"
BLIND_WORDS = ("as I see it", "The odd chip goes to high", "second review", "third review", "proposed", "differ")


@pytest.fixture
def folded(evenings: Callable[..., Any]) -> Receipt:
    receipt: Receipt = evenings(BEFOREHAND["folded"]).receipts[0]
    return receipt


def links(connection: Connection, made: Desk) -> tuple[str, str]:
    """The addresses of the claimant and of the respondent."""
    made_of = [each.party_id for each in (made.claimant, made.respondent)]
    first, second = [f"/party/{parties.new_link(connection, number or 0, None)}" for number in made_of]
    return first, second


def filled(page: str, **fields: Any) -> dict[str, Any]:
    """The fields of a form of this page."""
    found = re.search(r'name="last_act" value="(\d+)"', page)
    assert found is not None, page
    return {"csrf_token": token_on(page), "last_act": found[1], **fields}


def texts(client: FlaskClient, address: str) -> str:
    """Everything that a party can get: the pages, the headers, the downloads, and the refusals."""
    page = client.get(address)
    assert page.status_code == 200, page.text
    wrong = client.post(f"{address}/withdraw", data={"csrf_token": "x"})
    parts = [page, wrong, client.get(f"{address}/hand"), client.get(f"{address}/evidence/999")]
    parts += [client.get(each) for each in re.findall(rf'"({address}/evidence/\d+)"', page.text)]
    whole = "\n".join([f"{each.headers}\n{each.data.decode(errors='replace')}" for each in parts])
    return re.sub(r'value="[^"]{50,}"', "", whole.replace(address, ""))


def test_no_name_no_hidden_card_and_no_inner_work_reaches_a_party(
    client: FlaskClient, folded: Receipt, database: Database
) -> None:
    """In every state, both parties: no name but the own, no card that was not shown, no comment of the desk, and no
    decision before the ruling.
    """
    with database.begin() as connection:
        made, addresses = desk(connection), {}
        for state in State:
            bring_to(made, state, hand_id=1)
            if state in (State.DRAFT, State.RECEIVED, State.UNDER_REVIEW, State.CLOSED):
                pin_hand(connection, made.case_id, 1)
                wish = made.wish("rita", Act.ADD_STATEMENT, comment="Zara Canary and OTTO saw it, says rita.")
                acts.act(connection, wish)
            if state in UNDECIDED:
                made.do("remo", Act.ASSIGN, comment=INTERNAL)
            addresses[state] = links(connection, made)
    for state, pair in addresses.items():
        both = [texts(client, each) for each in pair]
        for own, text in enumerate(both):
            found = re.findall(rf"(?i)\b(?:rita|remo|anna|cora|{('otto', 'zara')[own]})\b|{INTERNAL}", text)
            assert not found, f"{state} {own}: {found}"
            hidden, seen = (NINES, ACES) if own == 0 else (ACES, NINES)
            assert not hidden.findall(text), f"{state} {own}"
            assert seen.findall(text), "the own cards are there, in the form that is looked for"
            if state in BLIND:
                assert not [word for word in BLIND_WORDS if word in text], f"{state} {own}"


def test_a_party_adds_what_helps_and_withdraws(client: FlaskClient, database: Database, rows: Any) -> None:
    with database.begin() as connection:
        made = opened(desk(connection))
        made.do("rita", Act.SUBMIT)
        address, other = links(connection, made)
    page = client.get(address).text
    assert "The card room has the claim" in page
    assert "0.05 USD" in page
    said = client.post(f"{address}/statement", data=filled(page, comment="The dealer moved the odd chip."))
    assert said.location == f"{address}?done=statement"
    page = client.get(said.location).text
    assert "Your statement is in the case." in page
    sent: dict[str, Any] = {"file": (io.BytesIO(PICTURE), "Otto.png"), "origin": "my phone"}
    assert client.post(f"{address}/evidence", data=filled(page, **sent)).status_code == 303
    theirs = client.get(other).text
    assert "The dealer moved the odd chip." in theirs
    assert "Otto.png" not in theirs
    where = re.findall(rf'"({other}/evidence/\d+)"', theirs)[0]
    got = client.get(where)
    assert (got.data, got.headers["Content-Type"]) == (PICTURE, "image/png")
    assert got.headers["Content-Disposition"].startswith('attachment; filename="case-')
    assert "sandbox" in got.headers["Content-Security-Policy"]
    wrong = {"file": (io.BytesIO(b"<script>"), "x.png"), "origin": "my phone, in the evening"}
    refused = client.post(f"{address}/evidence", data=filled(page, **wrong))
    assert refused.status_code == 422
    assert "neither a PNG" in refused.text
    assert 'value="my phone, in the evening"' in refused.text
    barred = client.post(f"{other}/withdraw", data=filled(theirs))
    assert barred.status_code == 422
    stale = client.post(f"{address}/withdraw", data=filled(page))
    assert (stale.status_code, "Something happened" in stale.text) == (409, True)
    assert rows("SELECT state FROM dispute") == [("received",)]
    assert client.post(f"{address}/withdraw", data=filled(client.get(address).text)).status_code == 303
    assert rows("SELECT state FROM dispute") == [("withdrawn",)]
    assert "Add a statement" not in client.get(address).text


def test_only_the_party_that_appealed_withdraws_the_appeal(client: FlaskClient, database: Database, rows: Any) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.RULED)
        address, other = links(connection, made)
    page = client.get(other).text
    assert "You pay" not in page
    ground = filled(page, reason="error of fact", comment="Seat 3 had no flush at all.")
    assert client.post(f"{other}/appeal", data=ground).status_code == 303
    assert "Withdraw the appeal" not in client.get(address).text
    assert client.post(f"{address}/withdraw", data=filled(client.get(address).text)).status_code == 422
    assert client.post(f"{other}/withdraw", data=filled(client.get(other).text)).status_code == 303
    assert rows("SELECT state FROM dispute") == [("ruled",)]


def test_the_ruling_and_the_payments_are_in_plain_words(client: FlaskClient, database: Database) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.CLOSED)
        address, other = links(connection, made)
    page, theirs = client.get(address).text, client.get(other).text
    for words in ("The claim is right.", "You receive 0.05 USD.", "The card room pays 0.05 USD.", "receipt 12"):
        assert words in page, words
    assert "Seat 3 receives 0.05 USD." in theirs
    assert "receipt 12" not in theirs, "an entry of the ledger that does not concern seat 5"


def test_an_ended_link_and_an_unknown_link_have_one_answer(app: Flask, database: Database) -> None:
    client = app.test_client()
    with database.begin() as connection:
        made = opened(desk(connection))
        address, _ = links(connection, made)
        expired, _ = links(connection, made)
        connection.exec_driver_sql("UPDATE party_link SET expires_at = now() WHERE ended_at IS NULL")
        other, _ = links(connection, opened(made))
    answers = {client.get(f"{each}{end}").text for each in (address, expired, "/party/x") for end in ("", "/hand")}
    assert len(answers) == 1
    refused = answers.pop()
    assert "This link does not work." in refused
    wrong = client.get(f"{other}/nowhere")
    assert (wrong.status_code, "ask the card room" in wrong.text) == (404, True)
    assert "<a " not in refused + wrong.text, "a player cannot use the desk"
    assert client.get(address).status_code == 404
    for where, status in (("/party/x", 413), (other, 403)):
        large = {"csrf_token": "x", "file": (io.BytesIO(PICTURE + b"x" * 70_000), "x.png")}
        answer = client.post(f"{where}/evidence", data=large)
        assert answer.status_code == status, "the limit of a party is larger"
        assert "auditor ingest" not in answer.text
