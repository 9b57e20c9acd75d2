"""Reads the list of findings with one row for each cause: the first finding with this cause, and the number of the
other findings with this cause.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, tuple_

from auditor.store.postgres.database import Connection
from auditor.store.queries import sorted_lists
from auditor.store.queries.cause_filters import of_causes
from auditor.store.queries.facet_counts import Totals, totals
from auditor.store.queries.filtering import conditions
from auditor.store.queries.findings import MOST_ON_A_PAGE, FindingRow, place_of, with_numbers
from auditor.store.queries.list_plans import FEW, Planned, Stretch, firsts_of, number_of_causes, planned, strategy_of
from auditor.store.tables import finding, first_of_cause, worst_first

# A row lists at most this many findings. More findings of a cause are only counted; a link leads to all of them.
MOST_LISTED: Final = 10
MOST_OF_CAUSE: Final = 2_000
# The rows of a list are counted if it has at most this many findings: to count the rows, each finding is read.
MOST_NUMBERED: Final = 2_000


@dataclass(frozen=True, slots=True)
class CauseRow:
    """A row of the list: the findings with one cause that match the filters.

    - `findings` has the first `MOST_LISTED` of these findings. The first one is the finding from which the others
      follow, or to which they are equal. If the filters exclude this finding, the first one is another finding of the
      cause.
    - `listed` counts the findings of this cause that are stored one by one in the table `finding`.
    - `found` also counts the findings that are not stored one by one, because their hand has too many findings.
    - `equal` counts the stored findings that do not follow from another finding; they are equal to each other. The
      number is 0 if the filters exclude all of them.
    """

    findings: tuple[FindingRow, ...]
    listed: int
    found: int
    equal: int

    @property
    def first(self) -> FindingRow:
        """The first of the `findings`."""
        return self.findings[0]


@dataclass(frozen=True, slots=True)
class CausesPage:
    """A page of the list. `following` is the place after which the next page begins; `None` if this is the last page.
    `number` is the number of rows of the whole list; `None` if the list is too long to count them.
    """

    rows: tuple[CauseRow, ...]
    following: str | None
    number: int | None


def page(
    connection: Connection,
    filters: Mapping[str, str],
    after: str | None = None,
    size: int = 50,
    count: Totals | None = None,
    sort: str = "",
) -> CausesPage:
    """Returns a page of the list of findings with one row for each cause, the most serious first.

    The parameters are those of `findings.page`. Raises `BadFilter` if a filter, its value or the place `after` is not
    valid.
    """
    filters = planned(connection, filters)
    count = totals(connection, filters, FEW) if count is None else count
    size = max(1, min(size, MOST_ON_A_PAGE))
    number = number_of_causes(connection, filters) if not count.more and count.listed <= MOST_NUMBERED else None
    if sort:
        ordered = sorted_lists.listed(connection, filters, sort, after, size + 1, count, of_causes=True)
        place = ordered[size - 1].place if len(ordered) > size else None
        return CausesPage(tuple(_rows(connection, filters, [each.cause for each in ordered[:size]])), place, number)
    beyond = [] if after is None else [tuple_(*worst_first) > place_of(after)]
    if count.listed == 0:
        return CausesPage((), None, 0)
    stretch = Stretch(beyond, size + 1)
    strategy = strategy_of(connection, filters, count.listed, more=count.more)
    firsts = select(finding.c.id, finding.c.worst, finding.c.cause).where(*firsts_of(strategy, filters, stretch))
    found = connection.execute(firsts.order_by(*worst_first).limit(stretch.size)).all()
    listed = found[:size]
    following = f"{listed[-1].worst}.{listed[-1].id}" if len(found) > size else None
    return CausesPage(tuple(_rows(connection, filters, [each.cause for each in listed])), following, number)


def numbers_of_cause(connection: Connection, finding_id: int) -> list[int]:
    """Returns the numbers of the findings with the same cause as this finding, at most `MOST_OF_CAUSE`."""
    query = select(finding.c.id).where(of_causes(f"{finding_id}")).order_by(*first_of_cause).limit(MOST_OF_CAUSE)
    return list(connection.execute(query).scalars())


def _rows(connection: Connection, filters: Planned, causes: Sequence[int]) -> Iterator[CauseRow]:
    """Yields the rows of these causes, in the same order."""
    if not causes:
        return
    numbered = select(
        finding.c.id,
        finding.c.cause,
        func.row_number().over(partition_by=finding.c.cause, order_by=first_of_cause).label("place"),
        func.count().over(partition_by=finding.c.cause).label("listed"),
        func.sum(1 + finding.c.more).over(partition_by=finding.c.cause).label("found"),
        func.count().filter(~finding.c.follows).over(partition_by=finding.c.cause).label("equal"),
    ).where(finding.c.cause.in_(causes), *conditions(filters))
    inside = numbered.subquery()
    query = select(inside).where(inside.c.place <= MOST_LISTED).order_by(inside.c.cause, inside.c.place)
    found: dict[int, list[int]] = {}
    counts = {}
    for row in connection.execute(query):
        found.setdefault(row.cause, []).append(row.id)
        counts[row.cause] = row
    every = {row.id: row for row in with_numbers(connection, [id_ for ids in found.values() for id_ in ids])}
    for cause in causes:
        if cause in found:
            of = counts[cause]
            yield CauseRow(tuple([every[each] for each in found[cause]]), of.listed, int(of.found), of.equal)
