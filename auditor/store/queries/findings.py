"""Reads findings: pages of the list, the most serious findings first, and single findings."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    RowMapping,
    Select,
    func,
    literal,
    literal_column,
    nulls_last,
    or_,
    select,
    tuple_,
)

from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries import sorted_lists
from auditor.store.queries.count_dimensions import BREACH, NO_FILTERS, combinations
from auditor.store.queries.facet_counts import FacetCount, Totals, facets, total, totals
from auditor.store.queries.filtering import FACETS, FILTERS, BadFilter, conditions
from auditor.store.queries.list_plans import FEW, Planned, Stretch, findings_of, numbers_of, planned, strategy_of
from auditor.store.queries.second_reviews import FRESH
from auditor.store.tables import finding, first_of_cause, found_first, proposal, triage_act, venue, worst_first

__all__ = [
    "ALL",
    "FACETS",
    "FILTERS",
    "MOST_ON_A_PAGE",
    "BadFilter",
    "FacetCount",
    "FindingRow",
    "FindingsPage",
    "Planned",
    "Totals",
    "facets",
    "matching",
    "new_by_rule",
    "now_by_rule",
    "numbers",
    "of_hand",
    "one",
    "page",
    "planned",
    "states",
    "total",
    "totals",
]

MOST_ON_A_PAGE: Final = 200
_INSIDE: Final = (
    *("venue_id", "month", "evidence", "readings", "origin", "big_bet", "weight", "band", "cell", "played"),
    *("shape", "cause", "follows"),
)
_COLUMNS: Final = [column for column in finding.c if column.name not in _INSIDE]

# Columns about a proposal that waits for a second person: who made the proposal, and whether another person can still
# agree. For a closed finding the columns are empty: the last audit no longer found it, so nobody has to decide.
_P: Final = proposal.alias("p")
_WAITS: Final = (_P.c.fingerprint == finding.c.fingerprint, finding.c.triage != "closed")
_PUT_FORWARD: Final = select(_P.c.by).where(*_WAITS).correlate(finding).scalar_subquery()
_PUT_FORWARD_BY: Final = func.coalesce(_PUT_FORWARD, "").label("put_forward_by")
# This subquery compares the evidence of all findings with the same fingerprint. It is inside another subquery on the
# proposal, so that it does not run for the many findings without a proposal.
_F: Final = finding.alias("f")
_SEEN: Final = select(literal_column(FRESH, Boolean)).where(_F.c.fingerprint == _P.c.fingerprint).correlate(_P)
_FRESH: Final = select(_SEEN.scalar_subquery()).where(*_WAITS).correlate(finding).scalar_subquery()
_PUT_FORWARD_FRESH: Final = func.coalesce(_FRESH, literal(value=False)).label("put_forward_fresh")

_LAST: Final = select(func.max(triage_act.c.id)).where(triage_act.c.fingerprint == finding.c.fingerprint)
_LAST_ACT: Final = func.coalesce(_LAST.correlate(finding).scalar_subquery(), 0).label("last_act")

# The number of the first finding with the same cause that is not gone. If all findings with this cause are gone, the
# number of this finding itself.
_OF_CAUSE: Final = finding.alias("of_cause")
_FIRST: Final = (
    select(_OF_CAUSE.c.id)
    .where(_OF_CAUSE.c.cause == finding.c.cause, _OF_CAUSE.c.detection != "gone")
    .order_by(*[_OF_CAUSE.c[column.name] for column in first_of_cause])
    .limit(1)
)
_CAUSE: Final = func.coalesce(_FIRST.correlate(finding).scalar_subquery(), finding.c.id).label("cause")

# The number of findings, including those without a row. If a hand has very many findings of a rule, only the first are
# stored as rows. The column `more` of one row counts the findings without a row.
ALL: Final[ColumnElement[int]] = func.count() + func.coalesce(func.sum(finding.c.more), 0)


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding: a broken rule in one record of a hand.

    `amount` is logged minus lawful, in the smallest unit of the currency: 10 ** -`minor`, so 250 with `minor` 2 is
    2.50. `worst` is the sort key of the list: the severity, then the amount in big bets. `event` is `None` if the
    finding is about the whole hand. `more` is the number of further findings of the same rule on this record, which are
    not listed. `earlier_id` is the record of the earlier hand if the finding compares two hands of a table.
    `rules_version` is the version in the run that first found the finding.

    `put_forward_by` names the person whose proposal waits for a second person; it is empty if no proposal waits.
    `put_forward_fresh`: a second person can still agree to this proposal. `last_act` is the number of the last act in
    the history of the finding, 0 if there is none. A decision names this number, so that nobody overwrites a later act
    without having seen it. `cause` is the number of the first finding with the same cause; it is `id` if this finding
    is the first.
    """

    id: int
    fingerprint: str
    hand_id: int
    venue: str
    room: str
    game: str
    number: str | None
    currency: str
    minor: int
    house: str
    code: str
    grade: str
    severity: str
    certainty: str
    street: int | None
    seat: int
    event: int | None
    line: int | None
    logged: str
    lawful: str
    amount: int | None
    clause: str
    status: str
    readings: tuple[str, ...]
    subject: str
    more: int
    earlier_id: int | None
    detection: str
    gone_by: str
    triage: str
    flagged: bool
    reopened: bool
    assignee: str
    stakes: str
    worst: int
    rules_version: int
    put_forward_by: str
    put_forward_fresh: bool
    last_act: int
    cause: int
    first_run_id: int
    last_run_id: int
    first_seen_at: dt.datetime
    last_seen_at: dt.datetime

    def place(self, sort: str = "") -> str:
        """Returns the place of this finding in the list, such as `-600.123` (see `place_of`). `sort` is the column by
        which the list is sorted; empty for the usual order.
        """
        usual = f"{self.worst}.{self.id}"
        return f"{usual}.{sorted_lists.value_in(sort, self)}" if sort else usual


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """A page of the list of findings. `following` is the place after which the next page begins, such as `-600.123`;
    `None` if this is the last page.
    """

    findings: tuple[FindingRow, ...]
    following: str | None


def page(
    connection: Connection,
    filters: Mapping[str, str],
    after: str | None = None,
    size: int = 50,
    count: Totals | None = None,
    sort: str = "",
) -> FindingsPage:
    """Returns a page of the findings that match the filters, the most serious first. With `sort`, sorted by this column
    (see `sorted_lists`).

    Findings of one severity are sorted by their amount in big bets; findings without an amount are last. The page
    begins after the place `after`, such as `-600.123` (see `place_of`). Gone findings are left out, unless a filter is
    about gone findings. `count` is the number of findings, if the caller knows it. Raises `BadFilter` if a filter or
    its value is not valid.
    """
    size = max(1, min(size, MOST_ON_A_PAGE))
    if sort:
        plan = planned(connection, filters)
        whole = totals(connection, plan, FEW) if count is None else count
        listed = sorted_lists.listed(connection, plan, sort, after, size + 1, whole)
        rows = {row.id: row for row in with_numbers(connection, [each.id for each in listed[:size]])}
        following = listed[size - 1].place if len(listed) > size else None
        return FindingsPage(tuple([rows[each.id] for each in listed[:size]]), following)
    beyond = [] if after is None else [tuple_(*worst_first) > place_of(after)]
    found = _first(connection, filters, Stretch(beyond, size + 1), count)
    last = found[size - 1] if len(found) > size else None
    following = None if last is None else last.place()
    return FindingsPage(tuple(found[:size]), following)


def before(
    connection: Connection, filters: Mapping[str, str], place: str, size: int, sort: str = ""
) -> tuple[FindingRow, ...]:
    """Returns the page before a place in the list, such as `-600.123`: the last `size` findings before it, in the order
    of the list. Empty if the list has another order, by `sort`, and is long (see `listed_before`). Raises `BadFilter`
    if a filter, its value or the place is not valid.
    """
    if sort:
        numbers = sorted_lists.listed_before(connection, planned(connection, filters), sort, place, size)
        rows = {row.id: row for row in with_numbers(connection, numbers)}
        return tuple([rows[each] for each in numbers])
    stretch = Stretch([tuple_(*worst_first) < place_of(place)], max(1, min(size, MOST_ON_A_PAGE)), back=True)
    return tuple(_first(connection, filters, stretch)[::-1])


def one(connection: Connection, finding_id: int) -> FindingRow | None:
    """Returns the finding with this number, or `None`."""
    row = connection.execute(_rows().where(finding.c.id == finding_id)).mappings().first()
    return None if row is None else _record(row)


def of_hand(connection: Connection, hand_id: int, house: str | None = None) -> tuple[FindingRow, ...]:
    """Returns the findings on a record (a hand as one log has it) that are not gone, in the order of the events.

    If `house` is given, returns only findings under this house, and the findings between several records or hands.
    """
    query = _rows().where(finding.c.hand_id == hand_id, finding.c.detection != "gone")
    if house is not None:
        query = query.where(or_(finding.c.house == house, finding.c.origin == "history"))
    query = query.order_by(nulls_last(finding.c.event.asc()), finding.c.code, finding.c.id)
    return tuple(_record(row) for row in connection.execute(query).mappings())


def first_numbers(
    connection: Connection, filters: Mapping[str, str], most: int, count: Totals | None = None
) -> list[int]:
    """Returns the numbers of the first findings of the list with these filters, at most `most`. `count` is the number
    of findings, if the caller knows it. Raises `BadFilter` if a filter or its value is not valid.
    """
    filters = planned(connection, filters)
    count = totals(connection, filters, FEW) if count is None else count
    strategy = strategy_of(connection, filters, count.listed, more=count.more)
    return list(connection.execute(numbers_of(strategy, filters, most)).scalars())


def with_numbers(connection: Connection, numbers: Sequence[int]) -> Iterator[FindingRow]:
    """Yields the findings with these numbers, in no particular order."""
    for row in connection.execute(_rows().where(finding.c.id.in_(numbers))).mappings():
        yield _record(row)


def numbers(connection: Connection, hand_id: int, house: str) -> dict[tuple[Any, ...], int]:
    """Returns the ids of the findings on a record (a hand as one log has it) under a house. The caller uses them to
    link a finding of a new audit to its page. Gone findings are left out.

    Each finding has two keys. The short key is (code, event, seat, subject), such as `("B402", 12, 3, "")`. The long
    key also has `logged` and `lawful`. If several findings have the same key, the lowest id is returned.
    """
    return _by_place(connection, hand_id, house, finding.c.id)


def states(connection: Connection, hand_id: int, house: str) -> dict[tuple[Any, ...], str]:
    """Returns the decision about each finding of `numbers`, such as `open` or `dismissed`, under the same keys."""
    return _by_place(connection, hand_id, house, finding.c.triage)


def _by_place(
    connection: Connection, hand_id: int, house: str, column: ColumnElement[Any]
) -> dict[tuple[Any, ...], Any]:
    columns = [finding.c[name] for name in ("code", "event", "seat", "subject", "logged", "lawful")]
    query = select(column, *columns).where(
        finding.c.hand_id == hand_id, finding.c.house == house, finding.c.detection != "gone"
    )
    found: dict[tuple[Any, ...], Any] = {}
    for value, *place in connection.execute(query.order_by(finding.c.id)):
        found.setdefault(tuple(place[:4]), value)
        found.setdefault(tuple(place), value)
    return found


def matching(filters: Mapping[str, str]) -> Select[tuple[int]]:
    """Returns a query for the numbers of the findings that match the filters. Raises `BadFilter` if a filter or its
    value is not valid.
    """
    return select(finding.c.id).where(*conditions(filters))


def now_by_rule(connection: Connection, filters: Mapping[str, str] = NO_FILTERS) -> dict[str, int]:
    """Returns the number of findings of each rule that match the filters, by rule code, such as `{"B402": 12}`."""
    counts: Counter[str] = Counter()
    for each in combinations(connection, BREACH, filters):
        counts[each.values["code"]] += each.found
    return {code: counts[code] for code in sorted(counts) if counts[code]}


def new_by_rule(connection: Connection, after: int, until: int) -> dict[str, int]:
    """Returns how many findings of each rule the runs after `after` up to and including `until` found for the first
    time, by rule code.

    A finding is counted even if it changed or disappeared later.
    """
    found = func.sum(found_first.c.found)
    query = select(found_first.c.code, found).where(found_first.c.run_id > after, found_first.c.run_id <= until)
    rows = connection.execute(query.group_by(found_first.c.code).order_by(found_first.c.code).having(found != 0))
    return {code: int(number) for code, number in rows}


def _rows() -> Select[Any]:
    columns = [
        *_COLUMNS,
        finding.c.readings,
        venue.c.name.label("venue"),
        _PUT_FORWARD_BY,
        _PUT_FORWARD_FRESH,
        _LAST_ACT,
        _CAUSE,
    ]
    return select(*columns).join(venue, venue.c.id == finding.c.venue_id)


def _record(row: RowMapping) -> FindingRow:
    values = dict(row)
    values["readings"] = tuple(values["readings"].splitlines())
    return FindingRow(**values)


def _first(
    connection: Connection, filters: Mapping[str, str], stretch: Stretch, count: Totals | None = None
) -> list[FindingRow]:
    """Returns the findings in one stretch of the list, for example one page, in the order of the list.

    `count` is the number of findings in the whole list, if the caller knows it. The count decides how the database
    searches.
    """
    filters = planned(connection, filters)
    if count is None:
        count = totals(connection, filters, FEW)
    if count.listed == 0:
        return []
    strategy = strategy_of(connection, filters, count.listed, more=count.more)
    query = _rows().where(*findings_of(strategy, filters, stretch)).order_by(*stretch.of(finding)).limit(stretch.size)
    return [_record(row) for row in connection.execute(query).mappings()]


def place_of(place: str) -> ColumnElement[Any]:
    """Returns the sort key for a place in the list of findings.

    A place is a text: the value of the column `worst` of a finding, a point, and the id of the finding, such as
    `-600.123`. Raises `BadFilter` if the text has another form.
    """
    worst, point, number = place.partition(".")
    plain = all(part.isascii() and part.isdigit() and len(part) < 20 for part in (worst.removeprefix("-"), number))
    if not point or not plain or max(abs(int(worst)), int(number)) > MOST:
        raise BadFilter("This is not the address of a page of the list. Open the first page of the list.")
    weight = select(finding.c.weight).where(finding.c.id == int(number)).scalar_subquery()
    return tuple_(literal(int(worst)), func.coalesce(weight, 0), literal(int(number)))
