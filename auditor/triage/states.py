"""The words of triage: the decisions of people about a finding, and the results of a run for a finding."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The decision of people about a finding. Only runs close a finding and open it again; a run changes no
    decision.
    """

    OPEN = "open"  # nobody has decided about the finding
    CONFIRMED = "confirmed"  # the record breaks the rule
    DISMISSED = "dismissed"  # the record does not break the rule
    ACCEPTED = "accepted"  # the finding is tolerated for a while
    CLOSED = "closed"  # the finding disappeared before anybody decided


DECIDED: Final = (State.CONFIRMED, State.DISMISSED, State.ACCEPTED)


class Detection(StrEnum):
    """Whether the finding exists, according to the last run that tested it. A change stays marked until a person looks
    at it.
    """

    PRESENT = "present"
    CHANGED = "changed"
    GONE = "gone"
    UNASSESSED = "unassessed"


class Result(StrEnum):
    """The result of a run for a finding that was there before: the columns of the table of precedence."""

    SAME = "same"  # found again with the same evidence
    CHANGED = "changed"  # found again with other evidence
    RECORD = "record"  # the finding disappeared because another record replaced this record
    ENGINE = "engine"  # the finding disappeared because the rules version changed
    RULES = "rules"  # the finding disappeared because the rules of the house changed
    UNTESTED = "untested"  # the house no longer needs the rule, or the rule could not be verified
    FAILED = "failed"  # the hand could not be judged at all


# The causes for which a finding disappears.
GONE_BY: Final = (Result.RECORD, Result.ENGINE, Result.RULES)
FOUND: Final = (Result.SAME, Result.CHANGED)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a finding on one record. `gone_by` is the cause if the finding disappeared; it is empty if the
    finding exists or the cause is unknown. `flagged` is true if the decision needs another review. `reopened` is true
    if a run opened a closed or accepted finding.
    """

    state: State = State.OPEN
    detection: Detection = Detection.PRESENT
    gone_by: Result | None = None
    flagged: bool = False
    reopened: bool = False
