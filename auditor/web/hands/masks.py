"""Masks the JSON document of a hand: replaces the names of players and of files by short pseudonyms."""

import re
from collections.abc import Mapping
from typing import Any, Final

# The word in place of the name of a player or a file, on a masked page without pseudonyms.
WITHHELD: Final = "withheld"
# The keys of a document whose value is the name of a file. Such a name often contains the name of a player.
_NAMING: Final = frozenset({"file", "file_name"})
# The keys of a document whose value is a sentence that may name a player. Only the sentences of cross-hand findings
# name players.
_SENTENCES: Final = frozenset({"logged", "lawful"})


def masked(document: Any, players: Mapping[str, str]) -> Any:
    """Returns the document with a pseudonym in place of each file name, such as `file 1`, and in place of each name of
    a player in the sentences of findings. `players` has the pseudonym for each name, such as `player 3`.

    Without `players`, the document is not masked.
    """
    pseudonyms = {name.strip(): pseudonym for name, pseudonym in players.items() if name.strip()}
    return _Mask(pseudonyms).without_names(document) if pseudonyms else document


class _Mask:
    """Replaces names in one document. A file has the same pseudonym everywhere in the document."""

    def __init__(self, players: Mapping[str, str]) -> None:
        longest_first = sorted(players, key=len, reverse=True)
        self._players: Final = players
        self._names: Final = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        self._files: Final[dict[str, str]] = {}

    def without_names(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self.without_names(each) for each in part]
        if isinstance(part, dict):
            return {key: self._value(key, value) for key, value in part.items()}
        return part

    def _value(self, key: str, value: Any) -> Any:
        if isinstance(value, str) and key in _NAMING:
            return self._files.setdefault(value, f"file {len(self._files) + 1}")
        if isinstance(value, str) and key in _SENTENCES:
            return self._names.sub(lambda found: self._players[found[0]], value)
        return self.without_names(value)
