"""The planner of lists: how the findings that pass some filters are found, by named strategies.

The server's own planner cannot know how few findings lie in some cells of the tally, nor where in the order of the list
they stand. So a list is counted first, and the count decides. Each strategy is a condition on findings by their numbers
alone: wide rows would make all ways look equally expensive.
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

# A list of at most so many is collected and then sorted; a longer one is found in its order.
FEW: Final = 10_000
# In at most so many cells each cell is asked for its own first findings.
FEW_CELLS: Final = 1_000
# So many findings are looked up cell by cell before those of many runs are gone through.
LITTLE: Final = 100_000
# The facets that have an index in the order of the list.
_INDEXED: Final = ("band", "stakes", "code")
# The facet that the tally counts, and that still tells findings of one cell apart.
_WITHIN_CELLS: Final = "engine"


class Strategy(StrEnum):
    """How the findings of a list are found."""

    COLLECT = "collect"
    CELL_BY_CELL = "cell by cell"
    WALK = "walk"


@dataclass(frozen=True, slots=True)
class Stretch:
    """So many findings of a list from a place in it on, or back from there."""

    where: Sequence[ColumnElement[bool]]
    size: int
    back: bool = False

    def of(self, rows: FromClause) -> list[ColumnElement[Any]]:
        """The order of these rows."""
        columns = [rows.c[column.name] for column in worst_first]
        return [column.desc() if self.back else column for column in columns]


class Planned(dict[str, str]):
    """Filters with their runs named, and whether the findings that pass are sooner found `by_cells` of the tally; for
    the same list without one of its facets that is known too.
    """

    def __init__(self, filters: Mapping[str, str], by_cells: bool, without: Collection[str] = ()) -> None:
        super().__init__(filters)
        self.by_cells: Final = by_cells
        self._without: Final = without

    def without(self, facet: str) -> "Planned":
        """The same filters but this facet."""
        return Planned(_without(self, facet), facet in self._without)


def planned(connection: Connection, filters: Mapping[str, str], facets: Collection[str] = ()) -> Planned:
    """The filters of a list, and of the same list without one of these facets, planned by one query a list.

    What certain runs were the first to find has no index together with a facet. It is found by cells where the cells
    hold less than these runs found. Raises `BadFilter`.
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
    """The strategy for a list of so many findings, or `more`. Raises `BadFilter`."""
    if not more and listed <= FEW:
        return Strategy.COLLECT
    # One filter alone has an index in the order of the list, or passes most findings.
    if len(filters) > 1 and _is_in_few_cells(connection, filters):
        return Strategy.CELL_BY_CELL
    return Strategy.WALK


def findings_of(strategy: Strategy, filters: Planned, stretch: Stretch) -> list[ColumnElement[bool]]:
    """The conditions on findings that find a stretch of the list by a strategy. Raises `BadFilter`."""
    match strategy:
        case Strategy.COLLECT:
            return [_collected(filters, stretch)]
        case Strategy.CELL_BY_CELL:
            return [*conditions(filters), *stretch.where, _of_each_cell(filters, stretch)]
        case Strategy.WALK:
            return [_walked(filters, stretch)]


def in_counted_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """Findings that pass as far as the tally knows, put together before all else. Raises `BadFilter`."""
    return _put_together([_in_cells(filters)])


def _collected(filters: Planned, stretch: Stretch) -> ColumnElement[bool]:
    """Collect: all that pass are put together, then sorted.

    For short lists. Of 500,000 findings, 182 decided ones of a seldom room and game took 18 ms and 2,389 pages of the
    database so; a walk took 217 ms and 26,612 pages, because it went through most of the list to meet them.
    """
    passing = [*conditions(filters), *stretch.where]
    if not is_narrow(filters):
        passing.append(_in_cells(filters))
    elif filters.by_cells:
        passing.append(in_counted_cells(filters))
    return _put_together(passing)


def _of_each_cell(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Cell by cell: each cell is asked for its own first findings, wherever in the order they stand, and only those
    are sorted.

    For long lists in few cells. Of 500,000 findings, 13,576 of a house and stakes took 23 ms and 4,642 pages so, and
    449 ms and 68,107 pages when collected. A walk is quicker where it soon meets enough, and slowest of all where the
    wanted findings have small amounts and stand at the end; this way takes the same time wherever they stand.
    """
    cells = select(tally.c.cell).where(*tally_conditions(filters)).distinct().subquery()
    own = select(*worst_first).where(finding.c.cell == cells.c.cell, *_within_cells(filters), *stretch.where)
    firsts = own.order_by(*stretch.of(finding)).limit(stretch.size).lateral()
    worst = select(firsts.c.id).select_from(cells.join(firsts, true()))
    return finding.c.id.in_(worst.order_by(*stretch.of(firsts)).limit(stretch.size))


def _walked(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """Walk: go along an index in the order of the list until enough findings pass.

    For long lists in many cells, where enough findings pass soon. Of 500,000 findings, the list without filters took
    0.8 ms and 261 pages so, 719 ms cell by cell, and 11.8 s when collected.
    """
    where = [*conditions(filters, _walk_columns(filters)), *stretch.where]
    worst = select(finding.c.id).where(*where).order_by(*stretch.of(finding)).limit(stretch.size).cte()
    return finding.c.id.in_(select(worst.c.id))


def _walk_columns(filters: Mapping[str, str]) -> Columns:
    """The columns of the findings for a walk, of which one at most has an index.

    Amounts depend on band, stakes and rule: within these all else is spread evenly over the order, and along any other
    index the wanted findings may stand at the end. So the walk goes along the first of these that is named.
    """
    way = next((name for name in _INDEXED if name in filters), None)
    if way is None:
        return FINDINGS
    # No index is of a text with nothing behind it, or of a sum.
    others = {name: FINDINGS[name].concat("") for name in _INDEXED[1:] if name != way}
    return {**FINDINGS, **others, "engine": FINDINGS["engine"] + 0}


def _in_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """In a cell that passes these filters, as far as the tally knows them. The cells are listed first, and each is
    looked up.
    """
    cells = select(tally.c.cell).where(*tally_conditions(filters)).scalar_subquery()
    return and_(finding.c.cell == func.any(func.array(cells)), *_within_cells(filters))


def _is_in_few_cells(connection: Connection, filters: Mapping[str, str]) -> bool:
    """Whether they pass few cells of the tally, and need nothing that the tally does not know."""
    if is_narrow(filters):
        return False
    cells = select(func.count(tally.c.cell.distinct())).where(*tally_conditions(filters))
    return connection.execute(cells).scalar_one() <= FEW_CELLS


def _within_cells(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    own = {name: value for name, value in filters.items() if name == _WITHIN_CELLS}
    return conditions(own, with_gone=True)


def _put_together(where: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    """One of those for which these hold. Materialized: the server puts them together before all else."""
    numbers = select(finding.c.id).where(*where).cte().prefix_with("MATERIALIZED")
    return finding.c.id.in_(select(numbers.c.id))


def _without(filters: Mapping[str, str], facet: str) -> dict[str, str]:
    return {name: value for name, value in filters.items() if name != facet}
