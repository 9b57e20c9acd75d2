"""The page of one finding: why it is one, what hangs on it, who decided what."""

import csv
import io
import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.triage import decisions
from auditor.store.uploads.upload_rows import Receipt
from auditor.triage.acts import Act, Wish
from auditor.web.findings import other_houses
from tests.cli.command import LOGS, TOP
from tests.engine.transcripts import NO_STAKES
from tests.web.night import HandText, history
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database

PAID_WRONGLY = """\
# hand 1
stakes 10/20 bring-in 3 ante 1
stacks 11 11
antes
1 [As 4h] Kd
2 [7c 7h] 2c
2 brings in 3
1 completes to 10 all-in
2 calls 10 all-in
4th
1 Qs
2 7d
5th
1 8h
2 3s
6th
1 4c
2 5d
7th
1 [2d]
2 [Td]
1 shows As 4h Kd Qs 8h 4c 2d
2 shows 7c 7h 2c 7d 3s 5d Td
1 collects 22
end
"""

# One house has each ante be that of the stakes, the other one that of the others at the table.
ONE_ANTES_LESS = """\
# hand 1
stakes 10/20 bring-in 3 ante 2
stacks 500 500 500
1 antes 2
2 antes 1
3 antes 2
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
1 brings in 3
"""


def first(client: FlaskClient, filters: str = "") -> int:
    """The number of the first finding that passes the filters."""
    number: int = client.get(f"/findings.json{filters}").get_json()["findings"][0]["id"]
    return number


def test_the_page_names_the_offence_its_place_and_its_clause(client: FlaskClient, night: Receipt) -> None:
    page = client.get(f"/findings/{first(client)}")
    text = visible_text(page.text)
    assert "B402 Wager of the wrong size Fourth street. 2 Birch bets 15." in text
    assert "The record says to 15.00 The rules require to 10.00 At stake +5.00 USD" in text
    assert "Violation: every rulebook has the rule that was broken." in text
    assert "Severity: ■play. Certainty: ● stated." in text
    assert "Every bet and raise is of the street's size" in text
    assert 'href="/hands/2?house=pokerstars#e14"' in page.text
    assert 'href="/hands/2/step/4.4?house=pokerstars"' in page.text
    assert "The money" not in text


def test_the_links_to_the_step_and_to_the_event_lead_there(client: FlaskClient, night: Receipt) -> None:
    document = client.get(f"/findings/{first(client)}.json").get_json()
    step = client.get(f"/hands/{document['hand_id']}/step/{document['step']}.json?house=pokerstars").get_json()
    assert step["event"] == document["event"]
    assert [each["code"] for each in step["findings"]] == ["B402"]
    assert f'id="e{document["event"]}"' in client.get(f"/hands/{document['hand_id']}?house=pokerstars").text


def test_the_table_at_that_moment_has_what_the_finding_points_at(client: FlaskClient, night: Receipt) -> None:
    number = first(client)
    page = client.get(f"/findings/{number}").text
    assert page.count('<em class="pointed">15.00</em>') == 1
    birch = client.get(f"/findings/{number}.json").get_json()["table"][1]
    assert (birch["player"], birch["bet"], birch["stack"]) == ("Birch", 1500, 47400)
    assert [card["card"] for card in birch["cards"]] == ["xx", "xx", "Kd", "5s"]


def test_a_contested_finding_names_the_reading_under_which_it_falls_away(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent((TOP / LOGS / "readings.hand").read_bytes(), "readings.hand")
    number = first(client, "?contested=yes")
    document = client.get(f"/findings/{number}.json").get_json()
    falling = [
        f"{clause['key']} = {reading['value']}"
        for clause in document["clauses"]
        for reading in clause["readings"]
        if reading["falls_away"]
    ]
    assert falling == [reading.partition(":")[0] for reading in document["readings"]] != []
    assert "If the clause is understood in this way, there is no finding." in visible_text(
        client.get(f"/findings/{number}").text
    )


def test_a_wrong_payout_has_its_arithmetic_and_what_puts_it_right(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(PAID_WRONGLY.encode(), "paid.hand", "roberts")
    number = first(client, "?code=P601")
    document = client.get(f"/findings/{number}.json").get_json()
    text = visible_text(client.get(f"/findings/{number}").text)
    assert document["settlement"]["transfers"] != []
    for transfer in document["settlement"]["transfers"]:
        giver, taker = (f"eat {seat}" if seat else "he house" for seat in (transfer["giver"], transfer["taker"]))
        assert f"{giver} owes {transfer['amount']:,} to " in text
        assert taker in text
    for line in document["settlement"]["words"]:
        assert f"{line[1:]}." in text


def test_a_card_that_does_not_exist_is_named_as_such_and_stored_as_before(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    """The stored words are part of the evidence digest: with new ones, each decision would need another review."""
    joker = "hand 1\nrecords +burns" + NO_STAKES.partition("2 brings in")[0] + "burn Jo\n"
    sent(joker.encode(), "joker.hand", "roberts")
    number = first(client, "?code=D212")
    assert client.get(f"/findings/{number}.json").get_json()["logged"] == "something else"
    page = visible_text(client.get(f"/findings/{number}").text)
    assert "The record says a card that does not exist The rules require a card of the deck" in " ".join(page.split())
    for address in ("/hands/1", "/findings?code=D212"):
        page = visible_text(client.get(address).text)
        assert "a card that does not exist" in page, address
        assert "something else" not in page, address


def test_other_houses_agree_differ_or_find_nothing(client: FlaskClient, night: Receipt) -> None:
    document = client.get(f"/findings/{first(client)}.json").get_json()
    told = {each["house"]: each for each in document["elsewhere"]}
    assert "pokerstars" not in told
    assert "razz" not in told
    assert (told["fulltilt"]["says"], told["fulltilt"]["grade"]) == ("same", "violation")
    assert (told["roberts"]["says"], told["roberts"]["grade"]) == ("same", "violation")
    for house, each in told.items():
        pairs = client.get(f"/hands/2/whatif.json?house={house}&as=pokerstars").get_json()["findings"]
        (pair,) = [pair for pair in pairs if pair["first"]]
        assert (each["says"] == "same") is not pair["house_sensitive"], house


@pytest.mark.parametrize(
    ("log", "code", "house", "says", "text"),
    [
        (
            f"# hand 1{NO_STAKES}",
            "B402",
            "casino",
            "unseen",
            "Not verifiable: the record lacks a fact that these houses need",
        ),
        # Under this house, another seat is at fault.
        (ONE_ANTES_LESS, "O302", "strict-test", "nothing", "No finding at this event"),
    ],
)
def test_a_house_that_cannot_judge_or_finds_it_elsewhere_does_not_approve(
    log: str, code: str, house: str, says: str, text: str, client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(log.encode(), "log.hand", "roberts")
    number = first(client, f"?code={code}")
    told = {each["house"]: each["says"] for each in client.get(f"/findings/{number}.json").get_json()["elsewhere"]}
    assert told[house] == says
    page = visible_text(client.get(f"/findings/{number}").text)
    assert text in page
    assert "in order there" not in page


def test_a_comparison_of_two_houses_does_not_approve_what_one_cannot_judge(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(f"# hand 1{NO_STAKES}".encode(), "log.hand", "roberts")
    for order, other in (("as=roberts&house=casino", "second"), ("as=casino&house=roberts", "first")):
        page = client.get(f"/hands/1/whatif?{order}").text
        row = page[page.index("B402") :].partition("</tr>")[0]
        assert visible_text(row).count("not verifiable: the record lacks a fact that this house needs") == 1
        assert "no finding" not in row
        rows = list(csv.DictReader(io.StringIO(client.get(f"/hands/1/whatif.csv?{order}").text)))
        assert {each[other] for each in rows if each["what"] == "B402"} == {"not verifiable"}


def test_a_hand_with_very_many_events_is_not_audited_under_every_house(
    client: FlaskClient, night: Receipt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_houses, "MOST_EVENTS", 5)
    assert client.get(f"/findings/{first(client)}.json").get_json()["elsewhere"] == []


def test_every_change_is_there_by_whom_and_when_and_what_is_offered_follows(
    client: FlaskClient, night: Receipt, place: Workplace
) -> None:
    number = first(client)
    fresh = client.get(f"/findings/{number}").text
    assert [key for key in "cdamr" if f'aria-keyshortcuts="{key}"' in fresh] == list("cdam")
    wish = Wish(Act.DISMISS, "record misread", "The room wrote the bet twice.")
    with place.database.begin() as connection:
        decisions.act(connection, number, wish, "Nora <b>")
    page = client.get(f"/findings/{number}").text
    assert [key for key in "cdamr" if f'aria-keyshortcuts="{key}"' in page] == list("cdamr")
    text = visible_text(page)
    assert "Dismissed: The room wrote the bet twice. Nora <b>" in text
    assert "dismissed the finding Undo open → to dismissed record misread The room wrote the bet twice." in text
    (act,) = client.get(f"/findings/{number}.json").get_json()["history"]
    assert (act["by"], act["from"], act["to"], act["act"]) == ("Nora <b>", "open", "dismissed", "dismiss")


def test_what_was_found_between_hands_has_a_page_too(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(HandText()), "one.txt")
    sent(history(HandText(bet=15)), "other.txt")
    number = first(client, "?code=H803")
    document = client.get(f"/findings/{number}.json").get_json()
    assert (document["event"], document["step"], document["table"], document["elsewhere"]) == (None, None, [], [])
    text = visible_text(client.get(f"/findings/{number}").text)
    assert "H803" in text
    assert "line 20 2 Birch bets 10 2 Birch bets 15" in text
    assert "line 21 1 Aster calls to 10 1 Aster calls to 15" in text
    assert document["differing"] == {
        "with": 1,
        "address": "/hands/1/beside/2",
        "differences": [
            {"what": None, "first_line": line, "first": one, "second_line": line, "second": other}
            for line, one, other in [
                (20, "2 Birch bets 10", "2 Birch bets 15"),
                (21, "1 Aster calls to 10", "1 Aster calls to 15"),
                (28, "1 Aster collects 42 from the pot", "1 Aster collects 52 from the pot"),
            ]
        ],
        "more": 0,
    }
    assert 'href="/hands/1/beside/2"' in client.get(f"/findings/{number}").text


def test_a_finding_of_a_removed_house_appears_as_stored(client: FlaskClient, night: Receipt, place: Workplace) -> None:
    number = first(client)
    with place.database.begin() as connection:
        for table in ("finding", "report"):
            connection.exec_driver_sql(f"UPDATE {table} SET house = 'wilburs'")
        decisions.act(connection, number, Wish(Act.CONFIRM), "Nora")
    document = client.get(f"/findings/{number}.json").get_json()
    assert (document["logged"], document["house"], document["found_today"]) == ("to 15.00", "wilburs", False)
    page = client.get(f"/findings/{number}").text
    text = visible_text(page)
    assert 'There is no house "wilburs"' in text
    assert "The record says to 15.00 The rules require to 10.00" in text
    assert "confirmed the finding Undo open → to confirmed" in text
    assert f'action="/findings/{number}/act"' in page
    assert client.get(f"/findings/{number}.csv").status_code == 200
    assert client.get(f"/hands/{document['hand_id']}").status_code == 200
    assert "house=wilburs" not in page


def test_it_is_also_a_table(client: FlaskClient, night: Receipt) -> None:
    lines = list(csv.reader(io.StringIO(client.get(f"/findings/{first(client)}.csv").text)))
    assert lines[0][:4] == ["part", "name", "value", "says"]
    assert ["finding", "logged", "to 15.00", ""] in [line[:4] for line in lines]
    assert {line[0] for line in lines[1:]} == {"finding", "clause", "house"}


def test_there_is_no_such_finding(client: FlaskClient, night: Receipt) -> None:
    for number in ("999", str(2**63 - 1)):
        answer = client.get(f"/findings/{number}.json")
        assert (answer.status_code, json.loads(answer.text)["message"]) == (
            404,
            f"There is no finding {number}. The list of findings shows all findings.",
        )


def test_of_many_differences_between_two_records_the_first_are_listed(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(history(HandText()), "one.txt")
    sent(history(HandText(bet=15, players=("Maple", "Rowan", "Thorn"))), "other.txt")
    number = first(client, "?code=H803")
    told = client.get(f"/findings/{number}.json").get_json()["differing"]
    assert [each["what"] for each in told["differences"]] == ["seat 1", "seat 2", "seat 3", None, None]
    assert told["more"] == 1
    assert "1 more difference. Compare both records line by line" in visible_text(
        client.get(f"/findings/{number}").text
    )
