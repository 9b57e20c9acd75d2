"""A run may close only what it tested again."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.engine.findings import Finding, Unverifiable
from auditor.store.findings.reconcile import moot_under
from auditor.store.postgres.database import Database
from tests.store.nights import AN_ACT, CODES, HOUSE, Archive, Law, filed, finding, night

pytestmark = pytest.mark.database

LOOKS = "SELECT triage, detection, gone_by FROM finding WHERE hand_id = 1 AND code = %s"
UNTESTED = [("open", "unassessed", "")]
CLOSED = [("closed", "gone", "engine")]
Rows = Callable[..., list[tuple[Any, ...]]]


def again(
    database: Database, archive: Archive, found: list[Finding], *notes: Unverifiable, law: Law | None = None
) -> None:
    law = law or Law(2)
    with database.begin() as connection:
        filed(connection, night(connection, law), archive.placed("first", law, found, notes))


@pytest.mark.parametrize(
    ("note", "looks"),
    [
        (Unverifiable("B402", AN_ACT), UNTESTED),
        (Unverifiable("B402", AN_ACT + 3), UNTESTED),  # a rule may judge a place from a later one
        (Unverifiable("B402", AN_ACT - 1), CLOSED),
        (Unverifiable("B402", 0, 7), UNTESTED),  # seven more, nobody knows where
        (Unverifiable("B4021", AN_ACT), CLOSED),
    ],
)
def test_what_could_not_be_verified_is_not_closed(
    archive: Archive, database: Database, rows: Rows, note: Unverifiable, looks: list[Any]
) -> None:
    again(database, archive, [], note)
    assert rows(LOOKS, "B402") == looks
    assert rows(LOOKS, "B403") == CLOSED
    again(database, archive, [finding("as logged")], law=Law(3))
    assert rows(LOOKS, "B402") == [("open", "present", "")]


def test_what_may_be_among_those_that_are_not_listed_is_not_closed(
    archive: Archive, database: Database, rows: Rows
) -> None:
    many = finding("first of very many", subject="another")
    many.more = 1_000
    again(database, archive, [many])
    assert rows(f"{LOOKS} ORDER BY id", "B402") == [*UNTESTED, ("open", "present", "")]
    assert rows(LOOKS, "B403") == CLOSED


def test_a_rule_that_the_house_does_not_need_closes_nothing(archive: Archive, database: Database, rows: Rows) -> None:
    idle = min(moot_under(HOUSE, "stud", "fixed"))
    rows("UPDATE finding SET code = %s WHERE code = 'B403' RETURNING 1", idle)
    again(database, archive, [finding("as logged")], law=Law(1, "B"))
    assert rows(LOOKS, idle) == UNTESTED
    assert rows(LOOKS, "B404") == [("closed", "gone", "rules")]
    assert rows("SELECT act FROM triage_act ORDER BY act") == [("closed",), ("untested",)]


def test_a_record_that_no_run_spoke_of_stays_as_it_is(archive: Archive, database: Database, rows: Rows) -> None:
    again(database, archive, [])
    assert rows("SELECT DISTINCT triage, detection FROM finding WHERE hand_id = 2") == [("open", "present")]
    assert rows("SELECT count(*) FROM triage_act") == [(len(CODES),)]


def test_a_house_that_is_not_on_the_shelf_has_no_idle_rules() -> None:
    assert moot_under("nowhere", "stud", "fixed") == frozenset()
