"""The dimensions of the tally: how findings stand, what was broken, and where it was played.

The tally has a row for each combination of the three, so that nobody counts the findings themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, func, select

from auditor.store.postgres.database import Connection
from auditor.store.queries.filtering import Columns, conditions, leaves_gone_out
from auditor.store.tables import tally, tally_breach, tally_place, tally_standing

NO_FILTERS: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Dimension:
    """Facets that depend on each other, so that few combinations of them exist: the rows of `table`, whose numbers
    stand in the column `number` of the tally.
    """

    table: Table
    number: ColumnElement[int]
    columns: Columns


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of the facets of a dimension, with their values in the database, and how many findings it has."""

    values: Mapping[str, Any]
    found: int
    listed: int


STANDING: Final = Dimension(
    tally_standing,
    tally.c.standing,
    {name: tally_standing.c[name] for name in ("triage", "flagged", "reopened", "assignee", "detection", "band")},
)
BREACH: Final = Dimension(
    tally_breach,
    tally.c.breach,
    {
        **{name: tally_breach.c[name] for name in ("code", "grade", "street", "contested")},
        "engine": tally_breach.c.rules_version,
    },
)
PLACE: Final = Dimension(
    tally_place,
    tally.c.place,
    {
        "venue": tally_place.c.venue_id,
        **{name: tally_place.c[name] for name in ("room", "game", "stakes", "house")},
    },
)
DIMENSIONS: Final = (STANDING, BREACH, PLACE)


def tally_conditions(filters: Mapping[str, str], but: Dimension | None = None) -> list[ColumnElement[bool]]:
    """The conditions on rows of the tally that these filters make; those of one dimension are left to the caller.

    Raises `BadFilter`.
    """
    made: list[ColumnElement[bool]] = []
    for dimension in DIMENSIONS:
        if dimension is but:
            continue
        own = {name: value for name, value in filters.items() if name in dimension.columns}
        wanted = conditions(own, dimension.columns, with_gone=True)
        if dimension is STANDING and leaves_gone_out(filters):
            wanted.append(tally_standing.c.detection != "gone")
        if wanted:
            made.append(dimension.number.in_(select(dimension.table.c.id).where(*wanted)))
    return made


def combinations(connection: Connection, dimension: Dimension, filters: Mapping[str, str]) -> list[Combination]:
    """How many findings each combination of the dimension has, of those that pass the filters of the other dimensions.

    Raises `BadFilter`.
    """
    sums = select(dimension.number, func.sum(tally.c.found), func.sum(tally.c.listed))
    sums = sums.where(*tally_conditions(filters, dimension)).group_by(dimension.number)
    counted = connection.execute(sums).all()
    named = select(dimension.table.c.id, *dimension.columns.values())
    values = {row[0]: dict(zip(dimension.columns, row[1:], strict=True)) for row in connection.execute(named)}
    return [Combination(values[number], int(found), int(listed)) for number, found, listed in counted]
