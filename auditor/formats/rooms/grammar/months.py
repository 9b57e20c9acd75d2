"""Turns English names of months, long or short, into numbers."""

from typing import Final

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def month_of(word: str) -> int:
    """Returns the number of a month, 1 to 12: 9 for `Sep` or `September`. 0 if the word is no name of a month."""
    short = word[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0
