"""Writes the filters of the list of findings in words, such as `Street: 6th`, with the number of findings for each
value.

Each value is a link, which adds this value to the filter. If the filter already has this value, the link removes the
value. A filter with several values finds the findings with any of them.
"""

import calendar
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from auditor.store.postgres.database import Connection
from auditor.store.queries import findings
from auditor.store.queries.cause_filters import code_of_shape
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.facet_counts import MOST_COUNTED, FacetCount
from auditor.store.queries.filter_values import of_values, values_of
from auditor.store.queries.filtering import FILTERS, WITH_SEVERAL
from auditor.web.rendering.template_filters import street_name
from auditor.web.requests.parameters import query_text
from auditor.web.rulebook.catalogue import title_of

# The titles of the filters in the column beside the list, in the order of the column.
TITLES: Final = {
    "triage": "Status",
    "news": "New or changed",
    "flagged": "Review again",
    "reopened": "Reopened",
    "severity": "Severity",
    "certainty": "Certainty",
    "grade": "Grade",
    "code": "Rule",
    "venue": "Venue",
    "room": "Room",
    "game": "Game",
    "stakes": "Stakes",
    "street": "Street",
    "house": "House",
    "engine": "Engine",
    "band": "Amount at stake",
    "assignee": "Assigned to",
    "detection": "Last run",
}
# The titles of the filters that the column beside the list does not offer. A person sets these filters with links on
# other pages, or with a typed line (see `query_line`). The filter `contested` finds the same findings as the filter
# `certainty` with the value `contested`.
ELSEWHERE: Final = {
    "contested": "Contested", "gone_by": "Why gone", "upload": "Upload", "against": "Cross-hand, involving upload",
    "selection": "Selection", "picked": "Findings", "runs": "Runs", "cause": "Cause", "shape": "Same difference",
    "second": "Second review",
    "named": "Name", "player": "Player", "against_player": "Against player", "for_player": "For player",
    "table": "Table",
    "since": "Played since", "until": "Played until", "amount": "Amount",
    "currency": "Currency", "weekday": "Weekday (UTC)", "hour": "Hour (UTC)",
}  # fmt: skip
NAMES: Final = {**TITLES, **ELSEWHERE}
_NEWS: Final = {
    "new": "new",
    "changed": "evidence changed",
    "gone": "no longer found",
    "reopened": "reopened",
    "untested": "not assessed",
}
_BANDS: Final = {
    "none": "no amount",
    "0": "below 1",
    "1": "1 to 10",
    "10": "10 to 100",
    "100": "100 to 1,000",
    "1000": "1,000 or more",
}
_LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    "news": _NEWS,
    "band": _BANDS,
    "street": {"": "before the cards"},
    "stakes": {"": "unknown"},
    "room": {"": "unknown room"},
    "house": {"": "any house"},
    "assignee": {"": "nobody"},
    "currency": {"": "no currency named"},
    "gone_by": {
        "": "unknown cause",
        "record": "a record of the hand was added, replaced or withdrawn",
        "engine": "the rules version changed",
        "rules": "the house rules changed",
    },
}
# For each filter, the page lists at most this many values, and also the value that is set now. The JSON lists all
# values.
MOST_SHOWN: Final = 40
# A button opens a list of the values that are not shown. This list has at most this many values.
MOST_FOLDED: Final = 200
# The usual view of the list, in which all findings of a hand with the same cause share a row. The address of this view
# has no parameters for the view.
OWN_VIEW: Final[Mapping[str, str]] = MappingProxyType({})
assert set(NAMES) == set(FILTERS), set(NAMES) ^ set(FILTERS)
assert set(_NEWS) == set(NEWS)


def filters_of(query: Mapping[str, Any]) -> dict[str, str]:
    """Returns the parameters in `query` that are filters of the list of findings, such as `{"code": "B402"}`."""
    return {name: query[name] for name in NAMES if name in query}


def words(name: str, value: str) -> str:
    """Returns the value of the filter `name` in words, such as `6th` for the street `6`."""
    if name == "street" and value:
        return street_name(int(value))
    if name == "engine":
        return f"rules {value}"
    if name == "code":
        return f"{value} {title_of(value)}"
    if name == "picked":
        return f"{value.count(',') + 1:,} selected in the list"
    if name == "cause":
        many = value.count(",") + 1
        return f"that of finding {value}" if many == 1 else f"{many:,} causes selected in the list"
    if name == "shape":
        return f"{code_of_shape(value)} {title_of(code_of_shape(value))}"
    if name == "weekday":
        return calendar.day_name[int(value) - 1]
    if name == "hour":
        return f"{int(value):02}:00 to {int(value):02}:59"
    if name == "second":
        return f"waiting, {value} may review" if value else "waiting"
    return _LABELS.get(name, {}).get(value, value)


def in_words(filters: Mapping[str, str]) -> str:
    """Returns all filters in words, such as `Grade: fault; Street: 6th or 7th`; `All findings` if there are none."""
    parts = [
        f"{NAMES[name]}: {' or '.join([words(name, each) for each in values_of(text)])}"
        for name, text in filters.items()
    ]
    return "; ".join(parts) or "All findings"


def address(parameters: Mapping[str, Any], view: Mapping[str, str] = OWN_VIEW) -> str:
    """Returns the address of the list of findings with these parameters. Without parameters, the address asks for all
    findings. `view` has the parameters that choose the rows of the page: `{"rows": "findings"}` if each finding has a
    row of its own; empty if the findings of a hand with the same cause share a row.
    """
    return f"/findings?{query_text({**(parameters or {'all': 'yes'}), **view})}"


def number_of(connection: Connection, filters: dict[str, str]) -> dict[str, Any]:
    """Returns a dict with the number of findings that match `filters`, and the address of their list. `more` says
    whether there may be more findings than this number, because counting stops at a limit.
    """
    totals = findings.totals(connection, filters, MOST_COUNTED)
    return {"count": totals.found, "more": totals.more, "list": address(filters)}


def since(filters: Mapping[str, str], reviewed: int | None) -> str:
    """Returns words that name runs, such as `since run 12` or `by runs 13 to 15`. The page counts the findings that
    became new, changed, gone or reopened by these runs.

    The filter `runs` names the runs: `12..15` means the runs after run 12 up to run 15, and `12..` means all runs after
    run 12. Without this filter, the page counts all runs after the last reviewed run. `reviewed` is the number of the
    last reviewed run; `None` if no run was reviewed.
    """
    first, _, last = filters.get("runs", f"{reviewed or 0}..").partition("..")
    after = int(first or 0)
    if not last:
        return f"since run {after}" if after else "since the first run"
    return f"by run {last}" if int(last) == after + 1 else f"by runs {after + 1} to {last}"


def groups(
    counted: Mapping[str, tuple[FacetCount, ...]], filters: Mapping[str, str], view: Mapping[str, str] = OWN_VIEW
) -> list[dict[str, Any]]:
    """Returns the filters for the column beside the list, each with its choices. `counted` has for each filter its
    values, with the number of findings of each value. `view` has the same meaning as in `address`.

    A choice has its words, its number of findings, and the address of the list that opens with a click.
    """
    return [
        _group(name, title, counted[name], filters, view)
        for name, title in TITLES.items()
        if _is_useful(name, counted.get(name, ()), filters)
    ]


def chosen(filters: Mapping[str, str], view: Mapping[str, str] = OWN_VIEW) -> list[dict[str, str]]:
    """Returns the values of the filters that are set now. Each is a dict with the title of the filter, the value in
    words, and the address of the same list without this value.
    """
    return [
        {"title": NAMES[name], "words": words(name, each), "address": address(_without(filters, name, each), view)}
        for name, text in filters.items()
        for each in values_of(text)
    ]


def _is_useful(name: str, counts: Iterable[FacetCount], filters: Mapping[str, str]) -> bool:
    """Whether the column lists a filter. A filter with only one value is not listed, because a choice needs two. But a
    filter that is set, and some important filters, are always listed.
    """
    return (
        name in filters or len(list(counts)) > 1 or name in ("triage", "severity", "certainty", "code", "house", "news")
    )


def _group(
    name: str, title: str, counts: tuple[FacetCount, ...], filters: Mapping[str, str], view: Mapping[str, str]
) -> dict[str, Any]:
    # Cross-hand findings have no house. The column does not offer this empty house as a choice.
    named = [each for each in counts if each.value or name != "house"]
    shown = [each for place, each in enumerate(named) if place < MOST_SHOWN or _is_chosen(filters, name, each.value)]
    others = [each for each in named if each not in shown]
    return {
        "name": name,
        "title": title,
        "choices": [_choice(name, each, filters, view) for each in shown],
        "folded": [_choice(name, each, filters, view) for each in others[:MOST_FOLDED]],
        "hidden": len(others[MOST_FOLDED:]),
    }


def _choice(name: str, each: FacetCount, filters: Mapping[str, str], view: Mapping[str, str]) -> dict[str, Any]:
    here = _is_chosen(filters, name, each.value)
    there = address(_without(filters, name, each.value) if here else _with(filters, name, each.value), view)
    return {"words": words(name, each.value), "count": each.count, "more": each.more, "here": here, "address": there}


def _is_chosen(filters: Mapping[str, str], name: str, value: str) -> bool:
    return name in filters and value in values_of(filters[name])


def _with(filters: Mapping[str, str], name: str, value: str) -> dict[str, str]:
    earlier = values_of(filters[name]) if name in filters and name in WITH_SEVERAL else ()
    return {**filters, name: of_values([*earlier, value])}


def _without(filters: Mapping[str, str], name: str, value: str) -> dict[str, str]:
    """Returns the filters without one value of the filter `name`. If this was the only value of `news`, `runs` is
    removed too, because `runs` only completes `news`: it names the runs that made findings new, changed, gone or
    reopened.
    """
    left = [each for each in values_of(filters[name]) if each != value]
    if left:
        return {**filters, name: of_values(left)}
    gone = {name, "runs"} if name == "news" else {name}
    return {key: value for key, value in filters.items() if key not in gone}
