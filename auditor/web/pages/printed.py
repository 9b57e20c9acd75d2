"""The pages of hands and findings as PDF files."""

from typing import Final

from flask import Blueprint, Response

from auditor.web.pages import finding, hands
from auditor.web.rendering.pdf import as_pdf, insist, is_there
from auditor.web.rendering.respond import PageContent, page_html
from auditor.web.requests.request_schemas import FindingQuery, HandPageQuery, parse_query

blueprint: Final = Blueprint("printed", __name__)
blueprint.add_app_template_global(is_there, "prints")


@blueprint.get("/hands/<int:hand_id>.pdf")
def hand(hand_id: int) -> Response:
    """Returns the page of a hand as a PDF file. The parameters of the address choose the house, as on the
    page itself.
    """
    parse_query(HandPageQuery)
    insist()  # first checks that PDFs can be made, because making the page takes time
    return _printed(hands.one(hand_id), f"hand-{hand_id}")


@blueprint.get("/findings/<int:finding_id>.pdf")
def found(finding_id: int) -> Response:
    """Returns the page of a finding as a PDF file."""
    parse_query(FindingQuery)
    insist()
    return _printed(finding.one(finding_id), f"finding-{finding_id}")


def _printed(content: PageContent | Response, name: str) -> Response:
    assert isinstance(content, PageContent)  # the pages of hands and findings are never redirects
    return as_pdf(page_html(content), name)
