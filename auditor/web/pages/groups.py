"""The page of groups: the findings that match the filters, grouped by shape, rule, house, poker table or player.
Findings have the same shape if they have the same rule and differ only in names, amounts, seats and cards.
"""

from typing import Any, Final

from flask import Blueprint

from auditor.store.queries import findings, groups, triage
from auditor.store.queries.facet_counts import MOST_COUNTED
from auditor.store.queries.filter_values import filters_document
from auditor.store.queries.findings import BadFilter
from auditor.web.findings import facets
from auditor.web.findings.groups import NAMES, filters_of_group, group_document, groups_address
from auditor.web.findings.unknown_values import unknown_values
from auditor.web.pages.findings import filters_in
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.requests.group_schemas import GroupsQuery
from auditor.web.requests.parameters import query_text
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("groups", __name__)
COLUMNS: Final = (
    *("value", "name", "venue", "code", "findings", "hands", "severity", "table", "example", "logged", "lawful"),
    "address",
)


@page(blueprint, "/findings/groups")
def every() -> PageContent:
    """Shows the groups of the findings that match the filters, the most serious groups first."""
    query = parse_query(GroupsQuery)
    way, masked = query["by"], "names" in query
    if masked and way == "player":
        raise Refusal(
            422, "This page hides names, so it cannot group the findings by player. Choose another way of grouping."
        )
    try:
        with transaction() as connection:
            filters = filters_in(query, triage.last_reviewed(connection))
            plan = findings.planned(connection, filters)
            totals = findings.totals(connection, plan, MOST_COUNTED)
            found = groups.page(connection, way, plan, totals, query.get("after", ""), query["limit"])
            unknown = unknown_values(connection, filters)
    except BadFilter as refused:
        raise Refusal(422, str(refused)) from refused
    kept = {"names": "masked"} if masked else {}
    document = {
        "by": way,
        "filters": filters_document(filters),
        "total": totals.found,
        "more": totals.more,
        "number_of_groups": found.number,
        "grouped": found.grouped,
        "outside": found.outside,
        "first": groups.MOST_GROUPED if found.first else None,
        "groups": [group_document(each, way, filters, masked=masked) for each in found.groups],
        "next": found.following,
        "missing": unknown,
    }
    values = {
        "way": way,
        "names": NAMES,
        "masked": masked,
        "queries": [query_text(filters_of_group(each, way, filters)) for each in found.groups],
        "ways": {each: groups_address(filters, each, **kept) for each in NAMES if not masked or each != "player"},
        "inside": [_by_shape(each, way, filters, kept) for each in found.groups],
        "chosen": facets.chosen(filters),
        "in_list": facets.address(filters),
        "here": groups_address(filters, way, **kept),
        "following": groups_address(filters, way, **kept, after=found.following) if found.following else None,
        "beginning": groups_address(filters, way, **kept) if "after" in query else None,
    }
    columns = [[each[column] for column in COLUMNS] for each in document["groups"]]
    return PageContent("groups.html", document, Rows(COLUMNS, columns, A_PAGE), values)


def _by_shape(group: groups.Group, way: str, filters: dict[str, str], kept: dict[str, Any]) -> str:
    """Returns the address of the page that divides a group further, by shape. Empty if the group itself is one shape:
    findings of one rule that differ only in names, amounts, seats and cards.
    """
    return "" if way == "shape" else groups_address(filters_of_group(group, way, filters), "shape", **kept)
