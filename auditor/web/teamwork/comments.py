"""Describes the comments on a finding and the people who can be mentioned, for the page of the finding and the API."""

from collections.abc import Sequence
from typing import Any, Final

from auditor.store.people.accounts import everybody
from auditor.store.postgres.database import Connection
from auditor.store.triage.comments import COMMENT, WITHDRAW_COMMENT, CommentRow
from auditor.triage.mentions import Mentions
from auditor.web.access.visitor import visitor
from auditor.web.rendering.template_filters import stamp, visible

# The most people in the list from which a visitor chooses the assignee of a finding. The API accepts every account.
MOST_PEOPLE: Final = 200


def comment_document(row: CommentRow) -> dict[str, Any]:
    """Returns a comment as a dict for JSON. A withdrawn comment has no text."""
    return {
        "id": row.id,
        "by": row.by,
        "at": stamp(row.at),
        "text": row.text,
        "withdrawn": stamp(row.withdrawn_at),
    }


def team_values(connection: Connection) -> dict[str, Any]:
    """Returns the values that the forms for comments and assignments need: `team` lists the people with an account.
    People whose account is disabled are left out. Without accounts, the list is empty.
    """
    people = [each for each in everybody(connection) if each.disabled_at is None][:MOST_PEOPLE]
    return {"team": [{"name": each.name, "role": each.role} for each in people]}


def with_comments(history: Sequence[dict[str, Any]], comments: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the history of a finding with a line for each comment and each withdrawal, the latest first."""
    lines = [*history]
    for each in comments:
        lines.append({**_NO_CHANGE, "act": COMMENT, "by": each["by"], "at": each["at"]})
        if each["withdrawn"] is not None:
            lines.append({**_NO_CHANGE, "act": WITHDRAW_COMMENT, "by": each["by"], "at": each["withdrawn"]})
    return sorted(lines, key=lambda line: line["at"], reverse=True)


def saved_words(mentions: Mentions) -> str:
    """Returns the notice after a comment was stored. It names the people who were mentioned."""
    words = ["Comment saved"]
    if mentions.names:
        words.append(f"Mentioned: {', '.join([visible(name) for name in mentions.names])}")
    return ". ".join([*words, *unknown_words(mentions)])


def unknown_words(mentions: Mentions) -> list[str]:
    """Returns a sentence about the words after an `@` that are no name of an account, because the writer may have
    misspelt a name. The list is empty if there is no such word.
    """
    if not mentions.unknown:
        return []
    names = " or ".join([visible(name) for name in mentions.unknown])
    return [f"Nobody here is called {names}{'' if mentions.names else '; nobody was notified'}"]


def is_own(by: str) -> bool:
    """Whether the visitor may withdraw a comment: the visitor wrote the comment, and has the role of a reviewer. `by`
    is the name of the person who wrote the comment.
    """
    return visitor().may_review and visitor().name == by


# The fields of a line of the history that a comment leaves empty.
_NO_CHANGE: Final[dict[str, Any]] = {
    **dict.fromkeys(("run", "assignee", "until", "batch", "undoes")),
    **dict.fromkeys(("from", "to", "reason", "comment"), ""),
    "flagged": False,
    "may_undo": False,
}
