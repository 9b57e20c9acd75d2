"""Reads the list of cases, with the counts beside its filters and the cases that are due."""

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.disputes.outcomes import Outcome
from auditor.disputes.states import State
from auditor.store.postgres.database import Connection
from auditor.store.tables.disputes import UNDECIDED_CASE

MOST_ON_A_PAGE: Final = 200
YES, NO = "yes", "no"
NOBODY: Final = "nobody"  # the value of the filter `owner` for cases without an owner

# The filters with a count for each value, in the order in which a page shows them.
FACETS: Final = ("state", "overdue", "outcome", "rule", "owner")
_PLAIN: Final = ("hand",)
FILTERS: Final = (*FACETS, *_PLAIN)
# An id after any filter name. A place in the list is `MICROSECONDS.NUMBER`: the due time, then the number of the case.
_NEVER: Final = 2**62
_DIGITS: Final = 19


class BadCaseFilter(ValueError):
    """Raised for a filter, its value or a place in the list that is not valid. The message says what to change."""


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case in the list. It has no name of a player.

    `amount` is the claimed amount in the smallest unit: 10 ** -`minor` of `currency`; `None` if no chips are claimed.
    `owner` and `second` are names of accounts; they are empty if there is none. `outcome` is empty if there is no
    ruling. `due_at` is `None` if no decision is due; `paused_at` is `None` if the clock runs.
    """

    id: int
    venue: str
    hand_id: int | None
    hand_number: str
    claimant: str
    amount: int | None
    currency: str
    minor: int
    rule: str
    state: str
    outcome: str
    owner: str
    second: str
    opened_at: dt.datetime
    due_at: dt.datetime | None
    acknowledge_by: dt.datetime | None
    paused_at: dt.datetime | None
    is_overdue: bool

    @property
    def place(self) -> str:
        """The place of this case in the list (see `case_page`)."""
        due = _NEVER if self.due_at is None else round(self.due_at.timestamp() * 1_000_000)
        return f"{due}.{self.id}"


@dataclass(frozen=True, slots=True)
class CasePage:
    """A page of the list. `following` is the place after which the next page begins; `None` on the last page."""

    cases: tuple[CaseRow, ...]
    following: str | None


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """The number of cases that match all filters, and for each facet the number of cases by value. The counts of a
    facet ignore the filter of this facet itself, so that a page can offer the other values.
    """

    total: int
    facets: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class DueCounts:
    """The cases that the desk must work on: late ones, those due within a day and within a week (without the late
    ones), claims that nobody has acknowledged yet, and cases whose clock is paused.
    """

    overdue: int
    within_a_day: int
    within_a_week: int
    unacknowledged: int
    paused: int


def case_page(
    connection: Connection,
    filters: Mapping[str, str],
    venues: Collection[int] | None = None,
    after: str | None = None,
    size: int = 50,
) -> CasePage:
    """Returns a page of the cases that match the filters. The case that is due first comes first; cases without a due
    time come last, in the order of their numbers.

    `venues` has the numbers of the venues whose cases the reader may see; `None` means all. The page begins after the
    place `after`. Raises `BadCaseFilter` if a filter, its value or the place is not valid.
    """
    size = max(1, min(size, MOST_ON_A_PAGE))
    where, values = _conditions(filters, venues)
    if after is not None:
        values["due"], values["number"] = _place(after)
        where.append(f"({_DUE}, d.id) > (:due, :number)")
    query = _PAGE.format(where=" AND ".join(where))
    rows = connection.execute(text(query), {**values, "size": size + 1}).mappings().all()
    found = tuple([CaseRow(**row) for row in rows[:size]])
    return CasePage(found, found[-1].place if len(rows) > size else None)


def case_counts(
    connection: Connection, filters: Mapping[str, str], venues: Collection[int] | None = None
) -> CaseCounts:
    """Returns the number of cases that match the filters, and the counts of each facet. The database reads the cases
    once, and counts each combination of values. Raises `BadCaseFilter` as `case_page` does.
    """
    _conditions(filters, venues)
    where, values = _conditions({name: value for name, value in filters.items() if name in _PLAIN}, venues)
    query = _COUNTS.format(where=" AND ".join(where))
    wanted = {name: value for name, value in filters.items() if name in FACETS}
    facets: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    total = 0
    for *cell, count in connection.execute(text(query), values):
        missed = [name for name, value in zip(FACETS, cell, strict=True) if wanted.get(name, value) != value]
        if not missed:
            total += count
        for name, value in zip(FACETS, cell, strict=True):
            if set(missed) <= {name}:
                facets[name][value] += count
    return CaseCounts(total, {name: dict(sorted(counts.items())) for name, counts in facets.items()})


def due_counts(connection: Connection, venues: Collection[int] | None = None) -> DueCounts:
    """Returns how many cases are late, due soon, not acknowledged or paused, for the digest of the day."""
    where, values = _conditions({}, venues)
    row = connection.execute(text(_DUE_COUNTS.format(where=" AND ".join(where))), values).mappings().one()
    return DueCounts(**row)


def cases_of_hand(connection: Connection, hand_id: int, venues: Collection[int] | None = None) -> tuple[CaseRow, ...]:
    """Returns the cases about the record with this number, at most 200."""
    return case_page(connection, {"hand": str(hand_id)}, venues, size=MOST_ON_A_PAGE).cases


def _conditions(filters: Mapping[str, str], venues: Collection[int] | None) -> tuple[list[str], dict[str, Any]]:
    """Returns the SQL conditions of the filters, and the values that are bound to them."""
    where, values = ["true"], dict[str, Any]()
    if venues is not None:
        where.append("d.venue_id = ANY(CAST(:venues AS smallint[]))")
        values["venues"] = list(venues)
    for name, value in filters.items():
        if name not in FILTERS:
            raise BadCaseFilter(f'There is no filter "{name[:40]}"; there are: {", ".join(FILTERS)}.')
        if "\0" in value or len(value) > 200:
            raise BadCaseFilter(f"The value of the filter {name} is not valid.")
        possible = _VALUES.get(name)
        if possible is not None and value not in possible:
            raise BadCaseFilter(f"The filter {name} has the values: {', '.join(possible)}.")
        if name == "hand" and not (value.isascii() and value.isdigit() and len(value) < _DIGITS):
            raise BadCaseFilter("The filter hand has the number of a record, such as 88214.")
        where.append(f"{_COLUMNS[name]} = :{name}")
        values[name] = int(value) if name == "hand" else value
    return where, values


def _place(place: str) -> tuple[int, int]:
    due, _, number = place.partition(".")
    digits = due.removeprefix("-")
    if not all(part.isascii() and part.isdigit() and len(part) <= _DIGITS for part in (digits, number)):
        raise BadCaseFilter("This is no place in the list of cases.")
    return max(-_NEVER, min(int(due), _NEVER)), min(int(number), _NEVER)


_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "state": tuple([state.value for state in State]),
    "overdue": (YES, NO),
    "outcome": ("", *[outcome.value for outcome in Outcome]),
}
_LATE: Final = "d.paused_at IS NULL AND coalesce(d.due_at < now() OR d.acknowledge_by < now(), false)"
_COLUMNS: Final[Mapping[str, str]] = {
    "state": "d.state",
    "overdue": f"CASE WHEN {_LATE} THEN '{YES}' ELSE '{NO}' END",
    "outcome": "d.outcome",
    "rule": "d.rule",
    "owner": f"coalesce(owner.name, '{NOBODY}')",
    "hand": "d.hand_id",
}
_DUE: Final = f"coalesce((extract(epoch FROM d.due_at) * 1000000)::bigint, {_NEVER})"
# The inner query chooses the cases of the page; the outer query looks up the claim and the claimant of each of them.
_PAGE: Final = f"""
SELECT d.id, venue.name AS venue, d.hand_id, coalesce(claim.hand_number, '') AS hand_number,
       coalesce(claimant.label, '') AS claimant, claim.amount, coalesce(claim.currency, '') AS currency,
       coalesce(claim.minor, 0) AS minor, d.rule, d.state, d.outcome, d.owner, coalesce(second.name, '') AS second,
       d.opened_at, d.due_at, d.acknowledge_by, d.paused_at, {_LATE} AS is_overdue
FROM (SELECT d.*, coalesce(owner.name, '') AS owner
      FROM dispute AS d LEFT JOIN account AS owner ON owner.id = d.owner_id
      WHERE {{where}} ORDER BY {_DUE}, d.id LIMIT :size) AS d
JOIN venue ON venue.id = d.venue_id LEFT JOIN account AS second ON second.id = d.second_id
LEFT JOIN LATERAL (SELECT * FROM dispute_claim AS c WHERE c.dispute_id = d.id
                   ORDER BY c.id DESC LIMIT 1) AS claim ON true
LEFT JOIN LATERAL (SELECT p.label FROM dispute_party AS p WHERE p.dispute_id = d.id AND p.side = 'claimant'
                   ORDER BY p.id LIMIT 1) AS claimant ON true
ORDER BY {_DUE}, d.id
"""
_COUNTS: Final = f"""
SELECT cell.state, cell.overdue, cell.outcome, cell.rule, {_COLUMNS["owner"]}, cell.cases
FROM (SELECT d.state, {_COLUMNS["overdue"]} AS overdue, d.outcome, d.rule, d.owner_id, count(*) AS cases
      FROM dispute AS d WHERE {{where}} GROUP BY 1, 2, 3, 4, 5) AS cell
LEFT JOIN account AS owner ON owner.id = cell.owner_id
"""
_SOON: Final = f"d.paused_at IS NULL AND NOT ({_LATE}) AND least(d.due_at, d.acknowledge_by) < now() + interval"
_DUE_COUNTS: Final = f"""
SELECT count(*) FILTER (WHERE {_LATE}) AS overdue, count(*) FILTER (WHERE {_SOON} '1 day') AS within_a_day,
       count(*) FILTER (WHERE {_SOON} '7 days') AS within_a_week,
       count(*) FILTER (WHERE d.state = '{State.RECEIVED}') AS unacknowledged,
       count(*) FILTER (WHERE d.paused_at IS NOT NULL) AS paused
FROM dispute AS d WHERE d.{UNDECIDED_CASE} AND {{where}}
"""
