"""The list of owed chips with several units, sorted by each of its columns."""

from collections.abc import Callable
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from auditor.store.queries.owed_sums import GROUPS, SORTS
from auditor.store.triage import decisions
from auditor.triage.acts import Act, Wish
from tests.web.night import File
from tests.web.page_text import visible_text
from tests.web.test_owed import KEPT, OTHER, TWO

pytestmark = pytest.mark.database

BEFOREHAND = {"units": (File(TWO + KEPT), File(OTHER, "other.txt", "roberts"))}
IN_CHIPS = "hand_id IN (SELECT id FROM hand WHERE number IN ('2', '5'))"
SUMS = (
    f"UPDATE owed SET currency = '', minor = 0, amount = amount * 1000 WHERE {IN_CHIPS} RETURNING 1",
    "DELETE FROM owed_player RETURNING 1",
    """INSERT INTO owed_player (player_id, currency, minor, over, short, hands)
       SELECT player_id, currency, minor, sum(greatest(amount, 0)), sum(least(amount, 0)), count(DISTINCT hand_id)
       FROM owed WHERE seat > 0 GROUP BY player_id, currency, minor RETURNING 1""",
    "DELETE FROM owed_night RETURNING 1",
    """INSERT INTO owed_night (venue_id, table_name, day, house, currency, minor, over, short, rake, hands)
       SELECT venue_id, table_name, day, house, currency, minor, sum(greatest(amount, 0)), sum(least(amount, 0)), 0,
              count(DISTINCT hand_id) FROM owed GROUP BY venue_id, table_name, day, house, currency, minor
       RETURNING 1""",
)


@pytest.fixture
def units(rows: Callable[..., Any], owner_rows: Callable[..., Any]) -> None:
    """Wrong payouts in USD, and some in chips without a currency, whose numbers are much larger."""
    for statement in SUMS:
        owner_rows(statement)


@pytest.fixture
def owner_rows(owners_database: Any) -> Callable[..., Any]:
    def run(statement: str) -> None:
        with owners_database.begin() as connection:
            connection.exec_driver_sql(statement)

    return run


def pages(client: FlaskClient, **query: Any) -> list[Any]:
    """The whole list, one row on a page."""
    found, after = [], ""
    while True:
        more = {"after": after} if after else {}
        document = client.get(f"/owed.json?{urlencode({**query, 'limit': 1, **more})}").get_json()
        found += document["rows"]
        after = document["next"]
        if after is None:
            return found


def test_units_stand_together_and_are_never_compared(client: FlaskClient, units: None) -> None:
    document = client.get("/owed.json").get_json()
    short = [(each["name"], each["currency"], each["minor"], each["short"]) for each in document["rows"]]
    assert [each for each in short if each[-1]] == [
        ("Aster", "", 0, -4_200_000), ("Eve", "", 0, -4_200_000), ("Aster", "USD", 2, -5200)
    ]  # fmt: skip
    totals = {(each["currency"], each["minor"]): each["short"] for each in document["totals"]}
    assert totals == {("USD", 2): -5200, ("", 0): -8_400_000}
    page = visible_text(client.get("/owed").text)
    assert "Amounts of different units are not added or compared." in page
    lines = client.get("/owed.csv").text.splitlines()
    assert lines[0].split(",")[:4] == ["name", "venue", "currency", "minor"]
    assert {tuple(line.split(",")[2:4]) for line in lines[1:]} == {("", "0"), ("USD", "2")}


@pytest.mark.parametrize("of", ["all", "confirmed"])
def test_every_column_sorts_inside_the_units(
    client: FlaskClient, units: None, rows: Callable[..., Any], database: Any, of: str
) -> None:
    for (number,) in rows("SELECT id FROM finding WHERE amount IS NOT NULL AND severity = 'money'"):
        with database.begin() as connection:
            decisions.act(connection, number, Wish(Act.CONFIRM), "Ann")
    for by in GROUPS:
        for sort in [name for name in SORTS if name != "worst"]:
            for back in ("", "-"):
                whole = client.get(f"/owed.json?by={by}&of={of}&sort={back}{sort}").get_json()["rows"]
                assert len(whole) > 1
                assert pages(client, by=by, of=of, sort=f"{back}{sort}") == whole, (by, sort, back)
                of_units = [(unit, list(each)) for unit, each in groupby(whole, lambda row: row["currency"])]
                assert [unit for unit, _ in of_units] == sorted({row["currency"] for row in whole})
                for _, of_unit in of_units:
                    values = [each[sort] for each in of_unit]
                    assert values == sorted(values, reverse=bool(back)), (by, sort, back)


def test_the_heads_sort_and_show_the_order(client: FlaskClient, units: None) -> None:
    page = client.get("/owed?by=table&sort=-hands").text
    head = page.partition('aria-sort="descending"')[2].partition("</th>")[0]
    assert 'href="/owed?by=table&amp;sort=hands"' in head
    assert "Hands" in head
    assert "↓" in head
    assert page.count("aria-sort") == 1
    assert 'href="/owed?by=table&amp;sort=-over"' in page
    assert 'href="/owed?by=table&amp;sort=short"' in page
    refused = client.get("/owed.json?sort=worse")
    assert (refused.status_code, "Must be one of: worst, name" in refused.text) == (422, True)
    for place in ("2.USD.x.1", "2.USD.5.y", "2.USD.99999999999999999999.1", "2.USD.5.1%2500"):
        assert client.get(f"/owed?after={place}").status_code == 422, place
