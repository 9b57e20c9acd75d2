"""A person decides while a run files what it found: whoever comes second sees what the first did."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text

from auditor.store.findings.apply_transitions import inherit
from auditor.store.findings.reports import file_verdicts
from auditor.store.postgres.database import Database
from auditor.store.triage import decisions
from auditor.store.triage.decisions import Done
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import Archive, Law, filed, finding, night, number, run_of_upload

pytestmark = pytest.mark.database

LOOKS = """SELECT f.triage, detection, flagged, d.state FROM finding AS f LEFT JOIN decision AS d USING (fingerprint)
           WHERE code = 'B402' ORDER BY id"""
WAITS = """SELECT count(*) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'"""
Rows = Callable[..., list[tuple[Any, ...]]]


def until_it_waits(rows: Rows, other: Future[Any]) -> None:
    while rows(WAITS) == [(0,)]:
        assert not other.done(), "it waits for nobody"


def test_a_run_that_waits_for_a_decision_obeys_it(archive: Archive, database: Database, rows: Rows) -> None:
    def nothing_is_there() -> None:
        with database.begin() as connection:
            gone = [archive.placed(name, Law(2), []) for name in archive.records]
            filed(connection, night(connection, Law(2)), *gone)

    with ThreadPoolExecutor() as other:
        with database.begin() as connection:
            decisions.act(connection, number(connection), Wish(Act.CONFIRM), "alice")
            run = other.submit(nothing_is_there)
            until_it_waits(rows, run)
        run.result()
    assert rows(LOOKS) == [("confirmed", "gone", True, "confirmed")] * 2


def test_the_night_ends_no_acceptance_that_is_about_to_be_made_anew(
    archive: Archive, database: Database, rows: Rows
) -> None:
    def night_begins() -> None:
        with database.begin() as connection:
            night(connection, Law())

    today = rows("SELECT current_date")[0][0]
    wish = Wish(Act.ACCEPT, "settled with the players", "paid by hand", today)
    with database.begin() as connection:
        decisions.act(connection, number(connection), wish, "alice")
    rows("UPDATE decision SET until = until - 1 RETURNING 1")
    with ThreadPoolExecutor() as other:
        with database.begin() as connection:
            connection.execute(text("SELECT FROM finding WHERE code = 'B402' FOR UPDATE"))
            run = other.submit(night_begins)
            until_it_waits(rows, run)
            decisions.act(connection, number(connection), wish, "alice")
        run.result()
    assert rows(LOOKS) == [("accepted", "present", False, "accepted")] * 2


def test_a_record_that_is_filed_while_somebody_decides_has_the_decision(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as filing:
        run_id = run_of_upload(filing, archive.send(filing, "third"), Law())
        file_verdicts(filing, run_id, [archive.placed("third", Law(), [finding("as logged")])])
        with database.begin() as connection:
            decisions.act(connection, number(connection), Wish(Act.CONFIRM), "alice")
        inherit(filing, run_id)
    assert rows(LOOKS) == [("confirmed", "present", False, "confirmed")] * 3


def test_who_decides_just_before_a_record_is_filed_decides_about_it_too(
    archive: Archive, database: Database, rows: Rows
) -> None:
    def decided() -> Done:
        with database.begin() as connection:
            return decisions.act(connection, number(connection), Wish(Act.CONFIRM), "alice")

    with ThreadPoolExecutor() as other:
        with database.begin() as filing:
            run_id = run_of_upload(filing, archive.send(filing, "third"), Law())
            filed(filing, run_id, archive.placed("third", Law(), [finding("as logged")]))
            deciding = other.submit(decided)
            until_it_waits(rows, deciding)
        assert deciding.result().done == 1
    assert rows(LOOKS) == [("confirmed", "present", False, "confirmed")] * 3


def test_two_people_undo_the_same_and_the_second_is_refused(archive: Archive, database: Database, rows: Rows) -> None:
    def undone() -> None:
        with database.begin() as connection:
            decisions.undo(connection, batch, "bob")

    with database.begin() as connection:
        batch = decisions.act(connection, number(connection), Wish(Act.CONFIRM), "alice").batch_id
    with ThreadPoolExecutor() as other:
        with database.begin() as connection:
            decisions.undo(connection, batch, "alice")
            undoing = other.submit(undone)
            until_it_waits(rows, undoing)
        with pytest.raises(BadWish, match="undone already"):
            undoing.result()
    assert rows("SELECT count(*) FROM triage_batch WHERE undoes_id IS NOT NULL") == [(1,)]
