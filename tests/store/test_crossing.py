"""Where engine and house both changed, the cause is the one that makes the change without the other."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import text

from auditor.engine.findings import Finding, Unverifiable
from auditor.store.findings import houses
from auditor.store.findings.reconcile import moot_under
from auditor.store.findings.reports import Verdict
from auditor.store.postgres.database import Database
from auditor.store.queries import differences
from tests.store.nights import HOUSE, VENUE, Archive, Law, filed, finding, night, note, report

pytestmark = pytest.mark.database

Rows = Callable[..., list[tuple[Any, ...]]]
GONE = "SELECT code, gone_by FROM finding WHERE hand_id = 1 AND detection = 'gone' ORDER BY code"
LAID = "SELECT code, laid.cause FROM laid JOIN finding ON finding.id = finding_id WHERE run_id = %s ORDER BY code"
BOTH = Law(2, "B")


def audited(
    database: Database,
    archive: Archive,
    law: Law,
    found: Sequence[Finding],
    crossed: Sequence[Finding] | None,
    notes: Sequence[Unverifiable] = (),
) -> int:
    """A night by that law, which also tells what its rules find under the house as it was; gives the run."""
    told = archive.records["first"]
    between = None if crossed is None else report(told.hand, Law(law.version, "A"), crossed)
    verdict = Verdict(VENUE, told.hand, told.hand.digest(), report(told.hand, law, found, notes), third=between)
    with database.begin() as connection:
        run_id = night(connection, law)
        filed(connection, run_id, (told.place, verdict))
    return run_id


def causes(database: Database, run_id: int, until: int | None = None) -> dict[str, dict[str, int]]:
    """By rule, how many changes of a run, or of several runs up to and including another, have each cause."""
    with database.begin() as connection:
        rows = differences.by_rule(connection, run_id - 1, until or run_id)
    return {row.code: {cause: count for cause, count in row.causes.items() if count} for row in rows}


# Before, all three rest on "as logged". Under the house as it was, our rules of today find the first as before and the
# second no more; the third goes by the house alone, and the fourth comes by the engine, the fifth by the house.
FOUND = [finding("otherwise"), finding("as logged", "B405"), finding("as logged", "B406")]
CROSSED = [finding("as logged"), finding("as logged", "B404"), finding("as logged", "B405")]


def test_each_change_is_laid_to_what_makes_it_alone(archive: Archive, database: Database, rows: Rows) -> None:
    run_id = audited(database, archive, BOTH, FOUND, CROSSED)
    told = {"B402": "rules", "B403": "engine", "B404": "rules", "B405": "engine", "B406": "rules"}
    assert dict(rows(LAID, run_id)) == told
    assert rows(GONE) == [("B403", "engine"), ("B404", "rules")]
    assert causes(database, run_id) == {code: {cause: 1} for code, cause in told.items()}


def test_what_both_change_is_the_first_ones(archive: Archive, database: Database, rows: Rows) -> None:
    """The engine comes first: what it changes alone is its doing, whatever the house adds to it."""
    crossed = [finding("a third way"), finding("a third way", "B403")]
    run_id = audited(database, archive, BOTH, [finding("otherwise")], crossed)
    assert rows(LAID, run_id) == [("B402", "engine"), ("B403", "rules"), ("B404", "engine")]


def test_what_comes_back_is_laid_to_what_brings_it(archive: Archive, database: Database, rows: Rows) -> None:
    audited(database, archive, Law(2), [], None)
    run_id = audited(database, archive, Law(3, "B"), [finding("as logged"), finding("as logged", "B403")], FOUND[:1])
    assert rows(LAID, run_id) == [("B402", "engine"), ("B403", "rules")]
    assert causes(database, run_id) == {"B402": {"engine": 1}, "B403": {"rules": 1}}


def test_what_is_not_tested_again_is_laid_to_nothing(archive: Archive, database: Database, rows: Rows) -> None:
    """Of three that are found no more one is of a rule that is not asked now, one of a rule that could not judge."""
    idle = min(moot_under(HOUSE, "stud", "fixed"))
    rows("UPDATE finding SET code = %s WHERE code = 'B403' RETURNING id", idle)
    run_id = audited(database, archive, BOTH, [], CROSSED, [note("B402")])
    assert rows(GONE) == [("B404", "rules")]
    assert rows(LAID, run_id) == [("B404", "rules")]


def test_an_alarm_lays_nothing(archive: Archive, database: Database, rows: Rows) -> None:
    """The very same audit gave another result before: that report stands, and its findings with it."""
    audited(database, archive, BOTH, FOUND, None)
    audited(database, archive, Law(3, "C"), FOUND, None)
    gone = rows(GONE)
    run_id = audited(database, archive, BOTH, [], CROSSED)
    assert rows("SELECT count(*) FROM report WHERE run_id = %s", run_id) == [(0,)]
    assert rows(GONE) == gone
    assert rows(LAID, run_id) == []


def test_without_a_third_audit_no_cause_is_kept(archive: Archive, database: Database, rows: Rows) -> None:
    run_id = audited(database, archive, BOTH, FOUND, None)
    assert rows(LAID, run_id) == []
    assert causes(database, run_id) == {code: {"either": 1} for code in ("B402", "B403", "B404", "B405", "B406")}


@pytest.mark.parametrize(("law", "cause"), [(Law(2, "A"), "engine"), (Law(1, "B"), "rules")])
def test_where_one_changed_it_is_that_one(archive: Archive, database: Database, law: Law, cause: str) -> None:
    run_id = audited(database, archive, law, FOUND, None)
    assert causes(database, run_id) == {code: {cause: 1} for code in ("B402", "B403", "B404", "B405", "B406")}


@pytest.mark.parametrize(
    ("one", "two", "cause"), [(Law(2, "A"), Law(2, "B"), "engine"), (Law(1, "B"), Law(2, "B"), "rules")]
)
def test_over_several_nights_each_change_is_laid_to_what_that_night_changed(
    archive: Archive, database: Database, one: Law, two: Law, cause: str
) -> None:
    """The first night changes one of the two and what is found, the second the other and nothing of that."""
    first = audited(database, archive, one, FOUND, None)
    told = {code: {cause: 1} for code in ("B402", "B403", "B404", "B405", "B406")}
    assert causes(database, first) == told
    second = audited(database, archive, two, FOUND, None)
    assert causes(database, second) == {}
    assert causes(database, first, second) == told


def test_a_cause_of_one_night_holds_over_several_nights(archive: Archive, database: Database) -> None:
    first = audited(database, archive, BOTH, FOUND, CROSSED)
    second = audited(database, archive, Law(3, "C"), FOUND, None)
    told = causes(database, first)
    assert causes(database, first, second) == told
    assert {cause for each in told.values() for cause in each} == {"engine", "rules"}


def test_what_comes_back_in_a_night_is_laid_to_what_that_night_changed(archive: Archive, database: Database) -> None:
    """A finding that the engine removed in one night and the house brought back in the next has both causes."""
    kept = [finding("as logged", "B403"), finding("as logged", "B404")]
    first = audited(database, archive, Law(2, "A"), kept, None)
    second = audited(database, archive, Law(2, "B"), [finding("as logged"), *kept], None)
    third = audited(database, archive, Law(3, "B"), [finding("as logged"), *kept], None)
    assert causes(database, second, third) == {"B402": {"rules": 1}}
    assert causes(database, first) == {"B402": {"engine": 1}}


def test_houses_are_kept_once_and_found_by_their_digest(owners_database: Database, rows: Rows) -> None:
    one, other = b"\1" * 32, b"\2" * 32
    with owners_database.begin() as connection:
        houses.keep(connection, {one.hex(): "as it was"})
        houses.keep(connection, {one.hex(): "never written anew", other.hex(): "as it is"})
        assert houses.lines_of(connection, {one, other, b"\3" * 32}) == {one: "as it was", other: "as it is"}
        assert houses.lines_of(connection, set()) == {}
        connection.execute(text("DELETE FROM house"))
