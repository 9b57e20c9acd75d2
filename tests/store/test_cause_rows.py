"""The rows of the list by cause are those that going through all findings makes, whatever is chosen and whichever way
the database searches.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import list_plans
from auditor.store.queries.cause_rows import MOST_LISTED, CauseRow, page
from auditor.store.queries.filtering import conditions
from auditor.store.queries.findings import first_numbers
from auditor.store.queries.findings import page as findings_page
from auditor.store.queries.list_plans import FEW, Planned
from auditor.store.tables import finding
from tests.store.test_queries import MADE
from tests.store.test_tallies import CHANGES
from tests.store.test_ways_to_count import ASKED, RUNS, ways

pytestmark = pytest.mark.database

# Causes of one to sixteen findings; in each, the later numbers follow from the first two.
CAUSED = """UPDATE finding SET cause = CASE WHEN id % 5 = 0 THEN -id ELSE id / 16 END, follows = id % 16 > 1
            RETURNING id"""
EVERY = "SELECT id, cause, follows, worst, weight, more FROM finding ORDER BY follows, worst, weight, id"


@pytest.fixture
def mixed(database: Database, rows: Callable[..., Any]) -> Database:
    """Some hundred findings of three runs, decided, flagged, assigned, cut short, gone and taken away."""
    for numbers in RUNS:
        rows(MADE.replace(RUNS[0], numbers))
    for change in CHANGES:
        rows(change)
    rows(CAUSED)
    return database


def by_hand(connection: Connection, found: set[int]) -> list[tuple[list[int], int]]:
    """The rows of these findings: the first findings of each cause, and how many the row stands for."""
    causes: dict[int, list[Any]] = {}
    for row in connection.exec_driver_sql(EVERY):
        if row.id in found:
            causes.setdefault(row.cause, []).append(row)
    ordered = sorted(causes.values(), key=lambda group: (group[0].worst, group[0].weight, group[0].id))
    return [([each.id for each in group][:MOST_LISTED], sum(1 + each.more for each in group)) for group in ordered]


def every(connection: Connection, plan: Planned) -> Iterator[CauseRow]:
    """The whole list, page after page."""
    after = None
    while True:
        found = page(connection, plan, after, 7)
        yield from found.rows
        after = found.following
        if after is None:
            return


# As few are put together; as many are gone through in their order; and as each cell is asked for its own.
@pytest.mark.parametrize(("few", "cells"), [(FEW, 0), (1, 0), (1, 1_000)], ids=["together", "walked", "by cells"])
def test_every_way_makes_the_same_rows(few: int, cells: int, mixed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_plans, "FEW", few)
    monkeypatch.setattr(list_plans, "FEW_CELLS", cells)
    several = 0
    with mixed.begin() as connection:
        for filters in ASKED[::4]:
            for plan in ways(filters):
                found = set(connection.execute(select(finding.c.id).where(*conditions(plan))).scalars())
                made = [([each.id for each in row.findings], row.found) for row in every(connection, plan)]
                assert made == by_hand(connection, found), (filters, plan.by_cells)
                firsts = first_numbers(connection, plan, 20)
                assert firsts == [row.id for row in findings_page(connection, plan, None, 20).findings], filters
                several += sum(len(ids) > 1 for ids, _ in made)
    assert several > 50


def test_rows_are_counted_only_where_that_is_quick(mixed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with mixed.begin() as connection:
        assert page(connection, {"code": "B402"}, size=1).number == len(
            list(every(connection, Planned({"code": "B402"}, by_cells=False)))
        )
        monkeypatch.setattr("auditor.store.queries.cause_rows.MOST_NUMBERED", 3)
        assert page(connection, {"code": "B402"}, size=1).number is None
