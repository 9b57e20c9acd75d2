"""Finds damaged title lines. The title line begins a hand; if it is damaged, the lines of its hand must not silently
become part of the hand above, which may be of another game.
"""

import re
from difflib import SequenceMatcher
from typing import Final

_DIGITS: Final = re.compile("[0-9]+")
_ALIKE: Final = 0.78
_SHORTEST: Final = 2  # characters of a title that is cut off
_READ: Final = 200  # so many characters of a line are compared


class Titled:
    """The title lines of a format: their common beginnings, with every number written as one 0. `anywhere` is true if a
    title may stand below a line that is not blank.
    """

    __slots__ = ("anywhere", "titles")

    def __init__(self, *titles: str, anywhere: bool = False) -> None:
        self.titles: Final = tuple([title.lower() for title in titles])
        self.anywhere: Final = anywhere


class Titles:
    """The test for damaged titles. The caller tests the first line and lines below a blank one; if `anywhere`, all."""

    def __init__(self, titled: Titled) -> None:
        self._titled: Final = titled
        self.anywhere: Final = titled.anywhere
        self._matchers: Final = [SequenceMatcher(None, "", title, autojunk=False) for title in titled.titles]

    def seem(self, line: str) -> bool:
        """Whether the line, which begins no hand, looks like a damaged title."""
        text = _DIGITS.sub("0", line[:_READ].strip(" \t\ufeff").lower())
        for title, matcher in zip(self._titled.titles, self._matchers, strict=True):
            if len(text) >= _SHORTEST and title.startswith(text):
                return True
            matcher.set_seq1(text[: len(title)])
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                return True
        return False
