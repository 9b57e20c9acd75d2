"""The acts on a case, the roles of people, and the relations of a person to a case."""

from enum import StrEnum


class Act(StrEnum):
    """An act on a case. `auditor.disputes.transitions` says in which state each act is possible, and who may do it.

    `AGREE` and `DIFFER` are not a choice of the second adjudicator: this adjudicator decides without seeing the
    proposal, and `decisions.second_act` compares the two decisions. In the same way, `decisions.third_act` chooses
    between `MAJORITY` and `NO_MAJORITY`.
    """

    SUBMIT = "submit"
    ADMIT = "admit"
    DECLINE = "decline"
    TAKE = "take"
    ASSIGN = "assign"
    ADD_EVIDENCE = "add evidence"
    ADD_STATEMENT = "add statement"
    WAIT_FOR_EVIDENCE = "wait for evidence"
    RESUME = "resume"
    PROPOSE = "propose"
    TAKE_BACK = "take back"
    BEGIN_SECOND = "begin second review"
    LEAVE_SECOND = "leave second review"
    AGREE = "agree"
    DIFFER = "differ"
    MAJORITY = "majority"
    NO_MAJORITY = "no majority"
    ORDER_REMEDY = "order remedy"
    NO_REMEDY = "no remedy"
    PAY = "record payment"
    WAIVE = "waive"
    REVERSE = "reverse entry"
    FINISH_REMEDY = "finish remedy"
    CLOSE = "close"
    CORRECT = "correct"
    APPEAL = "appeal"
    ALLOW_APPEAL = "allow appeal"
    REFUSE_APPEAL = "refuse appeal"
    REOPEN = "reopen"
    WITHDRAW = "withdraw"


class Role(StrEnum):
    """The role of the person who acts. `PARTY` is a player who has no account and acts through a secret link. The other
    roles are roles of accounts. An admin may read cases, but may not act on them.
    """

    PARTY = "party"
    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ADJUDICATOR = "adjudicator"
    ADMIN = "admin"


class Relation(StrEnum):
    """A relation of a person to one case. A person may have several relations, or none."""

    OPENER = "opener"  # opened the case
    CLAIMANT = "claimant"  # the party whose claim the case is about
    RESPONDENT = "respondent"  # another party
    PROPOSER = "proposer"  # proposed the ruling that waits, or the last ruling
    SECOND = "second"  # did the second review of that ruling, or does it now
    THIRD = "third"  # did the third review of that ruling
    TRIAGER = "triager"  # acted on a finding that is pinned to the case
