"""Masks the JSON document of a hand: removes the names of players and of files."""

import re
from collections.abc import Iterable
from typing import Any, Final

WITHHELD: Final = "withheld"
# The keys of a document whose value is the name of a file. Such a name often contains the name of a player.
_NAMING: Final = frozenset({"file", "file_name"})
# The keys of a document whose value is a sentence that may name a player. Only the sentences of cross-hand findings
# name players.
_SENTENCES: Final = frozenset({"logged", "lawful"})


def masked(document: Any, players: Iterable[str]) -> Any:
    """Returns the document with the word `withheld` in place of file names, and in place of the names of `players` in
    the sentences of findings.
    """
    names = sorted({name.strip() for name in players if name.strip()}, key=len, reverse=True)
    if not names:
        return document
    return _without(document, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)"))


def _without(part: Any, names: re.Pattern[str]) -> Any:
    if isinstance(part, list):
        return [_without(each, names) for each in part]
    if isinstance(part, dict):
        return {key: _masked_value(key, value, names) for key, value in part.items()}
    return part


def _masked_value(key: str, value: Any, names: re.Pattern[str]) -> Any:
    if isinstance(value, str) and key in _NAMING:
        return WITHHELD
    if isinstance(value, str) and key in _SENTENCES:
        return names.sub(WITHHELD, value)
    return _without(value, names)
