"""The parameters of three pages: the groups of findings, a selection of findings, and a hand with many findings."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from auditor.store.queries.groups import WAYS
from auditor.web.requests.findings_schemas import FindingsQuery
from auditor.web.requests.request_schemas import FROM_0, NO_PLACE, FindingQuery, HandPageQuery, Whole, a_text


def a_place(meaning: str) -> fields.Integer:
    return fields.Integer(
        strict=True,
        validate=Range(min=0, max=999_999, error=FROM_0),
        error_messages={"invalid": FROM_0},
        metadata={"description": meaning},
    )


class LongHandQuery(HandPageQuery):
    """The parameters of the page of a hand. If the hand has too many events or findings for one page, the parameters
    name the first event and the first row of findings on this page.
    """

    from_event = a_place("the first event of the list of events, counted from 0")
    from_row = a_place("the first row of the table of findings, counted from 0")


class GroupsQuery(FindingsQuery):
    """The parameters of the page of groups: the filters of the list of findings, the way of grouping, and the place in
    the list of groups.
    """

    by = a_text("the groups", OneOf(WAYS), load_default=WAYS[0])
    names = a_text("send masked to hide the names of players", OneOf(["masked"]))
    after = a_text(
        "the value of `next` on the previous page",
        Whole("^-?[0-9]{1,19}([.][0-9]{1,18}){3}[.][a-z0-9-]{0,64}[.][\\s\\S]{1,2000}$", error=NO_PLACE),
    )


class SelectionQuery(FindingQuery):
    """The parameters of the page of a selection of findings: the query of the list from which the page was opened. If
    it was opened from the page of groups, also the way of grouping.
    """

    by = a_text("the groups", OneOf(WAYS))
