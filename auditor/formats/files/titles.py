"""Finds damaged title lines. A title line begins a hand. If it is damaged, the lines of its hand must not become part
of the hand above without notice, because that hand may be of another game.
"""

import re
from difflib import SequenceMatcher
from typing import Final

_DIGITS: Final = re.compile("[0-9]+")
_ALIKE: Final = 0.78
_SHORTEST: Final = 2  # a line with fewer characters is too short to be taken for the first letters of a title
_READ: Final = 200  # only so many characters of a line are compared with the titles


class Titled:
    """The title lines of one log format. `titles` are the beginnings of its title lines, with each number written as 0:
    `Full Tilt Poker Game #0`. A line that has only the first letters of a title is a damaged title if it is long
    enough: `shortest` has the least number of letters for each title.

    In most formats a title follows a blank line. In the other formats a title may follow any line. For such a format,
    `anywhere` is true, and `kept` has some texts of the title. Even a damaged title contains at least one of these
    texts, and few other lines contain any of them.

    `above` are the beginnings of lines that may stand right above the title and also begin the hand.
    """

    __slots__ = ("above", "kept", "shortest", "titles")

    def __init__(self, *titles: str, kept: tuple[str, ...] = (), above: tuple[str, ...] = ()) -> None:
        self.above: Final = tuple([title.lower() for title in above])
        self.titles: Final = tuple([title.lower() for title in titles])
        self.shortest: Final = tuple([_shortest(title) for title in self.titles])
        self.kept: Final = kept

    @property
    def anywhere(self) -> bool:
        return bool(self.kept)


def _shortest(title: str) -> int:
    """A line may be only the beginning of this title, because the title was cut off. Returns how many characters such a
    line must have at least. If the title begins with marks, as `***** Hand` does, the line must have all these marks: a
    line of three stars is decoration or chat.
    """
    return max(_SHORTEST, len(title) - len(title.lstrip("*")))


class Titles:
    """Tests whether a line is a damaged title of one format. The caller tests the first line of a file and each line
    after a blank line. If `anywhere` is true, the caller tests every line.
    """

    def __init__(self, titled: Titled) -> None:
        self._titled: Final = titled
        self.anywhere: Final = titled.anywhere
        self._matchers: Final = [SequenceMatcher(None, "", title, autojunk=False) for title in titled.titles]

    def seem(self, line: str) -> bool:
        """Whether the line looks like a damaged title: its text is nearly that of a title, or only the first letters of
        a title. The caller has checked that the line is no intact title.
        """
        text = _DIGITS.sub("0", line[:_READ].strip(" \t\ufeff").lower())
        titled = self._titled
        for title, shortest, matcher in zip(titled.titles, titled.shortest, self._matchers, strict=True):
            if len(text) >= shortest and title.startswith(text):
                return True
            matcher.set_seq1(text[: len(title)])
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                return True
        return False
