"""The settlement of the engine as the draft of a ruling."""

from auditor.disputes.rulings import Line, draft_lines
from auditor.engine.settlement import Settlement


def draft_of(settlement: Settlement) -> tuple[Line, ...] | None:
    """Returns the amount that each party is to receive or, below zero, is to pay, under the settlement of the engine.
    The amounts sum to zero. The house answers for the rake, and for chips that are unaccounted for.

    Returns `None` if the log does not show all payments, or if it does not show the cards that decide a pot. If the
    report says that the log contradicts itself about money, the draft is not reliable: the caller must say so.
    """
    rake, unaccounted = settlement.rake_difference, settlement.unaccounted
    differences = {account.seat: account.difference for account in settlement.seats}
    known = {seat: difference for seat, difference in differences.items() if difference is not None}
    if rake is None or unaccounted is None or len(known) < len(differences):
        return None
    return draft_lines(known, rake, unaccounted)
