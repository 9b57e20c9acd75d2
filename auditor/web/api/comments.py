"""The part of the API that writes comments on findings, and withdraws them. A comment decides nothing."""

from typing import Any, Final

from flask import request
from marshmallow import Schema

from auditor.web.api import outgoing as out
from auditor.web.api.described import answers, subject
from auditor.web.api.files import insist_on_no_form
from auditor.web.pages import comments
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_parameters
from auditor.web.requests.teamwork_schemas import CommentBody
from auditor.web.teamwork.comments import saved_words

blueprint: Final = subject("Comments", "Comments of people and programs on a finding. A comment is not a decision.")
TYPE: Final = "application/json"


class WrittenCommentSchema(Schema):
    """The fields of the answer to a new comment: its number, and the accounts that the comment mentions."""

    id = out.number("the number of the comment; send this number to withdraw the comment")
    mentioned = out.texts("the accounts that find the comment in their inbox")
    unknown_names = out.texts("the words after an @ that are no name of an account")
    words = out.text("a sentence with the whole result")


class WithdrawnCommentSchema(Schema):
    """The number of a comment that was withdrawn."""

    id = out.number()


@answers(
    blueprint,
    "/findings/<int(max=9223372036854775807):finding_id>/comments",
    WrittenCommentSchema,
    NoParameters,
    method="POST",
    takes=CommentBody,
    missing=True,
)
def write(_query: Any, finding_id: int) -> Any:
    """Stores a comment on one finding, in the name of the token's account. `@` and the name of an account mention this
    account. If the last comment on the finding has the same text and is by the same account, the comment is not stored
    again.
    """
    # Only this type is accepted, because an HTML form of another site cannot send it.
    sent = request.get_json(silent=True) if request.mimetype == TYPE else None
    if not isinstance(sent, dict):
        raise Refusal(422, f'Send a JSON object such as {{"comment": "Seen."}}, with the Content-Type {TYPE}.')
    text = parse_parameters(CommentBody, sent)["comment"]
    written = comments.stored(finding_id, text)
    found = written.mentions
    return {
        "id": written.comment_id,
        "mentioned": list(found.names),
        "unknown_names": list(found.unknown),
        "words": saved_words(found),
    }


@answers(
    blueprint,
    "/findings/<int(max=9223372036854775807):finding_id>/comments/<int(max=9223372036854775807):comment_id>/withdraw",
    WithdrawnCommentSchema,
    NoParameters,
    method="POST",
    missing=True,
)
def withdraw(_query: Any, finding_id: int, comment_id: int) -> Any:
    """Withdraws a comment of the token's account. Its text is hidden, and the finding shows that there was a comment.
    Send an empty body.
    """
    insist_on_no_form()
    comments.withdrawn(finding_id, comment_id)
    return {"id": comment_id}
