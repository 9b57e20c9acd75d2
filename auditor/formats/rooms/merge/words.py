"""Reads the names of poker hands at Merge: `Two Pair Kings and Fours`, `Queen High Straight`, `8-7-5-4-A`."""

from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low


@remembered
def worded(words: str) -> tuple[Stated, Stated]:
    """Returns the high hand and the low hand that the words name. One of the two is (), because the words name only
    one. Each hand is a tuple of integers: its category and ranks, as the module `hand_names` explains.
    """
    low = stated_low(words.replace("-", ","))
    if low:
        return (), low
    named, high, shape = words.partition(" High ")
    if high:  # such as `Queen High Straight`
        return stated_high(f"a {shape}, {named} high"), ()
    if words.startswith("Flush "):
        return stated_high(f"a flush, {words[6:]}"), ()
    return stated_high(f"a {words}" if words.startswith("Pair ") else words), ()
