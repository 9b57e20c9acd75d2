"""What a player reads, and what the pages of the desk show, after people decided about the payout."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.triage import decisions
from auditor.store.uploads.upload_rows import Receipt
from auditor.triage.acts import Act, Wish
from tests.web.demo_hands import MISDEAL, SIDE_POT
from tests.web.page_text import all_text
from tests.web.test_explained import WRONG_AWARD

pytestmark = pytest.mark.database
BEFOREHAND = {"side_pot": (SIDE_POT,), "misdeal": (MISDEAL,)}
DISMISS = Wish(Act.DISMISS, "not a violation", "The floor checked it.")
ACCEPT = Wish(Act.ACCEPT, "the room is mending it", "Until the new software is in.", this_house=True)
NOT_YET = "Nobody has decided about this payout yet."


@pytest.fixture
def side_pot(evenings: Callable[..., Any]) -> Receipt:
    receipt: Receipt = evenings(BEFOREHAND["side_pot"]).receipts[0]
    return receipt


@pytest.fixture
def misdeal(evenings: Callable[..., Any]) -> Receipt:
    receipt: Receipt = evenings(BEFOREHAND["misdeal"]).receipts[0]
    return receipt


@pytest.fixture
def decide(place: Workplace, rows: Any) -> Callable[[str, Wish], None]:
    """Decides about the findings of a rule."""

    def decided(code: str, wish: Wish) -> None:
        with place.database.begin() as connection:
            for (number,) in rows(f"SELECT id FROM finding WHERE code = '{code}'"):
                decisions.act(connection, number, wish, "Ann")

    return decided


def owed(client: FlaskClient, seat: int) -> list[str]:
    sentences: list[str] = client.get(f"/hands/1/explained.json?seat={seat}").get_json()["owed"]
    return sentences


def shared(client: FlaskClient, seat: int) -> str:
    """The text of the page that the public link of this seat opens."""
    found = re.search(r'href="(/explained/[^"]+)"', client.get(f"/hands/1/explained?seat={seat}").text)
    assert found
    return all_text(client.get(found[1]).text)


def test_an_open_finding_is_no_debt_yet(client: FlaskClient, side_pot: Receipt) -> None:
    assert owed(client, 7) == [
        f"{NOT_YET} The auditor computed the amounts from the log.",
        "You got 7.53 chips. By the rules you get 10.87 chips.",
        "If the card room agrees, you are owed 3.34 chips.",
        "Then seat 2 owes you 3.34 chips.",
    ]
    for page in (client.get("/hands/1/explained?seat=7").text, client.get("/hands/1").text):
        assert "Nobody has decided about this payout yet, and the page for the player says so." in all_text(page)
    assert NOT_YET in shared(client, 7)


def test_a_dismissed_finding_is_no_debt(
    client: FlaskClient, side_pot: Receipt, decide: Callable[[str, Wish], None]
) -> None:
    decide("P603", DISMISS)
    right = "The card room checked the hand and found the payout right."
    assert owed(client, 7) == ["You got 7.53 chips.", right, "Nobody owes you anything."]
    assert owed(client, 2) == ["You got 4.15 chips.", right, "You owe nothing."]
    for page in (all_text(client.get("/hands/1/explained?seat=7").text), shared(client, 7)):
        assert right in page
        assert "You are owed" not in page
        assert "Paid from a pot" not in page
        assert "3.34" not in page.partition("What happened")[0]
    document = client.get("/hands/1/explained.json?seat=7").get_json()
    assert "Wrong share" not in str(document["wrong"])
    assert (document["decision"], document["dismissed"]) == ("dismissed", 1)


def test_a_confirmed_finding_is_a_debt(
    client: FlaskClient, side_pot: Receipt, decide: Callable[[str, Wish], None]
) -> None:
    decide("P603", Wish(Act.CONFIRM))
    assert owed(client, 7) == [
        "The card room checked the hand and found the payout wrong.",
        "You got 7.53 chips. By the rules you get 10.87 chips.",
        "You are owed 3.34 chips.",
        "Seat 2 owes you 3.34 chips.",
    ]
    assert "Nobody has decided" not in all_text(client.get("/hands/1").text)


def test_an_accepted_finding_is_no_debt(
    client: FlaskClient, side_pot: Receipt, decide: Callable[[str, Wish], None]
) -> None:
    decide("P603", ACCEPT)
    stands = "The card room checked the hand and lets the payout stand."
    assert owed(client, 7) == ["You got 7.53 chips.", stands, "Nobody owes you anything."]


def test_a_misdeal_that_was_played_on_is_decided_too(
    client: FlaskClient, misdeal: Receipt, decide: Callable[[str, Wish], None]
) -> None:
    assert "If the card room agrees, you are owed 224 chips." in owed(client, 3)
    decide("D214", DISMISS)
    assert owed(client, 3)[-1] == "Nobody owes you anything."


def test_a_partly_dismissed_payout_says_that_the_amount_counts_more(
    client: FlaskClient, sent: Callable[..., Receipt], decide: Callable[[str, Wish], None]
) -> None:
    wrong = WRONG_AWARD.replace(b"roberts", b"wsop-tournament").replace(b"1 collects 8", b"rake 3\n1 collects 5")
    sent(wrong, "two.hand")
    part = "The card room decided that a part of this difference is no mistake."
    assert part not in " ".join(owed(client, 2))
    decide("P608", DISMISS)
    assert part in owed(client, 2)[-1]
    assert NOT_YET in owed(client, 2)[0]
    decide("P601", Wish(Act.CONFIRM))
    assert part in owed(client, 2)[-1]
    assert "You are owed 8 chips." in owed(client, 2)
    decide("P601", DISMISS)
    assert owed(client, 2)[-1] == "Nobody owes you anything."


def test_a_record_that_contradicts_itself_names_no_debt_until_all_is_dismissed(
    client: FlaskClient, sent: Callable[..., Receipt], decide: Callable[[str, Wish], None]
) -> None:
    sent(WRONG_AWARD.replace(b"end", b"1 ends with 900\nend"), "stated.hand")
    found = {each["code"] for each in client.get("/findings.json").get_json()["findings"]}
    assert {"P601", "L107"} <= found
    decide("P601", DISMISS)
    assert owed(client, 2)[0] == "The record of this hand contradicts itself about the money."
    decide("L107", DISMISS)
    assert owed(client, 2)[-1] == "Nobody owes you anything."


def test_the_table_of_findings_shows_the_decision(
    client: FlaskClient, side_pot: Receipt, decide: Callable[[str, Wish], None]
) -> None:
    def status() -> list[str]:
        return re.findall(r'data-column="status">([^<]*)<', client.get("/hands/1").text)

    assert '<th scope="col">Status</th>' in client.get("/hands/1").text
    before = status()
    assert set(before) == {"open"}
    decide("P603", DISMISS)
    assert sorted(status()) == sorted(["dismissed", *before[1:]])
    found = {each["code"]: each["triage"] for each in client.get("/hands/1.json").get_json()["findings"]}
    assert found["P603"] == "dismissed"
    other = re.findall(r'data-column="status">([^<]*)<', client.get("/hands/1?house=roberts").text)
    assert set(other) <= {"not stored"}


def test_owed_says_that_all_hands_count(client: FlaskClient, side_pot: Receipt) -> None:
    words = "the sums also count hands whose findings are open or dismissed"
    page = all_text(client.get("/owed").text)
    assert words in page
    assert "All findings" not in page
    assert words in all_text(client.get("/owed/hands").text)
    assert words not in all_text(client.get("/owed?of=confirmed").text)
