"""Months by their English names, long or short."""

from typing import Final

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def month_of(word: str) -> int:
    """1 to 12 for `Sep` or `September`; 0 for what begins as no month does."""
    short = word[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0
