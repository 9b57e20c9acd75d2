"""The filters of the findings, and the condition of each."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, false, literal, or_, select

from auditor.engine.history.codes import ACROSS_HANDS, CONTRADICTION
from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries.changes_since_review import OF_THERE, news
from auditor.store.queries.triage import last_reviewed
from auditor.store.tables import finding, hand, member, proposal, selection_finding, source, upload, venue

YES, NO = "yes", "no"
Columns = Mapping[str, ColumnElement[Any]]
_SAME: Final = (
    "triage", "flagged", "reopened", "grade", "code", "room", "game", "stakes", "street", "house", "band", "assignee",
    "detection",
)  # fmt: skip
FINDINGS: Final[Columns] = {
    **{name: finding.c[name] for name in _SAME},
    "engine": finding.c.rules_version,
    "venue": finding.c.venue_id,
    "contested": finding.c.readings != "",
}
# The filters with a count for each value, in the order of the screen.
FACETS: Final = tuple(FINDINGS)
# The amount at stake, in units of its currency: none, below one, from so many on.
BANDS: Final = ("none", "0", "1", "10", "100", "1000")
MARKS: Final = ("flagged", "reopened", "contested")
# Filters that bring gone findings in too: a decision on one may need another review as well.
OF_GONE: Final[Mapping[str, str]] = {"flagged": YES, "triage": "closed", "detection": "gone"}
MOST_NAMED: Final = 200
_DIGITS: Final = 9  # more than that no version of the rules has


class BadFilter(ValueError):
    """A filter or a place in the list that does not exist; the text says which."""


def conditions(
    filters: Mapping[str, str], columns: Columns = FINDINGS, *, with_gone: bool = False
) -> list[ColumnElement[bool]]:
    """The conditions that these filters make: on findings, or on combinations of the tally. Raises `BadFilter`.

    Gone findings are left out where no filter is about them, unless `with_gone`.
    """
    made: list[ColumnElement[bool]] = []
    of_findings = columns.keys() == FINDINGS.keys()
    for name, value in filters.items():
        if name in columns:
            made.append(columns[name] == _value(name, value))
        elif name in _NARROW and of_findings:
            made.append(_NARROW[name](_plain(name, value)))
        elif name == "news" and of_findings:
            made.append(news(value, *window(filters.get("runs", ".."))))
        elif name != "runs" or "news" not in filters:
            raise BadFilter(f'There is no filter "{name}"; there are: {", ".join(FILTERS)}.')
    if not with_gone and leaves_gone_out(filters):
        made.append(columns["detection"] != "gone")
    return made


def is_narrow(filters: Mapping[str, str]) -> bool:
    """Whether a filter is not in the tally, so that the findings themselves must be counted."""
    return not filters.keys() <= FINDINGS.keys()


def resolved(connection: Connection, filters: Mapping[str, str]) -> dict[str, str]:
    """The filters with the runs of the news named: where none are named, those since the last reviewed run."""
    if "news" not in filters or "runs" in filters:
        return dict(filters)
    return {**filters, "runs": f"{last_reviewed(connection) or 0}.."}


def window(runs: str) -> tuple[int, int]:
    """`12..15` is after run 12 up to and with run 15; either may be left out. Raises `BadFilter`."""
    first, dots, last = runs.partition("..")
    plain = all(part == "" or (part.isascii() and part.isdigit() and len(part) < 19) for part in (first, last))
    if not dots or not plain:
        raise BadFilter(f'"{runs[:40]}" names no runs; after run 12 up to and with run 15 is 12..15.')
    return int(first or 0), int(last or MOST)


def leaves_gone_out(filters: Mapping[str, str]) -> bool:
    """Whether gone findings do not pass: no filter is about them, or the filter for news excludes them."""
    # The news of named runs includes what has happened to a finding since.
    told = "news" in filters and not filters.get("runs", "..").endswith("..")
    if filters.get("news") in OF_THERE and not told:
        return True
    named = {"picked", "selection", "gone_by", "second"} & filters.keys()
    chosen = [name for name, value in OF_GONE.items() if filters.get(name) == value]
    return not (named or chosen or told or filters.get("news") in ("gone", "untested"))


def _value(name: str, value: str) -> Any:
    """The value of a filter in the database; `None` for a value that no finding has. Raises `BadFilter`."""
    value = _plain(name, value)
    if name == "street":
        return _street(value)
    if name in MARKS:
        return literal(value == YES) if value in (YES, NO) else None
    if name == "engine":
        return int(value) if value.isascii() and value.isdigit() and len(value) <= _DIGITS else None
    if name == "band":
        return BANDS.index(value) if value in BANDS else None
    if name == "venue":
        return select(venue.c.id).where(venue.c.name == value).scalar_subquery()
    return value


def _street(value: str) -> int | None:
    if value not in ("3", "4", "5", "6", "7", ""):
        raise BadFilter(f'There is no street "{value[:20]}"; streets are 3 to 7.')
    return int(value) if value else None


def _plain(name: str, value: str) -> str:
    if "\0" in value or not value.isprintable():
        raise BadFilter(f'The filter "{name}" holds a character that no value has.')
    return value


def _in_upload(receipt: str) -> ColumnElement[bool]:
    """In the upload of that receipt, or in a document of the archive that has it."""
    return select(literal(1)).where(source.c.hand_id == finding.c.hand_id, _stands_in(receipt)).exists()


def _stands_in(receipt: str) -> ColumnElement[bool]:
    asked = select(upload.c.id).where(upload.c.receipt == receipt).scalar_subquery()
    inside = select(member.c.upload_id).where(member.c.archive_id == asked)
    return or_(source.c.upload_id == asked, source.c.upload_id.in_(inside))


def _against_upload(receipt: str) -> ColumnElement[bool]:
    """Findings across hands, on a hand outside the upload of that receipt, against a hand in it: an earlier hand of its
    table, or another record of its deal.
    """
    mine, later = hand.alias("mine"), hand.alias("later")
    earlier = select(literal(1)).where(source.c.hand_id == finding.c.earlier_id, _stands_in(receipt))
    records = source.join(mine, mine.c.id == source.c.hand_id).join(later, later.c.identity_id == mine.c.identity_id)
    rival = (
        select(literal(1))
        .select_from(records)
        .where(finding.c.code == CONTRADICTION.code, later.c.id == finding.c.hand_id, _stands_in(receipt))
    )
    return and_(finding.c.code.in_(list(ACROSS_HANDS)), or_(earlier.exists(), rival.exists()), ~_in_upload(receipt))


def _picked(numbers: str) -> ColumnElement[bool]:
    named = numbers.split(",")
    if len(named) > MOST_NAMED or not all(one.isascii() and one.isdigit() and len(one) < 19 for one in named):
        return false()
    return finding.c.id.in_([int(one) for one in named])


def _in_selection(number: str) -> ColumnElement[bool]:
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return false()
    chosen = select(selection_finding.c.finding_id).where(selection_finding.c.selection_id == int(number))
    return finding.c.id.in_(chosen)


def _gone_by(cause: str) -> ColumnElement[bool]:
    return finding.c.gone_by == cause


def _for_second_person(name: str) -> ColumnElement[bool]:
    """Its dismissal waits for a second person, who may be this one; with an empty name, whoever that is. A closed
    finding waits for nobody until it is found again.
    """
    waiting = select(proposal.c.fingerprint).where(proposal.c.by != name)
    return and_(finding.c.fingerprint.in_(waiting), finding.c.triage != "closed")


_NARROW: Final[Mapping[str, Callable[[str], ColumnElement[bool]]]] = {
    "upload": _in_upload,
    "against": _against_upload,
    "picked": _picked,
    "selection": _in_selection,
    "gone_by": _gone_by,
    "second": _for_second_person,
}
FILTERS: Final = (*FACETS, *_NARROW, "news", "runs")
