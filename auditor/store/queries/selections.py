"""Selections of findings, and saved filters."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select

from auditor.store.postgres.database import Connection
from auditor.store.tables import saved_filter, selection, selection_finding


@dataclass(frozen=True, slots=True)
class SelectionRow:
    """A frozen list of `count` findings: who made it and when, the query in `words`, and the `filters` as they were."""

    id: int
    made_by: str
    made_at: dt.datetime
    words: str
    filters: Mapping[str, str]
    count: int


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A query that somebody keeps under a name."""

    id: int
    name: str
    query: str


def one(connection: Connection, selection_id: int) -> SelectionRow | None:
    """The selection of that number."""
    mine = select(func.count()).where(selection_finding.c.selection_id == selection.c.id).scalar_subquery()
    asked = select(*selection.c, mine.label("count")).where(selection.c.id == selection_id)
    row = connection.execute(asked).mappings().first()
    return None if row is None else SelectionRow(**row)


def saved_filters(connection: Connection, owner: str) -> tuple[SavedFilter, ...]:
    """The filters that somebody keeps, by name."""
    columns = [saved_filter.c.id, saved_filter.c.name, saved_filter.c.query]
    asked = select(*columns).where(saved_filter.c.owner == owner).order_by(saved_filter.c.name)
    return tuple(SavedFilter(row.id, row.name, row.query) for row in connection.execute(asked))
