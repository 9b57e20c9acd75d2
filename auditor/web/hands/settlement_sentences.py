"""Who was paid too much and who too little, in sentences."""

from auditor.engine.hand import Hand
from auditor.engine.settlement import SeatAccount, Settlement
from auditor.web.rendering.template_filters import chips, visible


def owed_words(hand: Hand, settlement: Settlement) -> list[str]:
    """What the settlement comes to: one sentence for each seat, or the house, that got another sum than was due."""
    if settlement.rake_lawful is None or any(each.lawful is None for each in settlement.seats):
        return ["What should have been paid cannot be said: the record stops, or does not show all that decides it."]
    if any(each.logged is None for each in settlement.seats):
        return ["The record does not say what was paid, so nothing can be compared with what should have been."]
    minor = hand.unit.minor
    words = []
    for each in settlement.seats:
        if each.difference:
            words.append(f"{_who(each)} was paid {chips(abs(each.difference), minor)} {_more(each.difference)}.")
    if settlement.rake_difference:
        difference = settlement.rake_difference
        words.append(f"The house took {chips(abs(difference), minor)} {_more(difference)}.")
    return words or ["Nothing differs: every seat was paid what the rules give."]


def due_otherwise(hand: Hand, first: Settlement, second: Settlement) -> list[str]:
    """What each seat, or the house, is due under the second settlement where that is not so under the first."""
    minor = hand.unit.minor
    words = [
        f"{_who(other)} is due {chips(other.lawful, minor)}, not {chips(each.lawful, minor)}."
        for each, other in zip(first.seats, second.seats, strict=True)
        if each.lawful != other.lawful
    ]
    if first.rake_lawful != second.rake_lawful:
        words.append(f"The rake is {chips(second.rake_lawful, minor)}, not {chips(first.rake_lawful, minor)}.")
    return words or ["The pots are shared otherwise, but each seat is due the same."]


def _who(account: SeatAccount) -> str:
    name = visible(account.player) if account.player != str(account.seat) else ""
    return f"Seat {account.seat}{f' ({name})' if name else ''}"


def _more(difference: int) -> str:
    return "too much" if difference > 0 else "too little"
