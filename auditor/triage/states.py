"""The words of triage: where a finding stands with people, and what a run says of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """Where a finding stands with people. Runs alone close, and open again; what people decided they leave alone."""

    OPEN = "open"  # nobody has decided
    CONFIRMED = "confirmed"  # it is what it says
    DISMISSED = "dismissed"  # it is nothing
    ACCEPTED = "accepted"  # it is tolerated for a while
    CLOSED = "closed"  # nobody had decided when it was no longer found


DECIDED: Final = (State.CONFIRMED, State.DISMISSED, State.ACCEPTED)


class Detection(StrEnum):
    """Whether a finding is there, as runs have it. What changed stays marked until a person looks at it."""

    PRESENT = "present"
    CHANGED = "changed"
    GONE = "gone"
    UNASSESSED = "unassessed"


class Says(StrEnum):
    """What a run says of a finding that was there before: the columns of the table of precedence."""

    SAME = "same"  # found again, resting on the same evidence
    CHANGED = "changed"  # found again, resting on other evidence
    RECORD = "record"  # gone: another record stands in the place of this one
    ENGINE = "engine"  # gone: the rules version changed
    RULES = "rules"  # gone: the house changed
    UNTESTED = "untested"  # its rule is not asked under the house now, or could not be verified there
    FAILED = "failed"  # the hand could not be judged at all


# Why a finding is gone.
GONE_BY: Final = (Says.RECORD, Says.ENGINE, Says.RULES)
FOUND: Final = (Says.SAME, Says.CHANGED)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a finding on one record stands. `gone_by` is empty where it is not gone, or nobody knows why; `flagged` where
    a decision is to be looked at again, `reopened` where a run opened what was closed or accepted.
    """

    state: State = State.OPEN
    detection: Detection = Detection.PRESENT
    gone_by: Says | None = None
    flagged: bool = False
    reopened: bool = False
