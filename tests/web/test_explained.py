"""The plain page of a hand for one of its players, and the link that ends."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import File

pytestmark = pytest.mark.database

WRONG_AWARD = b"""hand 1
house roberts
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bo Peep" 500
antes
1 [As Ah] Kd
2 [7c 7h] 2c
2 brings in 3
1 calls 3
4th
1 Qs
2 7d
1 checks
2 checks
5th
1 8h
2 3s
1 checks
2 checks
6th
1 4c
2 5d
1 checks
2 checks
7th
1 [2d]
2 [Td]
1 checks
2 checks
1 shows As Ah Kd Qs 8h 4c 2d
2 shows 7c 7h 2c 7d 3s 5d Td
1 collects 8
end
"""


BEFOREHAND = {"wrong": (File(WRONG_AWARD, "wrong.hand", "roberts"),)}


@pytest.fixture
def wrong(evenings: Callable[..., Any]) -> Receipt:
    receipt: Receipt = evenings(BEFOREHAND["wrong"]).receipts[0]
    return receipt


def test_the_loser_of_a_wrong_award_reads_what_he_is_owed_and_by_whom(client: FlaskClient, wrong: Receipt) -> None:
    answer = client.get("/hands/1/explained.json?seat=2")
    plain = answer.get_json()
    assert answer.status_code == 200, plain
    assert plain["owed"][1:] == [
        "You got 0 chips. By the rules you get 8 chips.",
        "If the card room agrees, you are owed 8 chips.",
        "Then seat 1 owes you 8 chips.",
    ]
    assert [each["title"] for each in plain["wrong"]] == ["Wrong winner"]
    assert plain["wrong"][0]["sure"] == "This rule is certain."
    assert plain["wrong"][0]["law"] == "The best hand at the showdown wins."
    assert plain["wrong"][0]["differences"] == [
        {
            "happened": "At the payout, seat 1 is paid 8.",
            "right": "By the rules, seat 1 must get 0.",
            "times": 1,
        }
    ]
    sentences = [sentence for part in plain["happened"] for sentence in part["sentences"]]
    assert not [sentence for sentence in sentences if sentence.endswith("street.")]
    assert [part["name"] for part in plain["happened"]][:3] == ["Antes", "Third street", "Fourth street"]


def test_findings_of_one_rule_share_one_entry(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    wagers = WRONG_AWARD.replace(b"1 checks\n2 checks\n6th", b"1 bets 15\n2 calls 15\n6th")
    wagers = wagers.replace(b"1 checks\n2 checks\n7th", b"1 bets 15\n2 calls 15\n7th")
    sent(wagers, "wagers.hand", "roberts")
    wrong = client.get("/hands/1/explained.json?seat=2").get_json()["wrong"]
    sizes = [each for each in wrong if each["title"] == "Wager of the wrong size"]
    assert [pair["happened"] for each in sizes for pair in each["differences"]] == SIZES
    assert len(sizes) == 1


SIZES = ["On fifth street, seat 1 bets 15.", "On sixth street, seat 1 bets 15."]


def test_the_winner_reads_what_he_owes_and_to_whom(client: FlaskClient, wrong: Receipt) -> None:
    winner = client.get("/hands/1/explained.json?seat=1").get_json()
    assert winner["owed"][2:] == [
        "If the card room agrees, you got 8 chips too much.",
        "Then you owe 8 chips to seat 2.",
    ]


@pytest.mark.parametrize(
    "contradiction",
    [WRONG_AWARD.replace(b"1 collects 8", b"1 collects 9"), WRONG_AWARD.replace(b"end", b"pot 12\nend")],
    ids=["more is paid than was put in", "the stated pot is not the pot of the bets"],
)
def test_a_record_that_contradicts_itself_tells_nobody_an_amount(
    client: FlaskClient, sent: Callable[..., Receipt], contradiction: bytes
) -> None:
    sent(contradiction, "contradiction.hand", "roberts")
    assert client.get("/hands/1/explained.json?seat=2").get_json()["owed"] == [
        "The record of this hand contradicts itself about the money.",
        "Nobody can say what you are owed until the card room decides which lines of the record are correct.",
    ]
    decide_first = (
        "The record contradicts itself about money, so nobody can say who owes what."
        " Decide first which lines of the record are correct."
    )
    assert client.get("/hands/1.json").get_json()["settlement"]["transfers"] == []
    owed = client.get("/owed.json").get_json()
    assert (owed["totals"], owed["rows"], client.get("/owed/hands.json").get_json()["hands"]) == ([], [], [])
    assert client.get("/players/Bo%20Peep.json").get_json()["wrong_payouts"] == []
    assert [(each["short"], each["over"]) for each in client.get("/digest.json").get_json()["money"]] == [(0, 0)]
    rows = client.get("/findings.json").get_json()["findings"]
    of_payout = next(each["id"] for each in rows if each["code"] in ("P601", "L106"))
    for address in ("/hands/1", f"/findings/{of_payout}", "/hands/1/whatif"):
        page = client.get(address).text
        assert decide_first in page, address
        assert " owes " not in page.replace(decide_first, ""), address


def test_no_name_and_no_face_down_card_of_another_seat_is_on_the_page(client: FlaskClient, wrong: Receipt) -> None:
    page = client.get("/hands/1/explained?seat=2").text
    assert "Ann" not in page
    assert "Peep" not in page
    dealt = page.partition("Third street")[2].partition("Fourth street")[0]
    assert ">As<" not in dealt
    assert ">7c<" in dealt
    assert ">Kd<" in dealt


def test_the_link_needs_no_account_and_ends(client: FlaskClient, wrong: Receipt) -> None:
    page = client.get("/hands/1/explained?seat=2").text
    found = re.search(r'href="(/explained/[^"]+)"', page)
    assert found
    shared = client.get(found[1])
    assert shared.status_code == 200
    assert "If the card room agrees, you are owed 8 chips." in shared.text
    assert "/explained/" not in shared.text
    assert client.get(found[1][:-2]).status_code == 404
    signer = URLSafeTimedSerializer(str(client.application.secret_key), salt="explained")
    ended = _signed_long_ago(signer, [1, "", 2])
    answer = client.get(f"/explained/{ended}")
    assert (answer.status_code, "This link no longer works" in answer.text) == (410, True)


def _signed_long_ago(signer: URLSafeTimedSerializer, value: object) -> str:
    """A link that was signed 31 days ago."""

    class Past(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() - 31 * 24 * 3600

    return str(URLSafeTimedSerializer(signer.secret_key, salt="explained", signer=Past).dumps(value))


def test_a_seat_that_the_hand_does_not_have_is_a_sentence(client: FlaskClient, wrong: Receipt) -> None:
    answer = client.get("/hands/1/explained?seat=7")
    assert (answer.status_code, "This hand has no seat 7." in answer.text) == (404, True)
    assert client.get("/hands/1/explained.json").get_json()["seat"] == 2


def test_a_finding_names_no_card_that_lay_face_down(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(WRONG_AWARD.replace(b"1 [As Ah] Kd", b"1 [7c Ah] Kd"), "twice.hand", "roberts")
    plain = client.get("/hands/1/explained.json?seat=2").get_json()
    twice = next(each for each in plain["wrong"] if each["title"] == "Card seen twice")
    happened = twice["differences"][0]["happened"]
    assert happened == "On third street, for seat 2, the log has a card that the players did not see."
    assert client.get("/days/3026-11-24").status_code == 404
    assert client.get("/days/0001-01-01").status_code == 404
