"""Masks: a document of a hand without the names of its players, for who must not know them."""

import re
from collections.abc import Iterable
from typing import Any, Final

WITHHELD: Final = "withheld"
# What the sender called a file: often after the player whose hands are in it.
_NAMING: Final = frozenset({"file", "file_name"})
# Sentences that may name a player: what was found between hands is told by names.
_SENTENCES: Final = frozenset({"logged", "lawful"})


def masked(document: Any, players: Iterable[str]) -> Any:
    """The document with names of files and, in what findings tell, of `players` taken out."""
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
