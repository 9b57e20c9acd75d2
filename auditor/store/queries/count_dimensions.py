"""The three dimensions of `tally`, the table of counts: the state of findings, the broken rule, and the place of play.

The table has a row for each combination of the three dimensions. So counts do not have to read the findings.
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
    """A group of facets of findings. A facet is a property with a count for each value, such as the rule.

    `table` has a row for each combination of the facets in the group. `number` is the column of `tally` that refers to
    these rows.
    """

    table: Table
    number: ColumnElement[int]
    columns: Columns


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of values of the facets of a dimension, and how many findings have this combination.

    `found` also counts findings that are not listed.
    """

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
    """Returns the conditions on rows of `tally` for these filters, except for filters of the dimension `but`.

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
    """Returns the combinations of the dimension with their counts of findings.

    Only the filters of the other dimensions are applied. Raises `BadFilter`.
    """
    sums = select(dimension.number, func.sum(tally.c.found), func.sum(tally.c.listed))
    sums = sums.where(*tally_conditions(filters, dimension)).group_by(dimension.number)
    counted = connection.execute(sums).all()
    named = select(dimension.table.c.id, *dimension.columns.values())
    values = {row[0]: dict(zip(dimension.columns, row[1:], strict=True)) for row in connection.execute(named)}
    return [Combination(values[number], int(found), int(listed)) for number, found, listed in counted]
