"""The inbox of the visitor: the findings and comments that wait for this person. Each row can be marked as read."""

from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from auditor.settings import command_line
from auditor.store.queries import inbox as stored
from auditor.store.triage import inbox as marks
from auditor.web.access.visitor import visitor
from auditor.web.findings.triage_forms import add_notice, back_to, changing
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import counted
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import MOST, PAGE, parse_query, refuse_unknown_fields
from auditor.web.requests.teamwork_schemas import InboxQuery
from auditor.web.resources import transaction
from auditor.web.teamwork.inbox import item_document, unread_words

blueprint: Final = Blueprint("inbox", __name__)
blueprint.add_app_template_global(unread_words)
COLUMNS: Final = (
    "id", "kind", "finding", "code", "title", "number", "hand_id", "triage", "by", "run", "comment", "at", "read",
)  # fmt: skip
_MARKING: Final = frozenset({"item", "newest", "back"})
_GOING_BACK: Final = frozenset({"back"})


@page(blueprint, "/inbox")
def mine() -> PageContent:
    """Shows the inbox of the visitor, the newest rows first."""
    query = parse_query(InboxQuery)
    who, everything = visitor(), query.get("all") == "yes"
    found: tuple[stored.ItemRow, ...] = ()
    if who.account is not None:
        with transaction() as connection:
            found = stored.page(
                connection,
                who.account,
                reviews=who.may_review,
                everything=everything,
                before=query.get("before"),
                size=query["limit"],
            )
    listed = [item_document(row) for row in found]
    document = {"items": listed, "next": found[-1].id if len(found) == query["limit"] else None}
    kept = {**({"all": "yes"} if everything else {}), **({} if query["limit"] == PAGE else {"limit": query["limit"]})}
    values: dict[str, Any] = {
        "everything": everything,
        "first": "before" not in query,
        "here": "/inbox?all=yes" if everything else "/inbox",
        "following": f"/inbox?{urlencode({**kept, 'before': document['next']})}" if document["next"] else None,
    }
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in listed], A_PAGE)
    return PageContent("inbox.html", document, rows, values)


@blueprint.post("/inbox/read")
def read() -> Response:
    """Marks rows of the visitor's inbox as read: the named rows, or all rows up to the newest row of the page.

    Rows that arrived after the page was opened stay unread, because the visitor has not seen them.
    """
    refuse_unknown_fields(_MARKING)
    account = _account()
    items = [_number(each) for each in request.form.getlist("item")][:MOST]
    newest = None if items else _number(request.form.get("newest", ""))
    with changing() as connection:
        many = marks.mark_read(connection, account, items, newest)
    undo = f"/inbox/{items[0]}/unread" if len(items) == many == 1 else None
    add_notice(f"{counted(many, 'row')} marked as read", undo=undo, back=back_to("/inbox"))
    return redirect_to(back_to("/inbox"))


@blueprint.post("/inbox/<int(max=9223372036854775807):item_id>/unread")
def unread(item_id: int) -> Response:
    """Marks a row of the visitor's inbox as unread again."""
    refuse_unknown_fields(_GOING_BACK)
    account = _account()
    with changing() as connection:
        if not marks.mark_unread(connection, account, item_id):
            raise Refusal(404, "This row is not in your inbox, or is not marked as read. Load the inbox again.")
    add_notice("1 row marked as unread")
    return redirect_to(back_to("/inbox"))


def _account() -> int:
    account = visitor().account
    if account is None:
        raise Refusal(
            422,
            f"Without accounts there is no inbox. To make an account: {command_line('user add NAME --role reviewer')}",
        )
    return account


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refusal(422, "The form does not name a row of the inbox. Load the inbox again.")
    return int(text)
