"""The words of each act on a case: the button, the notice after the act, and the line in the timeline."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from auditor.disputes.acts import Act


@dataclass(frozen=True, slots=True)
class ActWords:
    """The words of an act: the text of its button, and its past tense, such as `admitted the claim`."""

    button: str
    past: str


WORDS: Final[Mapping[Act, ActWords]] = {
    Act.SUBMIT: ActWords("Submit the claim", "submitted the claim"),
    Act.ADMIT: ActWords("Acknowledge and admit the claim", "admitted the claim"),
    Act.DECLINE: ActWords("Decline the claim", "declined the claim"),
    Act.TAKE: ActWords("Begin the review", "began the review"),
    Act.ASSIGN: ActWords("Assign the case", "assigned the case"),
    Act.ADD_EVIDENCE: ActWords("Add a file", "added a file"),
    Act.ADD_STATEMENT: ActWords("Add a statement", "added a statement"),
    Act.WAIT_FOR_EVIDENCE: ActWords("Ask for evidence", "asked for evidence and paused the clock"),
    Act.RESUME: ActWords("Continue the review", "continued the review"),
    Act.PROPOSE: ActWords("Propose a ruling", "proposed a ruling"),
    Act.TAKE_BACK: ActWords("Take the proposal back", "took the proposal back"),
    Act.BEGIN_SECOND: ActWords("Begin the second review", "began the second review"),
    Act.LEAVE_SECOND: ActWords("Leave the second review", "left the second review"),
    Act.AGREE: ActWords("Record the second decision", "agreed in the second review"),
    Act.DIFFER: ActWords("Record the second decision", "decided otherwise in the second review"),
    Act.MAJORITY: ActWords("Record the third decision", "decided with one of the two others"),
    Act.NO_MAJORITY: ActWords("Record the third decision", "decided otherwise than both others"),
    Act.ORDER_REMEDY: ActWords("Open the remedy ledger", "opened the remedy ledger"),
    Act.NO_REMEDY: ActWords("Open the remedy ledger", "recorded that no chips move"),
    Act.PAY: ActWords("Record a payment", "recorded a payment"),
    Act.WAIVE: ActWords("Record a waiver", "recorded a waiver"),
    Act.REVERSE: ActWords("Reverse a posting", "reversed a posting"),
    Act.FINISH_REMEDY: ActWords("Finish the remedy", "finished the remedy"),
    Act.CLOSE: ActWords("Close the case", "closed the case"),
    Act.CORRECT: ActWords("Correct the ruling", "began a correction of the ruling"),
    Act.APPEAL: ActWords("Appeal", "appealed against the ruling"),
    Act.ALLOW_APPEAL: ActWords("Allow the appeal", "allowed the appeal"),
    Act.REFUSE_APPEAL: ActWords("Refuse the appeal", "refused the appeal"),
    Act.REOPEN: ActWords("Reopen the case", "reopened the case"),
    Act.WITHDRAW: ActWords("Withdraw the claim", "withdrew the claim"),
}
# The acts that one form does: `auditor.store.disputes.acts.act` stores them with a reason, a comment or a new owner.
PLAIN: Final = (
    *(Act.SUBMIT, Act.ADMIT, Act.DECLINE, Act.TAKE, Act.ASSIGN, Act.ADD_STATEMENT, Act.WAIT_FOR_EVIDENCE, Act.RESUME),
    *(Act.TAKE_BACK, Act.BEGIN_SECOND, Act.LEAVE_SECOND, Act.FINISH_REMEDY, Act.CLOSE, Act.CORRECT, Act.APPEAL),
    *(Act.ALLOW_APPEAL, Act.REFUSE_APPEAL, Act.REOPEN, Act.WITHDRAW),
)
# The acts of the remedy, each with a form of its own.
LEDGER: Final = (Act.PAY, Act.WAIVE, Act.REVERSE)


def past_words(act: str) -> str:
    """Returns the words of an act in the timeline. `act` is its stored name, or `looked at a name`."""
    known = {each.value: words.past for each, words in WORDS.items()}
    return known.get(act, act)
