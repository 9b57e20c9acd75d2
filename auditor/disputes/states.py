"""The states of a case."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The state of a case. `auditor.disputes.transitions` says which act leads from one state to another."""

    DRAFT = "draft"  # the claim is being written
    RECEIVED = "received"  # the desk has the claim; nobody has checked whether it can be heard
    ADMISSIBLE = "admissible"  # the claim can be heard, and waits for an adjudicator
    DECLINED = "declined"  # the claim cannot be heard, for a reason of `outcomes.DeclineReason`
    UNDER_REVIEW = "under review"  # an adjudicator works on the case
    AWAITING_EVIDENCE = "awaiting evidence"  # the desk waits for evidence, and the clock of the case is paused
    PROPOSED = "proposed"  # a ruling is proposed, and waits for a second adjudicator
    SECOND_REVIEW = "second review"  # the second adjudicator decides without seeing the proposal
    THIRD_REVIEW = "third review"  # two adjudicators differ, so a third one decides
    RULED = "ruled"  # the ruling is final
    REMEDY_PENDING = "remedy pending"  # chips are owed
    REMEDIED = "remedied"  # all owed chips are paid or waived
    NO_REMEDY = "no remedy"  # the ruling moves no chips
    CLOSED = "closed"
    APPEALED = "appealed"  # a party appeals against the ruling
    REOPENED = "reopened"  # there is new evidence, or an appeal was allowed; the case waits for an adjudicator
    WITHDRAWN = "withdrawn"  # the opener or the claimant took the claim back


# The states in which the desk still owes a decision. In all of them except `AWAITING_EVIDENCE`, the clock runs.
UNDECIDED: Final = (
    State.RECEIVED,
    State.ADMISSIBLE,
    State.UNDER_REVIEW,
    State.AWAITING_EVIDENCE,
    State.PROPOSED,
    State.SECOND_REVIEW,
    State.THIRD_REVIEW,
    State.APPEALED,
    State.REOPENED,
)
# The states in which a final ruling stands, so that a party can appeal and an adjudicator can correct the ruling.
WITH_RULING: Final = (State.RULED, State.REMEDY_PENDING, State.REMEDIED, State.NO_REMEDY, State.CLOSED)
# The states in which evidence can be added. While two or three people decide, the evidence does not change: all of
# them decide on the same evidence.
TAKES_EVIDENCE: Final = (
    State.DRAFT,
    State.RECEIVED,
    State.ADMISSIBLE,
    State.UNDER_REVIEW,
    State.AWAITING_EVIDENCE,
    State.DECLINED,
    State.CLOSED,
    State.APPEALED,
    State.REOPENED,
)
# The states in which nobody may read the proposal except the proposer: another adjudicator still has to decide.
BLIND: Final = (State.PROPOSED, State.SECOND_REVIEW, State.THIRD_REVIEW)
