"""The lines of a Full Tilt hand after `*** SUMMARY ***`: the pot and rake, and once more what each seat did.

The single pots are stated with their rake still in them.
"""

from typing import Final

from auditor.formats.rooms.fulltilt.lines import read_remark
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.telling.summed_up import read_outcome, read_total, told_of

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = frozenset([" mucked", " didn't bet (folded)", " folded"])


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line (not blank, no blanks at its end) says to the events. Answers whether it told the pot."""
    if text.startswith("Total pot ") and read_total(reading, text[10:], chips, line):
        return True
    if text.startswith("Seat ") and _seat(reading, text[5:], line):
        return False
    if text.startswith(("Duration ", "Board: [")):
        return False
    if not read_remark(reading, text, line):
        reading.illegible(text, line)
    return False


def _seat(reading: Reading, text: str, line: int) -> bool:
    found = told_of(reading.players, text)
    if found is None:
        return False
    seat, told = found
    reading.told.add(seat)
    if told == " is sitting out":
        reading.out.add(seat)
        return True
    if told[:1] == " ":
        new = read_outcome(reading, seat, told[1:], chips, line)
        if new is not None:
            return new
    return told in _TOLD or told.startswith(" folded ")
