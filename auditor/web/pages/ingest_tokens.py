"""The page of the ingest tokens, on which an admin makes and ends the tokens with which programs send files."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from auditor.store.people import ingest_tokens
from auditor.store.people.api_tokens import LONGEST_DAYS
from auditor.store.people.ingest_tokens import LONGEST_LABEL, IngestToken, TokenRefused
from auditor.store.postgres.database import Connection
from auditor.store.triage import venues
from auditor.store.triage.venues import VenueRefused
from auditor.web.access.confirmation import insist_on_password
from auditor.web.access.visitor import visitor
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp, visible
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("ingest_tokens", __name__)
ADDRESS: Final = "/settings/ingest"
COLUMNS: Final = ("token", "label", "venue", "account", "made_by", "made", "last_used", "expires")


@page(blueprint, ADDRESS)
def every() -> PageContent:
    """Lists the valid ingest tokens of all venues, with the form that makes a token. No page shows a token again."""
    parse_query(NoParameters)
    with transaction() as connection:
        documents = [_document(each) for each in ingest_tokens.every(connection)]
        names = venues.names(connection)
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in documents])
    values = {"venues": names, "longest": LONGEST_LABEL, "longest_days": LONGEST_DAYS}
    return PageContent("ingest_tokens.html", {"tokens": documents}, rows, values)


@blueprint.post(ADDRESS)
def make() -> Response:
    """Makes an ingest token of a venue, and shows the token this once."""
    insist_on_password({"venue", "label", "days"})
    venue, label, days = [request.form.get(name, "").strip() for name in ("venue", "label", "days")]
    insist_on_text("field venue", venue)
    insist_on_text("field label", label)
    if not days.isascii() or not days.isdigit() or len(days) > len(str(LONGEST_DAYS)):
        raise Refusal(422, f"Write a number of days from 1 to {LONGEST_DAYS}.")
    with _changing(422) as connection:
        token = ingest_tokens.make(connection, venue, label, int(days), visitor().name)
    page_text = render_template("ingest_token.html", label=label, venue=venue, days=int(days), token=token)
    return Response(page_text, content_type="text/html; charset=utf-8")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):token_id>/end")
def end(token_id: int) -> Response:
    """Ends an ingest token. Its next request is refused."""
    insist_on_password(NO_FIELDS)
    with _changing(404) as connection:
        ended = ingest_tokens.end(connection, token_id, visitor().name)
    add_notice(f"The token {visible(ended.label)} of {ended.venue} is ended", back=ADDRESS)
    return redirect_to(ADDRESS)


@contextmanager
def _changing(status: int) -> Iterator[Connection]:
    """Opens a transaction for a change of tokens. Raises `Refusal` with this status if the change is refused."""
    try:
        with transaction() as connection:
            yield connection
    except (TokenRefused, VenueRefused) as refused:
        raise Refusal(status, str(refused)) from refused


def _document(row: IngestToken) -> dict[str, Any]:
    return {
        "token": row.id,
        "label": row.label,
        "venue": row.venue,
        "account": row.account,
        "made_by": row.made_by,
        "made": stamp(row.made_at),
        "last_used": stamp(row.used_at),
        "expires": stamp(row.expires_at),
    }
