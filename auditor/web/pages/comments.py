"""Receives the forms with which people comment on a finding without a decision, and withdraw their own comments."""

from typing import Final

from flask import Blueprint, Response, jsonify, request

from auditor.store.triage import comments
from auditor.web.access.visitor import visitor
from auditor.web.findings.refused_forms import with_refusal_on
from auditor.web.findings.triage_forms import add_notice, back_to, changing
from auditor.web.pages import finding
from auditor.web.pages.triage import insist_on_finding
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import wants_json
from auditor.web.requests.request_schemas import refuse_unknown_fields
from auditor.web.teamwork.comments import is_own, saved_words

blueprint: Final = Blueprint("comments", __name__)
blueprint.add_app_template_global(is_own)
_WRITING: Final = frozenset({"comment", "back"})
_WITHDRAWING: Final = frozenset({"back"})


@blueprint.post("/findings/<int(max=9223372036854775807):finding_id>/comment")
@with_refusal_on(finding.one, "/findings/{finding_id}")
def write(finding_id: int) -> Response:
    """Stores a comment on a finding. The state of the finding does not change."""
    refuse_unknown_fields(_WRITING)
    text = request.form.get("comment", "")
    written = stored(finding_id, text)
    words, back = saved_words(written.mentions), back_to(f"/findings/{finding_id}")
    if wants_json():
        return jsonify({"id": written.comment_id, "words": words, "location": back})
    add_notice(words, undo=f"/findings/{finding_id}/comments/{written.comment_id}/withdraw", back=back)
    return redirect_to(back)


@blueprint.post(
    "/findings/<int(max=9223372036854775807):finding_id>/comments/<int(max=9223372036854775807):comment_id>/withdraw"
)
def withdraw(finding_id: int, comment_id: int) -> Response:
    """Withdraws a comment of the visitor. The pages then show that there was a comment, without its text."""
    refuse_unknown_fields(_WITHDRAWING)
    withdrawn(finding_id, comment_id)
    back = back_to(f"/findings/{finding_id}")
    if wants_json():
        return jsonify({"id": comment_id, "words": "Comment withdrawn", "location": back})
    add_notice("Comment withdrawn", back=back)
    return redirect_to(back)


def stored(finding_id: int, text: str) -> comments.Written:
    """Stores a comment of the visitor. Raises `Refusal` if there is no such finding, or if the comment is empty or too
    long.
    """
    insist_on_text("comment", text)
    with changing() as connection:
        insist_on_finding(connection, finding_id)
        return comments.write(connection, finding_id, text, visitor().name)


def withdrawn(finding_id: int, comment_id: int) -> None:
    """Withdraws a comment of the visitor. Raises `Refusal` if there is no such comment, or if another person wrote the
    comment.
    """
    with changing() as connection:
        insist_on_finding(connection, finding_id)
        comments.withdraw(connection, finding_id, comment_id, visitor().name)
