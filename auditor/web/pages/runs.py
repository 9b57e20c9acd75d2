"""The pages of runs. A run is one audit of many hands. A reviewer marks a run as reviewed after looking at its
findings.
"""

from typing import Final

from flask import Blueprint, Response

from auditor.store.queries import findings, runs, triage
from auditor.store.runs import reviews
from auditor.web.access.visitor import reach, visitor
from auditor.web.findings.facets import number_of
from auditor.web.findings.triage_forms import add_notice, back_to, changing
from auditor.web.pages.nights import chart_values
from auditor.web.rendering.documents import RUN_COLUMNS, run_document, troubled_document
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page, redirect_to
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, PagedQuery, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of
from auditor.web.uploads.listed_archives import by_archive

blueprint: Final = Blueprint("runs", __name__)
_GOING_BACK: Final = frozenset({"csrf_token", "back"})


@page(blueprint, "/runs")
def every() -> PageContent:
    """Lists the runs, newest first. A run is one audit of many hands."""
    query = parse_query(PagedQuery)
    with transaction() as connection:
        found = runs.latest(connection, query.get("before"), query["limit"], _venue())
        nights = {} if "before" in query else chart_values(connection)
        documents = [run_document(row) for row in found]
        groups = by_archive(connection, documents)
    following = found[-1].id if len(found) == query["limit"] else None
    rows = Rows(RUN_COLUMNS, [[each[column] for column in RUN_COLUMNS] for each in documents], A_PAGE)
    return PageContent(
        "runs.html",
        {"runs": documents, "next": following},
        rows,
        {"first": "before" not in query, "groups": groups, **nights},
    )


@page(blueprint, "/runs/<int:run_id>")
def one(run_id: int) -> PageContent:
    """Shows one run: its counts of hands, the rules version and the houses that it used, its new findings by rule, and
    the hands whose audit failed.
    """
    parse_query(NoParameters)
    with transaction() as connection:
        row = runs.one(connection, run_id, _venue()) if run_id < 2**63 else None
        if row is None:
            raise Refusal(404, f"There is no run {run_id}. The list of runs shows all runs.")
        troubled = [troubled_document(each) for each in runs.troubled(connection, run_id)]
        new = findings.new_by_rule(connection, run_id - 1, run_id)
        reviewed = triage.last_reviewed(connection)
        undecided = number_of(connection, {"triage": "open"})
    run = {**run_document(row), "houses": dict(row.houses)}
    document = {
        "run": run,
        "troubled": troubled,
        "new_by_rule": [{"code": code, "title": title_of(code), "findings": count} for code, count in new.items()],
    }
    rows = Rows(RUN_COLUMNS, [[run[column] for column in RUN_COLUMNS]])
    seconds = int((row.finished_at - row.started_at).total_seconds()) if row.finished_at else None
    values = {
        "seconds": seconds,
        "cancelled": row.cancelled,
        "shards": row.shards,
        "shards_done": row.shards_done,
        "since": reviewed or 0,
        "undecided": undecided,
    }
    return PageContent("run.html", document, rows, values)


def _venue() -> int | None:
    within = reach()
    return within.venue_id if within is not None else None


@blueprint.post("/runs/<int(max=9223372036854775807):run_id>/review")
def review(run_id: int) -> Response:
    """Marks a run as reviewed. The start page then counts changes only since this run."""
    refuse_unknown_fields(_GOING_BACK)
    back = back_to(f"/runs/{run_id}")
    with changing() as connection:
        is_first = reviews.review(connection, run_id, visitor().name)
        last = triage.last_reviewed(connection)
    # The notice has an undo button only if this request set the mark, and no later run is marked as reviewed.
    may_undo = is_first and last == run_id
    words = f"Run {run_id} marked as reviewed" if is_first else f"Run {run_id} was already marked as reviewed"
    add_notice(words, undo=f"/runs/{run_id}/take-back" if may_undo else "", back=back)
    return redirect_to(back)


@blueprint.post("/runs/<int(max=9223372036854775807):run_id>/take-back")
def take_back(run_id: int) -> Response:
    """Removes the mark that says that a run is reviewed."""
    refuse_unknown_fields(_GOING_BACK)
    with changing() as connection:
        reviews.take_back_review(connection, run_id)
    add_notice(f"Run {run_id} is no longer marked as reviewed")
    return redirect_to(back_to(f"/runs/{run_id}"))
