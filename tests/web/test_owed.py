"""The pages of owed chips: sums by player, table, night and house, and the hands behind each."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.triage import decisions
from auditor.store.uploads.upload_rows import Receipt
from auditor.triage.acts import Act, Wish
from tests.web.night import LAWFUL, File, hand
from tests.web.page_text import visible_text
from tests.web.paid import without_added_chips, wrongly_paid
from tests.web.test_explained import WRONG_AWARD

pytestmark = pytest.mark.database

Send = Callable[..., Receipt]
BY = ("player", "table", "night", "house")


KEPT = without_added_chips().encode()
TWO = wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"), day="13")
OTHER = wrongly_paid("5", table="Elm", players=("Eve", "Finn", "Gus"))
BEFOREHAND = {"paid": (File(TWO + KEPT), File(OTHER, "other.txt", "roberts"))}


@pytest.fixture
def paid() -> None:
    """Four hands with wrong payouts: three where the pot goes to the wrong player, one where nobody gets 10."""


def owed(client: FlaskClient, query: str) -> Any:
    answer = client.get(f"/owed.json?{query}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def sums(document: Any) -> list[tuple[str, int, int, int, int]]:
    return [
        (each["name"], each["short"], each["over"], each["unaccounted"], each["hands"]) for each in document["rows"]
    ]


def test_sums_by_player_table_night_and_house(client: FlaskClient, paid: None) -> None:
    assert sums(owed(client, "by=player")) == [
        ("Aster", -9400, 0, 0, 3), ("Birch", 0, 4200, 0, 1), ("Dahlia", 0, 4200, 0, 1),
        ("Eve", -4200, 0, 0, 1), ("Finn", 0, 4200, 0, 1),
    ]  # fmt: skip
    assert sums(owed(client, "by=table")) == [
        ("Elm", -4200, 4200, 0, 1), ("Ivy", -4200, 4200, 0, 1), ("Oak", -4200, 4200, 0, 1),
        ("Ivy 4200001", -1000, 0, 1000, 1),
    ]  # fmt: skip
    assert sums(owed(client, "by=night")) == [("2026-11-13", -9400, 8400, 1000, 3), ("2026-11-14", -4200, 4200, 0, 1)]
    assert sums(owed(client, "by=house")) == [("pokerstars", -9400, 8400, 1000, 3), ("roberts", -4200, 4200, 0, 1)]


def test_the_net_amount_has_one_sign_on_the_page_and_in_the_csv(client: FlaskClient, paid: None) -> None:
    page = client.get("/owed").text
    shown = re.findall(r'data-column="net">([^<]*)<', page)
    rows = list(csv.DictReader(io.StringIO(client.get("/owed.csv").text)))
    assert [(each["name"], each["net"]) for each in rows][:2] == [("Aster", "-9400"), ("Birch", "4200")]
    assert shown[:2] == ["\N{MINUS SIGN}94.00 USD", "+42.00 USD"]
    assert len(shown) == len(rows)
    head = visible_text(page.partition('<div class="stack">')[0])
    assert "If the net amount of a player is below zero, this amount is owed to the player." in head


@pytest.mark.parametrize("by", BY)
def test_the_sums_of_each_unit_add_up_to_zero(client: FlaskClient, paid: None, by: str) -> None:
    document = owed(client, f"by={by}")
    (total,) = document["totals"]
    assert (total["short"], total["over"], total["rake"], total["hands"]) == (-13600, 12600, 0, 4)
    assert total["unaccounted"] == 1000
    assert sum(each["short"] + each["over"] for each in document["rows"]) + total["unaccounted"] == 0


def each_sum_leads_to_its_hands(client: FlaskClient, by: str, of: str) -> None:
    for each in owed(client, f"by={by}&of={of}")["rows"]:
        path, _, query = each["address"].partition("?")
        listed = client.get(f"{path}.json?{query}").get_json()["hands"]
        amounts = [one["amount"] for one in listed if one["seat"]]
        assert sum(one for one in amounts if one < 0) == each["short"], each
        assert sum(one for one in amounts if one > 0) == each["over"], each
        assert sum(one["amount"] for one in listed if one["seat"] == 0) == each["rake"], each
        assert sum(one["amount"] for one in listed if one["seat"] is None) == each["unaccounted"], each
        assert len({one["hand_id"] for one in listed}) == each["hands"], each
        assert client.get(each["address"]).status_code == 200


def confirm_all(place: Workplace, rows: Any) -> None:
    with place.database.begin() as connection:
        for (number,) in rows("SELECT id FROM finding"):
            decisions.act(connection, number, Wish(Act.CONFIRM), "Ann")


@pytest.mark.parametrize("of", ["all", "confirmed"])
@pytest.mark.parametrize("by", BY)
def test_each_sum_leads_to_its_hands(
    client: FlaskClient, paid: None, place: Workplace, rows: Any, by: str, of: str
) -> None:
    confirm_all(place, rows)
    each_sum_leads_to_its_hands(client, by, of)


@pytest.mark.parametrize("by", BY)
def test_each_sum_of_each_unit_leads_to_its_hands(client: FlaskClient, sent: Send, by: str) -> None:
    for number, unit in enumerate((b"", b"unit - 2\n", b"unit USD 0\n", b"unit USD 2\n"), 1):
        log = WRONG_AWARD.replace(b"hand 1", b"hand %d" % number).replace(b"stakes", unit + b"stakes")
        sent(log, f"{number}.hand", "roberts")
    assert len(owed(client, f"by={by}")["totals"]) == 4
    each_sum_leads_to_its_hands(client, by, "all")


def test_only_hands_with_a_confirmed_finding_about_a_payout(
    client: FlaskClient, paid: None, place: Workplace, rows: Any
) -> None:
    assert (owed(client, "of=confirmed")["totals"], owed(client, "of=confirmed")["rows"]) == ([], [])
    ((number,),) = rows("SELECT id FROM finding WHERE code = 'S506' AND number = '2'")
    with place.database.begin() as connection:
        decisions.act(connection, number, Wish(Act.CONFIRM), "Ann")
    assert sums(owed(client, "of=confirmed&by=player")) == [("Aster", -4200, 0, 0, 1), ("Dahlia", 0, 4200, 0, 1)]
    assert sums(owed(client, "of=confirmed&by=table")) == [("Oak", -4200, 4200, 0, 1)]
    assert sums(owed(client, "of=confirmed&by=night")) == [("2026-11-14", -4200, 4200, 0, 1)]
    assert sums(owed(client, "of=confirmed&by=house")) == [("pokerstars", -4200, 4200, 0, 1)]
    assert owed(client, "of=confirmed")["totals"][0]["hands"] == 1


@pytest.mark.parametrize("of", ["all", "confirmed"])
@pytest.mark.parametrize("by", BY)
def test_pages_by_key_give_every_row_once(
    client: FlaskClient, paid: None, place: Workplace, rows: Any, by: str, of: str
) -> None:
    confirm_all(place, rows)
    whole = owed(client, f"by={by}&of={of}")["rows"]
    found, after = [], ""
    while True:
        document = client.get(
            "/owed.json", query_string={"by": by, "of": of, "limit": 1} | ({"after": after} if after else {})
        )
        found += document.get_json()["rows"]
        after = document.get_json()["next"]
        if after is None:
            break
    assert found == whole
    assert len(whole) > 1


def test_hands_are_paged_by_key(client: FlaskClient, paid: None) -> None:
    whole = client.get("/owed/hands.json").get_json()["hands"]
    assert [(each["number"], each["seat"], each["amount"]) for each in whole][-4:] == [
        ("2", 1, -4200), ("2", 2, 4200), ("1", 1, -4200), ("1", 2, 4200)
    ]  # fmt: skip
    found: list[Any] = []
    after: str | None = ""
    while after is not None:
        document = client.get(f"/owed/hands.json?limit=3{f'&after={after}' if after else ''}").get_json()
        found += document["hands"]
        after = document["next"]
    assert found == whole


def test_chips_that_are_unaccounted_for_have_a_row(client: FlaskClient, paid: None) -> None:
    whole = client.get("/owed/hands.json?table=Ivy+4200001").get_json()["hands"]
    assert [(each["seat"], each["player"], each["amount"]) for each in whole] == [(1, "Aster", -1000), (None, "", 1000)]
    first = client.get("/owed/hands.json?table=Ivy+4200001&limit=1").get_json()
    second = client.get(f"/owed/hands.json?table=Ivy+4200001&limit=1&after={first['next']}").get_json()
    assert (first["hands"], second["hands"]) == (whole[:1], whole[1:])
    last = client.get(f"/owed/hands.json?table=Ivy+4200001&limit=1&after={second['next']}").get_json()
    assert (last["hands"], last["next"]) == ([], None)
    page = visible_text(client.get("/owed/hands?table=Ivy+4200001").text)
    assert "4200001 unaccounted for +10.00 USD Ivy 4200001" in page
    assert "4200001,,,default,Ivy 4200001,2026-11-13,pokerstars,USD,2,1000" in client.get("/owed/hands.csv").text
    of_player = client.get("/owed/hands.json?player=Aster&table=Ivy+4200001").get_json()["hands"]
    assert [(each["seat"], each["amount"]) for each in of_player] == [(1, -1000)]
    assert sum(each["amount"] for each in client.get("/owed/hands.json").get_json()["hands"]) == 0


def test_a_unit_can_be_chosen_and_csv_counts_its_rows(client: FlaskClient, paid: None) -> None:
    assert len(owed(client, "currency=USD&minor=2")["rows"]) == 5
    assert owed(client, "currency=EUR&minor=2")["rows"] == []
    assert client.get("/owed.csv").headers["Row-Count"] == "5"
    assert client.get("/owed/hands.csv?player=Aster").headers["Row-Count"] == "3"


def test_the_page_shows_amounts_as_the_hand_does(client: FlaskClient, paid: None) -> None:
    text = visible_text(client.get("/owed").text)
    assert "Aster \N{MINUS SIGN}94.00 USD 0.00 USD \N{MINUS SIGN}94.00 USD 3 hands" in text
    for by in BY:
        assert client.get(f"/owed?by={by}").status_code == 200
    assert "Seat 1 (Aster) was paid 42.00 too little." in visible_text(client.get("/hands/1").text)


def test_what_puts_it_right_stands_first_on_the_hand_and_the_finding(
    client: FlaskClient, sent: Send, rows: Any
) -> None:
    sent(wrongly_paid("1") + hand(LAWFUL).encode())
    ((finding,),) = rows("SELECT id FROM finding WHERE code = 'S506' AND hand_id = 1")
    for address, later in (("/hands/1", "Lawful payout"), (f"/findings/{finding}", "What is wrong")):
        text = visible_text(client.get(address).text.partition("<main")[2])
        words = "To correct the payments Seat 2 (Birch) owes 42.00 USD to seat 1 (Aster)."
        assert 0 < text.find(words) < text.find(f"{later} "), address
    assert "To correct the payments" not in client.get("/hands/2").text


@pytest.mark.parametrize(
    "address", ["/owed?by=seat", "/owed?after=x", "/owed/hands?day=2026-02-30", "/owed/hands?after=1", "/owed?minor=x"]
)
def test_a_wrong_parameter_is_refused(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 422
