"""The parameters of the pages for work in a team: comments, the inbox, the acts of people, and the digest of a week."""

from typing import Final

from marshmallow.validate import Length, OneOf

from auditor.store.triage.comments import COMMENT, WITHDRAW_COMMENT
from auditor.triage.acts import LONGEST_COMMENT, Act
from auditor.web.requests.request_schemas import PagedQuery, Query, Whole, a_text

# The acts that a filter of the page of all acts can choose.
LISTED_ACTS: Final = (*Act, "undo", COMMENT, WITHDRAW_COMMENT)


class CommentBody(Query):
    """The fields of a comment on a finding."""

    comment = a_text(
        "the comment, as plain text; @ and the name of an account mention this account",
        Length(min=1, max=LONGEST_COMMENT),
        required=True,
    )


class InboxQuery(PagedQuery):
    """The parameters of the inbox: whether rows that are read are listed too, and where the page begins."""

    all = a_text("send yes to list also the rows that are read", OneOf(["yes"]))


class ActivityQuery(PagedQuery):
    """The parameters of the page of all acts: its filters, and where the page begins. An empty filter means all."""

    person = a_text("the person who acted", Length(max=80))
    act = a_text("the act", OneOf([*LISTED_ACTS, ""], error=f"Must be one of: {', '.join(LISTED_ACTS)}, or empty."))
    day = a_text(
        "the day in UTC, such as 2026-11-24",
        Whole("^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", error="write the day as 2026-11-24"),
    )


class DigestQuery(Query):
    """The parameter of the digest: its week."""

    week = a_text(
        "the week, such as 2026-W47; by default this week",
        Whole("^[12][0-9]{3}-W[0-9]{2}$", error="write the week as 2026-W47"),
    )
