"""The heads of the columns sort the list of hands."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database
TABLES = ("Oak", "Ivy", "Elm", "Ivy", "Fig")


@pytest.fixture
def five(sent: Callable[..., Receipt], owners_database: Any) -> None:
    """Five hands at four tables; one of them has no date."""
    sent(b"".join([wrongly_paid(f"{place}", table=table, day=f"{20 - place}") for place, table in enumerate(TABLES)]))
    with owners_database.begin() as connection:
        connection.exec_driver_sql("UPDATE hand SET played = NULL WHERE number = '2'")


def whole(client: FlaskClient, sort: str, limit: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    following = ""
    while True:
        document = client.get(f"/hands.json?limit={limit}&sort={sort}{following}").get_json()
        found += document["hands"]
        if document["next"] is None:
            return found
        following = f"&before={document['next']}"


def test_each_column_sorts_the_whole_list(client: FlaskClient, five: None) -> None:
    for sort, column in (("hand", "id"), ("table", "table"), ("played", "played")):
        for back in ("", "-"):
            listed = whole(client, f"{back}{sort}", 100)
            assert len(listed) == 5
            assert [each["id"] for each in whole(client, f"{back}{sort}", 2)] == [each["id"] for each in listed]
            values = [each[column] for each in listed if each[column] is not None]
            assert values == sorted(values, reverse=bool(back)), (sort, back)
            if sort == "played":
                assert listed[-1]["number"] == "2"
    assert [each["id"] for each in client.get("/hands.json").get_json()["hands"]] == [
        each["id"] for each in whole(client, "-hand", 100)
    ]


def test_the_heads_of_the_page(client: FlaskClient, five: None) -> None:
    page = client.get("/hands?limit=2").text
    assert 'aria-sort="descending"><a class="sort" href="/hands?sort=hand">Hand' in page
    assert 'href="/hands?sort=table"' in page
    assert "The newest hands come first." in page
    assert 'rel="next">Earlier hands</a>' in page
    sorted_page = client.get("/hands?limit=2&sort=table").text
    assert 'aria-sort="ascending"><a class="sort" href="/hands?sort=-table">Table' in sorted_page
    assert 'href="/hands?sort=table&amp;before=' in sorted_page
    assert client.get("/hands?sort=room").status_code == 422
