"""Recognises hands that a room wrote in a language that we do not read, by their title lines. Such a hand is rejected.
The reason names the language of the hand and the setting to change.
"""

import re
from collections.abc import Mapping
from typing import Final

_READ: Final = 200  # only this many characters of a line are searched for a title


class OtherLanguages:
    """The titles of a room in the languages that we do not read.

    `word` is a word that every title has. `titles` has, for each language, a pattern of the beginning of its titles.
    `setting` is the place in the room's program where a player chooses the language of hand histories.
    """

    __slots__ = ("_room", "_setting", "titles", "word")

    def __init__(self, room: str, word: str, titles: Mapping[str, re.Pattern[str]], setting: str) -> None:
        self._room: Final = room
        self.word: Final = word
        self.titles: Final = titles
        self._setting: Final = setting

    def has(self, line: str) -> bool:
        """Whether the line is a title of a hand in one of the languages that we do not read."""
        return self.reason(line) != ""

    def reason(self, line: str) -> str:
        """Returns a sentence that explains why the hand with this title line is rejected, and what the user can do.
        Returns an empty text if the line is no title in one of these languages.
        """
        if self.word not in line:  # true for nearly every line: this quick test saves the slower patterns below
            return ""
        text = line[:_READ].lstrip(" \t\ufeff\0\x10")
        language = next((language for language, title in self.titles.items() if title.match(text)), "")
        if not language:
            return ""
        return (
            f"This is a {self._room} hand in {language}; we read English. "
            f"Export it again with the language English ({self._setting})."
        )


NONE: Final = OtherLanguages("", "\n", {}, "")
