"""A finding keeps the version of the rules that first found it."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.postgres.database import Database
from tests.store.nights import CODES, Archive, Law, filed, finding, night

pytestmark = pytest.mark.database

FIRST = "SELECT code, detection, rules_version FROM finding WHERE hand_id = 1 ORDER BY code"
Rows = Callable[..., list[tuple[Any, ...]]]


def audited(database: Database, archive: Archive, version: int, *found: tuple[str, str]) -> None:
    """A night under these rules that finds just this on the first record: rules, and what they rest on."""
    with database.begin() as connection:
        findings = [finding(evidence, code) for code, evidence in found]
        filed(connection, night(connection, Law(version)), archive.placed("first", Law(version), findings))


def test_what_is_found_again_keeps_the_version_that_found_it_first(
    archive: Archive, database: Database, rows: Rows
) -> None:
    assert rows(FIRST) == [(code, "present", 1) for code in CODES]
    audited(database, archive, 2, ("B402", "as logged"), ("B403", "otherwise"), ("B405", "as logged"))
    found = [("B402", "present", 1), ("B403", "changed", 1), ("B404", "gone", 1), ("B405", "present", 2)]
    assert rows(FIRST) == found
    audited(database, archive, 3, ("B404", "as logged"))
    assert [(code, version) for code, _, version in rows(FIRST)] == [(code, version) for code, _, version in found]


def test_a_night_that_finds_the_same_under_newer_rules_counts_nothing_anew(
    archive: Archive, database: Database, rows: Rows
) -> None:
    before = rows("SELECT count(*) FROM tally")
    audited(database, archive, 2, *[(code, "as logged") for code in CODES])
    assert rows(FIRST) == [(code, "present", 1) for code in CODES]
    assert rows("SELECT count(*) FROM tally") == before
