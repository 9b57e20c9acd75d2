"""Counts findings by the table `tally`, so that the findings themselves are not read.

The table has a count for each combination of three things, the dimensions. They are the state of the findings (such as
open or dismissed), the broken rule, and the place of play (such as room and game).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, func, select

from auditor.store.postgres.database import Connection
from auditor.store.queries.filtering import Columns, conditions, without_gone
from auditor.store.tables import tally, tally_breach, tally_place, tally_standing

NO_FILTERS: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension of the table of counts: a group of properties of findings that are stored together.

    For example, the dimension `PLACE` has the properties venue, room, game, stakes and house. `table` has a row for
    each combination of their values. `number` is the column of `tally` that refers to these rows. `columns` has the
    column of `table` for each property.
    """

    table: Table
    number: ColumnElement[int]
    columns: Columns


@dataclass(frozen=True, slots=True)
class Combination:
    """The number of findings with one combination of values in a dimension.

    `values` has a value for each property, such as `{"code": "B402", "grade": "fault", ...}`. `found` counts all
    findings with these values. `listed` counts only the findings in the table `finding`. If a hand has very many
    findings, this table has only the first ones.
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
        **{name: tally_breach.c[name] for name in ("code", "grade", "street", "contested", "severity", "certainty")},
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
    """Returns the SQL conditions on rows of `tally`, the table of counts, for these filters.

    Filters on properties of the dimension `but`, such as `room` of `PLACE`, are left out. Raises `BadFilter` if the
    value of a filter is not valid.
    """
    made: list[ColumnElement[bool]] = []
    for dimension in DIMENSIONS:
        if dimension is but:
            continue
        own = {name: value for name, value in filters.items() if name in dimension.columns}
        wanted = conditions(own, dimension.columns, with_gone=True)
        if dimension is STANDING:
            wanted += without_gone(filters, dimension.columns)
        if wanted:
            made.append(dimension.number.in_(select(dimension.table.c.id).where(*wanted)))
    return made


def combinations(connection: Connection, dimension: Dimension, filters: Mapping[str, str]) -> list[Combination]:
    """Returns each combination of values in a dimension, such as room and game, with its number of findings.

    Filters on properties of this dimension itself are not applied, so that the caller can offer their other values too.
    Raises `BadFilter` if the value of a filter is not valid.
    """
    sums = select(dimension.number, func.sum(tally.c.found), func.sum(tally.c.listed))
    sums = sums.where(*tally_conditions(filters, dimension)).group_by(dimension.number)
    counted = connection.execute(sums).all()
    named = select(dimension.table.c.id, *dimension.columns.values())
    values = {row[0]: dict(zip(dimension.columns, row[1:], strict=True)) for row in connection.execute(named)}
    return [Combination(values[number], int(found), int(listed)) for number, found, listed in counted]
