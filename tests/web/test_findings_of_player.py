"""Lists of findings that are filtered to a player: the hands of the player are searched once for a page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.engine import Engine

from auditor.store.queries import people_filters
from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import HandText, hand
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database

LISTS = (
    "player=Aster", "player=Birch", "against_player=Birch", "for_player=Aster", "player=Nobody",
    "player=Aster&severity=money", "player=Aster&for_player=Aster&house=pokerstars", "player=Aster&triage=closed",
    "player=Birch&news=new&runs=0..9", "player=Aster&table=Oak&limit=1",
)  # fmt: skip


@pytest.fixture
def searches() -> Iterator[list[str]]:
    """The statements that search the hands of a player, as they are run."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "FROM seat JOIN finding" in statement:
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def paid(sent: Callable[..., Receipt]) -> None:
    """Hands at two tables: some were paid wrongly, and one has a wager of the wrong size."""
    sent(wrongly_paid("1") + wrongly_paid("2", table="Oak", day="13") + hand(HandText(number="3", bet=15)).encode())


def test_a_page_searches_the_hands_of_a_player_once(client: FlaskClient, paid: None, searches: list[str]) -> None:
    for query in LISTS:
        searches.clear()
        assert client.get(f"/findings?{query}").status_code == 200
        assert len(searches) == query.count("player="), query


def test_collected_or_not_the_list_is_the_same(
    client: FlaskClient, paid: None, searches: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = [client.get(f"/findings.json?{query}").get_json() for query in LISTS]
    assert [each["total"] for each in collected[:5]] == [4, 5, 5, 4, 0]
    searches.clear()
    monkeypatch.setattr(people_filters, "MOST_COLLECTED", 0)
    assert [client.get(f"/findings.json?{query}").get_json() for query in LISTS] == collected
    assert len(searches) > 5 * len(LISTS)
