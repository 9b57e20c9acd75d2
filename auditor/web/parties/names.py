"""Hides the names of other people in the texts that a party reads."""

import re
from collections.abc import Mapping
from typing import Final

# A word of a name is hidden too if it has at least this many letters: people often write only the first name.
_SHORTEST_WORD: Final = 3
_NOTHING: Final = re.compile(r"(?!)")


class Veil:
    """Replaces names in texts. `hidden` has each name with the word that stands in its place, such as `seat 5`."""

    def __init__(self, hidden: Mapping[str, str]) -> None:
        self._words: Final = {**_parts(hidden), **{name.casefold(): word for name, word in hidden.items()}}
        longest_first = sorted(self._words, key=len, reverse=True)
        names = "|".join([re.escape(name) for name in longest_first])
        self._names: Final = re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE) if names else _NOTHING

    def over(self, text: str) -> str:
        """Returns the text with another word in place of each name. Capital and small letters are the same."""
        return self._names.sub(lambda found: self._words.get(found[0].casefold(), "somebody"), text)


def _parts(hidden: Mapping[str, str]) -> dict[str, str]:
    """Returns the single words of names that have several words, such as `Otto` for `Otto Muster`."""
    return {
        part.casefold(): word
        for name, word in hidden.items()
        for part in name.split()
        if part != name and part[:1].isupper() and len(part) >= _SHORTEST_WORD
    }
