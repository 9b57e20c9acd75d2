"""The table of precedence: the changes that a run may make to a finding, by the last decision of people. Only this
table decides these changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from auditor.triage.states import State


class Row(StrEnum):
    """The rows of the table: the state in which people left the finding. A finding in a ruled case is in the last row,
    in any state. If a dismissal waits for a second person, the finding is in the row of its state, because nothing is
    decided yet.
    """

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    ACCEPTED = "accepted"
    RULED = "in a ruled case"


@dataclass(frozen=True, slots=True)
class Becomes:
    """The changes that a run makes to a finding. `details`: the details are updated. `closed`: the state becomes
    closed. `flagged`: the decision needs another review. `gone`, `unassessed`: the finding is marked as such. `case`:
    the case of the finding gets a note. Everything else stays.
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
CASE_NOTED: Final = Becomes(details=True, case=True)
CASE_NOTED_GONE: Final = Becomes(gone=True, case=True)

# The columns, from left to right, are the values of `Result`. The finding was found again, with the same evidence or
# with changed evidence. It disappeared because of its record, the rules version, or the house. It was not tested
# because its rule is not needed or not verifiable, or because its hand could not be judged.
TABLE: Final[Mapping[Row, tuple[Becomes, ...]]] = MappingProxyType(
    {
        Row.OPEN: (NOTHING, UPDATED, CLOSED, CLOSED, CLOSED, UNASSESSED, UNASSESSED),
        Row.CONFIRMED: (NOTHING, FLAGGED, FLAGGED_GONE, FLAGGED_GONE, FLAGGED_GONE, UNASSESSED, UNASSESSED),
        Row.DISMISSED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED),
        Row.ACCEPTED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED),
        Row.RULED: (NOTHING, CASE_NOTED, CASE_NOTED_GONE, CASE_NOTED_GONE, CASE_NOTED_GONE, NOTHING, NOTHING),
    }
)

# Nobody decided about a closed finding, so a run treats a closed finding like an open one.
ROW_OF: Final[Mapping[State, Row]] = {
    State.OPEN: Row.OPEN,
    State.CONFIRMED: Row.CONFIRMED,
    State.DISMISSED: Row.DISMISSED,
    State.ACCEPTED: Row.ACCEPTED,
    State.CLOSED: Row.OPEN,
}
