"""Who was paid too much and who too little, in sentences."""

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from auditor.web.spoken import chips, visible


def owed_words(hand: Hand, settlement: Settlement) -> list[str]:
    """What the settlement comes to: one sentence for each seat, or the house, that got another sum than was due."""
    if settlement.rake_lawful is None or any(each.lawful is None for each in settlement.seats):
        return ["What should have been paid cannot be said: deciding cards were never seen, or the record stops."]
    if any(each.logged is None for each in settlement.seats):
        return ["The record does not say what was paid, so nothing can be compared with what should have been."]
    minor = hand.unit.minor
    words = []
    for each in settlement.seats:
        name = visible(each.player) if each.player != str(each.seat) else ""
        who = f"Seat {each.seat}{f' ({name})' if name else ''}"
        if each.difference:
            words.append(f"{who} was paid {chips(abs(each.difference), minor)} {_more(each.difference)}.")
    if settlement.rake_difference:
        difference = settlement.rake_difference
        words.append(f"The house took {chips(abs(difference), minor)} {_more(difference)}.")
    return words or ["Nothing differs: every seat was paid what the rules give."]


def _more(difference: int) -> str:
    return "too much" if difference > 0 else "too little"
