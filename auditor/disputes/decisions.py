"""The decisions of two or three adjudicators, and the comparison that decides whether the ruling is final.

Each adjudicator records an outcome and amounts. The second does so without seeing the decision of the first. Two
decisions agree if the outcome is the same and each party receives or pays the same amount.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from auditor.disputes.acts import Act
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import BadRuling, Ruling

PROPOSAL: Final = 1
SECOND: Final = 2
THIRD: Final = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of one adjudicator. `amounts` has the amount that each party is to receive or, below zero, to pay.
    Parties with zero are left out.
    """

    outcome: Outcome
    amounts: Mapping[str, int]

    def agrees_with(self, other: "Decision") -> bool:
        """Whether both decisions have the same outcome and the same amounts."""
        return self.outcome is other.outcome and dict(self.amounts) == dict(other.amounts)


def decision_of(ruling: Ruling) -> Decision:
    """Returns the decision that a ruling contains."""
    return Decision(ruling.outcome, ruling.amounts())


def decision(outcome: Outcome, amounts: Mapping[str, int]) -> Decision:
    """Returns a decision without the parties that receive and pay nothing. Raises `BadRuling` if the amounts do not sum
    to zero.
    """
    if sum(amounts.values()):
        raise BadRuling("The amounts do not sum to zero. The house is a party too.")
    return Decision(outcome, {party: amount for party, amount in sorted(amounts.items()) if amount})


def second_act(first: Decision, second: Decision) -> Act:
    """Returns the act that follows from the second decision: `AGREE` or `DIFFER`."""
    return Act.AGREE if second.agrees_with(first) else Act.DIFFER


def third_act(first: Decision, second: Decision, third: Decision) -> Act:
    """Returns the act that follows from the third decision. If it agrees with one of the two others, the act is
    `MAJORITY`. Otherwise the act is `NO_MAJORITY`, and the case goes back under review.
    """
    return Act.MAJORITY if third.agrees_with(first) or third.agrees_with(second) else Act.NO_MAJORITY
