"""What looks like the line that begins a hand, and is none: one that was spoilt. The lines of that hand must not go
silently with the hand above it, which may be of another game.
"""

import re
from difflib import SequenceMatcher
from typing import Final

_DIGITS: Final = re.compile("[0-9]+")
_ALIKE: Final = 0.78
_SHORTEST: Final = 2  # of one that is cut off
_READ: Final = 200  # characters of a line


class Titled:
    """What the lines look like that begin the hands of a format: digits in a row written as one 0, up to where one
    hand's differs from another's. `anywhere` is whether one may stand below a line that is not blank.
    """

    __slots__ = ("anywhere", "titles")

    def __init__(self, *titles: str, anywhere: bool = False) -> None:
        self.titles: Final = tuple([title.lower() for title in titles])
        self.anywhere: Final = anywhere


class Titles:
    """Asked of lines where a title may stand: at the top of a file and below a blank line, or `anywhere`."""

    def __init__(self, titled: Titled) -> None:
        self._titled: Final = titled
        self.anywhere: Final = titled.anywhere
        self._matchers: Final = [SequenceMatcher(None, "", title, autojunk=False) for title in titled.titles]

    def seem(self, line: str) -> bool:
        """Whether the line, which begins no hand, seems to be a title all the same."""
        text = _DIGITS.sub("0", line[:_READ].strip(" \t\ufeff").lower())
        for title, matcher in zip(self._titled.titles, self._matchers, strict=True):
            if len(text) >= _SHORTEST and title.startswith(text):
                return True
            matcher.set_seq1(text[: len(title)])
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                return True
        return False
