"""Counts the findings that match the filters, and the findings that would remain with one more filter.

A facet is a filter with a count for each of its values, such as the rule or the grade.
"""

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
from auditor.store.queries.filter_values import values_of
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
    lists_gone,
)
from auditor.store.queries.list_plans import Planned, in_counted_cells, planned
from auditor.store.tables import finding, tally, tally_breach, venue

# The table of counts does not have every property that can be a filter. With such a filter, such as `upload`, findings
# are counted one by one, up to this number.
MOST_COUNTED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Totals:
    """The number of findings that match some filters.

    `found` counts all of them. `listed` counts only the findings in the table `finding`. If a hand has very many
    findings, this table has only the first ones. `more`: the count stopped at a limit, so there are more findings.
    """

    found: int
    listed: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class FacetCount:
    """A value of a facet (a filter), such as room `X` or rule `B402`, and a number of findings: so many findings are in
    the list if this value is chosen as a filter.

    The value of a street is its number as text, or empty if the finding is about no street. `more`: the count stopped
    at a limit, so the number may be larger.
    """

    value: str
    count: int
    more: bool = False


@dataclass(slots=True)
class _Facet:
    """The counts of one facet: for the facet `grade`, `counts` is for example `{"fault": 12, "violation": 3}`. `more`:
    the count stopped at a limit, so that some findings are not counted.
    """

    counts: Counter[str]
    more: bool = False


def totals(connection: Connection, filters: Mapping[str, str], most: int | None = None) -> Totals:
    """Returns the number of findings that match the filters.

    The number usually comes from the table of counts. If a filter is not part of that table, such as `upload`, the
    findings are counted one by one, and the count stops at `most`. Raises `BadFilter` if a filter or its value is not
    valid.
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
    """Returns the number of findings that match the filters, including those that are not in the table `finding` (see
    `Totals.found`). Raises `BadFilter` if a filter or its value is not valid.
    """
    return totals(connection, filters).found


def facets(
    connection: Connection, filters: Mapping[str, str], most: int | None = None
) -> dict[str, tuple[FacetCount, ...]]:
    """Returns the values of each facet with their counts, the largest count first, such as `{"grade": (fault 12,
    violation 3)}`.

    The count of a value is the number of findings that the list has if this value is chosen as a filter. The counts
    usually come from the table of counts. If a filter is not part of that table, such as `upload`, the findings are
    counted one by one, and the count stops at `most`. If the count of a facet stopped, and `filters` has a value for
    this facet, the count of this value comes from `totals`. So this count agrees with the number of findings that is
    shown for the list. Raises `BadFilter` if a filter or its value is not valid.
    """
    named = planned(connection, filters, FACETS)
    venues = {row.id: row.name for row in connection.execute(select(venue.c.id, venue.c.name))}
    found: dict[str, _Facet] = {}
    if is_narrow(named):
        found = _narrow(connection, named, most, venues)
    else:
        for dimension in DIMENSIONS:
            found |= _tallied(connection, dimension, named, venues)
    if named.only_there:
        found["detection"].counts.pop("gone", None)
    counted = {name: _in_order(found[name]) for name in FACETS}
    chosen = [*(_adding_gone(named) if is_narrow(named) and not named.only_there else {}).items()]
    chosen += [
        (name, value) for name in FACETS if name in named and found[name].more for value in values_of(named[name])
    ]
    for name, value in chosen:
        with_value = named if named.get(name) == value else {**named, name: value}
        whole = totals(connection, with_value, most)
        others = [each for each in counted[name] if each.value != value]
        counted[name] = _most_first([*others, FacetCount(value, whole.found, whole.more)])
    return counted


def of_rule(connection: Connection, code: str, filters: Mapping[str, str] = NO_FILTERS) -> dict[str, int]:
    """Returns the number of findings of a rule by triage state, such as `{"open": 20, "dismissed": 4}`, the largest
    number first. Gone findings, which the last audit no longer found, are not counted.
    """
    counts: Counter[str] = Counter()
    for each in combinations(connection, STANDING, {**filters, "code": code}):
        if each.values["detection"] != "gone":
            counts[each.values["triage"]] += each.found
    return {state: count for state, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])) if count}


def of_rule_by_version(connection: Connection, code: str, filters: Mapping[str, str] = NO_FILTERS) -> dict[int, int]:
    """Returns the number of findings of a rule by the rules version that found them first, such as `{41: 12, 42: 3}`.
    Gone findings, which the last audit no longer found, are not counted.
    """
    version = func.min(tally_breach.c.rules_version).label("version")
    named = select(tally_breach.c.id, version).where(tally_breach.c.code == code).group_by(tally_breach.c.id).subquery()
    sums = select(named.c.version, func.sum(tally.c.found)).join(named, named.c.id == tally.c.breach)
    rows = connection.execute(sums.where(*tally_conditions(filters)).group_by(named.c.version))
    return {version: int(found) for version, found in rows if found}


def _tallied(
    connection: Connection, dimension: Dimension, filters: Mapping[str, str], venues: Mapping[int, str]
) -> dict[str, _Facet]:
    """Counts the values of each facet in a dimension, from the table of counts.

    A facet is counted with all filters except its own, so that the counts of its other values are shown too. `venues`
    has the names of the venues by number.
    """
    counted = [
        ({name: _named(name, value, venues) for name, value in each.values.items()}, each.found)
        for each in combinations(connection, dimension, filters)
    ]
    found: dict[str, _Facet] = {}
    for name in dimension.columns:
        others = {key: value for key, value in filters.items() if key != name}
        wanted = {key: set(values_of(value)) for key, value in others.items() if key in dimension.columns}
        counts: Counter[str] = Counter()
        found[name] = _Facet(counts)
        for values, count in counted:
            matches = all(values[key] in of_key for key, of_key in wanted.items())
            is_gone = values.get("detection") == "gone"
            if matches and (not is_gone or lists_gone({**others, name: values[name]}, values)):
                counts[values[name]] += count
    return found


def _narrow(connection: Connection, filters: Planned, most: int | None, venues: Mapping[int, str]) -> dict[str, _Facet]:
    """Counts the values of each facet by reading the findings one by one, once for all facets without a filter.

    This is needed if a filter, such as `upload`, is not part of the table of counts. At most `most` findings are
    counted. A facet is counted with all filters except its own.
    """
    free = [name for name in FACETS if name not in filters]
    found = _added_up(connection, _one_by_one(filters, free, most), free, most, venues) if free else {}
    for name in FACETS:
        if name in filters:
            counted = _one_by_one(filters.without(name), [name], most)
            found |= _added_up(connection, counted, [name], most, venues)
    return found


def _adding_gone(filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the facet values that add gone findings to the list, such as `{"detection": "gone"}`.

    A finding is gone if the last audit no longer found it. Usually a list leaves gone findings out. If a person chooses
    one of the returned values, the list includes gone findings. A value is not returned if the list has gone findings
    even without this value. The result is empty if the filters have `news`.
    """
    if "news" in filters:
        return {}
    without = {name: {key: value for key, value in filters.items() if key != name} for name in OF_GONE}
    return {name: value for name, value in OF_GONE.items() if leaves_gone_out(without[name])}


def _added_up(
    connection: Connection, counted: Subquery, names: Sequence[str], most: int | None, venues: Mapping[int, str]
) -> dict[str, _Facet]:
    """Returns the counts of the values of the facets `names`.

    `counted` is a subquery from `_one_by_one`. It has a row for each stored finding: the values of these facets, and
    `found`, the number of findings for which the row stands.
    """
    columns = [counted.c[name] for name in names]
    sums = func.sum(counted.c.found), func.count()
    sets = func.grouping_sets(*[tuple_(column) for column in columns])
    rows = connection.execute(select(func.grouping(*columns), *sums, *columns).group_by(sets)).all()
    # Each result row counts one value of one facet. `grouping` returns a bit mask that names this facet: the bit of its
    # column is 0, all other bits are 1. The last column has the lowest bit.
    of = {(1 << len(names)) - 1 - (1 << place): name for place, name in enumerate(reversed(names))}
    found = {name: _Facet(Counter()) for name in names}
    for row in rows:
        name = of[row[0]]
        found[name].counts[_named(name, getattr(row, name), venues)] += int(row[1])
    # Every finding is counted once for each facet, so the limit is `most` times the number of facets.
    for facet in found.values():
        facet.more = most is not None and sum([row[2] for row in rows]) > most * len(names)
    return found


def _one_by_one(filters: Planned, names: Sequence[str], most: int | None) -> Subquery:
    """Returns a subquery with a row for each finding that matches the filters. It returns at most `most` + 1 rows, so
    that the caller notices if there are more than `most`.

    A row has the values of the facets `names`. `found` is 1 plus the number of further findings of the same rule on the
    same hand, which are not stored as rows. `listed` is 1.
    """
    values: list[ColumnElement[Any]] = [FINDINGS[name].label(name) for name in names]
    query = select(*values, (1 + finding.c.more).label("found"), literal(1).label("listed"))
    query = query.where(*conditions(filters))
    if filters.by_cells:
        query = query.where(in_counted_cells(filters))
    return (query if most is None else query.limit(most + 1)).subquery()


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
