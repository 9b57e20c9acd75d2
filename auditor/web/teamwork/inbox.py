"""The inbox of the visitor: its rows as documents, and the number of unread rows for the header of each page."""

from typing import Any

from auditor.store.postgres.database import NoDatabase
from auditor.store.queries import inbox
from auditor.store.queries.inbox import MOST_COUNTED, ItemRow
from auditor.web.access.visitor import visitor
from auditor.web.rendering.template_filters import stamp
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of


def unread_words() -> str:
    """Returns the number of unread rows in the visitor's inbox, such as `3` or `99+`. Returns an empty text in three
    cases: there is no unread row, the visitor is not signed in completely, or the database does not answer.
    """
    who = visitor()
    if who.account is None or who.session is None or who.lacks is not None:
        return ""
    try:
        with transaction() as connection:
            number = inbox.unread(connection, who.account, reviews=who.may_review)
    except NoDatabase:
        return ""
    return f"{MOST_COUNTED - 1}+" if number == MOST_COUNTED else f"{number or ''}"


def item_document(row: ItemRow) -> dict[str, Any]:
    """Returns a row of the inbox as a dict for JSON."""
    return {
        "id": row.id,
        "kind": row.kind,
        "finding": row.finding_id,
        "code": row.code,
        "title": title_of(row.code),
        "severity": row.severity,
        "number": row.number,
        "hand_id": row.hand_id,
        "triage": row.triage,
        "assignee": row.assignee or None,
        "by": row.by or None,
        "act": row.act or None,
        "run": row.run_id,
        "comment": row.comment,
        "withdrawn": row.withdrawn,
        "findings": row.findings,
        "at": stamp(row.at),
        "read": stamp(row.read_at),
    }
