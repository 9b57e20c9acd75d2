"""Says what the card room decided about the payout of a hand. The decision follows from the decisions about the
findings that are about the payout.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from auditor.engine.findings import Finding
from auditor.store.tables.payouts import is_about_payout
from auditor.triage.states import State
from auditor.web.hands.dossier import Dossier


class Decision(StrEnum):
    """A decision of the card room about the payout of a hand."""

    NOTHING = "nothing to decide"  # the payout is right, and no finding is about the payout
    OPEN = "open"  # nobody has decided about some finding
    CONFIRMED = "confirmed"  # the payout is wrong
    ACCEPTED = "accepted"  # the card room knows the difference, and lets the payout stand for now
    DISMISSED = "dismissed"  # the payout is right


class PayoutDecision(NamedTuple):
    """The decision about a payout. `partly` is true if the card room dismissed or accepted some of the findings about
    the payout, but not all. The amounts of the hand then count more than what the card room decided.
    """

    decision: Decision
    partly: bool = False


_SETTLED: Final = {State.DISMISSED, State.ACCEPTED}


def decision_of(dossier: Dossier) -> PayoutDecision:
    """Returns the decision of the card room about the payout of the hand. A finding that is not stored is open.

    A finding that the log contradicts itself about money counts, too: while it is open, nobody can say who owes what.
    """
    report = dossier.report
    of_payout = [
        each for each in report.findings if is_about_payout(each.severity, each.amount) or each.contradicts_money
    ]
    if not of_payout:
        differs = any(account.difference for account in report.settlement.seats)
        return PayoutDecision(Decision.OPEN if differs else Decision.NOTHING)
    states = {dossier.state_of(each) for each in of_payout}
    if states == {State.DISMISSED}:
        return PayoutDecision(Decision.DISMISSED)
    if states <= _SETTLED:
        return PayoutDecision(Decision.ACCEPTED)
    decision = Decision.CONFIRMED if states <= {State.CONFIRMED, *_SETTLED} else Decision.OPEN
    return PayoutDecision(decision, partly=bool(states & _SETTLED))


def not_dismissed(dossier: Dossier) -> list[Finding]:
    """Returns the findings of the audit, except those that the card room dismissed."""
    return [each for each in dossier.report.findings if dossier.state_of(each) != State.DISMISSED]


# For a reviewer, beside the button and the link to the page for the player.
SENDING_WORDS: Final = {
    Decision.NOTHING: "",
    Decision.OPEN: "Nobody has decided about this payout yet, and the page for the player says so.",
    Decision.CONFIRMED: "",
    Decision.ACCEPTED: "The findings about this payout were accepted, so the page for the player names no debt.",
    Decision.DISMISSED: "The findings about this payout were dismissed, so the page for the player names no debt.",
}
