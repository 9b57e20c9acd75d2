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
    """Asked of the lines of a file in order: at the top, and below a blank one, a title may stand."""

    def __init__(self, titled: Titled) -> None:
        self._titled: Final = titled
        self._matchers: Final = [SequenceMatcher(None, "", title, autojunk=False) for title in titled.titles]
        self._over = True

    def seem(self, line: str) -> bool:
        """Whether the line, which begins no hand, seems to be a title all the same."""
        after, self._over = self._over or self._titled.anywhere, not line or line.isspace()
        return after and not self._over and self._is_like_one(line[:_READ])

    def _is_like_one(self, line: str) -> bool:
        text = _DIGITS.sub("0", line.strip(" \t\ufeff").lower())
        for title, matcher in zip(self._titled.titles, self._matchers, strict=True):
            if len(text) >= _SHORTEST and title.startswith(text):
                return True
            matcher.set_seq1(text[: len(title)])
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                return True
        return False
