"""The states and the acts of a case in plain words, as a party reads them.

A party does not read how the adjudicators decide: the proposal, the second and the third review have the same words.
"""

from collections.abc import Mapping
from typing import Final

from auditor.disputes.acts import Act
from auditor.disputes.ledger import Kind
from auditor.disputes.states import State

_DECIDING: Final = "The card room decides about the case now. While it decides, nobody can add evidence."
# For each state, where the case stands.
STANDS: Final[Mapping[State, str]] = {
    State.DRAFT: "The card room still writes the claim down. Nobody works on the case yet.",
    State.RECEIVED: "The card room has the claim. It first checks whether it can hear the claim.",
    State.ADMISSIBLE: "The card room will hear the claim. The case waits for an adjudicator.",
    State.DECLINED: "The card room does not hear the claim.",
    State.UNDER_REVIEW: "An adjudicator works on the case.",
    State.AWAITING_EVIDENCE: "The card room waits for evidence. Until the evidence is there, the time does not run.",
    State.PROPOSED: _DECIDING,
    State.SECOND_REVIEW: _DECIDING,
    State.THIRD_REVIEW: _DECIDING,
    State.RULED: "The card room has decided. You find the ruling on this page.",
    State.REMEDY_PENDING: "The card room has decided, and chips are still owed.",
    State.REMEDIED: "The card room has decided, and all owed chips are paid or waived.",
    State.NO_REMEDY: "The card room has decided. Nobody owes chips.",
    State.CLOSED: "The case is closed.",
    State.APPEALED: "A party appealed against the ruling. Another adjudicator reads the appeal.",
    State.REOPENED: "The case is open again, and waits for an adjudicator.",
    State.WITHDRAWN: "The claim was withdrawn. The case is over.",
}
# For each state in which the party has something to do, the sentence that says so.
TASKS: Final[Mapping[State, str]] = {
    State.DECLINED: "You have to do nothing. If you have new evidence, add it below.",
    State.AWAITING_EVIDENCE: "Add the evidence below if you have it, or write that you do not have it.",
    State.RULED: "Read the ruling. If a fact in it is wrong, or evidence was missed, you can appeal below.",
    State.REMEDY_PENDING: "Read the ruling and the payments below.",
}
MAY_ADD: Final = "You have to do nothing. You can add a statement or a file if it helps to decide."
NOTHING: Final = "You have to do nothing."
# The acts that a party reads in the list of what happened. All other acts are work inside the card room.
DONE: Final[Mapping[str, str]] = {
    Act.SUBMIT: "sent the claim to the card room",
    Act.ADMIT: "will hear the claim",
    Act.DECLINE: "declined the claim",
    Act.TAKE: "began to work on the case",
    Act.ADD_EVIDENCE: "added a file",
    Act.ADD_STATEMENT: "added a statement",
    Act.WAIT_FOR_EVIDENCE: "asked for evidence",
    Act.RESUME: "went on with the case",
    Act.AGREE: "made the ruling",
    Act.MAJORITY: "made the ruling",
    Act.ORDER_REMEDY: "wrote down who owes chips",
    Act.NO_REMEDY: "found that nobody owes chips",
    Act.FINISH_REMEDY: "found that all owed chips are paid or waived",
    Act.CLOSE: "closed the case",
    Act.CORRECT: "began to correct the ruling",
    Act.APPEAL: "appealed against the ruling",
    Act.ALLOW_APPEAL: "allowed the appeal",
    Act.REFUSE_APPEAL: "refused the appeal",
    Act.REOPEN: "opened the case again",
    Act.WITHDRAW: "withdrew",
}
# The kinds of entries in the ledger.
ENTRIES: Final[Mapping[Kind, str]] = {
    Kind.OWED: "by the ruling",
    Kind.EX_GRATIA: "from the card room, beyond the rules",
    Kind.WAIVED: "waived",
    Kind.PAID: "paid",
    Kind.CARRIED: "paid under the earlier ruling",
    Kind.REVERSED: "an earlier entry was wrong, and is taken back",
}
