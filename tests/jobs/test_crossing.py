"""A night in which both our rules and a house changed: hands whose findings change are audited a third time, under the
house as it was, and each change has one of the two as its cause.
"""

from typing import Any

import pytest
from sqlalchemy import text

from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings
from auditor.jobs import reauditing
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.findings import houses
from auditor.store.findings.reports import Venue, Verdict, file_verdicts
from auditor.store.postgres.database import Database
from tests.jobs.logs import faulty, lawful, log_of, run_of

pytestmark = pytest.mark.database

FORMER = load("roberts", Game.STUD).with_value("seats.most", "2")
LAID = (
    "SELECT DISTINCT code, laid.cause FROM laid JOIN finding ON finding.id = finding_id WHERE run_id = %s ORDER BY code"
)
GONE = "SELECT DISTINCT code, gone_by FROM finding WHERE detection = 'gone'"


def judged_before(place: Workplace, rows: Any, house: House) -> None:
    """A lawful hand, and a faulty one as older rules had it: under that house, and without an eye for its ante."""
    receive(place, log_of(faulty(3), lawful(4)), "x")
    drain(place)
    hand = faulty(3)
    ((number, month),) = rows("SELECT id, month FROM hand WHERE number = '3'")
    verdict = Verdict(Venue(1, "default"), hand, hand.digest(), audit_with_readings(hand, house))
    with place.database.begin() as connection:
        file_verdicts(connection, 1, [((number, month), verdict)])
    rows("DELETE FROM report WHERE hand_id = %s AND NOT current RETURNING hand_id", number)
    rows("UPDATE report SET rules_version = rules_version - 1 RETURNING hand_id")
    rows("DELETE FROM finding WHERE code = 'O302' RETURNING id")
    assert [code for (code,) in rows("SELECT DISTINCT code FROM finding WHERE code IN ('D209', 'O302')")] == ["D209"]


@pytest.mark.parametrize("kept", [True, False])
def test_what_changed_is_laid_to_engine_or_house_where_the_house_of_then_is_kept(
    place: Workplace, kept: bool, rows: Any
) -> None:
    judged_before(place, rows, FORMER)
    if kept:
        with place.database.begin() as connection:
            houses.keep(connection, {FORMER.digest: FORMER.canonical()})
    number = nightly(place)
    drain(place)
    assert rows("SELECT count(*) FROM report WHERE run_id = %s AND current", number) == [(2,)]
    assert rows(GONE) == [("D209", "rules" if kept else "engine")]
    assert rows(LAID, number) == ([("D209", "rules"), ("O302", "engine")] if kept else [])


@pytest.mark.parametrize(("former", "kind"), [("house/1 of yore", ""), ("house/2 \\x", "UnicodeDecodeError")])
def test_a_third_audit_that_cannot_be_made_lays_nothing_and_costs_nothing(
    place: Workplace, former: str, kind: str, rows: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A house of another time is refused; what breaks off in the midst of a letter is nothing that anybody expects."""
    judged_before(place, rows, FORMER)
    with place.database.begin() as connection:
        houses.keep(connection, {FORMER.digest: former})
    number = nightly(place)
    drain(place)
    row = run_of(place, number)
    assert (row.hands, row.clean, row.faulty, row.failed) == (2, 1, 1, 0)
    assert rows(GONE) == [("D209", "engine")]
    assert rows(LAID, number) == []
    assert rows("SELECT count(*) FROM finding WHERE detection = 'unassessed'") == [(0,)]
    ((hand,),) = rows("SELECT id FROM hand WHERE number = '3'")
    sentence = (
        f"If findings of hand record {hand} changed, the cause is the rules version or house roberts. The auditor does"
        f" not know which of them, because the audit under the former rules of the house failed: {kind}."
    )
    journal = [message for name, _, message in caplog.record_tuples if name == reauditing.__name__]
    assert journal == ([sentence] if kind else [])


def test_where_the_house_alone_changed_nobody_looks_twice(place: Workplace, rows: Any) -> None:
    judged_before(place, rows, FORMER)
    rows("UPDATE report SET rules_version = rules_version + 1 RETURNING hand_id")
    number = nightly(place)
    drain(place)
    assert rows(GONE) == [("D209", "rules")]
    assert rows(LAID, number) == []


def test_a_run_keeps_the_houses_that_it_is_pinned_to(place: Workplace, owners_database: Database, rows: Any) -> None:
    with owners_database.begin() as connection:
        connection.execute(text("DELETE FROM house"))  # as on the first day: other tests begin with them
    receive(place, log_of(lawful(1)), "x")
    drain(place)
    kept = dict(rows("SELECT encode(digest, 'hex'), lines FROM house"))
    assert kept == dict(place.pin.lines)
    assert set(kept) == set(place.pin.houses.values())
    assert rows("SELECT count(*) FROM house WHERE sha256(convert_to(lines, 'UTF8')) <> digest") == [(0,)]
