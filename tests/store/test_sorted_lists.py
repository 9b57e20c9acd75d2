"""The list of findings sorted by each of its columns, short and long: each finding once, in the order of the column."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import cause_rows, list_plans, sorted_lists
from auditor.store.queries.filter_values import of_values
from auditor.store.queries.findings import FindingRow, before, page
from auditor.store.queries.list_plans import APART, FEW
from auditor.store.queries.sorted_lists import SORTS
from auditor.triage.states import State
from tests.store.test_queries import MADE
from tests.store.test_tallies import CHANGES
from tests.store.test_ways_to_count import RUNS

pytestmark = pytest.mark.database

FILTERS: tuple[dict[str, str], ...] = (
    {},
    {"triage": "open"},
    {"severity": of_values(["money", "log"]), "room": "acme"},
    {"street": of_values(["", "5"]), "code": of_values(["B402", "O302"])},
    {"detection": "gone"},
    {"news": "new", "runs": "1.."},
    {"code": "none"},
)


@pytest.fixture
def mixed(database: Database, rows: Callable[..., Any]) -> Database:
    """The findings of `test_ways_to_count`."""
    for statement in (*[MADE.replace(RUNS[0], numbers) for numbers in RUNS], *CHANGES):
        rows(statement)
    return database


def every(connection: Connection, filters: Mapping[str, str], sort: str) -> Iterator[FindingRow]:
    after = None
    while True:
        found = page(connection, filters, after, 61, sort=sort)
        yield from found.findings
        after = found.following
        if after is None:
            return


def key_of(row: FindingRow, sort: str, weights: Mapping[int, int]) -> tuple[Any, ...]:
    """The place of a finding, said anew: the value of the column, then the usual order."""
    back = -1 if sort.startswith("-") else 1
    usual = row.worst, weights[row.id], row.id
    match sort.removeprefix("-"):
        case "rule":
            return (back * (ord(row.code[0]) * 1000 + int(row.code[1:])), *usual)
        case "hand":
            return (back * row.hand_id, *usual)
        case "street":
            return (back * (row.street or 0), *usual)
        case "status":
            return (back * [each.value for each in State].index(row.triage), *usual)
    of_severity = ("money", "integrity", "log", "play", "procedure").index(row.severity)
    bets = of_severity * APART - row.worst
    if row.amount is None:
        return (True, *usual)
    return (False, *[-back * one for one in (-bets, of_severity, weights[row.id], row.id)])


@pytest.mark.parametrize("few", [FEW, 0], ids=["collected", "in parts"])
def test_each_column_sorts_the_whole_list(few: int, mixed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_plans, "FEW", few)
    monkeypatch.setattr(sorted_lists, "FEW", few)
    with mixed.begin() as connection:
        weights = {row.id: row.weight for row in connection.exec_driver_sql("SELECT id, weight FROM finding")}
        for filters in FILTERS:
            usual = {row.id for row in every(connection, filters, "")}
            for sort in [*SORTS, *[f"-{name}" for name in SORTS]]:
                rows = list(every(connection, filters, sort))
                assert {row.id for row in rows} == usual, (filters, sort)
                assert len(rows) == len(usual)
                keys = [key_of(row, sort, weights) for row in rows]
                assert keys == sorted(keys), (filters, sort)
                if few and rows:
                    back = before(connection, filters, rows[-1].place(sort), 20, sort)
                    assert [each.id for each in back] == [each.id for each in rows[:-1][-20:]]


def test_rows_of_causes_are_sorted_alike_in_both_ways(
    mixed: Database, rows: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows("UPDATE finding SET cause = 1 + id / 3, follows = id % 3 > 0 RETURNING 1")

    def listed(filters: Mapping[str, str], sort: str) -> list[list[int]]:
        found, after = [], None
        while True:
            found_page = cause_rows.page(connection, filters, after, 61, sort=sort)
            found += [[each.id for each in row.findings] for row in found_page.rows]
            after = found_page.following
            if after is None:
                return found

    with mixed.begin() as connection:
        orders = [
            (filters, sort) for filters in FILTERS[:4] for sort in ("rule", "-hand", "-street", "amount", "-amount")
        ]
        expected = [listed(filters, sort) for filters, sort in orders]
        monkeypatch.setattr(list_plans, "FEW", 0)
        monkeypatch.setattr(sorted_lists, "FEW", 0)
        monkeypatch.setattr(cause_rows, "FEW", 0)
        assert [listed(filters, sort) for filters, sort in orders] == expected
    assert min(len(each) for each in expected) > 3
