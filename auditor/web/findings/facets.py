"""The filters of the findings as people see them: in words, with counts, each a link that adds it or takes it away."""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.facet_counts import FacetCount
from auditor.store.queries.filtering import FILTERS
from auditor.web.rendering.template_filters import street_name
from auditor.web.rulebook.catalogue import title_of

# What stands beside the list, in this order.
TITLES: Final = {
    "triage": "Status",
    "news": "New or changed",
    "flagged": "Look again",
    "reopened": "Opened again",
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
# These are reached from other pages.
ELSEWHERE: Final = {
    "gone_by": "Gone by", "upload": "Upload", "against": "Across hands, against upload", "selection": "Selection",
    "picked": "Findings", "runs": "Runs", "second": "Second person",
}  # fmt: skip
NAMES: Final = {**TITLES, **ELSEWHERE}
_NEWS: Final = {
    "new": "new",
    "changed": "evidence changed",
    "gone": "no longer reproduced",
    "reopened": "opened again",
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
    "stakes": {"": "not told"},
    "room": {"": "no room told"},
    "house": {"": "any house"},
    "assignee": {"": "nobody"},
    "gone_by": {"": "nobody knows", "record": "another record", "engine": "our rules", "rules": "the house"},
}
# So many values of a facet stand on the page, and those in use; so many more unfold below them, and JSON has all.
MOST_SHOWN: Final = 40
MOST_FOLDED: Final = 200
assert set(NAMES) == set(FILTERS), set(NAMES) ^ set(FILTERS)  # our own mistake
assert set(_NEWS) == set(NEWS)


def filters_of(query: Mapping[str, Any]) -> dict[str, str]:
    """The filters among the parameters of a list, without the place in it."""
    return {name: query[name] for name in NAMES if name in query}


def words(name: str, value: str) -> str:
    """A filter's value as people say it."""
    if name == "street" and value:
        return street_name(int(value))
    if name == "engine":
        return f"rules {value}"
    if name == "code":
        return f"{value} {title_of(value)}"
    if name == "picked":
        return f"{value.count(',') + 1:,} ticked in the list"
    if name == "second":
        return f"waited for, may be {value}" if value else "waited for"
    return _LABELS.get(name, {}).get(value, value)


def in_words(filters: Mapping[str, str]) -> str:
    """All filters as people say them."""
    parts = [f"{NAMES[name]}: {words(name, value)}" for name, value in filters.items()]
    return "; ".join(parts) or "All findings"


def address(parameters: Mapping[str, Any]) -> str:
    """The list under these filters. Without any it is all of it, and not the usual beginning."""
    return f"/findings?{urlencode(parameters or {'all': 'yes'})}"


def since(filters: Mapping[str, str], reviewed: int | None) -> str:
    """The runs whose news are counted, as people say it: those that are named, else those since one was reviewed."""
    first, _, last = filters.get("runs", f"{reviewed or 0}..").partition("..")
    after = int(first or 0)
    if not last:
        return f"since run {after}" if after else "since the first run"
    return f"by run {last}" if int(last) == after + 1 else f"by runs {after + 1} to {last}"


def groups(counted: Mapping[str, tuple[FacetCount, ...]], filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """The lists of choices: each adds its filter to the address, the one that is chosen takes it away."""
    return [
        _group(name, title, counted[name], filters)
        for name, title in TITLES.items()
        if _is_useful(name, counted.get(name, ()), filters)
    ]


def chosen(filters: Mapping[str, str]) -> list[dict[str, str]]:
    """The filters in use, each with the address of the list without it."""
    return [
        {"title": NAMES[name], "words": words(name, value), "address": address(_without(filters, name))}
        for name, value in filters.items()
    ]


def _is_useful(name: str, counts: Iterable[FacetCount], filters: Mapping[str, str]) -> bool:
    """Where there is one value only there is nothing to choose."""
    return name in filters or len(list(counts)) > 1 or name in ("triage", "code", "grade", "house", "news")


def _group(name: str, title: str, counts: tuple[FacetCount, ...], filters: Mapping[str, str]) -> dict[str, Any]:
    # What is found between records is under no house, and nothing that has no name can be chosen by it.
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
    """What runs are named goes with the news that they are named for."""
    gone = {name, "runs"} if name == "news" else {name}
    return {key: value for key, value in filters.items() if key not in gone}
