"""Chooses a strategy for finding the findings of a list, which match some filters.

A cell is a group of findings that are counted together in `tally`, the table of counts. The planner of the server does
not know how few findings are in some cells, or where these findings are in the order of the list. So a list is counted
first, and the count decides the strategy. Each strategy selects only the numbers of findings, because wide rows would
mislead the planner of the server.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, and_, func, select, true

from auditor.store.postgres.database import Connection
from auditor.store.queries.count_dimensions import tally_conditions
from auditor.store.queries.filtering import FINDINGS, Columns, conditions, is_narrow, resolved, window
from auditor.store.tables import finding, found_first, tally, worst_first

# At most this many findings are collected and then sorted. More findings are read from an index that has their order.
FEW: Final = 10_000
# If the findings are in at most this many cells, each cell is searched for its own first findings.
FEW_CELLS: Final = 1_000
# Findings are looked up by cells, instead of by runs, only if the cells have fewer findings than this.
LITTLE: Final = 100_000
# The facets that have an index in the order of the list.
_INDEXED: Final = ("band", "stakes", "code")
# The one facet in the table of counts that can differ between the findings of one cell.
_WITHIN_CELLS: Final = "engine"


class Strategy(StrEnum):
    """The strategies for finding the findings of a list."""

    COLLECT = "collect"
    CELL_BY_CELL = "cell by cell"
    WALK = "walk"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a list: at most `size` findings that match `where`. With `back`, the list is read backwards."""

    where: Sequence[ColumnElement[bool]]
    size: int
    back: bool = False

    def of(self, rows: FromClause) -> list[ColumnElement[Any]]:
        """Returns the sort order for these rows."""
        columns = [rows.c[column.name] for column in worst_first]
        return [column.desc() if self.back else column for column in columns]


class Planned(dict[str, str]):
    """Filters that name their runs, with a plan for the search.

    `by_cells`: looking up the findings by the cells of the table of counts is faster. The parameter `without` lists
    facets: if one of them is removed from the filters, looking up by cells is also faster.
    """

    def __init__(self, filters: Mapping[str, str], by_cells: bool, without: Collection[str] = ()) -> None:
        super().__init__(filters)
        self.by_cells: Final = by_cells
        self._without: Final = without

    def without(self, facet: str) -> "Planned":
        """Returns the same filters without this facet."""
        return Planned(_without(self, facet), facet in self._without)


def planned(connection: Connection, filters: Mapping[str, str], facets: Collection[str] = ()) -> Planned:
    """Returns the plan for a list. The plan also covers the same list without one of the facets in `facets`.

    No index has both a facet and the first run of a finding. So new findings of certain runs are looked up by cells, if
    the cells have fewer findings than these runs found. Raises `BadFilter`.
    """
    if isinstance(filters, Planned):
        return filters
    named = resolved(connection, filters)
    if named.get("news") != "new":
        return Planned(named, by_cells=False)
    after, until = window(named["runs"])
    of_runs = select(func.sum(found_first.c.found)).where(found_first.c.run_id > after, found_first.c.run_id <= until)
    chosen = [name for name in named if name in facets]
    lists = [named, *[_without(named, name) for name in chosen]]
    sums = [func.sum(tally.c.listed).filter(*tally_conditions(each)) for each in lists]
    many, *all_few = connection.execute(select(of_runs.scalar_subquery(), *sums)).one()
    by_cells, *without = [(few or 0) < min(many or 0, LITTLE) for few in all_few]
    return Planned(named, by_cells, [name for name, quicker in zip(chosen, without, strict=True) if quicker])


def strategy_of(connection: Connection, filters: Planned, listed: int, *, more: bool) -> Strategy:
    """Returns the strategy for a list of `listed` findings. `more`: the list has more findings. Raises `BadFilter`."""
    if not more and listed <= FEW:
        return Strategy.COLLECT
    # A single filter has an index in the order of the list, or most findings match the filter.
    if len(filters) > 1 and _is_in_few_cells(connection, filters):
        return Strategy.CELL_BY_CELL
    return Strategy.WALK


def findings_of(strategy: Strategy, filters: Planned, stretch: Stretch) -> list[ColumnElement[bool]]:
    """Returns the conditions that select a stretch of the list by this strategy. Raises `BadFilter`."""
    match strategy:
        case Strategy.COLLECT:
            return [_collected(filters, stretch)]
        case Strategy.CELL_BY_CELL:
            return [*conditions(filters), *stretch.where, _of_each_cell(filters, stretch)]
        case Strategy.WALK:
            return [_walked(filters, stretch)]


def in_counted_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """Returns the condition that a finding is in a matching cell. The server looks up the cells first.

    Raises `BadFilter`.
    """
    return _put_together([_in_cells(filters)])


def _collected(filters: Planned, stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for the strategy "collect": all matching findings are collected, and then sorted.

    This strategy is for short lists. Measured with 500,000 findings: a list of 182 decided findings of a rare room and
    game took 18 ms and 2,389 pages of the database. A walk took 217 ms and 26,612 pages, because it read most of the
    list to find them.
    """
    passing = [*conditions(filters), *stretch.where]
    if not is_narrow(filters):
        passing.append(_in_cells(filters))
    elif filters.by_cells:
        passing.append(in_counted_cells(filters))
    return _put_together(passing)


def _of_each_cell(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for "cell by cell": the first findings of each cell are looked up, and then sorted.

    This strategy is for long lists in few cells. Measured with 500,000 findings: a list of 13,576 findings of one house
    and stakes took 23 ms and 4,642 pages. When collected, it took 449 ms and 68,107 pages. A walk is faster if enough
    matching findings are near the start of the list. A walk is the slowest strategy if they have small amounts and are
    near the end. This strategy takes the same time in both cases.
    """
    cells = select(tally.c.cell).where(*tally_conditions(filters)).distinct().subquery()
    own = select(*worst_first).where(finding.c.cell == cells.c.cell, *_within_cells(filters), *stretch.where)
    firsts = own.order_by(*stretch.of(finding)).limit(stretch.size).lateral()
    worst = select(firsts.c.id).select_from(cells.join(firsts, true()))
    return finding.c.id.in_(worst.order_by(*stretch.of(firsts)).limit(stretch.size))


def _walked(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Returns the condition for "walk": an index is read in the order of the list until enough findings match.

    This strategy is for long lists in many cells, because enough findings match soon. Measured with 500,000 findings:
    the list without filters took 0.8 ms and 261 pages, 719 ms cell by cell, and 11.8 s when collected.
    """
    where = [*conditions(filters, _walk_columns(filters)), *stretch.where]
    worst = select(finding.c.id).where(*where).order_by(*stretch.of(finding)).limit(stretch.size).cte()
    return finding.c.id.in_(select(worst.c.id))


def _walk_columns(filters: Mapping[str, str]) -> Columns:
    """Returns the columns for the conditions of a walk. At most one of these columns can use an index.

    Amounts depend on the band, the stakes and the rule. Within one band, stakes or rule, the matching findings are
    spread evenly over the list. By any other index, they may all be near the end. So the walk uses the index of the
    first of these three that is among the filters.
    """
    way = next((name for name in _INDEXED if name in filters), None)
    if way is None:
        return FINDINGS
    # These expressions prevent the use of an index: no index has `stakes || ''`, `code || ''` or `rules_version + 0`.
    others = {name: FINDINGS[name].concat("") for name in _INDEXED[1:] if name != way}
    return {**FINDINGS, **others, "engine": FINDINGS["engine"] + 0}


def _in_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """Returns the condition that a finding is in a matching cell of the table of counts.

    The matching cells are listed first, and then each cell is looked up.
    """
    cells = select(tally.c.cell).where(*tally_conditions(filters)).scalar_subquery()
    return and_(finding.c.cell == func.any(func.array(cells)), *_within_cells(filters))


def _is_in_few_cells(connection: Connection, filters: Mapping[str, str]) -> bool:
    """Whether all filters are part of the table of counts, and only few of its cells match them."""
    if is_narrow(filters):
        return False
    cells = select(func.count(tally.c.cell.distinct())).where(*tally_conditions(filters))
    return connection.execute(cells).scalar_one() <= FEW_CELLS


def _within_cells(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    own = {name: value for name, value in filters.items() if name == _WITHIN_CELLS}
    return conditions(own, with_gone=True)


def _put_together(where: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    """Returns the condition that a finding matches `where`.

    `MATERIALIZED` makes the server collect the matching findings first.
    """
    numbers = select(finding.c.id).where(*where).cte().prefix_with("MATERIALIZED")
    return finding.c.id.in_(select(numbers.c.id))


def _without(filters: Mapping[str, str], facet: str) -> dict[str, str]:
    return {name: value for name, value in filters.items() if name != facet}
