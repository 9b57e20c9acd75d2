"""Runs: one replay of many hands each, with counts that add up."""

from typing import Final

from flask import Blueprint

from auditor.store.queries import findings, runs, triage
from auditor.web.asked import Listed, Nothing, asked
from auditor.web.catalogue import title_of
from auditor.web.documents import RUN_COLUMNS, run_document, troubled_document
from auditor.web.opened import reading
from auditor.web.pages.nights import last_nights
from auditor.web.refusals import Refusal
from auditor.web.shown import A_PAGE, Rows, Shown, page

blueprint: Final = Blueprint("runs", __name__)


@page(blueprint, "/runs")
def every() -> Shown:
    """The runs, the last first."""
    query = asked(Listed)
    with reading() as connection:
        found = runs.latest(connection, query.get("before"), query["limit"])
        nights = {} if "before" in query else last_nights(connection)
    documents = [run_document(row) for row in found]
    following = found[-1].id if len(found) == query["limit"] else None
    rows = Rows(RUN_COLUMNS, [[each[column] for column in RUN_COLUMNS] for each in documents], A_PAGE)
    return Shown("runs.html", {"runs": documents, "next": following}, rows, {"first": "before" not in query, **nights})


@page(blueprint, "/runs/<int:run_id>")
def one(run_id: int) -> Shown:
    """One run: what it was pinned to, what became of its hands, and which it could not judge."""
    asked(Nothing)
    with reading() as connection:
        row = runs.one(connection, run_id) if run_id < 2**63 else None
        if row is None:
            raise Refusal(404, f"There is no run {run_id}. The list of runs has all of them.")
        troubled = [troubled_document(each) for each in runs.troubled(connection, run_id)]
        new = findings.new_by_rule(connection, run_id - 1, run_id)
        reviewed = triage.last_reviewed(connection)
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
        "shards": row.shards,
        "shards_done": row.shards_done,
        "since": reviewed or 0,
    }
    return Shown("run.html", document, rows, values)
