"""What an upload's page says was judged: never more than was."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import CUT_OFF, LAWFUL, NIGHT, OTHER_GAME, HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database

LAWFUL_TOO = HandText(number="4200003")
ALL_CLEAR = ("Nothing was found", "No finding", "kept its house")


@pytest.fixture
def result(client: FlaskClient, sent: Callable[..., Receipt]) -> Callable[[bytes], str]:
    """What the page of an upload says in the end."""
    return lambda data: all_text(client.get(f"/uploads/{sent(data).receipt}").text)


def test_what_was_audited_is_counted(result: Callable[[bytes], str]) -> None:
    assert "There is no finding in the 2 audited hands. House" in result(history(LAWFUL, LAWFUL_TOO))
    assert "There is no finding in the 1 audited hand. House" in result(history(HandText(number="4200004")))


def test_what_was_not_audited_is_named_beside_it(result: Callable[[bytes], str]) -> None:
    result(history(LAWFUL))
    page = result(history(LAWFUL, LAWFUL_TOO) + CUT_OFF.encode() + OTHER_GAME.encode())
    assert (
        "There is no finding in the 1 audited hand. 1 hand was already stored, 1 was rejected and not audited,"
        " 1 of another game was skipped." in page
    )


def test_beside_findings_stands_only_the_rest(result: Callable[[bytes], str]) -> None:
    page = result(NIGHT)
    assert "1 finding 1 hand was rejected and not audited, 1 of another game was skipped." in page
    assert "No finding" not in page


def test_where_nothing_was_audited_nothing_is_cleared(result: Callable[[bytes], str]) -> None:
    result(history(LAWFUL))
    for data, expected in (
        (CUT_OFF.encode() * 2, "No hand was audited. 2 hands were rejected and not audited."),
        (history(LAWFUL) + b"\n", "No hand was audited. 1 hand was already stored."),
        (OTHER_GAME.encode(), "No hand was audited. 1 hand of another game was skipped."),
        (b"nothing of poker\n" * 50, "No hand was audited."),
    ):
        page = result(data)
        assert expected in page
        assert not [each for each in ALL_CLEAR if each in page]


def test_the_lists_clear_nothing_either(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(CUT_OFF.encode())
    for address in ("/", "/findings"):
        page = client.get(address).text
        assert not [each for each in ("kept its house", "Nothing was found") if each in page]


def test_the_reason_of_a_rejection_is_not_guessed(result: Callable[[bytes], str]) -> None:
    assert "Rejected: hands that were not audited, with the reason" in result(NIGHT)
