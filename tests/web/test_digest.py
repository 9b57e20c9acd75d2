"""The weekly digest counts what is new: neither a new read of a file nor a document of an archive is a new upload."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from auditor.jobs import rereading
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.worker import drain
from auditor.store.findings.reconcile import withdraw
from auditor.store.uploads.upload_rows import Receipt
from tests.printers.zips import Packed, zipped
from tests.web.paid import wrongly_paid

pytestmark = pytest.mark.database

Send = Callable[..., Receipt]
ONE = wrongly_paid("1").replace(b"Aster: brings", b"The moon rises\nAster: brings")
TWO = wrongly_paid("2", table="Oak") + wrongly_paid("3", table="Oak")


def came_in(client: FlaskClient) -> tuple[int, int, int]:
    digest = client.get("/digest.json").get_json()
    return digest["uploads"], digest["hands"], digest["audited_again"]


def read_anew(place: Workplace) -> None:
    with place.database.begin() as connection:
        rereading.mark(connection, 1, "Ann", noise=True)
    drain(place)


def test_a_new_read_of_a_file_is_no_new_upload(client: FlaskClient, sent: Send, place: Workplace) -> None:
    sent(ONE)
    assert came_in(client) == (1, 1, 0)
    read_anew(place)
    assert came_in(client) == (1, 1, 1)


def test_an_archive_is_one_upload_also_after_a_document_is_read_anew(
    client: FlaskClient, sent: Send, place: Workplace
) -> None:
    sent(zipped(Packed(b"one.txt", ONE), Packed(b"two.txt", TWO)), "night.zip")
    assert came_in(client) == (1, 3, 0)
    read_anew(place)
    assert came_in(client) == (1, 3, 1)


def test_what_was_sent_before_is_new_only_once(client: FlaskClient, sent: Send, place: Workplace) -> None:
    sent(TWO, "two.txt")
    sent(zipped(Packed(b"one.txt", ONE), Packed(b"two.txt", TWO)), "night.zip")
    assert came_in(client) == (2, 3, 0)
    sent(TWO + wrongly_paid("4"), "more.txt")
    assert came_in(client) == (3, 4, 0)
    nightly(place, everything=True)
    drain(place)
    assert came_in(client) == (3, 4, 4)
    sent(TWO, "two.txt", "roberts")
    assert came_in(client) == (3, 4, 6)


def test_the_number_of_new_findings_is_that_of_its_list(client: FlaskClient, sent: Send, place: Workplace) -> None:
    """A finding that was found in the week and is gone since counts, because the list of these runs has it."""
    sent(wrongly_paid("2", table="Oak") + wrongly_paid("3"))
    with place.database.begin() as connection:
        (hand_id,) = connection.execute(text("SELECT min(hand_id) FROM finding")).scalars()
        withdraw(connection, [hand_id])
        (gone,) = connection.execute(text("SELECT sum(1 + more) FROM finding WHERE detection = 'gone'")).scalars()
    digest = client.get("/digest.json").get_json()
    (query,) = re.findall(r'"/findings[?](news=new[^"]*)"', client.get("/digest").text)
    listed = client.get(f"/findings.json?{query.replace('&amp;', '&')}").get_json()
    assert gone > 0
    assert digest["totals"]["found"] == listed["total"] == len(listed["findings"]) > gone
    assert [sum([each["found"] for each in digest[part]]) for part in ("by_rule", "by_house")] == [listed["total"]] * 2
    (money,) = digest["money"]
    assert (money["at_stake"], money["hands"]) == (4200, 1)
