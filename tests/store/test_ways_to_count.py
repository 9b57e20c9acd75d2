"""The ways in which findings are counted and listed - off the tally, one by one, and by the cells - say what going
through all of them says, whatever is chosen and whichever way is taken.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import RowMapping

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import list_plans
from auditor.store.queries.filtering import BANDS, FACETS, MARKS, is_narrow
from auditor.store.queries.findings import FindingRow, before, facets, page, totals
from auditor.store.queries.list_plans import FEW, Planned, planned
from tests.statements import statements
from tests.store.test_queries import MADE
from tests.store.test_tallies import CHANGES

pytestmark = pytest.mark.database

RUNS = ("generate_series(1, 300)", "generate_series(301, 420)", "generate_series(421, 430)")
COLUMNS = [name for name in FACETS if name not in ("venue", "contested", "engine")]
EVERY = f"""SELECT finding.id, more, worst, weight, first_run_id, readings <> '' AS contested, venue.name,
                   rules_version AS engine,
                   {", ".join(COLUMNS)}
            FROM finding JOIN venue ON venue.id = venue_id"""
# What is chosen among the facets. The last two let nothing pass.
CHOSEN: list[dict[str, str]] = [
    {},
    {"code": "B402"},
    {"street": "", "contested": "yes"},
    {"flagged": "yes"},
    {"flagged": "no", "room": "acme"},
    {"triage": "open", "house": "casino"},
    {"triage": "dismissed", "grade": "violation", "game": "stud8"},
    {"detection": "gone"},
    {"detection": "changed", "band": "0"},
    {"band": "none", "assignee": "ann", "venue": "default"},
    {"engine": "1", "room": "acme"},
    {"engine": "2", "triage": "open"},
    {"severity": "money", "certainty": "likely"},
    {"severity": "log", "room": "acme"},
    {"code": "none"},
    {"code": "O302", "street": "7", "game": "stud", "detection": "gone", "house": "none"},
]
# Filters that the tally does not have: since when a finding is new, and until when.
NEWS: list[dict[str, str]] = [
    {"news": "new", "runs": "0.."},
    {"news": "new", "runs": "1.."},
    {"news": "new", "runs": "2.."},
    {"news": "new", "runs": "0..1"},
    {"news": "new", "runs": "1..3"},
    {"news": "new", "runs": "3.."},
]
# All of them by the tally, and each with two kinds of news.
ASKED = [
    {**chosen, **news} for place, chosen in enumerate(CHOSEN) for news in ({}, NEWS[place % 6], NEWS[-1 - place % 5])
]


@dataclass(frozen=True)
class Known:
    """A finding as the database has it: its facets as people see them, how many it stands for, the run it is of,
    and its place in the list.
    """

    id: int
    found: int
    run: int
    place: tuple[int, int, int]
    facets: Mapping[str, str]

    def is_listed(self, filters: Mapping[str, str]) -> bool:
        """Whether it is in the list of these filters; nothing of the queries is asked."""
        return self.matches(filters) and self.is_of(filters.get("runs", "0.."))

    def matches(self, filters: Mapping[str, str]) -> bool:
        """Whether its facets are the chosen ones; what is gone is only there where it is asked for, or where the last
        of the runs is named whose news it was.
        """
        asked_for = {("flagged", "yes"), ("triage", "closed"), ("detection", "gone")} & set(filters.items())
        asked_for = set() if "news" in filters else asked_for
        if self.facets["detection"] == "gone" and not asked_for and filters.get("runs", "..").endswith(".."):
            return False
        return all(self.facets[name] == value for name, value in filters.items() if name in self.facets)

    def is_of(self, runs: str) -> bool:
        """Whether one of these runs found it first."""
        after, _, until = runs.partition("..")
        return int(after) < self.run <= int(until or self.run)


def found_in(known: list[Known], filters: Mapping[str, str]) -> tuple[int, int]:
    """How many findings pass, and how many of them are listed."""
    those = [each.found for each in known if each.is_listed(filters)]
    return sum(those), len(those)


def counted_by_hand(known: list[Known], filters: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """How many findings each value of each facet would leave, with all other choices."""
    told: dict[str, dict[str, int]] = {}
    for name in FACETS:
        values = {each.facets[name] for each in known}
        left = {value: found_in(known, {**filters, name: value})[0] for value in values}
        told[name] = {value: number for value, number in left.items() if number}
    return told


@pytest.fixture
def mixed(database: Database, rows: Callable[..., Any]) -> Database:
    """Some hundred findings of three runs, decided, flagged, assigned, cut short, gone and taken away."""
    for numbers in RUNS:
        rows(MADE.replace(RUNS[0], numbers))
    for change in CHANGES:
        rows(change)
    return database


@pytest.fixture
def known(mixed: Database) -> list[Known]:
    """All of them."""
    with mixed.begin() as connection:
        found = connection.exec_driver_sql(EVERY).mappings().all()
    return [
        Known(
            row["id"],
            1 + row["more"],
            row["first_run_id"],
            (row["worst"], row["weight"], row["id"]),
            _as_on_screen(row),
        )
        for row in found
    ]


def _as_on_screen(row: RowMapping) -> dict[str, str]:
    seen = {"venue": row["name"], **{name: row[name] for name in FACETS if name != "venue"}}
    seen |= {name: "yes" if seen[name] else "no" for name in MARKS}
    seen["band"] = BANDS[seen["band"]]
    return {name: "" if value is None else str(value) for name, value in seen.items()}


def ways(filters: dict[str, str]) -> Iterator[Planned]:
    """The filters by each way that there is for them."""
    yield Planned(filters, by_cells=False)
    if is_narrow(filters):
        yield Planned(filters, by_cells=True, without=tuple(filters))


def test_every_way_counts_what_counting_by_hand_does(mixed: Database, known: list[Known]) -> None:
    passed = Counter[bool]()
    with mixed.begin() as connection:
        for filters in ASKED:
            number, by_facet = found_in(known, filters), counted_by_hand(known, filters)
            passed[number > (0, 0)] += 1
            for plan in ways(filters):
                told = totals(connection, plan)
                assert (told.found, told.listed, told.more) == (*number, False), (filters, plan.by_cells)
                counts = facets(connection, plan)
                assert {name: {each.value: each.count for each in counts[name]} for name in FACETS} == by_facet, filters
    assert min(passed[True], passed[False]) > 8


# As few are put together; as many are gone through in their order; and as each cell is asked for its own.
@pytest.mark.parametrize(("few", "cells"), [(FEW, 0), (1, 0), (1, 1_000)], ids=["together", "walked", "by cells"])
def test_every_way_lists_the_same_findings_in_the_same_order(
    few: int, cells: int, mixed: Database, known: list[Known], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_plans, "FEW", few)
    monkeypatch.setattr(list_plans, "FEW_CELLS", cells)
    with mixed.begin() as connection:
        for filters in ASKED:
            by_hand = [each.id for each in sorted(known, key=lambda each: each.place) if each.is_listed(filters)]
            for plan in ways(filters):
                found = list(every(connection, plan))
                assert [each.id for each in found] == by_hand, (filters, plan.by_cells)
                for last in found[-1:]:
                    back = [each.id for each in before(connection, plan, last.place(), 200)]
                    assert back == by_hand[:-1][-200:], (filters, plan.by_cells)


def every(connection: Connection, plan: Planned) -> Iterator[FindingRow]:
    """The whole list, page after page."""
    after = None
    while True:
        found = page(connection, plan, after, 60)
        yield from found.findings
        after = found.following
        if after is None:
            return


def test_cells_are_the_way_where_they_hold_less_than_the_runs_found(mixed: Database, known: list[Known]) -> None:
    """For the list, and for the same list without one of its facets."""
    taken = Counter[bool]()
    with mixed.begin() as connection:
        for filters in [{**chosen, **news} for chosen in CHOSEN for news in NEWS]:
            plan = planned(connection, filters, FACETS)
            if "news" not in plan:  # by all runs: each finding that is not gone is new
                assert filters["runs"] == "0.."
                continue
            in_runs = sum([each.found for each in known if each.is_of(filters["runs"])])
            for name in ["", *[each for each in filters if each in FACETS]]:
                without = {key: value for key, value in filters.items() if key != name}
                in_cells = len([each for each in known if each.matches(without)])
                by_cells = plan.without(name).by_cells if name else plan.by_cells
                assert by_cells == (in_cells < in_runs), (filters, name)
                taken[by_cells] += 1
    assert min(taken[True], taken[False]) > 20


def test_a_list_is_planned_once(mixed: Database) -> None:
    """And not again for its number, its page and each of its facets."""
    filters = {"triage": "open", "code": "B402", "house": "casino", "news": "new", "runs": "1.."}
    with statements() as sent, mixed.begin() as connection:
        plan = planned(connection, filters, FACETS)
        totals(connection, plan)
        page(connection, plan)
        facets(connection, plan, 5)
    assert sum(["sum(found_first.found)" in statement for statement in sent]) == 1
    assert len(sent) > 5
