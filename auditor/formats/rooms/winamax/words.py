"""Reads the words after shown cards at Winamax: `One pair : 6`, `Two pairs : Kings and 4`. Other words are not read."""

from typing import Final

from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high

_DIGITS: Final = {
    "2": "deuces",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "10": "tens",
}
_OPENINGS: Final = (("one pair : ", "a pair of "), ("two pairs : ", "two pair, "), ("high card : ", "high card "))


@remembered
def stated(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand that the words name, as numbers, and () for the low hand. The words have digits for the
    ranks up to ten: `One pair : 6`.
    """
    text = words.strip().lower()
    for opening, spelled in _OPENINGS:
        if text.startswith(opening):
            ranks = [_DIGITS.get(word, word) for word in text.removeprefix(opening).split(" ")]
            return stated_high(spelled + " ".join(ranks)), ()
    return (), ()
