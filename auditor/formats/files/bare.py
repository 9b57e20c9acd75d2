"""Removes characters that some programs leave in the lines of a log, and puts blanks in place of other spaces."""

from typing import Final

# Characters without a width, which web pages and chat programs have: blanks, joiners, marks of the direction of text,
# the soft hyphen and the byte-order mark.
_INVISIBLE: Final = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"
# The no-break space, and the other spaces of Unicode that are not the ordinary blank, such as the thin space.
_SPACES: Final = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
BLANKS: Final = f" {_SPACES}"
_MARKS: Final = f" \t\0{_INVISIBLE}"
_BLANKS: Final = dict.fromkeys(map(ord, _SPACES), " ") | dict.fromkeys(map(ord, _INVISIBLE))


def bare(line: str) -> str:
    """Returns the line without certain characters at its start: blanks, NULs, invisible characters and one other
    control character. Old programs of poker rooms wrote Ctrl-P at the start of some lines.
    """
    text = line.lstrip(_MARKS)
    return text[1:].lstrip(_MARKS) if text[:1] < " " else text


def with_blanks(line: str) -> str:
    """Returns the line with a blank in place of every space of another kind, such as the no-break space, and without
    invisible characters. A text that was copied from a web page may have these characters between all its words.
    """
    return line if line.isascii() else line.translate(_BLANKS)
