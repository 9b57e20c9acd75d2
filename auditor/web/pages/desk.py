"""The desk: the last run, what is found now by rule, and the last uploads."""

from typing import Final

from flask import Blueprint

from auditor.store.queries import findings, runs, uploads
from auditor.web.asked import Nothing, asked
from auditor.web.catalogue import rule_documents
from auditor.web.documents import run_document, upload_document
from auditor.web.opened import reading
from auditor.web.shown import Rows, Shown, page

blueprint: Final = Blueprint("desk", __name__)
_LAST: Final = 5
_NO_GRADE: Final = "by its clause"


@page(blueprint, "/", "desk")
def desk() -> Shown:
    """What happened last and what is open, on one screen."""
    asked(Nothing)
    with reading() as connection:
        last_uploads = [upload_document(row) for row in uploads.latest(connection, size=_LAST)]
        last_runs = [run_document(row) for row in runs.latest(connection, size=1)]
        counts = findings.now_by_rule(connection)
    named = {rule["code"]: rule for rule in rule_documents()}
    by_rule = [
        {"code": code, "title": named[code]["title"] if code in named else "", "findings": count}
        for code, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]
    document = {
        "last_run": last_runs[0] if last_runs else None,
        "last_uploads": last_uploads,
        "findings": sum(counts.values()),
        "by_rule": by_rule,
    }
    rows = Rows(("code", "title", "findings"), [[each["code"], each["title"], each["findings"]] for each in by_rule])
    return Shown("desk.html", document, rows)
