"""Retention: exactly what was counted goes, with everything that hangs on it, and nothing else."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from auditor.disputes.acts import Act
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.retention import remove_old
from auditor.jobs.worker import drain, worker_app
from auditor.store.people.setting_acts import changes
from auditor.store.triage.venues import VenueRefused
from auditor.store.uploads.retention import Removal, retentions, set_days, would_remove
from auditor.store.uploads.upload_rows import Receipt
from tests.store.disputes.cases import desk, opened
from tests.web.night import HandText, hand
from tests.web.paid import wrongly_paid
from tests.web.test_owed_rows import SEATED

pytestmark = pytest.mark.database

Rows = Callable[..., Any]
DAY = 86_400
PEOPLE = ("Dahlia", "Elder", "Fir")
SHARED = hand(HandText(number="7", bet=15)).encode()
NEW = SHARED + wrongly_paid("2", table="Ivy")
# The hand 1 is played at the table of the hand 2, with other stacks than its end leaves: the two are compared.
OLD = SHARED + wrongly_paid("1", table="Ivy") + wrongly_paid("9", table="Oak", players=PEOPLE)
UNREAD = hand(HandText(number="8")).replace("Aster: brings in", "The moon rises\nAster: brings in").encode()
# Everything that a page shows of hands, without the numbers of rows.
SEEN = (
    "SELECT number, encode(digest, 'hex') FROM hand ORDER BY 1, 2",
    "SELECT number, code, seat, logged, detection FROM finding ORDER BY 1, 2, 3, 4",
    "SELECT number, house, findings FROM report JOIN hand ON hand.id = hand_id ORDER BY 1, 2",
    SEATED,
    "SELECT number, seat, amount FROM owed JOIN hand ON hand.id = hand_id ORDER BY 1, 2",
    "SELECT name, over, short, hands FROM owed_player JOIN player ON player.id = player_id WHERE hands > 0 ORDER BY 1",
    "SELECT table_name, over, short, rake, hands FROM owed_night WHERE hands > 0 ORDER BY 1",
    "SELECT name FROM player ORDER BY 1",
    "SELECT name FROM poker_table ORDER BY 1",
    "SELECT turn FROM trace ORDER BY 1",
    "SELECT key FROM identity ORDER BY 1",
    "SELECT sum(listed) FROM tally",
    "SELECT code, sum(found) FROM found_first GROUP BY code HAVING sum(found) <> 0 ORDER BY 1",
)
OF_HANDS = ("hand", "finding", "report", "seat", "trace", "source", "owed", "identity", "player", "poker_table")


def seen(rows: Rows) -> list[Any]:
    return [rows(query) for query in SEEN]


def aged(rows: Rows, receipt: Receipt, days: int) -> None:
    """The file came so many days ago."""
    query = "UPDATE upload SET received_at = now() - make_interval(days => %s) WHERE id = %s RETURNING id"
    assert rows(query, days, receipt.upload_id) == [(receipt.upload_id,)]


def sent(place: Workplace, data: bytes) -> Receipt:
    receipt = receive(place, data, "night.txt")
    drain(place)
    return receipt


def test_the_upload_with_a_hand_of_an_open_case_stays(place: Workplace, rows: Rows) -> None:
    old = sent(place, OLD)
    aged(rows, old, 100)
    with place.database.begin() as connection:
        assert would_remove(connection, "default", 99).uploads == 1
        made = opened(desk(connection), hand_id=rows("SELECT min(id) FROM hand")[0][0])
        assert would_remove(connection, "default", 99) == Removal(0, 0, 0, 0)
        made.do("rita", Act.WITHDRAW)
        assert would_remove(connection, "default", 99).uploads == 1


def test_exactly_the_count_goes_and_what_a_newer_file_has_stays(place: Workplace, rows: Rows) -> None:
    sent(place, NEW)
    before = seen(rows)
    old = sent(place, OLD)
    assert ("2", "H801") in [row[:2] for row in seen(rows)[1]], "the two hands of the table are not compared"
    aged(rows, old, 100)
    findings = len(seen(rows)[1]) - len(before[1])
    with place.database.begin() as connection:
        counted = would_remove(connection, "default", 99)
        assert counted == Removal(1, len(OLD), 2, findings)
        assert would_remove(connection, "default", 101) == Removal(0, 0, 0, 0)
        assert set_days(connection, "default", 99, "Ada")
        assert not set_days(connection, "default", 99, "Ada")
        assert [(row.venue, row.days) for row in retentions(connection)] == [("default", 99)]
        assert [(each.act, each.before, each.after, each.by) for each in changes(connection, 9)] == [
            ("retention", "for ever", "99 days", "Ada")
        ]
    path = place.evidence.path(old.sha256)
    assert remove_old(place) == 2
    assert seen(rows) == before
    assert path.exists(), "a file that arrived in the last hour may belong to an upload without a row"
    os.utime(path, (0, 0))
    assert remove_old(place) == 0
    assert list(path.parent.glob(f"{old.sha256}*")) == []
    assert rows("SELECT removed_at IS NOT NULL FROM upload ORDER BY id") == [(False,), (True,)]

    again = sent(place, OLD)
    assert (again.again, again.receipt == old.receipt) == (False, False)
    assert rows("SELECT hands, audited, known FROM upload WHERE id = %s", again.upload_id) == [(3, 2, 1)]
    rows("UPDATE upload SET received_at = now() - interval '100 days' RETURNING id")
    assert remove_old(place) == 4
    assert {table: rows(f'SELECT count(*) FROM "{table}"') for table in OF_HANDS} == {name: [(0,)] for name in OF_HANDS}
    assert rows("SELECT sum(listed) FROM tally") == [(0,)]


def test_nothing_goes_while_hands_wait_and_nothing_without_a_period(place: Workplace, rows: Rows) -> None:
    old = sent(place, UNREAD)
    aged(rows, old, 400)
    assert remove_old(place) == 0
    with place.database.begin() as connection:
        set_days(connection, "default", 30, "Ada")
    receive(place, NEW, "waits.txt")
    assert remove_old(place) == 0
    drain(place)
    assert rows("SELECT count(*) FROM unread_line") == [(1,)]
    assert remove_old(place) == 1
    assert rows("SELECT count(*) FROM unread_line") == [(0,)]
    assert rows("SELECT example = shape FROM unread_shape") == [(True,)]
    with place.database.begin() as connection:
        set_days(connection, "default", None, "Ada")
        assert retentions(connection)[0].days is None


def test_the_same_file_of_another_venue_keeps_the_bytes(place: Workplace, rows: Rows) -> None:
    old = sent(place, NEW)
    aged(rows, old, 400)
    rows("INSERT INTO venue (id, name) VALUES (2, 'north') RETURNING id")
    copy = "INSERT INTO upload (receipt, venue_id, sha256, size, state) SELECT 'x', 2, sha256, size, 'done' FROM upload"
    rows(f"{copy} RETURNING id")
    with place.database.begin() as connection:
        assert would_remove(connection, "default", 30).size == 0
        assert would_remove(connection, "north", 30) == Removal(0, 0, 0, 0)
        set_days(connection, "default", 30, "Ada")
    os.utime(place.evidence.path(old.sha256), (0, 0))
    assert remove_old(place) == 2
    place.evidence.insist(old.sha256)


@pytest.mark.parametrize("days", [0, 29, 36_501])
def test_a_period_that_is_too_short_or_too_long_is_refused(days: int, place: Workplace) -> None:
    with place.database.begin() as connection, pytest.raises(VenueRefused, match="from 30 to 36,500"):
        set_days(connection, "default", days, "Ada")
    with place.database.begin() as connection, pytest.raises(VenueRefused, match='no venue "elsewhere"'):
        would_remove(connection, "elsewhere", 30)


def test_the_clock_of_a_worker_removes_what_is_old(place: Workplace) -> None:
    assert "remove_old" in worker_app(place).tasks
