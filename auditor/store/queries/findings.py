"""Findings: a page of them, worst first, their facets with counts, and one of them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, Select, and_, func, literal, nulls_last, or_, select

from auditor.store.database import Connection
from auditor.store.plain import MOST
from auditor.store.tables import at_stake, finding, member, source, upload, venue

MOST_ON_A_PAGE: Final = 200
_BY: Final[Mapping[str, ColumnElement[Any]]] = {
    "code": finding.c.code,
    "house": finding.c.house,
    "grade": finding.c.grade,
    "street": finding.c.street,
    "game": finding.c.game,
    "room": finding.c.room,
    "detection": finding.c.detection,
}
FACETS: Final = tuple(_BY)
# Also narrows the list, but has no counts beside it.
_UPLOAD: Final = "upload"
FILTERS: Final = (*FACETS, _UPLOAD)
_COLUMNS: Final = [
    column for column in finding.c if column.name not in ("venue_id", "month", "evidence", "readings", "origin")
]


class BadFilter(ValueError):
    """A filter or a place in the list that does not exist; the text says which."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding. `amount` in 10 ** -`minor` of `currency`; `event` is `None` where it is about the hand as a whole."""

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
    detection: str
    first_run_id: int
    last_run_id: int
    first_seen_at: dt.datetime
    last_seen_at: dt.datetime


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """Some findings in order, and the place after the last of them: `None` where that is the end."""

    findings: tuple[FindingRow, ...]
    following: str | None


@dataclass(frozen=True, slots=True)
class FacetCount:
    """How many findings have this value, under all the other filters. A street is its number, empty for none."""

    value: str
    count: int


def page(connection: Connection, filters: Mapping[str, str], after: str | None = None, size: int = 50) -> FindingsPage:
    """Findings that pass the filters, the largest amount first and those without one last, then as they were found.

    Without a filter on `detection` those that are gone are left out. Raises `BadFilter`.
    """
    size = max(1, min(size, MOST_ON_A_PAGE))
    asked = _rows().where(*_conditions(filters))
    if after is not None:
        asked = asked.where(_beyond(after))
    asked = asked.order_by(nulls_last(at_stake.desc()), finding.c.id).limit(size + 1)
    found = [_record(row) for row in connection.execute(asked).mappings()]
    last = found[size - 1] if len(found) > size else None
    following = None if last is None else f"{'' if last.amount is None else abs(last.amount)}.{last.id}"
    return FindingsPage(tuple(found[:size]), following)


def total(connection: Connection, filters: Mapping[str, str]) -> int:
    """How many findings pass the filters. Raises `BadFilter`."""
    return connection.execute(select(func.count()).select_from(finding).where(*_conditions(filters))).scalar_one()


def facets(connection: Connection, filters: Mapping[str, str]) -> dict[str, tuple[FacetCount, ...]]:
    """For each facet its values with counts, most first: what choosing one would leave. Raises `BadFilter`."""
    counted: dict[str, tuple[FacetCount, ...]] = {}
    for name, column in _BY.items():
        others = {key: value for key, value in filters.items() if key != name}
        # Choosing another state must be possible where only one is shown.
        conditions = _conditions(others, all_states=name == "detection")
        count = func.count()
        asked = select(column, count).where(*conditions).group_by(column).order_by(count.desc(), column)
        counted[name] = tuple(
            FacetCount("" if value is None else str(value), number) for value, number in connection.execute(asked)
        )
    return counted


def one(connection: Connection, finding_id: int) -> FindingRow | None:
    """The finding of that number."""
    row = connection.execute(_rows().where(finding.c.id == finding_id)).mappings().first()
    return None if row is None else _record(row)


def of_hand(connection: Connection, hand_id: int, house: str | None = None) -> tuple[FindingRow, ...]:
    """The findings on a record that are not gone, in the order of its events; under one house where that is named.

    What several records of a deal show together is under no house and always there.
    """
    asked = _rows().where(finding.c.hand_id == hand_id, finding.c.detection != "gone")
    if house is not None:
        asked = asked.where(or_(finding.c.house == house, finding.c.origin == "history"))
    asked = asked.order_by(nulls_last(finding.c.event.asc()), finding.c.code, finding.c.id)
    return tuple(_record(row) for row in connection.execute(asked).mappings())


def now_by_rule(connection: Connection) -> dict[str, int]:
    """How many findings each rule has now."""
    asked = select(finding.c.code, func.count()).where(finding.c.detection != "gone")
    rows = connection.execute(asked.group_by(finding.c.code).order_by(finding.c.code))
    return {code: number for code, number in rows}  # noqa: C416 - a row is no pair to the type checker


def new_by_rule(connection: Connection, run_id: int) -> dict[str, int]:
    """How many findings of each rule a run was the first to see."""
    asked = select(finding.c.code, func.count()).where(finding.c.first_run_id == run_id)
    rows = connection.execute(asked.group_by(finding.c.code).order_by(finding.c.code))
    return {code: number for code, number in rows}  # noqa: C416 - a row is no pair to the type checker


def _rows() -> Select[Any]:
    columns = [*_COLUMNS, finding.c.readings, venue.c.name.label("venue")]
    return select(*columns).join(venue, venue.c.id == finding.c.venue_id)


def _record(row: RowMapping) -> FindingRow:
    values = dict(row)
    values["readings"] = tuple(values["readings"].splitlines())
    return FindingRow(**values)


def _conditions(filters: Mapping[str, str], *, all_states: bool = False) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    for name, value in filters.items():
        if name == _UPLOAD:
            conditions.append(_in_upload(value))
        elif name == "street":
            conditions.append(finding.c.street.is_(None) if value == "" else finding.c.street == _street(value))
        elif name in _BY:
            conditions.append(_BY[name] == _plain(name, value))
        else:
            raise BadFilter(f'There is no filter "{name}"; there are: {", ".join(FILTERS)}.')
    if "detection" not in filters and not all_states:
        conditions.append(finding.c.detection != "gone")
    return conditions


def _in_upload(receipt: str) -> ColumnElement[bool]:
    """In the upload of that receipt, or in a document of the archive that has it."""
    asked = select(upload.c.id).where(upload.c.receipt == _plain(_UPLOAD, receipt)).scalar_subquery()
    inside = select(member.c.upload_id).where(member.c.archive_id == asked)
    standing = select(literal(1)).where(source.c.hand_id == finding.c.hand_id)
    return standing.where(or_(source.c.upload_id == asked, source.c.upload_id.in_(inside))).exists()


def _plain(name: str, value: str) -> str:
    if "\0" in value or not value.isprintable():
        raise BadFilter(f'The filter "{name}" holds a character that no value has.')
    return value


def _street(value: str) -> int:
    if value not in ("3", "4", "5", "6", "7"):
        raise BadFilter(f'There is no street "{value[:20]}"; streets are 3 to 7.')
    return int(value)


def _beyond(place: str) -> ColumnElement[bool]:
    """What comes after a place in the list: the amount of its last finding, a point, and that finding's number."""
    amount, point, number = place.partition(".")
    plain = all(part.isascii() and part.isdigit() and len(part) < 20 for part in (amount or "0", number))
    if not point or not plain or max(int(amount or 0), int(number)) > MOST:
        raise BadFilter("There is no such place in the list; begin again at its top.")
    if not amount:
        return and_(finding.c.amount.is_(None), finding.c.id > int(number))
    return or_(
        at_stake < int(amount),
        finding.c.amount.is_(None),
        and_(at_stake == int(amount), finding.c.id > int(number)),
    )
