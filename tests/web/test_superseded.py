"""Records that a newer read of their file replaced: no list has them, and their addresses still lead to them."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs import rereading
from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from auditor.store.uploads.upload_rows import Receipt
from tests.web.page_text import visible_text
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database

TWO = wrongly_paid("1") + wrongly_paid("2", table="Oak", players=("Aster", "Dahlia", "Birch"))


@pytest.fixture
def read_again(sent: Callable[..., Receipt], place: Workplace) -> None:
    """Two hands of a file that was read again: the records 3 and 4 replaced the records 1 and 2."""
    sent(TWO.replace(b"Aster: brings", b"The moon rises\nAster: brings"))
    with place.database.begin() as connection:
        rereading.mark(connection, 1, "Ann", noise=True)
    drain(place)


def document(client: FlaskClient, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_lists_and_counts_have_only_the_newer_records(client: FlaskClient, read_again: None) -> None:
    assert [each["id"] for each in document(client, "/hands.json")["hands"]] == [4, 3]
    assert [each["id"] for each in document(client, "/hands.json?before=4")["hands"]] == [3]
    for address, numbers in (
        ("/players/Aster.json", [4, 3]),
        ("/players/Dahlia.json", [4]),
        ("/tables/Ivy.json", [3]),
        ("/days/2026-11-13.json", [4, 3]),
    ):
        page = document(client, address)
        assert ([each["id"] for each in page["hands"]], page["number_of_hands"]) == (numbers, len(numbers)), address
    aster = document(client, "/players/Aster.json")
    assert [(each["name"], each["hands"]) for each in aster["people"]] == [("Birch", 2), ("Cedar", 1), ("Dahlia", 1)]
    assert aster["tables"] == [{"name": "Ivy", "hands": 1}, {"name": "Oak", "hands": 1}]


def test_a_record_and_its_replacement_lead_to_each_other(client: FlaskClient, read_again: None) -> None:
    both = [document(client, f"/hands/{number}.json") for number in (1, 3)]
    assert [(each["replaces"], each["replaced_by"]) for each in both] == [([], [3]), ([1], [])]
    assert document(client, "/api/v1/hands/3")["replaces"] == [1]
    old, new = [client.get(f"/hands/{number}").text for number in (1, 3)]
    assert "Superseded: the auditor read the file again, and record 3 replaces this record." in visible_text(old)
    assert '<a href="/hands/3">record 3</a>' in old
    assert "The auditor read the file of this hand again. This record replaces record 1." in visible_text(new)
    assert '<a href="/hands/1">record 1</a>' in new


def test_a_hand_that_was_read_once_replaces_nothing(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(TWO)
    sent(TWO, "again.txt", "roberts")
    one = document(client, "/hands/1.json")
    assert (one["replaces"], one["replaced_by"]) == ([], [])
    assert "replaces" not in visible_text(client.get("/hands/1").text)
