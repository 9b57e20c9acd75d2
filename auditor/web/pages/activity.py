"""The page of all acts of people: who decided, commented, assigned or undid what, and when. An act can be undone on
this page. The checks before the undo are the same as on the page of the finding.
"""

import datetime as dt
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint

from auditor.store.queries import activity
from auditor.store.queries.activity import ActivityFilter, ActivityRow
from auditor.web.access.visitor import visitor
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import PAGE, parse_query
from auditor.web.requests.teamwork_schemas import LISTED_ACTS, ActivityQuery
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of
from auditor.web.teamwork.comments import team_values

blueprint: Final = Blueprint("activity", __name__)
COLUMNS: Final = (
    "id", "at", "by", "act", "findings", "finding", "code", "number", "hand_id", "from", "to", "reason", "comment",
    "assignee", "undone_by",
)  # fmt: skip
# The words for an act in the list of filters.
WORDS: Final = {
    "undo": "undo",
    "comment": "comment",
    "withdraw comment": "withdraw a comment",
    "withdraw": "withdraw a proposal",
}


@page(blueprint, "/activity")
def every() -> PageContent:
    """Shows the acts of people, the latest first."""
    query = parse_query(ActivityQuery)
    filters = {name: query[name] for name in ("person", "act", "day") if query.get(name)}
    chosen = ActivityFilter(filters.get("person", ""), filters.get("act", ""), _day(filters.get("day", "")))
    with transaction() as connection:
        found = activity.page(connection, chosen, visitor().name, query.get("before"), query["limit"])
        team = team_values(connection)
    listed = [act_document(row) for row in found]
    document = {"filters": filters, "acts": listed, "next": found[-1].id if len(found) == query["limit"] else None}
    kept = {**filters, **({} if query["limit"] == PAGE else {"limit": query["limit"]})}
    place = {"before": query["before"]} if "before" in query else {}
    values: dict[str, Any] = {
        "first": not place,
        "here": _address({**kept, **place}),
        "beginning": _address(kept),
        "following": _address({**kept, "before": document["next"]}) if document["next"] else None,
        "acts_listed": [(act, WORDS.get(act, act)) for act in LISTED_ACTS],
        **team,
    }
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in listed], A_PAGE)
    return PageContent("activity.html", document, rows, values)


def act_document(row: ActivityRow) -> dict[str, Any]:
    """Returns an act as a dict for JSON."""
    return {
        "id": row.id,
        "at": stamp(row.at),
        "by": row.by,
        "act": row.act,
        "findings": row.findings,
        "finding": row.finding_id,
        "code": row.code,
        "title": title_of(row.code) if row.code else "",
        "severity": row.severity,
        "number": row.number,
        "hand_id": row.hand_id,
        "from": row.from_state,
        "to": row.to_state,
        "reason": row.reason,
        "comment": row.comment,
        "assignee": row.assignee or None,
        "withdrawn": row.withdrawn,
        "undone_by": row.undone_by or None,
        "may_undo": row.may_undo,
    }


def _day(text: str) -> dt.date | None:
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(422, f'"{text}" is no day. Write the year, the month and the day: 2026-11-24.') from error


def _address(parameters: dict[str, Any]) -> str:
    return f"/activity?{urlencode(parameters)}" if parameters else "/activity"
