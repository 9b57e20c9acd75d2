"""Strips the characters that some programs leave at the start of a line."""

from typing import Final

_MARKS: Final = " \t\ufeff\0"


def bare(line: str) -> str:
    """The line without a byte-order mark, blanks, NULs and one control character at its start: old clients wrote Ctrl-P
    there.
    """
    text = line.lstrip(_MARKS)
    return text[1:].lstrip(_MARKS) if text[:1] < " " else text
