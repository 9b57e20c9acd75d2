"""The desk, which is the start page: the last run (audit of many hands), the changes since a person last reviewed a
run, and the findings that are assigned to the visitor.
"""

from typing import Any, Final

from flask import Blueprint

from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, runs, triage, uploads
from auditor.store.queries.cases import due_counts
from auditor.web.access.visitor import visitor
from auditor.web.cases.reading import venues_of_visitor
from auditor.web.findings.facets import number_of
from auditor.web.pages.nights import chart_values
from auditor.web.rendering.documents import finding_document, run_document, upload_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import resources, transaction
from auditor.web.rulebook.catalogue import rule_documents
from auditor.web.uploads.listed_archives import under_archives

blueprint: Final = Blueprint("desk", __name__)
_LAST: Final = 5
_CAUSES: Final = ("record", "engine", "rules", "")


@page(blueprint, "/", "desk")
def desk() -> PageContent:
    """Shows the desk: the last uploads, the last run, the changes since the last review, and the findings that need
    work.
    """
    parse_query(NoParameters)
    with transaction() as connection:
        last_uploads = [upload_document(row) for row in uploads.latest(connection, size=_LAST)]
        outermost = uploads.latest(connection, size=_LAST, without_members=True)
        inside = under_archives(connection, outermost)
        last = next(iter(runs.latest(connection, size=1)), None)
        reviewed = triage.last_reviewed(connection)
        counts = findings.now_by_rule(connection)
        changed = _changed(connection)
        mine = _mine(connection)
        due = due_counts(connection, venues_of_visitor())
        flagged = number_of(connection, {"flagged": "yes"})
        undecided = number_of(connection, {"triage": "open"})
        nights = chart_values(connection)
        start = _start_here(connection, counts) if reviewed is None else []
    named = {rule["code"]: rule for rule in rule_documents()}
    by_rule = [
        {"code": code, "title": named[code]["title"] if code in named else "", "findings": count}
        for code, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]
    document = {
        "risks": [{"name": risk.name, "why": risk.why} for risk in resources().place().database.accepted],
        "last_run": run_document(last) if last else None,
        "last_uploads": last_uploads,
        "reviewed": reviewed,
        "changed": changed,
        "mine": mine,
        "cases": {"overdue": due.overdue, "due_this_week": due.within_a_week, "paused": due.paused},
        "flagged": flagged,
        "start_here": start,
        "findings": sum(counts.values()),
        "by_rule": by_rule,
    }
    rows = Rows(("code", "title", "findings"), [[each["code"], each["title"], each["findings"]] for each in by_rule])
    values = {
        "seconds": int((last.finished_at - last.started_at).total_seconds()) if last and last.finished_at else None,
        "cancelled": last.cancelled if last else None,
        "outermost": [upload_document(row) for row in outermost],
        "inside": inside,
        "undecided": undecided,
        **nights,
    }
    return PageContent("desk.html", document, rows, values)


def _changed(connection: Connection) -> list[dict[str, Any]]:
    """Returns a dict for each kind of change since the last reviewed run: new, changed, gone or reopened findings. Each
    dict has the number of these findings, and the address of their list.
    """
    found = []
    for kind in ("new", "changed", "gone", "reopened"):
        number = number_of(connection, {"news": kind})
        if kind == "gone":
            by = {cause: number_of(connection, {"news": kind, "gone_by": cause}) for cause in _CAUSES}
            number["by"] = {cause: each for cause, each in by.items() if each["count"]}
        found.append({"kind": kind, **number})
    return found


def _mine(connection: Connection) -> dict[str, Any]:
    """Returns a dict about the open findings that are assigned to the visitor: their number, the address of their list,
    and at most `_LAST` of these findings (`first`). `second` is the number of proposals to which the visitor can agree
    in a second review; `None` if the visitor may not do second reviews.
    """
    filters = {"triage": "open", "assignee": visitor().name}
    first = findings.page(connection, filters, size=_LAST)
    found = {**number_of(connection, filters), "first": [finding_document(row) for row in first.findings]}
    reviewer = visitor()
    may_be_second = reviewer.may_review and reviewer.account is not None
    return {**found, "second": number_of(connection, {"second": reviewer.name}) if may_be_second else None}


def _start_here(connection: Connection, counts: dict[str, int]) -> list[dict[str, Any]]:
    """Returns example findings, which the desk shows until somebody reviews a run. There is at most one example for
    each chapter of rules, such as betting: a finding of the rule that has the most findings in this chapter.
    """
    often: dict[str, str] = {}
    chapters = {rule["code"]: rule["chapter"] for rule in rule_documents()}
    for code, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        if code in chapters:
            often.setdefault(chapters[code], code)
    found = []
    for chapter in dict.fromkeys(chapters.values()):
        if chapter in often:
            first = findings.page(connection, {"code": often[chapter]}, size=1).findings
            found += [{"kind": chapter, **finding_document(row)} for row in first]
    return found
