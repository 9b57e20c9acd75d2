"""Hands as Merge words them: `Two Pair Kings and Fours`, `Queen High Straight`, `8-7-5-4-A`."""

from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low


@remembered
def worded(words: str) -> tuple[Stated, Stated]:
    """The high hand and the low one that the words name, as `grammar.hand_names` has them; one of them is ()."""
    low = stated_low(words.replace("-", ","))
    if low:
        return (), low
    named, high, shape = words.partition(" High ")
    if high:  # Queen High Straight
        return stated_high(f"a {shape}, {named} high"), ()
    if words.startswith("Flush "):
        return stated_high(f"a flush, {words[6:]}"), ()
    return stated_high(f"a {words}" if words.startswith("Pair ") else words), ()
