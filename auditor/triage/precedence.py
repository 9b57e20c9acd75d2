"""The table of precedence: what a run may change in a finding, by how people left it. Nothing else decides that."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from auditor.triage.states import State


class Row(StrEnum):
    """The rows of the table: how people left the finding. A finding in a ruled case is in the last row, whatever its
    state. A finding whose dismissal waits for a second person is in the row of its state: nothing is decided yet.
    """

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    ACCEPTED = "accepted"
    RULED = "in a ruled case"


@dataclass(frozen=True, slots=True)
class Becomes:
    """The changes of a finding: its `details` are brought up to date, its state is `closed`, its decision is `flagged`
    for another review, it is marked `gone` or `unassessed`, and `case` where its case gets a note. The rest stays.
    """

    details: bool = False
    closed: bool = False
    flagged: bool = False
    gone: bool = False
    unassessed: bool = False
    case: bool = False


NOTHING: Final = Becomes()
UPDATED: Final = Becomes(details=True)
CLOSED: Final = Becomes(gone=True, closed=True)
FLAGGED: Final = Becomes(details=True, flagged=True)
FLAGGED_GONE: Final = Becomes(gone=True, flagged=True)
MARKED_GONE: Final = Becomes(gone=True)
UNASSESSED: Final = Becomes(unassessed=True)
CASE_TOLD: Final = Becomes(details=True, case=True)
CASE_TOLD_GONE: Final = Becomes(gone=True, case=True)

# The columns, from left to right, are the words of `Result`: found again the same, found again changed; gone with its
# record, the engine, the house; its rule not needed or not verifiable, and its hand not judged at all.
TABLE: Final[Mapping[Row, tuple[Becomes, ...]]] = MappingProxyType(
    {
        Row.OPEN: (NOTHING, UPDATED, CLOSED, CLOSED, CLOSED, UNASSESSED, UNASSESSED),
        Row.CONFIRMED: (NOTHING, FLAGGED, FLAGGED_GONE, FLAGGED_GONE, FLAGGED_GONE, UNASSESSED, UNASSESSED),
        Row.DISMISSED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED),
        Row.ACCEPTED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED),
        Row.RULED: (NOTHING, CASE_TOLD, CASE_TOLD_GONE, CASE_TOLD_GONE, CASE_TOLD_GONE, NOTHING, NOTHING),
    }
)
# fmt: on

# Nobody decided about a closed finding: it is closed as an open one, and comes back as an open one.
ROW_OF: Final[Mapping[State, Row]] = {
    State.OPEN: Row.OPEN,
    State.CONFIRMED: Row.CONFIRMED,
    State.DISMISSED: Row.DISMISSED,
    State.ACCEPTED: Row.ACCEPTED,
    State.CLOSED: Row.OPEN,
}
