"""Leaves out text above the first hand of a file, such as the greeting of a mail or the first line of a code block. A
note tells the person who sent the file which lines were ignored.

A text that may be part of a hand is not left out: a line that looks like a line of a hand, or a damaged title. Such a
text becomes a rejected piece of the file.
"""

from collections.abc import Iterable
from typing import Final

from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titles

_MOST_LINES: Final = 500  # a longer text above the first hand is not tested, and so it is not left out


class LeadingText:
    """The text above the first hand of a file of the format `layout`. Hands of the formats `others` may be in the file
    too.

    The text is searched for damaged titles of `layout`, but not for damaged titles of `others`, for two reasons:

    - A damaged title of another format is noticed anyway, because the lines of the hand below it look like a hand.
    - `Hand 1:` looks like a damaged title of a transcript. But above a hand of a room it is an ordinary heading.
    """

    def __init__(self, layout: Format, others: Iterable[Format]) -> None:
        self._speaks: Final = [each.speaks for each in (layout, *others) if each.speaks is not None]
        self._titles: Final = Titles(layout.titled)
        self._first = 0
        self._last = 0
        self._is_refused = False

    def takes(self, line: str, number: int) -> bool:
        """Adds a line of text to be left out; `number` is its number in the file. Returns false if the line may belong
        to a hand, or if the text is too long.
        """
        self._first = self._first or number
        self._last = number
        self._is_refused = (
            number - self._first >= _MOST_LINES
            or self._titles.seem(line)
            or any(speaks(line) for speaks in self._speaks)
        )
        return not self._is_refused

    @property
    def note(self) -> str:
        """One sentence about the lines that were left out; empty if there were none."""
        if not self._first or self._is_refused:
            return ""
        lines = f"line {self._first:,}" if self._first == self._last else f"lines {self._first:,} to {self._last:,}"
        return f"The text in {lines} comes before the first hand and belongs to no hand. The auditor ignored this text."
