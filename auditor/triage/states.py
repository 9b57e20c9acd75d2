"""The states of a finding: the decision of people about the finding, and the result of the last run for it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The decision of people about a finding. Without a decision, a finding is open. It is closed if it disappeared
    before a decision.

    A run (an audit of many hands) closes an open finding that it does not find again, and opens a closed finding that
    it finds again. A run does not change a decision. Only an acceptance ends by itself. Then the finding is open again,
    or closed if it is gone.
    """

    OPEN = "open"  # nobody has decided about the finding
    CONFIRMED = "confirmed"  # people decided: the log really breaks the rule
    DISMISSED = "dismissed"  # people decided: the log does not break the rule
    ACCEPTED = "accepted"  # people tolerate the finding until a day, or until the house changes its rules
    CLOSED = "closed"  # the finding disappeared before anybody decided


DECIDED: Final = (State.CONFIRMED, State.DISMISSED, State.ACCEPTED)


class Detection(StrEnum):
    """Whether the last run found the finding.

    - `PRESENT`: found, with the same evidence as before.
    - `CHANGED`: found, but with other evidence than before. This value stays until a person decides about the finding.
    - `GONE`: not found any more.
    - `UNASSESSED`: the run could not test the finding.
    """

    PRESENT = "present"
    CHANGED = "changed"
    GONE = "gone"
    UNASSESSED = "unassessed"


class Result(StrEnum):
    """The result of a run for a finding of an earlier run. Each value is a column of the table in
    `auditor.triage.precedence`, which says what the run changes.
    """

    SAME = "same"  # found again with the same evidence
    CHANGED = "changed"  # found again with other evidence
    RECORD = "record"  # the finding disappeared because a record was added, replaced or withdrawn
    ENGINE = "engine"  # the finding disappeared because the rules version changed
    RULES = "rules"  # the finding disappeared because the rules of the house changed
    UNTESTED = "untested"  # the house no longer uses the rule, or the log does not show enough to verify the rule
    FAILED = "failed"  # the audit of the hand failed with an error, so the finding was not tested
    # Another record of the hand replaced the old record, and has the same finding with the same evidence.
    MOVED = "moved"


# The causes that are stored if a finding disappears. If the result is `MOVED`, the stored cause is `RECORD`.
GONE_BY: Final = (Result.RECORD, Result.ENGINE, Result.RULES)
FOUND: Final = (Result.SAME, Result.CHANGED)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a finding on one record, which is one logged copy of a hand.

    - `detection` says whether the last run found the finding.
    - `gone_by` is the cause if the finding disappeared. It is `None` if the finding did not disappear, or if the cause
      is unknown.
    - `flagged` is true if the decision of people needs another review.
    - `reopened` is true if a run found a closed finding again, or if the acceptance of a finding ended.
    """

    state: State = State.OPEN
    detection: Detection = Detection.PRESENT
    gone_by: Result | None = None
    flagged: bool = False
    reopened: bool = False
