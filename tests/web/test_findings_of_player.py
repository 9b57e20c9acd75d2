"""Lists of findings that are filtered to a player: the hands of the player are searched once for a page."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.queries import people_filters
from auditor.store.uploads.upload_rows import Receipt
from tests.statements import statements
from tests.web.night import HandText, hand
from tests.web.paid import wrongly_paid
from tests.web.test_explained import WRONG_AWARD

pytestmark = pytest.mark.database

LISTS = (
    "player=Aster", "player=Birch", "against_player=Birch", "for_player=Aster", "player=Nobody",
    "player=Aster&severity=money", "player=Aster&for_player=Aster&house=pokerstars", "player=Aster&triage=closed",
    "player=Birch&news=new&runs=0..9", "player=Aster&table=Oak&limit=1",
)  # fmt: skip


def searches(sent: list[str]) -> int:
    """How many of the statements search the hands of a player."""
    return len([statement for statement in sent if "FROM seat JOIN LATERAL" in statement])


@pytest.fixture
def paid(sent: Callable[..., Receipt]) -> None:
    """Hands at two tables: some were paid wrongly, and one has a wager of the wrong size."""
    sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", day="13") + hand(HandText(number="3", bet=15)).encode())


def test_a_page_searches_the_hands_of_a_player_once(client: FlaskClient, paid: None) -> None:
    for query in LISTS:
        with statements() as sent:
            assert client.get(f"/findings?{query}").status_code == 200
        assert searches(sent) == query.count("player="), query


def test_collected_or_not_the_list_is_the_same(
    client: FlaskClient, paid: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = [client.get(f"/findings.json?{query}").get_json() for query in LISTS]
    assert [each["total"] for each in collected[:5]] == [2, 3, 3, 2, 0]
    monkeypatch.setattr(people_filters, "MOST_COLLECTED", 0)
    with statements() as sent:
        assert [client.get(f"/findings.json?{query}").get_json() for query in LISTS] == collected
    assert searches(sent) > 5 * len(LISTS)


def test_a_finding_counts_once_for_a_player_in_two_seats(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    """Ann is owed the pot in seat 2. A finding about the payout to seat 1 is for her, too."""
    for number in (b"1", b"2"):
        sent(WRONG_AWARD.replace(b"hand 1", b"hand " + number).replace(b"Bo Peep", b"Ann"), "two.hand", "roberts")
    page = client.get("/players/Ann.json").get_json()
    lists = {"all": "player", "against": "against_player", "for": "for_player"}
    listed = {name: client.get(f"/findings.json?{way}=Ann").get_json() for name, way in lists.items()}
    assert page["number_of_findings"] == {name: each["total"] for name, each in listed.items()}
    ids = {name: {one["id"] for one in each["findings"]} for name, each in listed.items()}
    assert ids["against"] | ids["for"] == ids["all"] == {each["id"] for each in page["findings"]}
    assert ids["against"] & ids["for"] == set()
    assert len(page["findings"]) == len(ids["all"])
    codes = {name: sorted({one["code"] for one in listed[name]["findings"]}) for name in ("against", "for")}
    assert codes == {"against": ["H802"], "for": ["P601"]}
