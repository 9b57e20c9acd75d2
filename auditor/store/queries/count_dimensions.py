"""What the tally adds up: by how findings stand, by what was broken, or by where it was played."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Table, and_, func, select, true

from auditor.store.postgres.database import Connection
from auditor.store.queries.filtering import (
    Columns,
    conditions,
    is_narrow,
    leaves_gone_out,
    resolved,
    window,
)
from auditor.store.tables import finding, found_first, tally, tally_breach, tally_place, tally_standing, worst_first

NO_FILTERS: Final[Mapping[str, str]] = {}
# So many findings are looked up cell by cell sooner than those of many runs are gone through.
_LITTLE: Final = 100_000
# So many cells are each asked for their own sooner than all findings are gone through in their order.
_FEW_CELLS: Final = 1_000
# By which findings of one cell still differ.
BESIDE: Final = "engine"


@dataclass(frozen=True, slots=True)
class Kindred:
    """Facets that tell much of each other, so that there are few combinations of them: the rows of `table`, to whose
    numbers `number` of the tally refers.
    """

    table: Table
    number: ColumnElement[int]
    columns: Columns


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


@dataclass(frozen=True, slots=True)
class Kind:
    """A combination of the facets of a kindred, as the database has their values, and how many findings are of it."""

    values: Mapping[str, Any]
    found: int
    listed: int


STANDING: Final = Kindred(
    tally_standing,
    tally.c.standing,
    {name: tally_standing.c[name] for name in ("triage", "flagged", "reopened", "assignee", "detection", "band")},
)
BREACH: Final = Kindred(
    tally_breach,
    tally.c.breach,
    {
        **{name: tally_breach.c[name] for name in ("code", "grade", "street", "contested")},
        "engine": tally_breach.c.rules_version,
    },
)
PLACE: Final = Kindred(
    tally_place,
    tally.c.place,
    {
        "venue": tally_place.c.venue_id,
        **{name: tally_place.c[name] for name in ("room", "game", "stakes", "house")},
    },
)
KINDREDS: Final = (STANDING, BREACH, PLACE)


def passing(filters: Mapping[str, str], but: Kindred | None = None) -> list[ColumnElement[bool]]:
    """What lets pass the rows of the tally that these filters name; those of one kindred are left to the caller.

    Raises `BadFilter`.
    """
    made: list[ColumnElement[bool]] = []
    for kindred in KINDREDS:
        if kindred is but:
            continue
        own = {name: value for name, value in filters.items() if name in kindred.columns}
        wanted = conditions(own, kindred.columns, with_gone=True)
        if kindred is STANDING and leaves_gone_out(filters):
            wanted.append(tally_standing.c.detection != "gone")
        if wanted:
            made.append(kindred.number.in_(select(kindred.table.c.id).where(*wanted)))
    return made


def in_cells(filters: Mapping[str, str]) -> ColumnElement[bool]:
    """A condition on findings: in a cell of the tally that passes these filters, as far as it is tallied by them. The
    cells are listed first, and each is looked up; the database cannot know how little is in them. Raises `BadFilter`.
    """
    cells = select(tally.c.cell).where(*passing(filters)).scalar_subquery()
    return and_(finding.c.cell == func.any(func.array(cells)), *_beside(filters))


def is_in_few_cells(connection: Connection, filters: Mapping[str, str]) -> bool:
    """Whether they pass few cells of the tally, and ask for nothing that is not tallied. Raises `BadFilter`."""
    if is_narrow(filters):
        return False
    cells = select(func.count(tally.c.cell.distinct())).where(*passing(filters))
    return connection.execute(cells).scalar_one() <= _FEW_CELLS


def of_each_cell(filters: Mapping[str, str], stretch: Stretch) -> ColumnElement[bool]:
    """A condition on findings: of the first of a stretch in a cell that passes these filters. Wherever in the order
    they stand, each cell is asked for its own first ones, and they alone are put in order. Raises `BadFilter`.
    """
    cells = select(tally.c.cell).where(*passing(filters)).distinct().subquery()
    own = select(*worst_first).where(finding.c.cell == cells.c.cell, *_beside(filters), *stretch.where)
    firsts = own.order_by(*stretch.of(finding)).limit(stretch.size).lateral()
    worst = select(firsts.c.id).select_from(cells.join(firsts, true()))
    return finding.c.id.in_(worst.order_by(*stretch.of(firsts)).limit(stretch.size))


def _beside(filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    return conditions({name: value for name, value in filters.items() if name == BESIDE}, with_gone=True)


def walked(where: Iterable[ColumnElement[bool]], stretch: Stretch) -> ColumnElement[bool]:
    """A condition on findings: one of the first of which these hold. They are found by their place in the list alone:
    beside what else is told of a row all ways to it would seem to cost the same.
    """
    worst = select(finding.c.id).where(*where).order_by(*stretch.of(finding)).limit(stretch.size).cte()
    return finding.c.id.in_(select(worst.c.id))


def put_together(where: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    """A condition on findings: one of those of which these hold. The database puts them together before all else: it
    cannot know how few they are, and would go through very many to meet them.
    """
    numbers = select(finding.c.id).where(*where).cte().prefix_with("MATERIALIZED")
    return finding.c.id.in_(select(numbers.c.id))


class Planned(dict[str, str]):
    """Filters with their runs named, and whether what passes is sooner found `by_cells`; where it is so for the list
    without one of its facets is known too.
    """

    def __init__(self, filters: Mapping[str, str], by_cells: bool, without: Collection[str] = ()) -> None:
        super().__init__(filters)
        self.by_cells: Final = by_cells
        self._without: Final = without

    def without(self, facet: str) -> "Planned":
        """The same but for what this facet lets pass."""
        return Planned(_without(self, facet), facet in self._without)


def planned(connection: Connection, filters: Mapping[str, str], facets: Collection[str] = ()) -> Planned:
    """How the findings that pass are found, and those that would without one of these facets: by cells where these hold
    little, and less than the runs found whose news are asked for. Asked once a list. Raises `BadFilter`.
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
    sums = [func.sum(tally.c.listed).filter(*passing(each)) for each in lists]
    many, *all_few = connection.execute(select(of_runs.scalar_subquery(), *sums)).one()
    by_cells, *without = [(few or 0) < min(many or 0, _LITTLE) for few in all_few]
    return Planned(named, by_cells, [name for name, quicker in zip(chosen, without, strict=True) if quicker])


def _without(filters: Mapping[str, str], facet: str) -> dict[str, str]:
    return {name: value for name, value in filters.items() if name != facet}


def added_up(connection: Connection, kindred: Kindred, filters: Mapping[str, str]) -> list[Kind]:
    """How many findings there are of each of these kinds that pass the filters of the other kindreds.

    Raises `BadFilter`.
    """
    sums = select(kindred.number, func.sum(tally.c.found), func.sum(tally.c.listed)).where(*passing(filters, kindred))
    counted = connection.execute(sums.group_by(kindred.number)).all()
    named = select(kindred.table.c.id, *kindred.columns.values())
    kinds = {row[0]: dict(zip(kindred.columns, row[1:], strict=True)) for row in connection.execute(named)}
    return [Kind(kinds[number], int(found), int(listed)) for number, found, listed in counted]
