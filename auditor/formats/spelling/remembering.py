"""What words of a log come to, remembered: a room writes the same few thousand over and over."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, ParamSpec, TypeVar, cast

# Of a hand with longer lines nothing is kept: no room writes such words twice, and thousands would fill the memory.
LONG_LINE: Final = 1_000  # characters
_ANSWERS: Final = 8192

Given = ParamSpec("Given")
Made = TypeVar("Made")

_forgetful: Final[list[Callable[[], None]]] = []


def remembered(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """`make` with its last answers kept; it must answer by its arguments alone, and nobody may change what it made."""
    kept = lru_cache(_ANSWERS)(make)
    _forgetful.append(kept.cache_clear)
    return cast("Callable[Given, Made]", kept)


def forget() -> None:
    """All that is remembered is given up."""
    for clear in _forgetful:
        clear()
