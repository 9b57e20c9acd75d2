"""What was done about a finding, in the past, as its history says it behind the name of who did it."""

from collections.abc import Mapping
from typing import Final

# By the name under which an act is kept. What runs do comes after what people do.
DONE: Final[Mapping[str, str]] = {
    "confirm": "confirmed it",
    "dismiss": "dismissed it",
    "accept": "accepted it",
    "reopen": "opened it again",
    "assign": "assigned it to",
    "put forward": "put its dismissal forward, which needs a second person",
    "agree": "agreed as the second person, and it is dismissed",
    "disagree": "disagreed as the second person",
    "withdraw": "took the dismissal back that was put forward",
    "undo": "took it back",
    "changed": "found it on other evidence",
    "closed": "did not find it again",
    "gone": "did not find it again",
    "reopened": "found it again",
    "returned": "found it again",
    "untested": "could not test it",
    "tested": "tested it again and found it",
    "inherited": "found it on another record, for which the decision holds too",
    "expired": "ended the acceptance, which was over",
}


def done_words(act: str, assignee: str | None) -> str:
    """The words for one act; an act that a newer version keeps has its name."""
    words = DONE.get(act, act)
    return f"{words} {assignee or 'nobody'}" if act == "assign" else words
