"""The page of the venues. It shows for each venue the amount from which two people must decide, and how long the venue
keeps its files. These settings are stored in the database; no environment variable has them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from flask import Blueprint, Response, request

from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import limits
from auditor.store.triage import venues
from auditor.store.triage.typed_limits import LONGEST as LONGEST_CURRENCY
from auditor.store.triage.typed_limits import as_findings_have_it, insist_on_currency, read_amount
from auditor.store.triage.venues import VenueRefused, amount_words
from auditor.store.uploads import retention
from auditor.store.uploads.retention import Removal, Retention
from auditor.web.access.confirmation import insist_on_password
from auditor.web.access.visitor import visitor
from auditor.web.findings.second_review import limit_document
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.requests.settings_schemas import RetentionQuery
from auditor.web.resources import transaction

blueprint: Final = Blueprint("venues", __name__)
ADDRESS: Final = "/settings/venues"
PREVIEW: Final = "/settings/retention"
COLUMNS: Final = ("venue", "setting", "value", "since")
_COUNTS: Final = ("uploads", "size", "hands", "findings")


@page(blueprint, ADDRESS)
def every() -> PageContent:
    """Lists the venues, with the amounts that need a second review and the periods of retention."""
    parse_query(NoParameters)
    with transaction() as connection:
        amounts = [{**limit_document(row), "since": stamp(row.since)} for row in limits(connection)]
        kept = [_retention_document(row) for row in retention.retentions(connection)]
    cells = [
        *[
            [
                each["venue"],
                "second review",
                amount_words(each["amount"], each["minor"], each["currency"]),
                each["since"],
            ]
            for each in amounts
        ],
        *[[each["venue"], "retention", retention.days_words(each["days"]), each["since"]] for each in kept],
    ]
    values = {"shortest": retention.SHORTEST, "longest": retention.LONGEST, "longest_currency": LONGEST_CURRENCY}
    return PageContent("venues.html", {"amounts": amounts, "retention": kept}, Rows(COLUMNS, cells), values)


@blueprint.post(f"{ADDRESS}/amount")
def set_amount() -> Response:
    """Sets the amount from which two people must decide at a venue."""
    insist_on_password({"venue", "currency", "amount"})
    form = _form("venue", "currency", "amount")
    with _changing() as connection:
        currency = as_findings_have_it(form["currency"])
        amount, minor = read_amount(form["amount"])
        insist_on_currency(connection, currency)
        changed = venues.ask_for_two(connection, form["venue"], currency, amount, minor, visitor().name)
    least = amount_words(amount, minor, currency)
    words = f"{form['venue']}: two people must now agree to dismiss or accept a finding of {least} or more"
    return _done(words if changed else f"{form['venue']}: this amount was already set")


@blueprint.post(f"{ADDRESS}/amount/end")
def end_amount() -> Response:
    """Ends the rule that two people must decide about large amounts of one currency at a venue."""
    insist_on_password({"venue", "currency"})
    form = _form("venue", "currency")
    with _changing() as connection:
        changed = venues.ask_for_one(connection, form["venue"], form["currency"], visitor().name)
    of_unit = f"in {form['currency']}" if form["currency"] else "without a currency"
    if not changed:
        raise Refusal(
            409,
            f"{form['venue']} no longer has an amount {of_unit} for second reviews. Load the page of the venues again.",
        )
    return _done(f"{form['venue']}: one person can now dismiss or accept any finding {of_unit}")


@page(blueprint, PREVIEW)
def preview() -> PageContent:
    """Counts the uploads, hands and findings that would be removed if a venue kept its files for the number of days in
    the address. The page changes nothing; its button saves the period.
    """
    query = parse_query(RetentionQuery)
    if "venue" not in query:
        return _preview("", None, None, None)
    days = _days(query.get("days", ""))
    with _changing() as connection:
        counted = retention.would_remove(connection, query["venue"], days)
        before = next(each for each in retention.retentions(connection) if each.venue == query["venue"])
    return _preview(query["venue"], days, before, counted)


@blueprint.post(PREVIEW)
def set_retention() -> Response:
    """Saves the period for which a venue keeps its files. If the count on the page is no longer right, saves nothing
    and leads to the new count.
    """
    insist_on_password({"venue", "days", *_COUNTS})
    form = _form("venue", "days", *_COUNTS)
    days = _days(form["days"])
    with _changing() as connection:
        counted = retention.would_remove(connection, form["venue"], days)
        seen = [form[name] for name in _COUNTS]
        if seen != [str(getattr(counted, name)) for name in _COUNTS]:
            raise Refusal(
                409,
                "The count has changed since you loaded the page, so nothing was saved. Look at the new count.",
                way=("Look at the new count", f"{PREVIEW}?venue={form['venue']}&days={form['days']}"),
            )
        changed = retention.set_days(connection, form["venue"], days, visitor().name)
    if not changed:
        return _done(f"{form['venue']} already keeps its files {retention.days_words(days)}")
    return _done(f"{form['venue']} keeps its files {retention.days_words(days)}")


@contextmanager
def _changing() -> Iterator[Connection]:
    """Opens a transaction for a setting of a venue. Raises `Refusal` if a value cannot be used."""
    try:
        with transaction() as connection:
            yield connection
    except VenueRefused as refused:
        raise Refusal(422, str(refused)) from refused


def _form(*names: str) -> Mapping[str, str]:
    values = {name: request.form.get(name, "").strip() for name in names}
    for name, value in values.items():
        insist_on_text(f"field {name}", value)
    return values


def _days(typed: str) -> int | None:
    if not typed:
        return None
    if not typed.isascii() or not typed.isdigit() or len(typed) > len(str(retention.LONGEST)):
        raise Refusal(422, f"Write a number of days from {retention.SHORTEST} to {retention.LONGEST:,}.")
    return int(typed)


def _done(words: str) -> Response:
    add_notice(words, back=ADDRESS)
    return redirect_to(ADDRESS)


def _preview(venue: str, days: int | None, before: Retention | None, counted: Removal | None) -> PageContent:
    counts = {name: getattr(counted, name) if counted else 0 for name in _COUNTS}
    document = {"venue": venue, "days": days, "now": before.days if before else None, "removes": counts}
    rows = Rows(("venue", "days", *_COUNTS), [[venue, days, *counts.values()]] if venue else [])
    return PageContent("retention.html", document, rows)


def _retention_document(row: Retention) -> dict[str, Any]:
    return {"venue": row.venue, "days": row.days, "since": stamp(row.since)}
