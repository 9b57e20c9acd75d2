"""A value of a filter that does not exist gets a sentence above the list."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.web.page_text import visible_text
from tests.web.paid import wrongly_paid
from tests.web.signed import account, bearer

pytestmark = pytest.mark.database

UNKNOWN = {
    "code=B999": "There is no rule B999.",
    "house=nowhere": 'There is no house "nowhere".',
    "venue=nowhere": 'There is no venue "nowhere".',
    "room=Nowhere": 'No finding here is from the room "Nowhere".',
    "stakes=7/9 USD": 'No finding here has the stakes "7/9 USD".',
    "engine=999999": "No finding here is from version 999999 of the rules.",
    "assignee=Zoe": 'Nobody here is called "Zoe".',
    "player=Zoe": 'No player is called "Zoe" here.',
    "against_player=Zoe": 'No player is called "Zoe" here.',
    "for_player=Zoe&player=Zoe": 'No player is called "Zoe" here.',
    "table=Elm": 'No table is called "Elm" here.',
    "named=Elm": 'No player, table or hand here has a name that begins with "Elm".',
    "currency=XXX": 'No finding here has the currency "XXX".',
    "upload=1a-2b": "There is no upload with the receipt 1a-2b.",
    "selection=77": "There is no selection 77.",
}
KNOWN = "code=B402&code=S506&house=roberts&player=Aster&table=Ivy&stakes=&assignee=&currency=USD&engine=1&venue=default"


@pytest.fixture
def paid(sent: Callable[..., Receipt]) -> Receipt:
    return sent(wrongly_paid("1"))


def test_a_value_that_does_not_exist_gets_a_sentence(client: FlaskClient, paid: Receipt) -> None:
    for query, sentence in UNKNOWN.items():
        for address in ("/findings.json", "/api/v1/findings", "/findings/groups.json"):
            assert client.get(f"{address}?{query}").get_json()["missing"] == [sentence], (address, query)
        assert sentence in visible_text(client.get(f"/findings?{query}").text)
    both = client.get("/findings.json?player=Zoe&player=Aster&table=Elm").get_json()
    assert (both["missing"], both["total"]) == ([UNKNOWN["player=Zoe"], UNKNOWN["table=Elm"]], 0)
    name = quote('"<b>\u202e')
    assert "No player is called &#34;&#34;&lt;b&gt;⟨U+202E⟩&#34; here." in client.get(f"/findings?player={name}").text


def test_a_value_that_exists_gets_none(client: FlaskClient, paid: Receipt) -> None:
    engine = client.get("/findings.json?all=yes").get_json()["facets"]["engine"][0]["value"]
    document = client.get(
        f"/findings.json?{KNOWN.replace('engine=1', f'engine={engine}')}&upload={paid.receipt}"
    ).get_json()
    assert document["missing"] == []


def test_a_program_learns_nothing_about_another_venue(
    app: Flask, client: FlaskClient, database: Database, owners_database: Database, paid: Receipt
) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'riverside', 'Riverside')")
    headers = bearer(database, account(database, "Cyd"), venue_id=2)
    query = f"player=Aster&table=Ivy&room=PokerStars&upload={paid.receipt}"
    assert len(client.get(f"/api/v1/findings?{query}", headers=headers).get_json()["missing"]) == 4
    assert client.get("/api/v1/findings?assignee=Zoe", headers=headers).get_json()["missing"] == []
