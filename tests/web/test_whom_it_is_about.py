"""A finding's page says whom it is about, and where else one has to look."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.cli.command import LOGS
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

NO_ANTE = """\
# hand 1
stakes 10/20 bring-in 3 ante 1
seat 1 Wystan 500
seat 2 Kaspar 500
seat 3 Vesna 500
2 antes 1
3 antes 1
1 [xx xx] Kd
2 [xx xx] 9h
3 [xx xx] 2c
3 brings in 3
1 folds
2 calls 3
4th
2 9h
2 bets 10
"""


def opened(client: FlaskClient, code: str) -> str:
    """The words of the page of the one finding of a rule."""
    [found] = client.get(f"/findings.json?all=yes&code={code}").get_json()["findings"]
    return all_text(client.get(f"/findings/{found['id']}").text)


def test_a_seat_that_did_nothing_there_and_a_card_seen_before_are_named(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(NO_ANTE.encode(), "no_ante.hand")
    assert "Third street. 1 Wystan is dealt" in opened(client, "O301")
    assert "The finding is about 3 Vesna . Fourth street. 2 Kaspar bets 10." in opened(client, "D205")
    page = opened(client, "D201")
    assert "The finding is about" not in page
    assert "Fourth street. 2 Kaspar is dealt 9♥ 9h ." in page
    assert "The same card already appeared at event 4 : 2 Kaspar is dealt ▒ xx ▒ xx 9♥ 9h ." in page


def test_what_is_found_between_hands_names_the_seat_and_the_other_hand(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent((LOGS / "sitting.hand").read_bytes(), "evening.hand")
    page = opened(client, "H801")
    assert "The finding is about" in page
    assert "The auditor compared this hand with hand 7 , an earlier hand at the same table." in page
    assert "496.00, as hand 7 left it" in page
    assert ": between hands, a player may pay charges or tips that the log does not show." in page
    assert "not stated" not in page
