"""Writes sentences about payouts, such as "Seat 3 was paid 20 too much" or "The rake in the log is 5 too little"."""

from auditor.engine.hand import Hand
from auditor.engine.settlement import SeatAccount, Settlement
from auditor.web.rendering.template_filters import chips, visible


def owed_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns one sentence for each seat that was paid too much or too little, one if the rake is wrong, and one if
    chips are unaccounted for.

    If all payouts are right, or if they cannot be compared because the record lacks something, returns one sentence
    that says so.
    """
    if settlement.rake_lawful is None or any(each.lawful is None for each in settlement.seats):
        return ["The lawful payout is unknown, because the record stops early or lacks a fact about the payout."]
    if any(each.logged is None for each in settlement.seats):
        return ["The record has no payouts that the auditor could compare with the lawful payouts."]
    minor = hand.unit.minor
    words = []
    for each in settlement.seats:
        if each.difference:
            words.append(f"{_who(each)} was paid {chips(abs(each.difference), minor)} {_more(each.difference)}.")
    if settlement.rake_difference:
        difference = settlement.rake_difference
        words.append(f"The rake in the log is {chips(abs(difference), minor)} {_more(difference)}.")
    if settlement.unaccounted:
        amount = chips(abs(settlement.unaccounted), minor)
        words.append(
            f"{amount} is unaccounted for: the log does not say who got it."
            if settlement.unaccounted > 0
            else f"{amount} is unaccounted for: it was paid, but nobody put it in."
        )
    return words or ["The payout is lawful for every seat."]


def due_otherwise(hand: Hand, first: Settlement, second: Settlement) -> list[str]:
    """Compares the lawful payouts of two settlements. Returns one sentence for each seat whose lawful payout differs,
    such as "Seat 3 is due 40, not 20.". If the lawful rake differs, there is a sentence about it too.

    If all payouts are equal, returns one sentence that says so.
    """
    minor = hand.unit.minor
    words = [
        f"{_who(other)} is due {chips(other.lawful, minor)}, not {chips(each.lawful, minor)}."
        for each, other in zip(first.seats, second.seats, strict=True)
        if each.lawful != other.lawful
    ]
    if first.rake_lawful != second.rake_lawful:
        words.append(
            f"The lawful rake would then be {chips(second.rake_lawful, minor)}, not {chips(first.rake_lawful, minor)}."
        )
    return words or [
        "With this reading, the pots are divided differently than without it, but each seat gets the same total."
    ]


def _who(account: SeatAccount) -> str:
    name = visible(account.player) if account.player != str(account.seat) else ""
    return f"Seat {account.seat}{f' ({name})' if name else ''}"


def _more(difference: int) -> str:
    return "too much" if difference > 0 else "too little"
