"""The pages of cases: the list, and one case. A case is the claim of a player about a hand, until it is paid."""

from typing import Final

from flask import Blueprint, Response

from auditor.store.disputes.evidence import content_of
from auditor.store.queries.cases import BadCaseFilter, case_counts, case_page
from auditor.web.cases.case_list import COLUMNS, facet_groups, following_address, row_document
from auditor.web.cases.case_values import case_document, case_values
from auditor.web.cases.downloads import download_of
from auditor.web.cases.reading import case_of, venues_of_visitor
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.requests.case_schemas import CasesQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import PAGE, NoParameters, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("disputes", __name__)
TIMELINE: Final = ("number", "act", "from", "to", "by", "reason", "comment", "at")


@page(blueprint, "/cases")
def every() -> PageContent:
    """Lists the cases, the case that is due first at the top."""
    query = parse_query(CasesQuery)
    limit, after = query.pop("limit"), query.pop("after", None)
    filters = {name: str(value) for name, value in query.items()}
    venues = venues_of_visitor()
    try:
        with transaction() as connection:
            found = case_page(connection, filters, venues, after, limit)
            counts = case_counts(connection, filters, venues)
    except BadCaseFilter as refused:
        raise Refusal(422, str(refused)) from refused
    cases = [row_document(each) for each in found.cases]
    document = {"cases": cases, "total": counts.total, "facets": counts.facets, "next": found.following}
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in cases], A_PAGE)
    values = {
        "groups": facet_groups(counts, filters),
        "filters": filters,
        "first": after is None,
        "following": following_address(filters, found.following, limit, PAGE),
    }
    return PageContent("cases.html", document, rows, values)


@page(blueprint, "/cases/<int:case_id>")
def one(case_id: int) -> PageContent:
    """Shows one case in the order in which a person reads it, and the acts that the visitor may do."""
    parse_query(NoParameters)
    return page_of_case(case_id)


def page_of_case(case_id: int) -> PageContent:
    """Returns the page of a case. Raises `Refusal` (404) if there is no such case for the visitor."""
    with transaction() as connection:
        detail = case_of(connection, case_id)
        values = case_values(connection, detail)
    document = case_document(detail)
    rows = Rows(TIMELINE, [[each[column] for column in TIMELINE] for each in document["timeline"]])
    return PageContent("dispute.html", document, rows, values, at=f"/cases/{case_id}")


@blueprint.get("/cases/<int:case_id>/exhibits/<int:exhibit_id>")
def exhibit(case_id: int, exhibit_id: int) -> Response:
    """Returns a file of a case as a download."""
    parse_query(NoParameters)
    with transaction() as connection:
        detail = case_of(connection, case_id)
        row = next((each for each in detail.evidence if each.id == exhibit_id), None)
        content = content_of(connection, case_id, exhibit_id) if row is not None else None
    if row is None or content is None:
        raise Refusal(404, f"Case {case_id} has no exhibit {exhibit_id}. The page of the case lists its exhibits.")
    return download_of(case_id, exhibit_id, row.media_type, content)
