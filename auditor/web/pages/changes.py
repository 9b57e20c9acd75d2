"""The page of all changed settings: which change, who made the change, and when."""

from typing import Any, Final

from flask import Blueprint

from auditor.store.people.setting_acts import SettingAct, changes
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.request_schemas import PagedQuery, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("changes", __name__)
COLUMNS: Final = ("id", "act", "subject", "before", "after", "by", "at")


@page(blueprint, "/settings/changes")
def every() -> PageContent:
    """Lists the changes of accounts and settings, the newest first."""
    query = parse_query(PagedQuery)
    before, limit = query.get("before"), query["limit"]
    with transaction() as connection:
        found = changes(connection, limit, before)
    documents = [_document(each) for each in found]
    following = found[-1].id if len(found) == limit else None
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in documents], A_PAGE)
    return PageContent("changes.html", {"changes": documents, "next": following}, rows, {"first": before is None})


def _document(change: SettingAct) -> dict[str, Any]:
    return {
        "id": change.id,
        "act": change.act,
        "subject": change.subject,
        "before": change.before,
        "after": change.after,
        "by": change.by,
        "at": stamp(change.at),
    }
