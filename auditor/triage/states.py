"""The words of triage: where a finding stands with people, and what a run found out about it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """Where a finding stands with people. Only runs close it, and open it again; they never change decisions of people."""

    OPEN = "open"  # nobody has decided
    CONFIRMED = "confirmed"  # the record breaks the rule
    DISMISSED = "dismissed"  # the record does not break the rule
    ACCEPTED = "accepted"  # it is tolerated for a while
    CLOSED = "closed"  # nobody had decided when it was no longer found


DECIDED: Final = (State.CONFIRMED, State.DISMISSED, State.ACCEPTED)


class Detection(StrEnum):
    """Whether a finding is there, by the last run that tested it. A change stays marked until a person looks at it."""

    PRESENT = "present"
    CHANGED = "changed"
    GONE = "gone"
    UNASSESSED = "unassessed"


class Result(StrEnum):
    """The result of a run for a finding that was there before: the columns of the table of precedence."""

    SAME = "same"  # found again with the same evidence
    CHANGED = "changed"  # found again with other evidence
    RECORD = "record"  # gone: another record took the place of this one
    ENGINE = "engine"  # gone: the rules version changed
    RULES = "rules"  # gone: the house changed
    UNTESTED = "untested"  # the house does not need its rule any more, or the rule could not be verified there
    FAILED = "failed"  # the hand could not be judged at all


# Why a finding is gone.
GONE_BY: Final = (Result.RECORD, Result.ENGINE, Result.RULES)
FOUND: Final = (Result.SAME, Result.CHANGED)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a finding on one record stands. `gone_by` is empty where it is not gone, or nobody knows why; `flagged` where
    its decision needs another review, `reopened` where a run opened a closed or accepted finding.
    """

    state: State = State.OPEN
    detection: Detection = Detection.PRESENT
    gone_by: Result | None = None
    flagged: bool = False
    reopened: bool = False
