"""The page of the desk with the links for claims, and the link of a party. Each secret is shown only once."""

from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from auditor.disputes.claims import BadClaim
from auditor.store.disputes import claim_links, parties
from auditor.store.disputes.claim_links import LINK_DAYS, MOST_DAYS, ClaimLink, WantedLink
from auditor.store.triage import venues
from auditor.web.access.visitor import visitor
from auditor.web.cases.amounts import number_in
from auditor.web.findings.triage_forms import add_notice
from auditor.web.parties.claims import LAST_SEAT
from auditor.web.parties.pages import typed
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import (
    NO_FIELDS,
    Query,
    a_number,
    parse_query,
    refuse_unknown_fields,
)
from auditor.web.resources import transaction

blueprint: Final = Blueprint("claim_links", __name__)
ADDRESS: Final = "/cases/links"
COLUMNS: Final = ("link", "venue", "hand", "seat", "made_by", "made", "expires")
_LONGEST_NUMBER: Final = 18
_LONGEST_SEAT: Final = 2


class LinksQuery(Query):
    """The parameter of the page: the record of the hand for which the form is filled in."""

    hand = a_number("the number of the record of a hand")


@page(blueprint, ADDRESS)
def every() -> PageContent:
    """Lists the links with which players can file claims, with the forms that make links."""
    query = parse_query(LinksQuery)
    with transaction() as connection:
        documents = [_document(each) for each in claim_links.valid_links(connection)]
        names = venues.names(connection)
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in documents])
    values = {
        "venues": names,
        "days": LINK_DAYS,
        "most_days": MOST_DAYS,
        "hand": query.get("hand", ""),
        "last": LAST_SEAT,
    }
    return PageContent("claim_links.html", {"links": documents}, rows, values)


@blueprint.post(ADDRESS)
def make() -> Response:
    """Makes a link for claims, and shows the secret this once."""
    refuse_unknown_fields({"venue", "hand", "seat", "days"})
    wanted = WantedLink(typed("venue"), _number("hand"), _number("seat", _LONGEST_SEAT), _number("days") or LINK_DAYS)
    try:
        with transaction() as connection:
            secret = claim_links.make(connection, wanted, visitor().account)
    except BadClaim as refused:
        raise Refusal(422, str(refused)) from refused
    return _once(f"claim/{secret}", "A player can file a claim with this link", wanted.days)


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):link_id>/end")
def end(link_id: int) -> Response:
    """Ends a link for claims at once."""
    refuse_unknown_fields(NO_FIELDS)
    with transaction() as connection:
        if not claim_links.end(connection, link_id):
            raise Refusal(404, f"There is no link {link_id} that still works. Load the list of links again.")
    add_notice("The link is ended", back=ADDRESS)
    return redirect_to(ADDRESS)


@blueprint.post(f"{ADDRESS}/party")
def party() -> Response:
    """Makes a new link of a party of a case, and shows the secret this once. Earlier links of the party end."""
    refuse_unknown_fields({"case", "label"})
    number, label = _number("case"), typed("label").strip()
    with transaction() as connection:
        there = [each for each in parties.parties_of(connection, number or 0) if each.label == label]
        if not there:
            raise Refusal(422, "There is no such case, or no such party in it. Write the party as the case names it.")
        secret = parties.new_link(connection, there[0].id, visitor().account)
    return _once(f"party/{secret}", f"The party of case {number} can read the case with this link", parties.LINK_DAYS)


def _once(path: str, words: str, days: int) -> Response:
    address = f"{request.host_url}{path}"
    text = render_template("link_once.html", address=address, path=f"/{path}", words=words, days=days)
    return Response(text, content_type="text/html; charset=utf-8")


def _number(name: str, digits: int = _LONGEST_NUMBER) -> int | None:
    value = typed(name).strip()
    number = number_in(value, digits)
    if value and number is None:
        raise Refusal(422, f"The field {name} needs a whole number of at most {digits} digits.")
    return number


def _document(row: ClaimLink) -> dict[str, Any]:
    return {
        "link": row.id,
        "venue": row.venue,
        "hand": row.hand_id,
        "hand_number": row.hand_number,
        "seat": row.seat,
        "made_by": row.made_by,
        "made": stamp(row.made_at),
        "expires": stamp(row.expires_at),
    }
