"""The page of figures: each number is that of the list behind it, and each rate says how many hands it rests on."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.findings import figures
from auditor.store.queries.figures import FigureFilter
from auditor.store.triage import decisions
from auditor.store.uploads.upload_rows import Receipt
from auditor.triage.acts import Act, Wish
from auditor.web.figures.bars import Bar, picture_of
from auditor.web.figures.charts import FIGURES
from auditor.web.figures.heat import map_of
from auditor.web.figures.rates import decimal, likely_count, likely_share, rate_document, share_document
from tests.web.night import HandText, hand
from tests.web.page_text import visible_text
from tests.web.paid import wrongly_paid

database = pytest.mark.database

Send = Callable[..., Receipt]
KEPT = hand(HandText(number="4200003")).replace("Aster collected $42", "Aster collected $32")
UNDATED = b"""hand 9
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
2 brings in 3
1 folds
"""


@pytest.fixture
def night(sent: Send, place: Workplace, rows: Any) -> None:
    """Eight hands of two nights and two houses, with those of the first file (see `client`). One has no date, and two
    are other logs of two hands. Two findings are decided.
    """
    two = wrongly_paid("1") + wrongly_paid("2", table="Oak", day="13")
    sent(two + KEPT.encode())
    sent(two.replace(b"20:15:00", b"20:15:01"), "other.txt", "roberts")
    sent(UNDATED, "undated.hand")
    confirmed, dismissed = rows("SELECT min(id), max(id) FROM finding WHERE code = 'S506'")[0]
    with place.database.begin() as connection:
        decisions.act(connection, confirmed, Wish(Act.CONFIRM), "Ann")
        decisions.act(connection, dismissed, Wish(Act.DISMISS, "record misread", "The log is a copy."), "Ann")


def shown(client: FlaskClient, query: str = "") -> Any:
    answer = client.get(f"/figures.json?{query}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def rows_of(client: FlaskClient, figure: str, query: str = "") -> list[dict[str, Any]]:
    (document,) = shown(client, f"figure={figure}&{query}")["figures"]
    rows: list[dict[str, Any]] = document["rows"]
    return rows


def count_at(client: FlaskClient, address: str) -> int:
    """The number of findings or hands of the list at that address, which has as many rows."""
    path, _, query = address.partition("?")
    document = client.get(f"{path}.json?{query}&limit=200").get_json()
    listed = document["hands"] if path == "/figures/hands" else document["findings"]
    assert document["total"] == len(listed), address
    return len(listed)


def leads_of(document: Any) -> set[tuple[str, int]]:
    """The addresses of all lists behind the figures, each with the number that leads there."""
    leads = set()
    for figure in document["figures"]:
        for row in figure["rows"]:
            pairs = [
                (row.get("address"), row["hands" if figure["kind"] == "rake" else "findings"])
                if figure["kind"] != "share" else (None, 0),
                (row.get("hands_address"), row.get("hands")),
                (row.get("differ_address"), row.get("differ")),
                (row.get("confirmed_address"), row.get("confirmed")),
                (row.get("dismissed_address"), row.get("dismissed")),
            ]  # fmt: skip
            leads |= {(address, number) for address, number in pairs if address is not None}
    return leads


@database
def test_each_number_is_that_of_the_list_behind_it(client: FlaskClient, night: None) -> None:
    leads: set[tuple[str, int]] = set()
    for query in ("", "since=2026-11-14", "house=roberts", "table=Oak", "severity=money"):
        leads |= leads_of(shown(client, query))
    assert len(leads) > 100
    assert {(address, count_at(client, address)) for address, _ in leads} == leads
    counts = [
        count_at(client, f"/figures/hands?rake=any&{more}")
        for more in ("room=pokerstars", "weekday=6", "weekday=6&hour=2")
    ]
    assert counts == [5, 1, 0], "no figure leads to these lists, and a person can write their addresses"


@database
def test_the_figures_offer_no_filter_that_some_of_them_cannot_follow(client: FlaskClient) -> None:
    for query in ("room=pokerstars", "weekday=6", "hour=2"):
        assert client.get(f"/figures?{query}").status_code == 422, query
        assert client.get(f"/figures/hands?{query}").status_code == 200, query
    assert {"room", "weekday", "hour"}.isdisjoint(FigureFilter().values)


@database
def test_known_hands_have_the_known_figures(client: FlaskClient, night: None) -> None:
    total = shown(client)["total"]
    assert (total["hands"], total["few"]) == (8, True)
    assert total["per_1000"] == round(total["findings"] * 1000 / 8, 2)
    assert [(row["name"], row["hands"]) for row in rows_of(client, "nights")] == [
        ("2026-11-14", 2), ("2026-11-13", 5), ("no date", 1)
    ]  # fmt: skip
    assert {row["name"]: row["hands"] for row in rows_of(client, "tables")} == {
        "Ivy": 2, "Oak": 2, "Ivy 4200001": 1, "Ivy 4200002": 1, "Ivy 4200003": 1, "no table named": 1
    }  # fmt: skip
    houses = {row["name"]: row["hands"] for row in rows_of(client, "houses")}
    assert (houses["pokerstars"], houses["roberts"]) == (5, 3)
    assert {(row["weekday"], row["hour"], row["hands"]) for row in rows_of(client, "hours")} == {(5, 1, 5), (6, 1, 2)}
    period = shown(client)["period"]
    assert period == {"first": "2026-11-13", "last": "2026-11-14", "undated_hands": 1}
    rake_is_beside_the_schedule_and_counts_a_deal_once(client)
    decisions_are_counted_by_rule_and_the_rule_shows_them(client)
    the_pages_of_a_house_and_a_table_show_their_rate(client)


def rake_is_beside_the_schedule_and_counts_a_deal_once(client: FlaskClient) -> None:
    by_house = rows_of(client, "rake_houses")
    assert [(row["name"], row["taken"], row["due"], row["difference"], row["hands"], row["differ"])
            for row in by_house] == [("pokerstars", 500, 500, 0, 5, 0)]  # fmt: skip
    by_night = [(row["name"], row["taken"], row["due"]) for row in rows_of(client, "rake_nights")]
    assert by_night == [("2026-11-14", 100, 100), ("2026-11-13", 400, 400)]
    assert rows_of(client, "rake_tables")[0]["name"] == "Ivy"


def decisions_are_counted_by_rule_and_the_rule_shows_them(client: FlaskClient) -> None:
    (row,) = rows_of(client, "precision")
    assert (row["name"][:4], row["confirmed"], row["dismissed"], row["decided"]) == ("S506", 1, 1, 2)
    words = "confirmed 1, dismissed 1, of 2 decided: 50.0 %, likely between 9.45 % and 90.5 %"
    assert f"C{words[1:]}" in visible_text(client.get("/rules/S506").text)
    assert words in client.get("/figures?figure=precision").text
    assert "Nobody has confirmed or dismissed" in visible_text(client.get("/rules/B402").text)


def the_pages_of_a_house_and_a_table_show_their_rate(client: FlaskClient) -> None:
    for page, query in (("/houses/roberts", "house=roberts"), ("/tables/Oak", "table=Oak")):
        total = shown(client, query)["total"]
        text = visible_text(client.get(page).text)
        findings = "1 finding" if total["findings"] == 1 else f"{total['findings']} findings"
        assert f"{findings} in {total['hands']} audited hands" in text, page
        assert "too few hands" in text
        assert f"/figures?{query}" in client.get(page).text


@database
def test_a_rake_outside_the_schedule_is_a_difference(client: FlaskClient, night: None, sent: Send) -> None:
    """The house of the made hand takes no rake, and its log states a rake of 1.00."""
    sent(hand(HandText(number="4200009", table="Oak")).encode(), "strict.txt", "strict-test")
    listed = client.get("/findings.json?all=yes&code=P608").get_json()["findings"]
    assert [(each["number"], each["amount"]) for each in listed] == [("4200009", 100)]
    numbers = ("name", "taken", "due", "difference", "hands", "differ")
    assert [tuple(row[name] for name in numbers) for row in rows_of(client, "rake_houses")] == [
        ("strict-test", 100, 0, 100, 1, 1), ("pokerstars", 500, 500, 0, 5, 0)
    ]  # fmt: skip
    by_table = [tuple(row[name] for name in numbers) for row in rows_of(client, "rake_tables")]
    assert by_table[0] == ("Oak", 200, 100, 100, 2, 1)
    assert {row[3:] for row in by_table[1:]} == {(0, 1, 0)}
    by_night = [tuple(row[name] for name in numbers) for row in rows_of(client, "rake_nights")]
    assert by_night == [("2026-11-14", 100, 100, 0, 1, 0), ("2026-11-13", 500, 400, 100, 5, 1)]
    (row,) = rows_of(client, "rake_tables", "house=strict-test")
    differing = client.get(row["differ_address"].replace("?", ".json?")).get_json()
    assert [(each["number"], each["taken"], each["due"], each["difference"]) for each in differing["hands"]] == [
        ("4200009", 100, 0, 100)
    ]
    assert differing["total"] == 1


@database
def test_sums_and_changes_give_the_same_figures(client: FlaskClient, night: None, place: Workplace) -> None:
    queries = ("", "table=Oak", "severity=money&since=2026-11-13")
    before = [shown(client, query) for query in queries]
    with place.database.begin() as connection:
        assert figures.fold(connection) > 0
    assert [shown(client, query) for query in queries] == before
    csv_of_each_figure_has_its_rows(client)
    hands_are_paged_by_key(client)


def csv_of_each_figure_has_its_rows(client: FlaskClient) -> None:
    for name in FIGURES:
        answer = client.get(f"/figures.csv?figure={name}")
        assert answer.headers["Row-Count"] == str(len(rows_of(client, name)))
        assert answer.text.startswith("figure,name,")


def hands_are_paged_by_key(client: FlaskClient) -> None:
    whole = client.get("/figures/hands.json").get_json()
    found: list[Any] = []
    after: str | None = ""
    while after is not None:
        document = client.get(f"/figures/hands.json?limit=2{f'&after={after}' if after else ''}").get_json()
        found += document["hands"]
        after = document["next"]
    assert found == whole["hands"]
    assert len(found) == whole["total"] == 8


@database
def test_without_matching_hands_there_is_nothing_to_count(client: FlaskClient) -> None:
    assert "No audited hands match" in client.get("/figures?since=1999&until=1999").text
    assert all(figure["rows"] == [] for figure in shown(client, "since=1999&until=1999")["figures"])
    for address in (
        *("/figures?since=2026-02-30", "/figures?severity=x", "/figures?figure=x", "/figures/hands?weekday=8"),
        *("/figures/hands?after=1", "/findings?hour=24", "/findings?weekday=0"),
    ):
        assert client.get(address).status_code == 422, address


def test_ranges_are_the_known_ones() -> None:
    assert [round(end, 3) for end in likely_share(31, 35)] == [0.74, 0.955]
    assert likely_share(0, 5)[0] == 0
    assert [round(end, 2) for end in likely_count(10)] == [5.43, 18.41]
    assert [round(end, 2) for end in likely_count(0)] == [0, 3.84]
    assert rate_document(3, 29)["few"]
    assert not rate_document(3, 30)["few"]
    assert rate_document(3, 0)["per_1000"] is None
    assert share_document(31, 4)["percent"] == 88.57
    assert [decimal(value) for value in (None, 1.234, 12.34, 12345.6)] == ["unknown", "1.23", "12.3", "12,345.6"]


def bar(value: float, *, few: bool = False) -> Bar:
    return Bar("name", value, "label", "words", None, few=few)


def test_a_spike_flattens_the_rest_only_on_the_plain_scale() -> None:
    spiky = [bar(10_000), bar(10), bar(1)]
    plain = [each["width"] for each in picture_of(spiky, log=False)["bars"]]
    log = [each["width"] for each in picture_of(spiky, log=True)["bars"]]
    assert plain[0] == log[0] == 346
    assert plain[1] < 1
    assert log[1] > 100
    assert log[0] > log[1] > log[2] > 0
    assert [tick["words"] for tick in picture_of(spiky, log=True)["ticks"]] == ["0.1", "1", "10", "100", "1,000", "10k"]


def test_an_uncertain_value_is_cut_and_does_not_set_the_scale() -> None:
    picture = picture_of([bar(5000, few=True), bar(20)], log=False)
    assert [(each["width"], each["cut"]) for each in picture["bars"]] == [(346, True), (346, False)]
    assert picture_of([bar(5000, few=True)], log=False)["bars"][0]["cut"] is False


def test_each_shade_of_the_heat_map_has_as_many_cells() -> None:
    rows = [
        {"weekday": 1 + n % 7, "hour": n % 24, "per_1000": float(n**3), "few": n >= 20, "words": "w", "address": "/"}
        for n in range(25)
    ]
    drawn = map_of(rows)
    shades = [each["shade"] for each in drawn["cells"]]
    assert [shades.count(shade) for shade in (1, 2, 3, 4, 5, None)] == [4, 4, 4, 4, 4, 5]
    assert [each["words"] for each in drawn["legend"]][:2] == ["from 0.00", "from 64.0"]
