"""One hand on one page: events with what was found on them, the grid, what is owed, the source at its lines."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import FAULTY, LAWFUL, NIGHT, HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

LAWFUL_TOO = HandText(number="4200003")


def test_a_number_leads_to_the_hand(client: FlaskClient, night: Receipt) -> None:
    for address in ("/hands?number=4200002", "/hands/default/4200002"):
        answer = client.get(address, follow_redirects=True)
        assert "Hand 4200002" in answer.text
        assert answer.request.path == "/hands/2"


def test_an_unknown_number_has_a_sentence(client: FlaskClient, night: Receipt) -> None:
    assert "No hand has that number." in client.get("/hands?number=77").text
    assert client.get("/hands/default/77").status_code == 404


def test_two_records_of_a_number_are_both_listed(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(LAWFUL), "first.txt")
    sent(history(LAWFUL_TOO, HandText(bet=15)), "second.txt")
    page = client.get("/hands?number=4200001", follow_redirects=True).text
    assert "2 records have this hand number." in page
    listed = client.get("/hands.json?number=4200001").get_json()["hands"]
    told = [(each["file_name"], each["line"], each["house"], each["findings"]) for each in listed]
    assert told == [("first.txt", 1, "pokerstars", 0), ("second.txt", 36, "pokerstars", 2)]
    for words_of_row in ("first.txt line 1 pokerstars 0", "second.txt line 36 pokerstars 2"):
        assert words_of_row in all_text(page)
    for number in (1, 2):
        assert "2 records have this hand number." in client.get(f"/hands/{number}").text
    later = client.get("/hands/2")
    assert "H803" in later.text
    assert "Two records of one hand number disagree" in later.text
    assert client.get("/rules/H803").status_code == 200
    assert client.get("/hands/default/4200001").location.startswith("/hands?venue=default")


def test_the_offending_event_is_marked_and_no_other(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/hands/2").text
    marked = re.findall(r'<li class="event offends is-(\w+)" id="e(\d+)">', page)
    document = client.get("/hands/2.json").get_json()
    assert marked == [(each["severity"], str(each["event"])) for each in document["findings"]]
    assert len(marked) == 1
    assert "Birch" in page[page.index(f'id="e{marked[0][1]}"') :][:300]


def test_the_strip_has_the_mark_of_the_most_serious_finding_of_its_street(client: FlaskClient, night: Receipt) -> None:
    strip = client.get("/hands/2").text.partition('<ul class="strip">')[2].partition("</ul>")[0]
    assert client.get("/hands/2.json").get_json()["findings"][0]["severity"] == "play"
    assert re.findall(r'class="mark (\w+)"><span class="shape" aria-hidden="true">(.)</span>1', strip) == [
        ("play", "■")
    ]


def test_each_event_stands_beside_its_source_line(client: FlaskClient, night: Receipt) -> None:
    document = client.get("/hands/2.json").get_json()
    line = document["findings"][0]["line"]
    assert NIGHT.decode().splitlines()[line - 1] == "Birch: bets $15"
    assert f'<span class="at">{line}</span>Birch: bets $15' in client.get("/hands/2").text


def test_the_grid_is_a_table_with_a_row_a_seat_and_a_column_a_street(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/hands/2").text
    grid = page[page.index('<table class="grid">') :].partition("</table>")[0]
    assert re.findall(r'<th scope="col"[^>]*>([^<]+)', grid) == [
        "Seat", "3rd", "4th", "5th", "6th", "7th", "Put in", "Paid"
    ]  # fmt: skip
    rows = grid.split('<th scope="row"')[1:]
    assert len(rows) == 3
    assert "▼ BRING-IN" in rows[0]
    assert "FOLDED 5TH" in rows[1]
    assert "FOLDED 3RD" in rows[2]
    cards = re.findall(r'class="hidden">([2-9TJQKA][cdhs]|xx)<', rows[0])
    assert cards == ["9c", "4d", "2c", "9h", "9s"]
    assert "B402" in rows[1]
    assert "B402" not in rows[0] + rows[2]


def test_a_hand_paid_correctly_has_a_sentence(client: FlaskClient, night: Receipt) -> None:
    assert "The payout is lawful for every seat." in client.get("/hands/1").text


def test_what_is_owed_names_both_sides(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    text = history(LAWFUL).decode().replace("Aster collected $42", "Birch collected $42")
    sent(text.replace("Seat 1: Aster collected ($42)", "Seat 1: Aster").encode())
    page = all_text(client.get("/hands/1").text)
    assert "Seat 1 (Aster) was paid 42.00 too little." in page
    assert "To correct the payments Seat 2 ( Birch ) owes 42.00 USD to seat 1 ( Aster )." in page
    document = client.get("/hands/1.json").get_json()["settlement"]
    assert document["transfers"] == [{"giver": 2, "taker": 1, "unaccounted": "", "amount": 4200}]
    assert sum([each["difference"] for each in document["seats"]]) + document["rake"]["difference"] == 0


def test_the_arithmetic_of_a_settlement_is_in_sentences(client: FlaskClient, night: Receipt) -> None:
    """The engine's own, so that the page, the JSON and the command say the same."""
    page = all_text(client.get("/hands/1").text)
    expected = client.get("/hands/1.json").get_json()["settlement"]["words"]
    assert expected[-1].startswith("the house: rake ")
    assert " ".join(f"{line[0].upper()}{line[1:]}." for line in expected) in page
    assert "To correct the payments" not in page
    beside = all_text(client.get("/hands/1/whatif?house=casino").text)
    assert beside.count("The arithmetic") == 2


def test_an_audit_under_another_house_stores_nothing(client: FlaskClient, night: Receipt) -> None:
    page = all_text(client.get("/hands/2?house=casino").text)
    assert "This new audit is not stored. The stored audit of this hand is under pokerstars" in page
    assert client.get("/hands/2.json?house=casino").get_json()["house"] == "casino"
    assert client.get("/hands/2?house=nowhere").status_code == 422
    assert client.get("/hands/2?house=partypoker").status_code == 422


def test_the_report_on_the_page_is_the_one_on_record(client: FlaskClient, night: Receipt) -> None:
    document = client.get("/hands/2.json").get_json()
    assert [each["digest"] for each in document["reports"]] == [document["report_digest"]]
    assert "the same report" in client.get("/hands/2").text


def test_what_cannot_be_verified_is_listed_but_folded_away(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/hands/2").text
    assert re.search(r"<details[^>]*><summary>Not verifiable: \d+ check", page)
    assert "<details open" not in page


def test_a_lost_file_costs_only_the_source_lines(client: FlaskClient, night: Receipt, place: Workplace) -> None:
    place.evidence.path(night.sha256).unlink()
    page = client.get("/hands/2")
    assert page.status_code == 200
    assert "is missing from the data folder" in page.text
    assert "B402" in page.text
    assert client.get("/hands/2/raw").status_code == 503
    assert client.get(f"/uploads/{night.receipt}").status_code == 200


def test_raw_text_is_the_hand_byte_for_byte(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(b"\xef\xbb\xbf" + history(LAWFUL, FAULTY).replace(b"\n", b"\r\n"))
    raw = client.get("/hands/2/raw").data
    assert raw.startswith(b"PokerStars Hand #4200002:")
    assert raw.rstrip().endswith(b"(didn't bet)")
    assert b"\r\nBirch: bets $15\r\n" in raw
    assert b"4200001" not in raw


def test_raw_text_keeps_its_encoding(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(HandText(players=("Zoë", "Birch", "Cedar"))).decode().encode("cp1252"))
    answer = client.get("/hands/1/raw")
    assert answer.headers["Content-Type"] == "text/plain; charset=windows-1252"
    assert b"Zo\xeb" in answer.data
    assert "Zoë" in client.get("/hands/1").text


def test_the_newest_hands_are_listed(client: FlaskClient, night: Receipt) -> None:
    document = client.get("/hands.json?limit=1").get_json()
    assert [each["number"] for each in document["hands"]] == ["4200002"]
    rest = client.get(f"/hands.json?before={document['next']}").get_json()
    assert [each["number"] for each in rest["hands"]] == ["4200001"]


@pytest.mark.parametrize("called", ["4200002", "hand 4200002", "Hand #4200002", "#4200002", "record 2"])
def test_a_hand_is_found_by_whatever_pages_call_it(called: str, client: FlaskClient, night: Receipt) -> None:
    assert client.get("/hands", query_string={"number": called}).location == "/hands/2"


@pytest.mark.parametrize("called", ["hand 77", "#77"])
def test_what_is_not_found_is_called_by_its_number(called: str, client: FlaskClient, night: Receipt) -> None:
    page = client.get("/hands", query_string={"number": called}).text
    assert "<h1>Hand 77</h1>" in page
    assert "No hand has that number." in page
    assert "No hand has that number." in client.get("/hands?number=record+999").text
