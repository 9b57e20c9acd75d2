"""Chooses how the database searches for one page of a long list of findings with filters.

The findings are counted first, by the table of counts (`tally`). The count decides the strategy. The query planner of
the server cannot choose the strategy well, because the planner does not know how few findings match, or where these
findings are in the sorted list.

Each strategy selects only the `id` of the findings. If a strategy also selected the other columns, the planner could
choose a slow plan: the cost of these columns would hide the differences between the plans.

A cell is a group of findings that have one common count in `tally`: the same rule, room, state and so on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    FromClause,
    Select,
    and_,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql import visitors

from auditor.engine.findings import Severity
from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries.count_dimensions import tally_conditions
from auditor.store.queries.filter_values import has_one, of_values, values_of
from auditor.store.queries.filtering import FINDINGS, Columns, conditions, is_narrow, resolved, window
from auditor.store.queries.people_filters import Collected, collected
from auditor.store.tables import finding, first_of_cause, found_first, tally, worst_first

# If at most this many findings match, they are collected and then sorted. Otherwise they are read from an index, in the
# order of the index.
FEW: Final = 10_000
# A cell is a group of findings with one common count, such as the same rule, room and state. If the findings are in at
# most this many cells, the first findings of each cell are looked up and merged.
FEW_CELLS: Final = 1_000
# A list may ask for the new findings of certain runs. If the matching cells (groups in the table of counts) have fewer
# findings than `LITTLE`, and fewer than these runs found, the findings are looked up by their cells. Otherwise they are
# looked up by their runs.
LITTLE: Final = 100_000
# There is an index on each of these columns, followed by the sort order of the list (the most serious finding first).
_INDEXED: Final = ("band", "stakes", "code")
# All findings of a cell (a group in the table of counts) have the same room, rule, state and so on. Only the rules
# version, which the filter `engine` selects, can differ between them.
_WITHIN_CELLS: Final = "engine"
# The values of the filter `detection` of findings that are not gone.
_THERE: Final = ("present", "changed", "unassessed")
# If there is only one filter, and its column has an index in the order of the list, a list of more findings than this
# is read from the index.
_FEW_OF_INDEX: Final = 500


# The column `worst` of a finding is a number: the position of its severity in `SEVERITIES`, times `APART`. If the
# finding has an amount, at most a tenth of `APART` is subtracted for it; if it has none, 1 is added (see
# `finding_worst` in the migrations).
APART: Final = 10**15
SEVERITIES: Final = [severity.value for severity in Severity]
# If a filter has several values, an index is read once for each value, but at most so many times.
_MOST_WALKS: Final = 60


class Strategy(StrEnum):
    """The ways in which the database can search for the findings of a list.

    `_collected`, `_of_each_cell` and `_walked` make the SQL condition for one way each, and explain it.
    """

    COLLECT = "collect"
    CELL_BY_CELL = "cell by cell"
    WALK = "walk"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the sorted list of findings, such as one page.

    It has at most `size` findings, which must match the conditions `where`, such as "after the place 6000.123". With
    `back`, the list is read from the end to the start.
    """

    where: Sequence[ColumnElement[bool]]
    size: int
    back: bool = False

    def of(self, rows: FromClause) -> list[ColumnElement[Any]]:
        """Returns the columns by which `rows` are sorted in this part of the list: descending if the list is read
        backwards.
        """
        columns = [rows.c[column.name] for column in worst_first]
        return [column.desc() if self.back else column for column in columns]


class Planned(dict[str, str]):
    """Filters, together with a decision about the search. If they have a filter `news` (changes of findings by runs),
    they also have a filter `runs`, which names these runs.

    `by_cells`: it is faster to look up the findings by cells (groups in the table of counts) than by the runs that
    found them. The argument `without` names some of the filters. If one of these filters is removed, the lookup by
    cells is the faster way for the filters that remain. `only_there`: the list has no gone findings, whatever value is
    chosen, because it has only new findings.
    """

    def __init__(
        self, filters: Mapping[str, str], by_cells: bool, without: Collection[str] = (), *, only_there: bool = False
    ) -> None:
        super().__init__(filters)
        self.by_cells: Final = by_cells
        self.only_there: Final = only_there
        self._without: Final = without

    def without(self, facet: str) -> "Planned":
        """Returns the same filters without the filter on this facet, such as `room`."""
        return Planned(_without(self, facet), facet in self._without, only_there=self.only_there)


def planned(connection: Connection, filters: Mapping[str, str], facets: Collection[str] = ()) -> Planned:
    """Returns the filters with the decision whether findings are looked up by cells, which are groups in the table of
    counts.

    The decision matters only for lists of the new findings of certain runs. No index has both a facet, such as the
    room, and the first run of a finding. So the findings are looked up by cells if the cells have fewer findings than
    the runs found. The same decision is also made for each case in which one of the filters `facets` is removed.

    The findings of a player are collected here, so that they are searched once for all queries of a page. Raises
    `BadFilter` if the value of a filter is not valid.
    """
    if isinstance(filters, Planned):
        return filters
    given = collected(connection, resolved(connection, filters))
    named = _without_all_new(given)
    if named.get("news") != "new":
        return Planned(named, by_cells=False, only_there="news" in given and "news" not in named)
    after, until = window(named["runs"])
    of_runs = select(func.sum(found_first.c.found)).where(found_first.c.run_id > after, found_first.c.run_id <= until)
    chosen = [name for name in named if name in facets]
    lists = [named, *[_without(named, name) for name in chosen]]
    sums = [func.sum(tally.c.listed).filter(*tally_conditions(each)) for each in lists]
    many, *all_few = connection.execute(select(of_runs.scalar_subquery(), *sums)).one()
    by_cells, *without = [(few or 0) < min(many or 0, LITTLE) for few in all_few]
    return Planned(named, by_cells, [name for name, quicker in zip(chosen, without, strict=True) if quicker])


def _without_all_new(filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the filters without the filter for new findings, if it names all runs: then each finding that is still
    found is new. The table of counts has the counts of these findings. Measured with 1,000,000 findings of which no run
    was reviewed: to count the new findings of one rules version one by one took 1.3 s.
    """
    if filters.get("news") != "new" or window(filters["runs"]) != (0, MOST):
        return dict(filters)
    others = {name: text for name, text in filters.items() if name not in ("news", "runs")}
    there = [each for each in values_of(others.get("detection", of_values(_THERE))) if each in _THERE]
    return {**others, "detection": of_values(there or ["none"])}


def strategy_of(connection: Connection, filters: Planned, listed: int, *, more: bool) -> Strategy:
    """Chooses the strategy for a list of `listed` findings. `more`: the count stopped at `listed`, and the list is
    longer. Raises `BadFilter` if the value of a filter is not valid.
    """
    if any(isinstance(text, Collected) for text in filters.values()):
        return Strategy.COLLECT
    has_index = len(filters) == 1 and all(name in (*_INDEXED, "engine") and has_one(filters[name]) for name in filters)
    if not more and listed <= (min(FEW, _FEW_OF_INDEX) if has_index else FEW):
        return Strategy.COLLECT
    # If there is only one filter, reading an index in the order of the list (a walk) is fast. Either this filter has
    # such an index, or most findings match it.
    if len(filters) > 1 and _is_in_few_cells(connection, filters):
        return Strategy.CELL_BY_CELL
    return Strategy.WALK


def findings_of(strategy: Strategy, filters: Planned, stretch: Stretch) -> list[ColumnElement[bool]]:
    """Returns the SQL conditions that select the findings of a stretch, such as one page of the list, by this strategy.

    Raises `BadFilter` if a filter or its value is not valid.
    """
    match strategy:
        case Strategy.COLLECT:
            return [_collected(filters, stretch)]
        case Strategy.CELL_BY_CELL:
            return [*conditions(filters), *stretch.where, _of_each_cell(filters, stretch)]
        case Strategy.WALK:
            return [_walked(filters, stretch)]


def firsts_of(strategy: Strategy, filters: Planned, stretch: Stretch) -> list[ColumnElement[bool]]:
    """Returns the SQL conditions that select the first finding of each cause in a stretch, by this strategy.

    It is the first finding that matches the filters. So a cause stays in the list even if the finding from which its
    other findings follow does not match. Raises `BadFilter` if a filter or its value is not valid.
    """
    if strategy is not Strategy.COLLECT:
        return findings_of(strategy, filters, Stretch([*stretch.where, is_first(filters)], stretch.size, stretch.back))
    cause = finding.c.cause
    firsts = select(finding.c.id).where(*_matching(filters)).ext(distinct_on(cause)).order_by(cause, *first_of_cause)
    numbers = firsts.cte().prefix_with("MATERIALIZED")
    return [finding.c.id.in_(select(numbers.c.id)), *stretch.where]


def numbers_of(strategy: Strategy, filters: Planned, most: int) -> Select[int]:
    """Returns a query for the numbers of the first `most` findings of the list, by this strategy. Raises `BadFilter` if
    a filter or its value is not valid.

    The conditions of `findings_of` are only for the few findings of a page. For thousands of findings, the server would
    read the whole table.
    """
    match strategy:
        case Strategy.COLLECT:
            found = select(*worst_first).where(*_matching(filters)).cte().prefix_with("MATERIALIZED")
            return select(found.c.id).order_by(*[found.c[column.name] for column in worst_first]).limit(most)
        case Strategy.CELL_BY_CELL:
            return _firsts_of_cells(filters, Stretch([], most))
        case Strategy.WALK:
            return _first_on_walk(filters, Stretch([], most))


def number_of_causes(connection: Connection, filters: Planned) -> int:
    """Returns the number of causes of the findings that match the filters. Only for at most `FEW` findings: each of
    them is read. Raises `BadFilter` if a filter or its value is not valid.
    """
    counted = select(func.count(finding.c.cause.distinct())).where(_put_together(_matching(filters)))
    return int(connection.execute(counted).scalar_one())


def in_counted_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """Returns the SQL condition that a finding is in a cell that matches the filters. A cell is a group of findings
    with one common count in `tally`.

    The server looks up the findings of these cells before it tests any other condition. Raises `BadFilter` if the value
    of a filter is not valid.
    """
    return _put_together([_in_cells(filters)])


def _collected(filters: Planned, stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for the strategy "collect": all matching findings are collected, and then sorted.

    This strategy is for short lists. Measured with 500,000 findings: a list of 182 decided findings of a rare room and
    game took 18 ms and read 2,389 pages of the database. The strategy "walk", which reads an index in the order of the
    list, took 217 ms and read 26,612 pages, because it read most of the list to find these findings.
    """
    # The collected findings are sorted by three narrow columns. Only the findings of the page are then read as a whole.
    found = select(*worst_first).where(*_matching(filters), *stretch.where).cte().prefix_with("MATERIALIZED")
    return finding.c.id.in_(select(found.c.id).order_by(*stretch.of(found)).limit(stretch.size))


def _matching(filters: Planned) -> list[ColumnElement[bool]]:
    passing = conditions(filters)
    if not is_narrow(filters):
        passing.append(_in_cells(filters))
    elif filters.by_cells:
        passing.append(in_counted_cells(filters))
    return passing


def is_first(filters: Planned) -> ColumnElement[bool]:
    """Returns the SQL condition that no earlier finding of the same cause matches the filters."""
    other = finding.alias("other")

    def of_other(element: Any, **_: Any) -> Any:
        return other.c[element.name] if isinstance(element, Column) and element.table is finding else None

    matches = [visitors.replacement_traverse(each, {}, of_other) for each in conditions(filters)]
    own, others = [tuple_(*[rows.c[column.name] for column in first_of_cause]) for rows in (finding, other)]
    earlier = select(literal(1)).where(other.c.cause == finding.c.cause, others < own, *matches)
    return ~earlier.correlate(finding).exists()


def _of_each_cell(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for "cell by cell": the first findings of each cell are looked up, merged and sorted. A
    cell is a group of findings with one common count in `tally`.

    This strategy is for long lists in few cells. Measured with 500,000 findings: a list of 13,576 findings of one house
    and stakes took 23 ms and read 4,642 pages. With the strategy "collect" it took 449 ms and read 68,107 pages. The
    strategy "walk" reads the list from its start. It is the fastest if enough matching findings are near the start, and
    the slowest if they are near the end. "Cell by cell" takes the same time in both cases.
    """
    return finding.c.id.in_(_firsts_of_cells(filters, stretch))


def _firsts_of_cells(filters: Mapping[str, str], stretch: Stretch) -> Select[int]:
    cells = select(tally.c.cell).where(*tally_conditions(filters)).distinct().subquery()
    own = select(*worst_first).where(finding.c.cell == cells.c.cell, *_within_cells(filters), *stretch.where)
    firsts = own.order_by(*stretch.of(finding)).limit(stretch.size).lateral()
    worst = select(firsts.c.id).select_from(cells.join(firsts, true()))
    return worst.order_by(*stretch.of(firsts)).limit(stretch.size)


def _walked(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for "walk": an index is read in the order of the list until enough findings match.

    This strategy is for long lists in many cells (groups in the table of counts), because enough findings match soon.
    Measured with 500,000 findings: the list without filters took 0.8 ms and read 261 pages. It took 719 ms with "cell
    by cell", and 11.8 s with "collect".
    """
    worst = _first_on_walk(filters, stretch).cte()
    return finding.c.id.in_(select(worst.c.id))


def _first_on_walk(filters: Mapping[str, str], stretch: Stretch) -> Select[int]:
    walks = [
        select(*worst_first)
        .where(*conditions(each, _walk_columns(each)), *_of_severity(each), *_of_certainty(each), *stretch.where)
        .order_by(*stretch.of(finding))
        .limit(stretch.size)
        for each in _single(filters)
    ]
    if len(walks) == 1:
        return walks[0].with_only_columns(finding.c.id)
    firsts = union_all(*[select(each.subquery()) for each in walks]).subquery()
    return select(firsts.c.id).order_by(*stretch.of(firsts)).limit(stretch.size)


def _single(filters: Mapping[str, str]) -> list[dict[str, str]]:
    """Returns the filters of each walk. If a filter that chooses the start or the index of a walk has several values,
    each value has a walk of its own: an index is in the order of the list only for one value.
    """
    named = [_index_of(filters), "severity"]
    names = [name for name in named if name is not None and name in filters]
    chosen = [dict(zip(names, each, strict=True)) for each in product(*[values_of(filters[name]) for name in names])]
    return [{**filters, **each} for each in chosen] if len(chosen) <= _MOST_WALKS else [dict(filters)]


def _index_of(filters: Mapping[str, str]) -> str | None:
    return next((name for name in _INDEXED if name in filters), None)


def _of_severity(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Returns the limits of the column `worst` for the filter on a severity. With these limits, a walk begins at the
    first finding of the severity. Measured with 200,000 findings: without them, a list of a severity near the end read
    100,680 pages.
    """
    if filters.get("severity") not in SEVERITIES:
        return []
    top = SEVERITIES.index(filters["severity"]) * APART
    return [finding.c.worst.between(top - APART // 10, top + 1)]


def _of_certainty(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Returns the condition of the index for contested findings, which says the same as the certainty `contested`: it
    depends on a reading. With the condition, a walk reads this index. Measured with 1,000,000 findings: the walk along
    all of them took 636 ms.
    """
    return [finding.c.readings != ""] if filters.get("certainty") == "contested" else []


def _walk_columns(filters: Mapping[str, str]) -> Columns:
    """Returns the column of each filter for the strategy "walk", which reads an index in the order of the list. The
    columns are written so that the server can use only one index, the right one.

    The list is sorted by amount, and amounts depend on the band, the stakes and the rule. For example, findings with
    low stakes are near the end of the list. So the walk uses the index of one of these three: the band if it is a
    filter, else the stakes, else the rule. In that index, findings that match the other filters are spread evenly.
    """
    way = _index_of(filters)
    if way is None:
        return FINDINGS
    # No index has these expressions, such as `code || ''`. So the server cannot use the index of the column, only the
    # index that the walk needs.
    others = {name: FINDINGS[name].concat("") for name in _INDEXED[1:] if name != way}
    return {**FINDINGS, **others, "engine": FINDINGS["engine"] + 0}


def _in_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """Returns the SQL condition that a finding is in a cell that matches the filters. A cell is a group of findings
    with one common count in `tally`.

    The server first lists the matching cells, and then looks up the findings of each cell.
    """
    cells = select(tally.c.cell).where(*tally_conditions(filters)).scalar_subquery()
    return and_(finding.c.cell == func.any(func.array(cells)), *_within_cells(filters))


def _is_in_few_cells(connection: Connection, filters: Mapping[str, str]) -> bool:
    """Whether all filters are part of the table of counts, and at most `FEW_CELLS` of its cells (groups with one common
    count) match them.
    """
    if is_narrow(filters):
        return False
    where = tally_conditions(filters)
    # A cell has about two rows. To count many different cells takes long, so many rows are only counted up to a limit.
    most = 4 * FEW_CELLS
    some = select(tally.c.cell).where(*where).limit(most + 1).subquery()
    if connection.execute(select(func.count()).select_from(some)).scalar_one() > most:
        return False
    cells = select(func.count(tally.c.cell.distinct())).where(*where)
    return connection.execute(cells).scalar_one() <= FEW_CELLS


def _within_cells(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    own = {name: value for name, value in filters.items() if name == _WITHIN_CELLS}
    return conditions(own, with_gone=True)


def _put_together(where: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    """Returns the SQL condition that a finding matches all conditions `where`.

    `MATERIALIZED` makes the server find all these findings first, before it sorts or tests anything else.
    """
    numbers = select(finding.c.id).where(*where).cte().prefix_with("MATERIALIZED")
    return finding.c.id.in_(select(numbers.c.id))


def _without(filters: Mapping[str, str], facet: str) -> dict[str, str]:
    return {name: value for name, value in filters.items() if name != facet}
