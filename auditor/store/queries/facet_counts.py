"""Counts the findings that pass the filters, and how many each further choice would leave."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Subquery, func, literal, select, tuple_

from auditor.store.postgres.database import Connection
from auditor.store.queries.count_dimensions import (
    DIMENSIONS,
    NO_FILTERS,
    STANDING,
    Dimension,
    combinations,
    tally_conditions,
)
from auditor.store.queries.filtering import (
    BANDS,
    FACETS,
    FINDINGS,
    MARKS,
    NO,
    OF_GONE,
    YES,
    conditions,
    is_narrow,
    leaves_gone_out,
)
from auditor.store.queries.list_plans import Planned, in_counted_cells, planned
from auditor.store.tables import finding, tally, tally_breach, venue

# A list that is asked for by what is not tallied is counted so far and no further.
MOST_COUNTED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Totals:
    """How many findings there are, and how many of them are listed: on a record with very many only the first are.

    With `more` there are more than these.
    """

    found: int
    listed: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class FacetCount:
    """How many findings have this value, under all the other filters. A street is its number, empty for none.

    With `more` not all were counted, and there may be more.
    """

    value: str
    count: int
    more: bool = False


@dataclass(slots=True)
class _Facet:
    """How many findings each value has so far; `more` where not all were counted."""

    counts: Counter[str]
    more: bool = False


def totals(connection: Connection, filters: Mapping[str, str], most: int | None = None) -> Totals:
    """How many findings pass the filters; counted up to `most` where they must be counted one by one.

    Raises `BadFilter`.
    """
    filters = planned(connection, filters)
    if is_narrow(filters):
        counted = _one_by_one(filters, [], most)
    else:
        counted = select(tally.c.found, tally.c.listed).where(*tally_conditions(filters)).subquery()
    found, listed = connection.execute(
        select(func.coalesce(func.sum(counted.c.found), 0), func.coalesce(func.sum(counted.c.listed), 0))
    ).one()
    if most is not None and is_narrow(filters) and listed > most:
        return Totals(most, most, more=True)
    return Totals(int(found), int(listed))


def total(connection: Connection, filters: Mapping[str, str]) -> int:
    """How many findings pass the filters, those that are not listed included. Raises `BadFilter`."""
    return totals(connection, filters).found


def facets(
    connection: Connection, filters: Mapping[str, str], most: int | None = None
) -> dict[str, tuple[FacetCount, ...]]:
    """The values of each facet with counts, most first: how many findings each further choice would leave.

    Where findings are counted one by one, the first `most` are; a chosen value has the number of the whole list all the
    same. Raises `BadFilter`.
    """
    named = planned(connection, filters, FACETS)
    venues = {row.id: row.name for row in connection.execute(select(venue.c.id, venue.c.name))}
    found: dict[str, _Facet] = {}
    for dimension in DIMENSIONS:
        if is_narrow(named):
            found |= _narrow(connection, dimension, named, most, venues)
        else:
            found |= _tallied(connection, dimension, named, venues)
    counted = {name: _in_order(found[name]) for name in FACETS}
    chosen = {name: {**named, name: value} for name, value in (_beside(named) if is_narrow(named) else {}).items()}
    chosen |= {name: named for name in FACETS if name in named and found[name].more}
    for name, those in chosen.items():
        value, whole = those[name], totals(connection, those, most)
        others = [each for each in counted[name] if each.value != value]
        counted[name] = _most_first([*others, FacetCount(value, whole.found, whole.more)])
    return counted


def of_rule(connection: Connection, code: str, filters: Mapping[str, str] = NO_FILTERS) -> dict[str, int]:
    """How many findings a rule has that are not gone, by how they stand with people, most first."""
    counts: Counter[str] = Counter()
    for each in combinations(connection, STANDING, {**filters, "code": code}):
        if each.values["detection"] != "gone":
            counts[each.values["triage"]] += each.found
    return {state: count for state, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])) if count}


def of_rule_by_version(connection: Connection, code: str, filters: Mapping[str, str] = NO_FILTERS) -> dict[int, int]:
    """How many findings a rule has that are not gone, by the version of the rules that found them first."""
    version = func.min(tally_breach.c.rules_version).label("version")
    named = select(tally_breach.c.id, version).where(tally_breach.c.code == code).group_by(tally_breach.c.id).subquery()
    sums = select(named.c.version, func.sum(tally.c.found)).join(named, named.c.id == tally.c.breach)
    rows = connection.execute(sums.where(*tally_conditions(filters)).group_by(named.c.version))
    return {version: int(found) for version, found in rows if found}


def _tallied(
    connection: Connection, dimension: Dimension, filters: Mapping[str, str], venues: Mapping[int, str]
) -> dict[str, _Facet]:
    """The facets of a dimension, each under all the other filters."""
    counted = [
        ({name: _named(name, value, venues) for name, value in each.values.items()}, each.found)
        for each in combinations(connection, dimension, filters)
    ]
    found: dict[str, _Facet] = {}
    for name in dimension.columns:
        others = {key: value for key, value in filters.items() if key != name}
        wanted = {key: value for key, value in others.items() if key in dimension.columns}.items()
        counts: Counter[str] = Counter()
        found[name] = _Facet(counts)
        for values, count in counted:
            is_gone = values.get("detection") == "gone"
            if values.items() >= wanted and not (is_gone and leaves_gone_out({**others, name: values[name]})):
                counts[values[name]] += count
    return found


def _narrow(
    connection: Connection, dimension: Dimension, filters: Planned, most: int | None, venues: Mapping[int, str]
) -> dict[str, _Facet]:
    """The facets of a dimension, where a filter is not in the tally."""
    free = [name for name in dimension.columns if name not in filters]
    found = _added_up(connection, _one_by_one(filters, free, most), free, most, venues) if free else {}
    for name in dimension.columns:
        if name in filters:
            counted = _one_by_one(filters.without(name), [name], most)
            found |= _added_up(connection, counted, [name], most, venues)
    return found


def _beside(filters: Mapping[str, str]) -> dict[str, str]:
    """The choices that bring gone findings into a list, where a facet is counted without them. New, changed and
    reopened findings are not gone.
    """
    if "news" in filters:
        return {}
    without = {name: {key: value for key, value in filters.items() if key != name} for name in OF_GONE}
    return {name: value for name, value in OF_GONE.items() if leaves_gone_out(without[name])}


def _added_up(
    connection: Connection, counted: Subquery, names: Sequence[str], most: int | None, venues: Mapping[int, str]
) -> dict[str, _Facet]:
    """The counts of each facet of these names, by value."""
    columns = [counted.c[name] for name in names]
    sums = func.sum(counted.c.found), func.count()
    sets = func.grouping_sets(*[tuple_(column) for column in columns])
    rows = connection.execute(select(func.grouping(*columns), *sums, *columns).group_by(sets)).all()
    # One bit a column, the last one the lowest, and clear where the row is of that column.
    of = {(1 << len(names)) - 1 - (1 << place): name for place, name in enumerate(reversed(names))}
    found = {name: _Facet(Counter()) for name in names}
    for row in rows:
        name = of[row[0]]
        found[name].counts[_named(name, getattr(row, name), venues)] += int(row[1])
    for facet in found.values():  # each has all that was counted
        facet.more = most is not None and sum([row[2] for row in rows]) > most * len(names)
    return found


def _one_by_one(filters: Planned, names: Sequence[str], most: int | None) -> Subquery:
    """The findings themselves, one more than `most`: these facets of each, and how many it stands for."""
    shown: list[ColumnElement[Any]] = [FINDINGS[name].label(name) for name in names]
    asked = select(*shown, (1 + finding.c.more).label("found"), literal(1).label("listed"))
    asked = asked.where(*conditions(filters))
    if filters.by_cells:
        asked = asked.where(in_counted_cells(filters))
    return (asked if most is None else asked.limit(most + 1)).subquery()


def _in_order(facet: _Facet) -> tuple[FacetCount, ...]:
    return _most_first([FacetCount(value, count, facet.more) for value, count in facet.counts.items()])


def _most_first(counts: Iterable[FacetCount]) -> tuple[FacetCount, ...]:
    return tuple(sorted([each for each in counts if each.count > 0], key=lambda each: (-each.count, each.value)))


def _named(name: str, value: Any, venues: Mapping[int, str]) -> str:
    if name in MARKS:
        return YES if value else NO
    if name == "band":
        return BANDS[value]
    if name == "venue":
        return venues[value]
    return "" if value is None else str(value)
