"""Removes characters that some programs leave at the start of a line, and puts blanks in place of hard blanks."""

from typing import Final

_MARKS: Final = " \t\ufeff\0\u200b"  # the last one is a blank without a width, which web pages have
# The hard blanks, at which no program breaks a line: the no-break space, the figure space, the narrow no-break space.
_HARD_BLANKS: Final = dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " ")


def bare(line: str) -> str:
    """Returns the line without certain characters at its start: blanks, NULs, a byte-order mark and one other control
    character. Old programs of poker rooms wrote Ctrl-P at the start of some lines.
    """
    text = line.lstrip(_MARKS)
    return text[1:].lstrip(_MARKS) if text[:1] < " " else text


def with_blanks(line: str) -> str:
    """Returns the line with a blank in place of each hard blank. A text that was copied from a web page may have hard
    blanks between all its words.
    """
    return line if line.isascii() else line.translate(_HARD_BLANKS)
