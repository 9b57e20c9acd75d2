"""Reads selections of findings, and saved filters."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select

from auditor.store.postgres.database import Connection
from auditor.store.tables import saved_filter, selection, selection_finding


@dataclass(frozen=True, slots=True)
class SelectionRow:
    """A selection: a fixed list of `count` findings, on which a person can act in one step.

    `filters` chose the findings, and `words` describes these filters for people. A filter with several values has a
    list of values.
    """

    id: int
    made_by: str
    made_at: dt.datetime
    words: str
    filters: Mapping[str, str | list[str]]
    count: int


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A filter that a person saved under a name. `query` is the query part of the URL of the list of findings."""

    id: int
    name: str
    query: str


def one(connection: Connection, selection_id: int) -> SelectionRow | None:
    """Returns the selection with this number, or `None`."""
    mine = select(func.count()).where(selection_finding.c.selection_id == selection.c.id).scalar_subquery()
    query = select(*selection.c, mine.label("count")).where(selection.c.id == selection_id)
    row = connection.execute(query).mappings().first()
    return None if row is None else SelectionRow(**row)


def saved_filters(connection: Connection, owner: str) -> tuple[SavedFilter, ...]:
    """Returns the filters that this person saved, sorted by name."""
    columns = [saved_filter.c.id, saved_filter.c.name, saved_filter.c.query]
    query = select(*columns).where(saved_filter.c.owner == owner).order_by(saved_filter.c.name)
    return tuple(SavedFilter(row.id, row.name, row.query) for row in connection.execute(query))
