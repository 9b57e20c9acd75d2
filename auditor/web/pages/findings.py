"""Findings: the table with its filters. All filters are in the address, so that a list can be sent to somebody."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint

from auditor.store.queries import findings
from auditor.store.queries.findings import BadFilter, FacetCount
from auditor.web.asked import MOST, FindingsAsked, asked
from auditor.web.catalogue import title_of
from auditor.web.documents import FINDING_COLUMNS, finding_document
from auditor.web.opened import reading
from auditor.web.refusals import Refusal
from auditor.web.shown import Cell, Rows, Shown, page
from auditor.web.spoken import street_name

blueprint: Final = Blueprint("findings", __name__)
# As CSV the whole list goes out, or none of it: a file that silently ends early would be no evidence.
MOST_ROWS: Final = 100_000
# What stands beside the table, in this order; the other filters are reached from other pages.
SHOWN_FACETS: Final = {"code": "Rule", "house": "House", "grade": "Grade", "street": "Street", "game": "Game"}
NAMES: Final = {**SHOWN_FACETS, "room": "Room", "detection": "State", "upload": "Upload"}


@page(blueprint, "/findings")
def every() -> Shown:
    """A page of findings, the largest amount first."""
    query = asked(FindingsAsked)
    filters = filters_of(query)
    with reading() as connection:
        document = listed(connection, filters, query.get("after"), query["limit"])
        counted = findings.facets(connection, filters)
    # What is found between records is under no house, and nothing that has no name can be chosen by it.
    counted["house"] = tuple([each for each in counted["house"] if each.value])
    document["facets"] = {name: [_value(each) for each in counted[name]] for name in SHOWN_FACETS}
    values = {
        "filters": filters,
        "groups": [_group(name, title, counted[name], filters) for name, title in SHOWN_FACETS.items()],
        "chosen": [_chosen(name, value, filters) for name, value in filters.items()],
        "first": "after" not in query,
        "following": _address({**filters, "after": document["next"]}) if document["next"] else None,
        "beginning": _address(filters),
    }
    return Shown("findings.html", document, Rows(FINDING_COLUMNS, _all_rows(filters, document["total"])), values)


def filters_of(query: Mapping[str, Any]) -> dict[str, str]:
    """The filters among the parameters, without the place in the list."""
    return {name: query[name] for name in NAMES if name in query}


def listed(connection: Any, filters: Mapping[str, str], after: str | None, limit: int) -> dict[str, Any]:
    """A page of findings as a document, with how many there are in all and where the next page begins."""
    try:
        found = findings.page(connection, filters, after, limit)
        total = findings.total(connection, filters)
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused
    return {"total": total, "findings": [finding_document(row) for row in found.findings], "next": found.following}


def _all_rows(filters: Mapping[str, str], total: int) -> Iterator[list[Cell]]:
    """Every finding that passes the filters, fetched page by page while it is written. Raises `Refusal`."""
    if total > MOST_ROWS:
        raise Refusal(
            422, f"There are {total:,} findings; a CSV holds at most {MOST_ROWS:,}. Choose a filter, or page the JSON."
        )
    after: str | None = None
    while True:
        with reading() as connection:
            found = findings.page(connection, filters, after, MOST)
        for row in found.findings:
            document = finding_document(row)
            yield [document[column] for column in FINDING_COLUMNS]
        after = found.following
        if after is None:
            return


def _group(name: str, title: str, counts: tuple[FacetCount, ...], filters: Mapping[str, str]) -> dict[str, Any]:
    """One list of choices: each adds its filter to the address, the one that is chosen takes it away."""
    choices = []
    for each in counts:
        here = filters.get(name) == each.value
        others = {key: value for key, value in filters.items() if key != name}
        address = _address(others if here else {**others, name: each.value})
        choices.append({**_value(each), "words": _words(name, each.value), "here": here, "address": address})
    return {"name": name, "title": title, "choices": choices}


def _chosen(name: str, value: str, filters: Mapping[str, str]) -> dict[str, str]:
    others = {key: kept for key, kept in filters.items() if key != name}
    return {"title": NAMES[name], "words": _words(name, value), "address": _address(others)}


def _words(name: str, value: str) -> str:
    if name == "street":
        return street_name(int(value)) if value else "before the cards"
    if name == "code":
        return f"{value} {title_of(value)}"
    return value


def _value(each: FacetCount) -> dict[str, Any]:
    return {"value": each.value, "count": each.count}


def _address(parameters: Mapping[str, Any]) -> str:
    return f"/findings?{urlencode(parameters)}" if parameters else "/findings"
