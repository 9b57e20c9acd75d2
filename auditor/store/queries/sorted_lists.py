"""Reads the list of findings sorted by one of its columns.

The usual order of the list (the most serious finding first) has indexes, the other orders have none. So there are two
ways. A list of at most `FEW` findings is collected and sorted here. A longer list consists of parts in the usual order,
which are read one after the other: a list sorted by rule has a part for each rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, select, tuple_

from auditor.store.postgres.database import Connection
from auditor.store.queries.count_dimensions import BREACH, STANDING, combinations
from auditor.store.queries.facet_counts import Totals, totals
from auditor.store.queries.filter_values import values_of
from auditor.store.queries.filtering import BadFilter, conditions, is_narrow, leaves_gone_out
from auditor.store.queries.list_plans import (
    APART,
    FEW,
    SEVERITIES,
    Planned,
    Strategy,
    Stretch,
    findings_of,
    firsts_of,
    is_first,
    strategy_of,
)
from auditor.store.tables import finding, worst_first
from auditor.triage.states import State

# The columns by which people can sort the list. A `-` before the name reverses the order; equal rows stand in the usual
# order. Amounts are compared in big bets, and findings without an amount come last. With `amount`, the smallest amounts
# come first: this is the list of `-amount` read backwards.
SORTS: Final = ("rule", "hand", "street", "amount", "status")
_STATES: Final = tuple(state.value for state in State)
_STREETS: Final = ("", "3", "4", "5", "6", "7")
_FILTER: Final[Mapping[str, str]] = {"rule": "code", "street": "street", "status": "triage"}


@dataclass(frozen=True, slots=True, order=True)
class Listed:
    """A finding at its place in the list. `key` is the number by which the list is sorted; the smallest comes first.
    The other fields are the columns of the usual order, and the `cause` of the finding. `value` is the value of the
    column, such as the rule B402.
    """

    key: int
    worst: int
    weight: int
    id: int
    cause: int
    value: str

    @property
    def place(self) -> str:
        """The place of the finding in the list, such as `-600.123.B402`."""
        return f"{self.worst}.{self.id}.{self.value}"


def listed(
    connection: Connection,
    plan: Planned,
    sort: str,
    after: str | None,
    size: int,
    count: Totals,
    *,
    of_causes: bool = False,
) -> list[Listed]:
    """Returns the first `size` findings of a sorted list after the place `after`, such as `-600.123.B402`.

    `sort` is one of `SORTS`, perhaps with a `-` before it. `count` is the number of findings of the list. With
    `of_causes`, only the first finding of each cause is listed. Raises `BadFilter` if `after` is no place.
    """
    place = _place(connection, after) if after is not None else None
    if not count.more and count.listed <= FEW:
        found = _collected(connection, plan, sort, of_causes=of_causes)
        return [each for each in found if place is None or _position(each, sort) > _position(place, sort)][:size]
    return list(islice(_read(connection, plan, sort, place, size, of_causes=of_causes), size))


def listed_before(connection: Connection, plan: Planned, sort: str, place: str, size: int) -> list[int]:
    """Returns the numbers of the last `size` findings before a place in a sorted list. The result is empty if the list
    is longer than `FEW`: no index leads back there.
    """
    count = totals(connection, plan, FEW)
    if count.more or count.listed > FEW:
        return []
    at = _place(connection, place)
    found = _collected(connection, plan, sort, of_causes=False)
    return [each.id for each in found if _position(each, sort) < _position(at, sort)][-size:]


def value_in(sort: str, row: Any) -> str:
    """Returns the value of the column by which a list is sorted, of one finding."""
    of: Mapping[str, Any] = {"rule": "code", "street": "street", "status": "triage", "hand": "hand_id"}
    value = getattr(row, of[sort.removeprefix("-")]) if sort.removeprefix("-") in of else ""
    return "" if value is None else f"{value}"


def _place(connection: Connection, text: str) -> Listed:
    worst, number, value = [*text.split("."), ""][:3] if text.count(".") == 2 else ["", "", ""]
    plain = all(part.isascii() and part.isdigit() and len(part) < 19 for part in (worst.removeprefix("-"), number))
    if not plain:
        raise BadFilter("This is not the address of a page of the list. Open the first page of the list.")
    weight = connection.execute(select(finding.c.weight).where(finding.c.id == int(number))).scalar()
    return Listed(0, int(worst), weight or 0, int(number), 0, value)


def _position(each: Listed, sort: str) -> tuple[Any, ...]:
    """Returns a value that sorts findings as the list does."""
    column, back = sort.removeprefix("-"), sort.startswith("-")
    usual = each.worst, each.weight, each.id
    if column == "amount":
        bets = _bets(each.worst)
        if bets == 1:
            return (1, 0, *usual)
        number = _severity(each.worst)
        order = bets, number, each.weight, each.id
        return (0, *[one if back else -one for one in order])
    if column == "hand":
        number = int(each.value) if each.value.isdigit() else 0
        return (-number if back else number, *usual)
    if column == "rule":
        # Each code is a letter and three digits, so the numbers of its characters can be reversed.
        return (tuple([-ord(one) if back else ord(one) for one in each.value]), *usual)
    values = _STATES if column == "status" else _STREETS
    place = values.index(each.value) if each.value in values else len(values)
    return (-place if back else place, *usual)


def _bets(worst: int) -> int:
    """Returns the negative amount of a finding in hundredths of a big bet; 1 if it has no amount."""
    return worst - APART * _severity(worst)


def _severity(worst: int) -> int:
    """Returns the place of the severity in `SEVERITIES`."""
    return (worst + APART // 2) // APART


def _collected(connection: Connection, plan: Planned, sort: str, *, of_causes: bool) -> list[Listed]:
    ways = firsts_of if of_causes else findings_of
    where = ways(Strategy.COLLECT, plan, Stretch([], FEW + 1))
    return sorted(_found(connection, sort, where), key=lambda each: _position(each, sort))


def _found(
    connection: Connection,
    sort: str,
    where: Sequence[ColumnElement[bool]],
    order: Sequence[ColumnElement[Any]] = (),
    size: int | None = None,
) -> list[Listed]:
    columns = [finding.c[name] for name in ("code", "street", "triage", "hand_id")]
    query = select(*worst_first, finding.c.cause, *columns).where(*where).order_by(*order)
    return [
        Listed(0, row.worst, row.weight, row.id, row.cause, value_in(sort, row))
        for row in connection.execute(query if size is None else query.limit(size))
    ]


def _read(
    connection: Connection, plan: Planned, sort: str, place: Listed | None, size: int, *, of_causes: bool
) -> Iterator[Listed]:
    """Yields the findings of a long list after a place: at least the next `size` findings, if there are so many."""
    column, back = sort.removeprefix("-"), sort.startswith("-")
    firsts = [is_first(plan)] if of_causes else []
    if column == "hand":
        yield from _by_hand(connection, plan, place, size, firsts, back=back)
    elif column == "amount":
        yield from _by_amount(connection, plan, place, size, firsts, back=back)
    else:
        name = _FILTER[column]
        values = _values(connection, plan, name)
        for value in reversed(values) if back else values:
            part = Listed(0, 0, 0, 0, 0, value)
            starts = place is not None and value == place.value
            if place is not None and not starts and _position(part, sort)[0] < _position(place, sort)[0]:
                continue
            beyond = [tuple_(*worst_first) > _usual(place)] if place is not None and starts else []
            yield from _part(connection, sort, {**plan, name: value}, Stretch([*firsts, *beyond], size))


def _usual(place: Listed) -> tuple[int, int, int]:
    return place.worst, place.weight, place.id


def _values(connection: Connection, plan: Planned, name: str) -> list[str]:
    """Returns the values of a facet that the list may have, in ascending order."""
    dimension = STANDING if name == "triage" else BREACH
    filters = {} if is_narrow(plan) else plan
    found = {
        "" if each.values[name] is None else f"{each.values[name]}"
        for each in combinations(connection, dimension, filters)
        if each.listed and not (each.values.get("detection") == "gone" and leaves_gone_out(plan))
    }
    chosen = found & set(values_of(plan[name])) if name in plan else found
    return sorted(chosen, key=_STATES.index if name == "triage" else None)


def _part(connection: Connection, sort: str, filters: Mapping[str, str], stretch: Stretch) -> list[Listed]:
    """Returns the first findings of a part of a long list, in the usual order."""
    plan = Planned(filters, by_cells=False)
    count = totals(connection, plan, FEW)
    if count.listed == 0 and not count.more:
        return []
    where = findings_of(strategy_of(connection, plan, count.listed, more=count.more), plan, stretch)
    return _found(connection, sort, where, stretch.of(finding), stretch.size)


def _by_hand(
    connection: Connection,
    plan: Planned,
    place: Listed | None,
    size: int,
    firsts: Sequence[ColumnElement[bool]],
    *,
    back: bool,
) -> list[Listed]:
    column = finding.c.hand_id
    where = [*conditions(plan), *firsts]
    if place is not None:
        number = int(place.value) if place.value.isdigit() else 0
        beyond = column < number if back else column > number
        where.append((column <= number) if back else (column >= number))
        where.append(beyond | ((column == number) & (tuple_(*worst_first) > _usual(place))))
    return _found(connection, "hand", where, [column.desc() if back else column, *worst_first], size)


def _by_amount(
    connection: Connection,
    plan: Planned,
    place: Listed | None,
    size: int,
    firsts: Sequence[ColumnElement[bool]],
    *,
    back: bool,
) -> Iterator[Listed]:
    """Yields findings sorted by the amount in big bets. Inside a severity the usual order is that of the amounts, so
    the findings of all severities are merged. Findings without an amount follow.
    """
    sort = "-amount" if back else "amount"
    chosen = values_of(plan["severity"]) if "severity" in plan else SEVERITIES
    has_no_amount = place is not None and _bets(place.worst) == 1
    parts = []
    for number, severity in enumerate(SEVERITIES):
        if severity in chosen and not has_no_amount:
            beyond = [finding.c.worst <= number * APART, *_beyond_amount(place, number, back=back)]
            part = _part(
                connection, sort, {**plan, "severity": severity}, Stretch([*firsts, *beyond], size, back=not back)
            )
            parts.append(part)
    yield from merge(*parts, key=lambda one: _position(one, sort))
    for number, severity in enumerate(SEVERITIES):
        if severity in chosen:
            without = [finding.c.worst == number * APART + 1]
            beyond = [tuple_(*worst_first) > _usual(place)] if place is not None and has_no_amount else []
            stretch = Stretch([*firsts, *without, *beyond], size)
            yield from _part(connection, sort, {**plan, "severity": severity}, stretch)


def _beyond_amount(place: Listed | None, number: int, *, back: bool) -> list[ColumnElement[bool]]:
    """Returns the conditions that findings of the severity with this number come after a place in a list sorted by
    amount. Equal amounts stand in the order of their severities.
    """
    if place is None:
        return []
    same, own = number * APART + _bets(place.worst), _severity(place.worst)
    if number == own:
        return [tuple_(*worst_first) > _usual(place) if back else tuple_(*worst_first) < _usual(place)]
    if back:
        return [finding.c.worst >= same if number > own else finding.c.worst > same]
    return [finding.c.worst <= same if number < own else finding.c.worst < same]
