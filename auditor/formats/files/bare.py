"""Removes the characters that some programs leave at the start of a line."""

from typing import Final

_MARKS: Final = " \t\ufeff\0"


def bare(line: str) -> str:
    """Returns the line without certain characters at its start: blanks, NULs, a byte-order mark and one other control
    character. Old programs of poker rooms wrote Ctrl-P at the start of some lines.
    """
    text = line.lstrip(_MARKS)
    return text[1:].lstrip(_MARKS) if text[:1] < " " else text
