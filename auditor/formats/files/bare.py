"""What stands before the first words of a line and is none of them."""

from typing import Final

_MARKS: Final = " \t\ufeff\0"


def bare(line: str) -> str:
    """The line without the mark of its encoding, blanks, NULs, and one control character: old clients wrote Ctrl-P
    there.
    """
    text = line.lstrip(_MARKS)
    return text[1:].lstrip(_MARKS) if text[:1] < " " else text
