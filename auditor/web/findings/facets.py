"""Writes the filters of the list of findings in words, with counts.

Each value of a filter is a link that sets the filter, or removes the filter if the value is in use.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.facet_counts import FacetCount
from auditor.store.queries.filtering import FILTERS
from auditor.web.rendering.template_filters import street_name
from auditor.web.rulebook.catalogue import title_of

# The titles of the filters beside the list, in order.
TITLES: Final = {
    "triage": "Status",
    "news": "New or changed",
    "flagged": "Review again",
    "reopened": "Reopened",
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
    "contested": "Contested",
    "detection": "Last run",
}
# The titles of the filters that are set only by links on other pages.
ELSEWHERE: Final = {
    "gone_by": "Why gone", "upload": "Upload", "against": "Cross-hand, involving upload", "selection": "Selection",
    "picked": "Findings", "runs": "Runs", "second": "Second review",
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
    "gone_by": {"": "unknown cause", "record": "another record", "engine": "our rules", "rules": "the house"},
}
# The page lists this number of values of a filter, and also the values in use. The JSON lists all values.
MOST_SHOWN: Final = 40
# After a click, the page lists this number of further values.
MOST_FOLDED: Final = 200
assert set(NAMES) == set(FILTERS), set(NAMES) ^ set(FILTERS)
assert set(_NEWS) == set(NEWS)


def filters_of(query: Mapping[str, Any]) -> dict[str, str]:
    """Returns the parameters that are filters."""
    return {name: query[name] for name in NAMES if name in query}


def words(name: str, value: str) -> str:
    """Returns the value of a filter in words."""
    if name == "street" and value:
        return street_name(int(value))
    if name == "engine":
        return f"rules {value}"
    if name == "code":
        return f"{value} {title_of(value)}"
    if name == "picked":
        return f"{value.count(',') + 1:,} selected in the list"
    if name == "second":
        return f"waiting, {value} may review" if value else "waiting"
    return _LABELS.get(name, {}).get(value, value)


def in_words(filters: Mapping[str, str]) -> str:
    """Returns all filters in words."""
    parts = [f"{NAMES[name]}: {words(name, value)}" for name, value in filters.items()]
    return "; ".join(parts) or "All findings"


def address(parameters: Mapping[str, Any]) -> str:
    """Returns the address of the list with these parameters. Without parameters, the list has all findings."""
    return f"/findings?{urlencode(parameters or {'all': 'yes'})}"


def since(filters: Mapping[str, str], reviewed: int | None) -> str:
    """Returns in words the runs whose changes are counted.

    These are the runs of the filter `runs`, or else the runs after `reviewed`, the last run that somebody reviewed.
    """
    first, _, last = filters.get("runs", f"{reviewed or 0}..").partition("..")
    after = int(first or 0)
    if not last:
        return f"since run {after}" if after else "since the first run"
    return f"by run {last}" if int(last) == after + 1 else f"by runs {after + 1} to {last}"


def groups(counted: Mapping[str, tuple[FacetCount, ...]], filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns the choices of each filter. The link of a choice sets the filter, or removes it if it is in use."""
    return [
        _group(name, title, counted[name], filters)
        for name, title in TITLES.items()
        if _is_useful(name, counted.get(name, ()), filters)
    ]


def chosen(filters: Mapping[str, str]) -> list[dict[str, str]]:
    """Returns the filters in use, each with the address of the list without this filter."""
    return [
        {"title": NAMES[name], "words": words(name, value), "address": address(_without(filters, name))}
        for name, value in filters.items()
    ]


def _is_useful(name: str, counts: Iterable[FacetCount], filters: Mapping[str, str]) -> bool:
    """Whether the page lists a filter. Most filters with only one value are left out: there is nothing to choose."""
    return name in filters or len(list(counts)) > 1 or name in ("triage", "code", "grade", "house", "news")


def _group(name: str, title: str, counts: tuple[FacetCount, ...], filters: Mapping[str, str]) -> dict[str, Any]:
    # Findings between two records have no house. The empty house is not offered as a choice.
    named = [each for each in counts if each.value or name != "house"]
    shown = [each for place, each in enumerate(named) if place < MOST_SHOWN or filters.get(name) == each.value]
    others = [each for each in named if each not in shown]
    return {
        "name": name,
        "title": title,
        "choices": [_choice(name, each, filters) for each in shown],
        "folded": [_choice(name, each, filters) for each in others[:MOST_FOLDED]],
        "hidden": len(others[MOST_FOLDED:]),
    }


def _choice(name: str, each: FacetCount, filters: Mapping[str, str]) -> dict[str, Any]:
    here = filters.get(name) == each.value
    others = _without(filters, name)
    there = address(others if here else {**others, name: each.value})
    return {"words": words(name, each.value), "count": each.count, "more": each.more, "here": here, "address": there}


def _without(filters: Mapping[str, str], name: str) -> dict[str, str]:
    """Returns the filters without the filter `name`. Without `news`, `runs` is removed too."""
    gone = {name, "runs"} if name == "news" else {name}
    return {key: value for key, value in filters.items() if key not in gone}
