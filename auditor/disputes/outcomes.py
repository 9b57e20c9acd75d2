"""The reasons to decline a claim, the grounds of an appeal, and the outcomes of a ruling."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class DeclineReason(StrEnum):
    """A reason why the desk does not hear a claim."""

    OUT_OF_TIME = "out of time"
    NO_SUCH_HAND = "no such hand"
    DUPLICATE = "duplicate"
    NOT_A_TRANSACTION = "not a transaction"
    ANOTHER_BODY = "another body has it"


class AppealGround(StrEnum):
    """A ground on which a party may appeal against a ruling."""

    ERROR_OF_FACT = "error of fact"
    MISSED_EVIDENCE = "missed evidence"


class Outcome(StrEnum):
    """The outcome of a ruling."""

    UPHELD = "upheld"
    PARTLY = "partly upheld"
    NOT_UPHELD = "not upheld"
    NO_HOUSE_RULE = "no house rule applies"
    VOID_HAND = "void hand"


# The meaning of each reason to decline, for the page of the party.
DECLINE_WORDS: Final[Mapping[DeclineReason, str]] = {
    DeclineReason.OUT_OF_TIME: "The right to dispute this hand had ended under the rules of the house.",
    DeclineReason.NO_SUCH_HAND: "The venue has no such hand.",
    DeclineReason.DUPLICATE: "Another case is about the same claim.",
    DeclineReason.NOT_A_TRANSACTION: "The claim is not about the play or the payout of a hand.",
    DeclineReason.ANOTHER_BODY: "Another body, such as a court or a regulator, has this claim.",
}
OUTCOME_WORDS: Final[Mapping[Outcome, str]] = {
    Outcome.UPHELD: "The claim is right.",
    Outcome.PARTLY: "The claim is right in part.",
    Outcome.NOT_UPHELD: "The claim is not right.",
    Outcome.NO_HOUSE_RULE: "The house has no rule for this question; the ruling names the rule that it uses instead.",
    Outcome.VOID_HAND: "The hand does not count, and all chips go back.",
}
