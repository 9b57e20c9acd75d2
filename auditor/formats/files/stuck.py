"""Finds hands that were stuck together without a line break: `*** SUMMARY ***PokerStars Hand #12:`. Such a line is cut
in two, so that no hand is lost. A line that only quotes a title, such as chat, is not cut.
"""

from collections.abc import Callable
from typing import Final

from auditor.formats.files.bare import BLANKS
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.format import Format
from auditor.formats.files.quoting import quoting_of

# A title that somebody quotes follows a blank or one of these marks. A title that was stuck to a line follows the last
# letter or the closing mark of that line.
_BEFORE_QUOTED: Final = f"{BLANKS}\t\"'([{{<>:=/|,;-\N{LEFT SINGLE QUOTATION MARK}\N{LEFT DOUBLE QUOTATION MARK}"
_LONGEST: Final = 1000  # lines with more characters are not searched: even two lines of a hand are shorter
_CHAT: Final = ' said, "'

# Takes the text of a line and its width in bytes. Returns the place in the text where a hand begins, and the width in
# bytes of the text before this place. Returns `NO_JOINT` if no hand begins in the middle of the line.
Joint = Callable[[str, int], tuple[int, int]]
NO_JOINT: Final = (0, 0)


def joint_of(layout: Format, encoding: Encoding) -> Joint | None:
    """Returns the function that finds hands in the middle of lines; `None` for a format without a `sign`."""
    if not layout.sign:
        return None
    # The first word of each title, such as `pokerstars`, without its number.
    words = {title.split(" ")[0].partition("0")[0] for title in (*layout.titled.titles, *layout.titled.above)}

    def joint(line: str, width: int) -> tuple[int, int]:
        if layout.sign not in line or _CHAT in line or len(line) > _LONGEST:
            return NO_JOINT
        lower = line.lower()
        if len(lower) != len(line):  # a few capital letters become two characters in lower case
            return NO_JOINT
        places = [at for each in words if (at := _found(layout, line, lower, each))]
        if not places or quoting_of(line, layout.begins) is not None:  # the title stands behind the tag of a forum
            return NO_JOINT
        at = min(places)
        above, below = encoding.width(line[:at]), encoding.width(line[at:])
        # A byte that is no valid text was replaced, so the place of the hand in the file is uncertain.
        is_odd = not 0 <= width - above - below <= encoding.width("\r\n")
        return NO_JOINT if is_odd else (at, above)

    return joint


def _found(layout: Format, line: str, lower: str, word: str) -> int:
    """Returns the place in the line, above 0, where a title with this first word begins a hand; 0 if there is none."""
    at = lower.find(word, 1)
    while at > 0:
        if line[at - 1] not in _BEFORE_QUOTED and layout.begins(line[at:]):
            return at
        at = lower.find(word, at + 1)
    return 0
