"""The findings about payouts on the page of a player: whatever seat they name, with the player's own amount."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.triage import decisions
from auditor.triage.acts import Act, Wish
from tests.web.demo_hands import MISDEAL, SHARE, WINNER
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database
BEFOREHAND = {"demo": (MISDEAL, SHARE, WINNER)}


@pytest.fixture
def demo() -> None:
    """Three hands of the demonstration with wrong payouts."""


def findings_of(client: FlaskClient, name: str) -> list[tuple[str, int | None, int | None]]:
    """The rule, the seat and the player's own amount of each finding on his page about a payout."""
    document = client.get(f"/players/{name}.json").get_json()
    return [(each["code"], each["seat"], each["own_amount"]) for each in document["findings"] if each["own_amount"]]


def counts(client: FlaskClient, name: str, code: str) -> tuple[int, ...]:
    """The number of findings of a rule about the player, for him and against him."""
    ways = ("player", "for_player", "against_player")
    return tuple(client.get(f"/findings.json?{way}={name}&code={code}").get_json()["total"] for way in ways)


def amount_cells(client: FlaskClient, name: str) -> list[str]:
    cells = re.findall(r'data-column="amount">(.*?)</td>', client.get(f"/players/{name}").text, re.DOTALL)
    return [visible_text(each) for each in cells]


@pytest.mark.parametrize(
    ("name", "amount", "of_code"),
    [
        ("Florian", 648, (1, 0, 1)), ("Katya", -256, (1, 1, 0)), ("Piet", -256, (1, 1, 0)),
        ("Yorick", 88, (1, 0, 1)), ("Xanthe", 42, (1, 0, 1)), ("Tamsin", -42, (1, 1, 0)),
    ],
)  # fmt: skip
def test_a_misdeal_that_was_played_on_belongs_to_all_whom_it_concerns(
    client: FlaskClient, demo: None, name: str, amount: int, of_code: tuple[int, ...]
) -> None:
    assert findings_of(client, name) == [("D214", 3, amount)]
    assert counts(client, name, "D214") == of_code
    numbers = client.get(f"/players/{name}.json").get_json()["number_of_findings"]
    for way, filters in (("all", "player"), ("for", "for_player"), ("against", "against_player")):
        assert numbers[way] == client.get(f"/findings.json?{filters}={name}").get_json()["total"], way


def test_the_amount_is_that_of_the_player(client: FlaskClient, demo: None) -> None:
    assert findings_of(client, "Elspeth") == [("D214", 3, -224), ("P601", 1, -21)]
    assert amount_cells(client, "Elspeth") == ["224 chips owed to this player", "21 chips owed to this player"]
    assert "5.13 USD owed to this player" in amount_cells(client, "Oona")
    assert "5.13 USD owed by this player" in amount_cells(client, "Gudrun")
    assert "648 chips owed by this player" in amount_cells(client, "Florian")


def test_a_dismissed_finding_is_not_owed(client: FlaskClient, demo: None, place: Workplace, rows: Any) -> None:
    ((number,),) = rows("SELECT id FROM finding WHERE code = 'P601'")
    with place.database.begin() as connection:
        decisions.act(connection, number, Wish(Act.DISMISS, "not a violation", "The floor checked it."), "Ann")
    assert amount_cells(client, "Rosalba") == ["21 chips not owed"]


def test_the_groups_by_player_count_the_same_findings(client: FlaskClient, demo: None) -> None:
    groups = client.get("/findings/groups.json?by=player&code=D214").get_json()["groups"]
    counted = {each["value"]: each["findings"] for each in groups}
    assert counted == dict.fromkeys(("Elspeth", "Florian", "Katya", "Piet", "Tamsin", "Xanthe", "Yorick"), 1)
