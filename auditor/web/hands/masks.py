"""Masks the document of a hand: removes the names of its players."""

import re
from collections.abc import Iterable
from typing import Any, Final

WITHHELD: Final = "withheld"
# The fields with the name of a file. Such a name often contains the name of a player.
_NAMING: Final = frozenset({"file", "file_name"})
# The fields with sentences that may name a player. Only cross-hand findings have such sentences.
_SENTENCES: Final = frozenset({"logged", "lawful"})


def masked(document: Any, players: Iterable[str]) -> Any:
    """Returns the document without the names of files, and without the names of `players` in findings."""
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
