"""Finds damaged title lines. A title line begins a hand. If it is damaged, the lines of its hand must not become part
of the hand above without notice, because that hand may be of another game.
"""

import re
from difflib import SequenceMatcher
from typing import Final

_DIGITS: Final = re.compile("[0-9]+")
_ALIKE: Final = 0.78
_SHORTEST: Final = 2  # the fewest characters of a title that is cut off
_READ: Final = 200  # the number of characters of a line that are compared


class Titled:
    """The title lines of a format. `titles` are the beginnings that titles have in common, with each number written as
    0. `anywhere`: a title may follow a line that is not blank.
    """

    __slots__ = ("anywhere", "titles")

    def __init__(self, *titles: str, anywhere: bool = False) -> None:
        self.titles: Final = tuple([title.lower() for title in titles])
        self.anywhere: Final = anywhere


class Titles:
    """The test for damaged titles. The caller tests the first line of a file and each line below a blank line or, if
    `anywhere` is true, every line.
    """

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
