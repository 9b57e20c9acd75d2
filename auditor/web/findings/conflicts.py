"""Answers an act, such as a dismissal, on findings that somebody else changed after the visitor had seen them. The act
is not done. The answer says what changed, who changed it, and when. A person gets the typed form back, with a button
that does the act on the findings as they are now.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response, render_template, request

from auditor.store.queries import findings
from auditor.store.queries import triage as queries
from auditor.store.queries.changes_since_seen import ChangeRow, changed, changes
from auditor.store.queries.findings import FindingRow
from auditor.store.triage import selections as kept
from auditor.store.triage.unseen import Changed
from auditor.triage.acts import REASONS, Act
from auditor.web.access.visitor import visitor
from auditor.web.findings.second_review import offered_values, waiting_document
from auditor.web.findings.triage_forms import back_to, based_on_field, done_words
from auditor.web.rendering.documents import finding_document
from auditor.web.rendering.respond import frame
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.kept_forms import FIELDS
from auditor.web.requests.refusals import Refusal, no_finding, wants_json
from auditor.web.resources import transaction

CODE: Final = "CHANGED"
_SHOWN: Final = 20


def refusal(error: Changed, finding_id: int | None) -> Refusal:
    """Returns the refusal for a program. Its JSON has the finding as it is now, and the acts that the program has not
    seen. `finding_id` is `None` if the act is about several findings.
    """
    with transaction() as connection:
        rows = changes(connection, error.seen, _SHOWN)
        row = findings.one(connection, finding_id) if finding_id is not None else None
    told: dict[str, Any] = {"changes": [change_document(each) for each in rows]}
    if row is not None:
        told |= {"based_on": row.last_act, "finding": finding_document(row)}
    words = f"{error} {sentence(rows[0])}" if rows else str(error)
    return Refusal(409, words, CODE, **told)


def on_finding(error: Changed, finding_id: int) -> Response:
    """Answers an act on one finding that changed after the visitor had seen it."""
    if wants_json():
        raise refusal(error, finding_id)
    with transaction() as connection:
        row = findings.one(connection, finding_id)
        if row is None:  # a moment ago, the removal of old files deleted the finding
            raise no_finding(finding_id)
        rows = changes(connection, error.seen, _SHOWN)
        two = waiting_document(connection, row)
        offered = offered_values(connection, row, two)["offered"]
        decision = queries.decision(connection, row.fingerprint)
    act = request.form.get("act", Act.ASSIGN)
    fields = {**_typed(), "act": act, "based_on": str(row.last_act)}
    if two["waits"] is not None:
        fields["of"] = str(two["waits"]["number"])
    values = {
        "finding": finding_document(row),
        "decided_by": decision.by if decision is not None else "",
        "may_go_on": act in offered,
        "back": back_to(f"/findings/{finding_id}"),
    }
    return _page(error, rows, request.path, act, fields, values)


def on_selection(error: Changed, selection_id: int) -> Response:
    """Answers an act on a selection, if some of its findings have changed. The button of the page does the act on a new
    selection. The new selection has the same findings, as they are now.
    """
    if wants_json():
        raise refusal(error, None)
    with transaction() as connection:
        rows, many = changes(connection, error.seen, _SHOWN), changed(connection, error.seen)
        new = kept.freeze_again(connection, selection_id, visitor().name)
    act = request.form.get("act", "")
    values = {"many": many, "may_go_on": True, "back": back_to("/findings"), "selection_path": f"/selections/{new}"}
    return _page(error, rows, f"/selections/{new}/act", act, {**_typed(), "act": act}, values)


def on_undo(error: Changed, row: FindingRow | None) -> Response:
    """Answers an undo, if later acts have changed all findings of the act that should be undone. The page has no button
    to go on, because nothing of this act is left to undo. `row` is the finding; `None` if the act was about several
    findings.
    """
    if wants_json():
        raise refusal(error, row.id if row is not None else None)
    with transaction() as connection:
        rows, many = changes(connection, error.seen, _SHOWN), changed(connection, error.seen)
        decision = queries.decision(connection, row.fingerprint) if row is not None else None
    values = {
        "finding": finding_document(row) if row is not None else None,
        "decided_by": decision.by if decision is not None else "",
        "many": many,
        "may_go_on": False,
        "back": back_to("/findings"),
    }
    return _page(error, rows, "", "undo", {}, values)


def change_document(row: ChangeRow) -> dict[str, Any]:
    """Turns a change that the visitor has not seen yet into a dict for JSON."""
    return {
        "id": row.id,
        "finding": row.finding_id,
        "code": row.code,
        "number": row.number,
        "hand_id": row.hand_id,
        "at": stamp(row.at),
        "by": row.by or None,
        "run": row.run_id,
        "act": row.act,
        "from": row.from_state,
        "to": row.to_state,
        "reason": row.reason,
        "comment": row.comment,
        "until": row.until.isoformat() if row.until is not None else None,
        "assignee": row.assignee or None,
    }


def sentence(row: ChangeRow) -> str:
    """Returns the sentence that describes a change, such as "Ada dismissed the finding, 2026-11-12T14:03:00Z."."""
    who = row.by or (f"Run {row.run_id}" if row.run_id is not None else "A newer record of the hand")
    return f"{who} {done_words(row.act, row.assignee)}, {stamp(row.at)}."


def _typed() -> dict[str, str]:
    """Returns the fields of the current form that the new form keeps.

    The form of a list has the field `based_on-12` for the finding 12, and the field `reason-dismiss` for the reason of
    a dismissal. In the new form, which is about one act, these fields become `based_on` and `reason`.
    """
    fields = {name: request.form[name] for name in FIELDS if name in request.form}
    reason = fields.get("reason") or fields.get(f"reason-{fields.get('act', '')}", "")
    return {**fields, "reason": reason, "based_on": based_on_field()}


def _page(
    error: Changed,
    rows: tuple[ChangeRow, ...],
    form_path: str,
    act: str,
    fields: Mapping[str, str],
    values: Mapping[str, Any],
) -> Response:
    told = {
        "frame": frame(),
        "message": str(error),
        "changes": [change_document(each) for each in rows],
        "form_path": form_path,
        "kept_act": act,
        "kept_fields": fields,
        "reasons": REASONS,
    }
    return Response(
        render_template("conflict.html", **told, **values), status=409, content_type="text/html; charset=utf-8"
    )
