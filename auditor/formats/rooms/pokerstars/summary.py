"""The lines of a PokerStars hand after `*** SUMMARY ***`: the pot and rake, and once more what each seat did.

The single pots are stated net of their rake.
"""

from typing import Final

from auditor.formats.rooms.pokerstars.lines import is_rule, read_remark
from auditor.formats.rooms.pokerstars.reading import Reading, chips
from auditor.formats.telling.summed_up import read_outcome, read_total, told_of

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = (" mucked", " didn't bet", " is sitting out", " sat out", " lost", " out of hand", " folded ")


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line (not blank, no blanks at its end) says to the events. Answers whether it told the pot."""
    if text.startswith("Total pot ") and read_total(reading, text[10:], chips, line):
        return True
    if text.startswith("Seat ") and _seat(reading, text[5:], line):
        return False
    if text.startswith("Board [") and text[7:-1] == reading.community:
        return False
    if text == "Hand cancelled" and reading.void:
        return False
    if not is_rule(text) and not read_remark(reading, text, line):
        reading.illegible(text, line)
    return False


def _seat(reading: Reading, text: str, line: int) -> bool:
    found = told_of(reading.players, text)
    if found is None:
        return False
    seat, told = found
    reading.told.add(seat)
    if told[:1] == " ":
        new = read_outcome(reading, seat, told[1:], chips, line)
        if new is not None:
            return new
    return not told or told.startswith(_TOLD)
