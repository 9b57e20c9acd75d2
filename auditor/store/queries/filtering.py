"""The filters for lists of findings, and the SQL condition of each filter."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, false, literal, or_, select

from auditor.engine.history.codes import ACROSS_HANDS, CONTRADICTION
from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries.cause_filters import of_causes, of_shape
from auditor.store.queries.changes_since_review import OF_THERE, news
from auditor.store.queries.filter_values import has_one, values_of
from auditor.store.queries.people_filters import (
    Collected,
    against,
    at_table,
    concerning,
    in_favour,
    is_amount,
    of_amount,
    period,
    played,
    with_name,
)
from auditor.store.queries.triage import last_reviewed
from auditor.store.tables import finding, hand, member, proposal, selection_finding, source, upload, venue

YES, NO = "yes", "no"
Columns = Mapping[str, ColumnElement[Any]]
_SAME: Final = (
    "triage", "flagged", "reopened", "severity", "certainty", "grade", "code", "room", "game", "stakes",
    "street", "house", "band", "assignee", "detection",
)  # fmt: skip
FINDINGS: Final[Columns] = {
    **{name: finding.c[name] for name in _SAME},
    "engine": finding.c.rules_version,
    "venue": finding.c.venue_id,
    "contested": finding.c.readings != "",
}
# The filters with a count for each value, in the order in which the screen shows them.
FACETS: Final = tuple(FINDINGS)
# The values of the filter `band`, which is the size of the amount at stake. Each value is the smallest amount of its
# band in units of the currency: `10` means 10 to less than 100. `0` means less than 1, `none` means no amount.
BANDS: Final = ("none", "0", "1", "10", "100", "1000")
MARKS: Final = ("flagged", "reopened", "contested")
# Lists usually leave out gone findings, which the last audit no longer found. A filter with one of these values
# includes them. For example, a decision on a gone finding may be flagged for another review.
OF_GONE: Final[Mapping[str, str]] = {"flagged": YES, "triage": "closed", "detection": "gone"}
MOST_NAMED: Final = 200
_DIGITS: Final = 9  # the most digits that a rules version may have


class BadFilter(ValueError):
    """Raised if a filter does not exist, or if its value or a place in the list is not valid. The message says what is
    wrong.
    """


def conditions(
    filters: Mapping[str, str], columns: Columns = FINDINGS, *, with_gone: bool = False
) -> list[ColumnElement[bool]]:
    """Returns an SQL condition for each filter, such as `finding.room = 'X'`. Raises `BadFilter` if a filter or its
    value is not valid.

    A filter may have several values (see `filter_values`); then any of them may match. `columns` has the column for
    each filter name: columns of the table `finding`, or columns of a table of counts. A further condition excludes gone
    findings, unless a filter is about gone findings or `with_gone` is set.
    """
    made: list[ColumnElement[bool]] = []
    of_findings = columns.keys() == FINDINGS.keys()
    for name, text in filters.items():
        if name in columns:
            made.append(or_(*[columns[name] == _value(name, each) for each in values_of(text)]))
        elif of_findings:
            made += _narrow(name, text, filters)
        else:
            raise _no_filter(name)
    if of_findings and any(name in filters for name in _PLAYED):
        made += played(*[filters.get(name, "") for name in _PLAYED])
    return made if with_gone else [*made, *without_gone(filters, columns)]


def _narrow(name: str, text: str, filters: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Returns the SQL condition of a filter that the table of counts does not have. The result is empty if `conditions`
    itself adds the condition, together with that of other filters.
    """
    if isinstance(text, Collected):
        return [text.condition()]
    if name in _NARROW:
        return [or_(*[_NARROW[name](_checked(name, each)) for each in values_of(text)])]
    if name in _OF_NAMES:
        return [_OF_NAMES[name](values_of(text))]
    if name == "news":
        return [or_(*[news(each, *window(filters.get("runs", ".."))) for each in values_of(text)])]
    if name in _PLAYED:
        for each in values_of(text):
            _checked(name, each)
    elif name != "runs" or "news" not in filters:
        raise _no_filter(name)
    return []


def _no_filter(name: str) -> BadFilter:
    return BadFilter(f'There is no filter "{name}"; there are: {", ".join(FILTERS)}.')


def is_narrow(filters: Mapping[str, str]) -> bool:
    """Whether a filter, such as `upload`, is not part of the table of counts. Then the findings must be counted one by
    one.
    """
    return not filters.keys() <= FINDINGS.keys()


def resolved(connection: Connection, filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the filters. If there is a filter `news` (changes of findings by runs) but no filter `runs`, adds the
    runs since the last reviewed run.
    """
    if "news" not in filters or "runs" in filters:
        return dict(filters)
    return {**filters, "runs": f"{last_reviewed(connection) or 0}.."}


def window(runs: str) -> tuple[int, int]:
    """Returns the two numbers of a filter for runs, such as 12 and 15 for `12..15`. Raises `BadFilter` if the text has
    another form.

    `12..15` means the runs after run 12 up to and including run 15. If the first number is missing, the runs begin with
    the first run. If the last number is missing, they end with the latest run.
    """
    first, dots, last = runs.partition("..")
    plain = all(part == "" or (part.isascii() and part.isdigit() and len(part) < 19) for part in (first, last))
    if not dots or not plain:
        raise BadFilter(f'"{runs[:40]}" names no runs. For the runs after run 12 up to run 15, write 12..15.')
    return int(first or 0), int(last or MOST)


def leaves_gone_out(filters: Mapping[str, str]) -> bool:
    """Whether a list with these filters leaves out the gone findings. A finding is gone if the last audit no longer
    found it.

    The list shows gone findings if a filter can select them, such as `detection=gone` or `selection=7`. It also shows
    them if it lists changes (the filter `news`) up to a run that the filter `runs` names, such as `..15` or `12..15`.
    """
    # For example, `runs=12..15` names the last run. Such a list shows the news as it was after run 15, so it includes
    # findings that disappeared later.
    last_run_is_named = "news" in filters and not filters.get("runs", "..").endswith("..")
    kinds = set(values_of(filters["news"])) if "news" in filters else set()
    if kinds and kinds <= set(OF_THERE) and not last_run_is_named:
        return True
    named = {"picked", "selection", "gone_by", "second"} & filters.keys()
    chosen = [name for name, value in OF_GONE.items() if name in filters and value in values_of(filters[name])]
    return not (named or chosen or last_run_is_named or kinds & {"gone", "untested"})


def without_gone(filters: Mapping[str, str], columns: Columns) -> list[ColumnElement[bool]]:
    """Returns the SQL conditions by which a list leaves out gone findings. The result is empty if the list has all of
    them.

    A filter may have a value that selects gone findings, and other values, such as open and closed. Then the list has
    the gone findings with the first value only, so that its number is the sum of the numbers of the two values.
    """
    if leaves_gone_out(filters):
        return [columns["detection"] != "gone"]
    mixed = _mixed(filters)
    selecting = [columns[name] == _value(name, OF_GONE[name]) for name in mixed]
    return [or_(columns["detection"] != "gone", *selecting)] if mixed else []


def lists_gone(filters: Mapping[str, str], values: Mapping[str, str]) -> bool:
    """Whether a list with these filters has a gone finding with the values `values`, such as `{"triage": "closed"}`."""
    if leaves_gone_out(filters):
        return False
    mixed = _mixed(filters)
    return not mixed or any(values.get(name) == OF_GONE[name] for name in mixed)


def _mixed(filters: Mapping[str, str]) -> list[str]:
    """Returns the filters with a value of `OF_GONE` and other values, if only these values select gone findings."""
    mixed = [name for name, value in OF_GONE.items() if name in filters and not has_one(filters[name])]
    mixed = [name for name in mixed if OF_GONE[name] in values_of(filters[name])]
    return mixed if leaves_gone_out({name: text for name, text in filters.items() if name not in mixed}) else []


def _value(name: str, value: str) -> Any:
    """Converts the text of a filter value to the value in the database.

    For example, the band `10` (amounts from 10 to less than 100) becomes 3, and `flagged=yes` becomes true. Returns
    `None` if no finding can have this value. Raises `BadFilter` if the value contains an invisible character, or if
    there is no such street.
    """
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


def _checked(name: str, value: str) -> str:
    """Checks the value of a filter that the table of counts does not have, such as a day or an amount. Returns the
    value for the SQL. Raises `BadFilter` if it is not valid.
    """
    if name in _NUMBERS and not (
        value.isascii() and value.isdigit() and len(value) < 3 and int(value) in _NUMBERS[name]
    ):
        raise BadFilter(
            f'"{value[:20]}" is no {name}. Write a number from {min(_NUMBERS[name])} to {max(_NUMBERS[name])}.'
        )
    if name in ("since", "until") and period(value) is None:
        raise BadFilter(f'"{value[:20]}" is no day, month or year. Write 2026-05-31, 2026-05 or 2026.')
    if name == "amount" and not is_amount(value):
        raise BadFilter(f'"{value[:20]}" is no amount. Write 5, >5, <=2.50 or 5..10.')
    return _plain(name, value)


def _plain(name: str, value: str) -> str:
    if "\0" in value or not value.isprintable():
        raise BadFilter(f'The filter "{name}" contains an invisible character. Type the value again.')
    return value


def _in_upload(receipt: str) -> ColumnElement[bool]:
    """Returns the condition that the hand is in the upload with this receipt.

    If the upload is an archive, the hand may be in any document of the archive.
    """
    return select(literal(1)).where(source.c.hand_id == finding.c.hand_id, _stands_in(receipt)).exists()


def _stands_in(receipt: str) -> ColumnElement[bool]:
    number = select(upload.c.id).where(upload.c.receipt == receipt).scalar_subquery()
    inside = select(member.c.upload_id).where(member.c.archive_id == number)
    return or_(source.c.upload_id == number, source.c.upload_id.in_(inside))


def _against_upload(receipt: str) -> ColumnElement[bool]:
    """Returns the SQL condition for findings that involve a hand of the upload `receipt`, but are stored on a hand of
    another upload.

    A finding across hands is stored on the later hand. The finding matches if both conditions are true:

    - The earlier hand, or another log of the same deal, is in the upload `receipt`.
    - The later hand is not in this upload.
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
    """Returns the SQL condition for findings with a proposal that the person `name` may answer, because another person
    made the proposal.

    If `name` is empty, all proposals match. A closed finding does not match: it is no longer found, so nobody
    has to answer.
    """
    waiting = select(proposal.c.fingerprint).where(proposal.c.by != name)
    return and_(finding.c.fingerprint.in_(waiting), finding.c.triage != "closed")


_NARROW: Final[Mapping[str, Callable[[str], ColumnElement[bool]]]] = {
    "upload": _in_upload,
    "against": _against_upload,
    "picked": _picked,
    "selection": _in_selection,
    "cause": of_causes,
    "shape": of_shape,
    "gone_by": _gone_by,
    "second": _for_second_person,
    "amount": of_amount,
}
# The filters whose values are names from logs. Such a name may contain any characters.
_OF_NAMES: Final[Mapping[str, Callable[[Sequence[str]], ColumnElement[bool]]]] = {
    "player": concerning,
    "against_player": against,
    "for_player": in_favour,
    "table": at_table,
    "named": with_name,
    "currency": finding.c.currency.in_,
}
_NUMBERS: Final = {"weekday": range(1, 8), "hour": range(24)}
_PLAYED: Final = ("since", "until", "weekday", "hour")
FILTERS: Final = (*FACETS, *_NARROW, *_OF_NAMES, *_PLAYED, "news", "runs")
# The filters that may have several values.
WITH_SEVERAL: Final = (
    *FACETS, *[name for name in _OF_NAMES if name != "named"], "upload", "shape", "gone_by", "weekday", "hour", "news",
)  # fmt: skip
