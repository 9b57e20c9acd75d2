"""The pages of players, tables and days, and the search that leads to them."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.people.addresses import player_address, table_address
from tests.statements import statements
from tests.web.night import LAWFUL, File, HandText, hand, history
from tests.web.page_text import visible_text
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database

Send = Callable[..., Receipt]
NASTY = (
    "a/b", "a//b", "/", ".", "..", "~", "a b", " a", "a ", "%41", "a?b#c", "x.json", "x.CSV", "\u202eevil",
    "\u05d0\u05d1", "a\\b", "'\"<b>", "Ѐ", "\u00e9", "e\u0301", "a&b=c", "+", "a;b",
)  # fmt: skip


TWO = wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"), day="13")
BEFOREHAND = {"paid": (File(TWO + hand(HandText(number="3", table="Oak")).encode()),)}


@pytest.fixture
def paid() -> None:
    """Three hands at two tables; in two of them Aster does not get the pot."""


def get(client: FlaskClient, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code, answer.text[:300])
    return answer


def test_a_player_has_hands_findings_money_and_company(client: FlaskClient, paid: None) -> None:
    document = get(client, "/players/Aster.json").get_json()
    assert (document["number_of_hands"], document["more_hands"], document["venues"]) == (3, False, ["default"])
    assert [each["number"] for each in document["hands"]] == ["3", "2", "1"]
    assert document["wrong_payouts"] == [
        {
            "currency": "USD",
            "minor": 2,
            "over": 0,
            "short": -8400,
            "net": -8400,
            "rake": 0,
            "unaccounted": 0,
            "hands": 2,
        }
    ]
    assert [(each["name"], each["hands"]) for each in document["people"]] == [("Birch", 3), ("Cedar", 2), ("Dahlia", 1)]
    assert document["tables"] == [{"name": "Oak", "hands": 2}, {"name": "Ivy", "hands": 1}]
    assert document["number_of_findings"] == {"all": 2, "against": 0, "for": 2}
    text = visible_text(get(client, "/players/Aster").text)
    assert "84.00 USD owed to this player, from 2 hands: 84.00 USD too little, 0.00 USD too much." in text
    assert "0 findings against this player" in text
    assert "2 findings for this player" in text


def test_a_finding_about_a_seat_is_against_its_player(client: FlaskClient, paid: None) -> None:
    document = get(client, "/players/Birch.json").get_json()
    assert document["number_of_findings"] == {"all": 1, "against": 1, "for": 0}
    found = [(each["code"], each["seat"], each["own_amount"]) for each in document["findings"]]
    assert found == [("S506", 2, 4200)]
    assert document["wrong_payouts"][0]["net"] == 4200
    listed = get(client, "/findings.json?against_player=Birch").get_json()
    assert [each["number"] for each in listed["findings"]] == ["1"]
    assert get(client, "/findings.json?for_player=Birch").get_json()["total"] == 0


def test_a_player_s_hands_are_paged_by_key_and_given_as_csv(client: FlaskClient, paid: None) -> None:
    first = get(client, "/players/Aster.json?limit=2").get_json()
    second = get(client, f"/players/Aster.json?limit=2&before={first['next']}").get_json()
    assert [each["number"] for each in first["hands"] + second["hands"]] == ["3", "2", "1"]
    assert second["next"] is None
    lines = get(client, "/players/Aster.csv").text.splitlines()
    assert lines[0].startswith("id,venue,room,game,number")
    assert len(lines) == 1 + 3
    assert 'href="/players/Aster?venue=default&amp;before=2" rel="next"' in get(client, "/players/Aster?limit=2").text


def test_a_table_and_a_day(client: FlaskClient, paid: None) -> None:
    table = get(client, "/tables/Oak.json").get_json()
    assert (table["number_of_hands"], table["number_of_findings"]) == (2, {"all": 1})
    assert table["wrong_payouts"][0] == {
        "currency": "USD", "minor": 2, "over": 4200, "short": -4200, "net": 0, "rake": 0, "unaccounted": 0, "hands": 1
    }  # fmt: skip
    assert [(each["name"], each["hands"]) for each in table["people"]][:2] == [("Aster", 2), ("Birch", 2)]
    day = get(client, "/days/2026-11-14.json").get_json()
    assert [each["number"] for each in day["hands"]] == ["2"]
    assert (day["number_of_findings"], day["tables"]) == ({"all": 1}, [{"name": "Oak", "hands": 1}])
    assert get(client, "/days/2026-11-12.json").get_json()["hands"] == []
    for address in ("/tables/Oak", "/days/2026-11-14", "/tables/Oak.csv", "/days/2026-11-14.csv"):
        get(client, address)


@pytest.mark.parametrize("year", ["1997", "2101"])
def test_hands_of_an_unlikely_year_are_found_by_their_day(client: FlaskClient, sent: Send, year: str) -> None:
    sent(wrongly_paid("1") + wrongly_paid("2").replace(b"2026/11/12", year.encode() + b"/11/12"))
    day = get(client, f"/days/{year}-11-13.json").get_json()
    assert ([each["number"] for each in day["hands"]], day["number_of_hands"]) == (["2"], 1)
    assert (day["number_of_findings"], day["tables"]) == ({"all": 1}, [{"name": "Ivy", "hands": 1}])
    assert [each["name"] for each in day["people"]] == ["Aster", "Birch", "Cedar"]
    for query in (f"since={year}&until={year}", f"since={year}-11&until={year}-11-13&player=Aster"):
        found = get(client, f"/findings.json?{query}").get_json()
        assert {each["number"] for each in found["findings"]} == {"2"}, query
    assert {each["number"] for each in get(client, "/findings.json?since=2026&until=2026").get_json()["findings"]} == {
        "1"
    }


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/players/Nobody", 404), ("/tables/None", 404), ("/days/2026-13-01", 404), ("/days/today", 404),
        ("/players/Aster?venue=elsewhere", 404), ("/tables/Oak?venue=elsewhere", 404),
        ("/players/Aster?names=masked", 422),
    ],
)  # fmt: skip
def test_what_is_not_there_is_refused(client: FlaskClient, paid: None, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_masked_pages_and_a_masked_search_have_no_names(client: FlaskClient, paid: None) -> None:
    for address in ("/tables/Oak?names=masked", "/days/2026-11-14?names=masked", "/search?q=Ast&names=masked"):
        for form in ("", ".json", ".csv"):
            path, _, query = address.partition("?")
            text = get(client, f"{path}{form}?{query}").text
            assert not re.search("Aster|Birch|Cedar|Dahlia", text), address


@pytest.mark.parametrize("name", NASTY)
def test_every_name_has_an_address_that_leads_to_it(client: FlaskClient, sent: Send, rows: Any, name: str) -> None:
    rows("INSERT INTO player (venue_id, name) VALUES (1, %s) RETURNING id", name)
    rows("INSERT INTO poker_table (venue_id, name) VALUES (1, %s) RETURNING id", name)
    for address in (player_address, table_address):
        for form in ("", ".json", ".csv"):
            assert "\u202e" not in address(name, form=form)
            get(client, address(name, form=form))
        assert get(client, address(name, "default", ".json")).get_json()["name"] == name
        page = get(client, address(name)).text
        links = [each.replace("&amp;", "&") for each in re.findall(r'<a href="([^"]+)">JSON</a>', page)]
        assert get(client, links[0]).get_json()["name"] == name


def test_a_name_of_blanks_is_found_and_shown(client: FlaskClient, rows: Any) -> None:
    rows("INSERT INTO player (venue_id, name) VALUES (1, '   ') RETURNING id")
    found = get(client, "/search.json?q=%20%20%20").get_json()["results"]
    assert [(each["kind"], each["name"], each["exact"]) for each in found] == [("player", "   ", True)]
    assert get(client, found[0]["address"].replace("/players/~", "/players/~.json")).get_json()["name"] == "   "
    assert "(a name of blanks)" in get(client, found[0]["address"]).text


def test_the_search_leads_to_players_tables_hands_and_rules(client: FlaskClient, sent: Send) -> None:
    sent(history(HandText(number="77", table="B402 room", players=("B402", "b4020", "Cedar")), LAWFUL))
    found = get(client, "/search.json?q=b402").get_json()
    assert [(each["kind"], each["name"], each["exact"]) for each in found["results"]] == [
        ("rule", "B402", True), ("player", "B402", False), ("player", "b4020", False), ("table", "B402 room", False)
    ]  # fmt: skip
    assert [each["address"] for each in found["results"]] == [
        "/rules/B402", "/players/B402?venue=default", "/players/b4020?venue=default",
        "/tables/B402%20room?venue=default"
    ]  # fmt: skip
    for each in found["results"]:
        get(client, each["address"])
    (there,) = [each["id"] for each in get(client, "/hands.json").get_json()["hands"] if each["number"] == "77"]
    assert client.get("/search?q=%2377").headers["Location"] == f"/hands/{there}"
    sent(history(HandText(number="77", bet=15)), "other.txt")
    assert client.get("/search?q=77").headers["Location"] == "/hands?number=77"
    assert "begin with the text" in visible_text(get(client, "/search?q=B402").text)
    assert "Nothing found" in get(client, "/search?q=zebra").text
    assert get(client, "/search.csv?q=b402").headers["Row-Count"] == "4"


def test_a_wildcard_is_a_letter_and_at_most_fifty_are_listed(client: FlaskClient, rows: Any) -> None:
    rows("INSERT INTO player (venue_id, name) SELECT 1, 'p' || n FROM generate_series(1, 60) AS n RETURNING id")
    rows("INSERT INTO player (venue_id, name) VALUES (1, 'P'), (1, 'p' || chr(37)), (1, 'p_1') RETURNING id")
    found = get(client, "/search.json?q=p").get_json()
    assert (len(found["results"]), found["more"]) == (50, True)
    assert [each["name"] for each in get(client, "/search.json?q=p%25").get_json()["results"]] == ["p%"]
    assert [each["name"] for each in get(client, "/search.json?q=p_").get_json()["results"]] == ["p_1"]
    assert get(client, "/search.json?q=P").get_json()["results"][0]["name"] == "P"


def test_a_name_that_a_browser_would_change_goes_into_the_query() -> None:
    assert player_address("Ann Lee", "main", ".csv", before="7") == "/players/Ann%20Lee.csv?venue=main&before=7"
    assert parse_qs(urlsplit(player_address("..", "main")).query) == {"name": [".."], "venue": ["main"]}


def test_the_hand_leads_to_its_players_and_its_table(client: FlaskClient, paid: None) -> None:
    page = get(client, "/hands/2").text
    for link in ("/players/Aster?venue=default", "/players/Dahlia?venue=default", "/tables/Oak?venue=default"):
        assert f'href="{link}"' in page, link
        get(client, link)
    assert "/players/" not in get(client, "/hands/2?names=masked").text


@pytest.mark.parametrize("address", ["/players/Aster", "/tables/Oak", "/days/2026-11-14"])
def test_a_page_looks_up_the_hands_once_and_counts_them_once(client: FlaskClient, paid: None, address: str) -> None:
    with statements() as sent:
        whole = get(client, f"{address}.json").get_json()["hands"]
    found = [statement for statement in sent if "id DESC LIMIT" in statement and "superseded_at" in statement]
    assert ["count(*)" in statement for statement in found] == [False, True]
    first = get(client, f"{address}.json?limit=1").get_json()
    assert first["hands"] == whole[:1]
    assert get(client, f"{address}.json?limit=1&before={first['next']}").get_json()["hands"] == whole[1:2]
