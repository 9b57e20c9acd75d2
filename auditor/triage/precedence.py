"""The table of precedence: the changes that a run (an audit of many hands) may make to a finding. The changes depend on
the last decision of people about the finding, and on the result of the run.

A decision of people comes before a run: a run can mark a decided finding for another review, but does not change its
state. No other module decides these changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from auditor.triage.states import State


class Row(StrEnum):
    """The rows of the table of precedence. A row is the state in which people left a finding.

    If a large amount is at stake in a finding, one person can only propose to dismiss or accept the finding, and a
    second person must agree. Until the second person agrees, the finding keeps the row of its present state. `RULED` is
    for a finding in a case, which is a group of findings on which people decide together with a ruling. No finding has
    this row yet, because the auditor cannot make cases yet.
    """

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    ACCEPTED = "accepted"
    RULED = "in a ruled case"


@dataclass(frozen=True, slots=True)
class Becomes:
    """The changes that a run makes to a finding. A field that is false changes nothing.

    - `details`: the run stores the new texts of the finding.
    - `closed`: the state of the finding becomes closed.
    - `flagged`: the finding is marked, because the decision of people needs another review.
    - `gone`: the run marks that it did not find the finding again.
    - `unassessed`: the run marks that it could not test the finding.
    - `case`: a note is added to the case of the finding.
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

# The columns, from left to right, are the values of `Result`:
# - Column 1: the run found the finding again, with the same evidence.
# - Column 2: the run found the finding again, with changed evidence.
# - Column 3: the finding disappeared because a record of the hand was added, replaced or withdrawn.
# - Column 4: the finding disappeared because the rules version changed.
# - Column 5: the finding disappeared because the rules of the house changed.
# - Column 6: the finding was not tested, because the house no longer uses its rule, or because the log does not show
#   enough to verify the rule.
# - Column 7: the finding was not tested, because the audit of its hand failed.
# - Column 8: the file was read again, and the new record of the hand has the same finding with the same evidence. So
#   nobody needs to review the finding again.
TABLE: Final[Mapping[Row, tuple[Becomes, ...]]] = MappingProxyType(
    {
        Row.OPEN: (NOTHING, UPDATED, CLOSED, CLOSED, CLOSED, UNASSESSED, UNASSESSED, CLOSED),
        Row.CONFIRMED: (
            NOTHING,
            FLAGGED,
            FLAGGED_GONE,
            FLAGGED_GONE,
            FLAGGED_GONE,
            UNASSESSED,
            UNASSESSED,
            MARKED_GONE,
        ),
        Row.DISMISSED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED, MARKED_GONE),
        Row.ACCEPTED: (NOTHING, FLAGGED, MARKED_GONE, MARKED_GONE, MARKED_GONE, UNASSESSED, UNASSESSED, MARKED_GONE),
        Row.RULED: (
            NOTHING,
            CASE_NOTED,
            CASE_NOTED_GONE,
            CASE_NOTED_GONE,
            CASE_NOTED_GONE,
            NOTHING,
            NOTHING,
            CASE_NOTED_GONE,
        ),
    }
)

# The row of the table for each state. A closed finding has the row of an open finding, because people decided about
# neither of them.
ROW_OF: Final[Mapping[State, Row]] = {
    State.OPEN: Row.OPEN,
    State.CONFIRMED: Row.CONFIRMED,
    State.DISMISSED: Row.DISMISSED,
    State.ACCEPTED: Row.ACCEPTED,
    State.CLOSED: Row.OPEN,
}
