"""What a Full Tilt line says that shown cards make: `a pair of Kings, for high and 8,7,5,3,2, for low`."""

from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high, stated_low


@remembered
def said(words: str) -> tuple[Stated, Stated]:
    """High and low of the words of a show line. A low alone is a hand of razz; one that needs a pair is named by it, as
    a high hand is.
    """
    high, both, rest = words.partition(", for high")
    if both:
        return stated_high(high), stated_low(rest.removeprefix(" and ").removesuffix(", for low"))
    low = stated_low(words.removesuffix(", for low"))
    return ((), low) if low else (stated_high(words), ())
