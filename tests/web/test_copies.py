"""Two records of one deal on one page: read as one where they agree, line against line where they do not."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.store.uploads.upload_rows import Receipt
from tests.dealer import deal
from tests.printers.pokerstars import print_hand
from tests.web.night import LAWFUL, HandText, history

pytestmark = pytest.mark.database

Sent = Callable[..., Receipt]


def two_players_copies(sent: Sent) -> None:
    """One deal as the players of seats 1 and 2 saved it."""
    hand = deal(4, load("pokerstars", Game.STUD))
    for hero in [seat.number for seat in hand.seats if seat.dealt_in][:2]:
        sent(print_hand(hand, hero=hero).encode(), f"seat {hero}.txt")


def test_copies_that_agree_are_read_as_one(client: FlaskClient, sent: Sent) -> None:
    two_players_copies(sent)
    document = client.get("/hands/1/beside/2.json").get_json()
    assert document["contradict"] is False
    assert document["together"]["findings"] == []
    assert {line["verdict"] for line in document["lines"]} <= {"same", "fuller", "alone"}
    assert "fuller" in {line["verdict"] for line in document["lines"]}
    page = client.get("/hands/1/beside/2").text
    assert "These two records (logs) describe the same hand." in page
    assert "Combined record: no finding under pokerstars" in page
    assert 'href="/hands/1/beside/2"' in client.get("/hands/1").text


def test_records_that_may_be_of_two_deals_are_not_held_against_each_other(client: FlaskClient, sent: Sent) -> None:
    """People called both by one number; no room is told, and other cards lie there."""
    for cards in ("1 [xx xx] 5h\n2 [xx xx] 9c", "1 [xx xx] Kd\n2 [xx xx] 2s"):
        sent(f"hand 1\nstakes 10/20 bring-in 3 ante 1\nstacks 500 500\nantes\n{cards}\n".encode(), "typed.hand")
    document = client.get("/hands/1/beside/2.json").get_json()
    assert (document["one_deal"], document["contradict"], document["together"]) == (False, False, None)
    page = client.get("/hands/1/beside/2").text
    assert "Probably they are records of two different hands," in page
    assert "describe the same hand" not in page
    assert client.get("/findings.json?code=H803&all=yes").get_json()["total"] == 0


def test_copies_that_contradict_each_other_are_set_line_against_line(client: FlaskClient, sent: Sent) -> None:
    sent(history(LAWFUL), "first.txt")
    sent(history(HandText(number="4200001", bet=15)), "second.txt")
    document = client.get("/hands/1/beside/2.json").get_json()
    assert document["contradict"] is True
    assert document["together"] is None
    differing = [(line["first"], line["second"]) for line in document["lines"] if line["verdict"] == "differs"]
    assert differing == [
        ("2 Birch bets 10", "2 Birch bets 15"),
        ("1 Aster calls to 10", "1 Aster calls to 15"),
        ("1 Aster collects 42 from the pot", "1 Aster collects 52 from the pot"),
    ]
    page = client.get("/hands/1/beside/2").text
    assert "These two records (logs) of one hand contradict each other" in page
    assert page.count('class="differing"') == 3
    table = client.get("/hands/1/beside/2.csv").text.splitlines()
    assert next(line for line in table if line.startswith("differs")) == "differs,20,2 Birch bets 10,20,2 Birch bets 15"


def test_two_different_deals_are_not_set_beside_each_other(client: FlaskClient, night: Receipt) -> None:
    assert client.get("/hands/1/beside/2").status_code == 404
    beside_itself = client.get("/hands/1/beside/1.json").get_json()
    assert {line["verdict"] for line in beside_itself["lines"]} == {"same"}
