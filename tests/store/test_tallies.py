"""The tally: whatever happens to findings, it says what counting them would say; the stakes are those of the record."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.findings import tallies
from auditor.store.postgres.database import Database
from auditor.store.queries.facet_counts import facets, totals
from auditor.store.queries.filtering import BANDS, FACETS, BadFilter, window
from auditor.store.queries.findings import page
from auditor.store.queries.list_plans import FEW
from tests.store.test_queries import filled

__all__ = ["filled"]  # the fixture
pytestmark = pytest.mark.database

CELLS = "cell, venue_id, room, game, stakes, house, code, grade, street, detection, triage, assignee, flagged, reopened"
CELLS += ", rules_version"
COUNTED = f"""SELECT {CELLS}, readings <> '', band, count(*) + sum(more), count(*) FROM finding
              GROUP BY {CELLS}, readings <> '', band ORDER BY cell"""
TALLIED = f"""SELECT {CELLS}, contested, band, sum(found), sum(listed) FROM tally
              JOIN tally_standing AS s ON s.id = standing JOIN tally_breach AS b ON b.id = breach
              JOIN tally_place AS p ON p.id = place
              GROUP BY {CELLS}, contested, band HAVING sum(found) <> 0 OR sum(listed) <> 0 ORDER BY cell"""
FIRST = "code, currency, minor"
COUNTED_FIRST = f"""SELECT first_run_id, {FIRST}, count(*) + sum(more), coalesce(sum(abs(amount)), 0) FROM finding
                    GROUP BY first_run_id, {FIRST} ORDER BY first_run_id, {FIRST}"""
FOUND_FIRST = f"""SELECT run_id, {FIRST}, sum(found), sum(at_stake) FROM found_first
                  GROUP BY run_id, {FIRST} HAVING sum(found) <> 0 OR sum(at_stake) <> 0 ORDER BY run_id, {FIRST}"""
CHANGES = [
    "UPDATE finding SET triage = 'dismissed', flagged = true WHERE id % 3 = 0 RETURNING id",
    "UPDATE finding SET more = 7, amount = amount * 100 WHERE id % 5 = 0 RETURNING id",
    "UPDATE finding SET readings = '', street = NULL, assignee = 'ann' WHERE id % 2 = 0 RETURNING id",
    "DELETE FROM finding WHERE id % 7 = 0 RETURNING id",
    "UPDATE finding SET last_run_id = last_run_id RETURNING id",
]


def test_the_tally_equals_a_count(filled: Database, rows: Callable[..., Any]) -> None:
    assert rows(TALLIED) == rows(COUNTED)
    for change in CHANGES:
        before = rows("SELECT count(*) FROM tally")
        assert rows(change)
        assert rows(TALLIED) == rows(COUNTED)
    assert rows("SELECT count(*) FROM tally") == before  # the last change is of nothing that is counted


def test_first_finds_of_each_run_equal_a_count(filled: Database, rows: Callable[..., Any]) -> None:
    assert rows(FOUND_FIRST) == rows(COUNTED_FIRST)
    for change in CHANGES:
        before = rows("SELECT count(*) FROM found_first")
        assert rows(change)
        assert rows(FOUND_FIRST) == rows(COUNTED_FIRST)
    assert rows("SELECT count(*) FROM found_first") == before  # the last change is of nothing that is counted


def test_folding_leaves_one_row_a_cell_and_every_sum(filled: Database, rows: Callable[..., Any]) -> None:
    for change in CHANGES:
        rows(change)
    many = rows("SELECT count(*) FROM tally")[0][0]
    with filled.begin() as connection:
        assert tallies.fold(connection) > 0
    assert rows(TALLIED) == rows(COUNTED)
    assert rows(FOUND_FIRST) == rows(COUNTED_FIRST)
    kinds = rows(f"SELECT count(DISTINCT (first_run_id, {FIRST})) FROM finding")
    assert rows("SELECT count(*) FROM found_first") == kinds
    cells = rows("SELECT count(DISTINCT (cell, rules_version)) FROM finding")[0][0]
    assert rows("SELECT count(*), count(DISTINCT (cell, breach)) FROM tally") == [(cells, cells)]
    assert cells < many
    with filled.begin() as connection:
        assert tallies.fold(connection) == 0


def test_what_is_counted_one_by_one_is_counted_so_far_and_no_further(filled: Database) -> None:
    with filled.begin() as connection:
        listed = totals(connection, {"news": "new"})
        assert totals(connection, {}) == listed
        assert totals(connection, {"news": "new"}, 100) == listed, "the table of counts has the whole number"
        one_by_one = {"news": "new", "runs": "0..999"}  # without runs, the table of counts has them
        bounded = totals(connection, one_by_one, 100)
        assert (bounded.listed, bounded.more) == (100, True)
        some = facets(connection, one_by_one, 100)
        assert sum([each.count for each in some["code"]]) == 101
        assert {each.more for each in some["code"]} == {True}
        new, every = facets(connection, {"news": "new"}), facets(connection, {})
        there = tuple([each for each in every["detection"] if each.value != "gone"])
        assert new == {**every, "detection": there}, "what is gone is not new"


def test_of_a_facet_that_is_cut_short_what_is_chosen_is_counted_whole(filled: Database) -> None:
    with filled.begin() as connection:
        rare = facets(connection, {"news": "new", "runs": "0..999"})["code"][-1]
        assert 0 < rare.count < 150
        some = facets(connection, {"news": "new", "runs": "0..999", "code": rare.value}, 150)
        assert [each for each in some["code"] if each.value == rare.value] == [rare]
        assert {each.more for each in some["code"] if each.value != rare.value} == {True}
        assert {each.more for each in some["house"]} == {False}
        bounded = facets(connection, {"news": "new", "runs": "0..999", "triage": "open"}, 5)["triage"]
        assert [(each.count, each.more) for each in bounded if each.value == "open"] == [(5, True)]


def test_few_and_many_are_listed_alike(filled: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for filters in ({}, {"code": "B402"}, {"house": "casino", "band": "1"}, {"news": "new", "grade": "fault"}):
        with filled.begin() as connection:
            few = page(connection, filters, size=20)
            after = page(connection, filters, few.following, 20)
            monkeypatch.setattr("auditor.store.queries.findings.FEW", 2)
            assert page(connection, filters, size=20) == few
            assert page(connection, filters, few.following, 20) == after
            monkeypatch.setattr("auditor.store.queries.findings.FEW", FEW)


@pytest.mark.parametrize(
    ("amount", "minor", "band"),
    [
        (None, 2, "none"), (0, 2, "0"), (-99, 2, "0"), (99, 2, "0"), (100, 2, "1"), (-999, 2, "1"), (1000, 2, "10"),
        (9_999, 2, "10"), (10_000, 2, "100"), (99_999, 2, "100"), (100_000, 2, "1000"), (9, 0, "1"),
        (2**63 - 1, 0, "1000"),
    ],
)  # fmt: skip
def test_bands_begin_at_one_ten_a_hundred_and_a_thousand(
    amount: int | None, minor: int, band: str, rows: Callable[..., Any]
) -> None:
    found = rows("SELECT finding_band(%s::bigint, %s::smallint)", amount, minor)
    assert BANDS[found[0][0]] == band


@pytest.mark.parametrize(
    ("small", "big", "minor", "currency", "said"),
    [
        (1000, 2000, 2, "USD", "10/20 USD"),
        (25, 50, 2, "USD", "0.25/0.5 USD"),
        (1500, 3000, 0, "", "1500/3000"),
        (None, 2000, 2, "USD", ""),
    ],
)
def test_stakes_are_written_as_people_write_them(
    small: int | None, big: int, minor: int, currency: str, said: str, rows: Callable[..., Any]
) -> None:
    asked = "SELECT stakes_of(%s::bigint, %s::bigint, %s::smallint, %s)"
    assert rows(asked, small, big, minor, currency) == [(said,)]


def test_facets_add_up_to_the_total(filled: Database) -> None:
    for filters in ({}, {"code": "B402"}, {"band": "none", "game": "stud"}):
        with filled.begin() as connection:
            counted = facets(connection, filters)
            for name in FACETS:
                if name not in filters and name != "detection":
                    assert sum([each.count for each in counted[name]]) == totals(connection, filters).found


@pytest.mark.parametrize(("runs", "said"), [("12..15", (12, 15)), ("12..", (12, 2**63 - 1)), ("..3", (0, 3))])
def test_a_window_of_runs(runs: str, said: tuple[int, int]) -> None:
    assert window(runs) == said


@pytest.mark.parametrize("runs", ["", "1", "a..b", "-1..2", "1..2..3", "\u0661..2", "1" * 19 + ".."])
def test_what_names_no_runs_is_refused(runs: str, filled: Database) -> None:
    with filled.begin() as connection, pytest.raises(BadFilter, match="names no runs"):
        totals(connection, {"news": "new", "runs": runs})
