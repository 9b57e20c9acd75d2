"""Memos: tables that keep the results of functions. A room writes the same few thousand words again and again, so each
of these words is read only once.
"""

import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

# A hand with a line longer than this empties every memo. Rooms do not repeat such long texts, and thousands of them
# would fill the memory.
LONG_LINE: Final = 1_000  # characters
_MOST: Final = 8192  # the number of results that are kept for one function
_LONGEST: Final = 120  # the longest key that a memo keeps, in characters
_MOST_KEYS: Final = 4096

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_functions: Final[list[Callable[[], None]]] = []
_memos: Final["list[weakref.ref[Memo[Any]]]"] = []


def remembered(make: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Returns `make` with a cache of its last results. A result must depend on the arguments alone, and no caller may
    change it.
    """
    kept = lru_cache(_MOST)(make)
    _functions.append(kept.cache_clear)
    return cast("Callable[Arguments, Result]", kept)


class Memo(dict[str, Result], Generic[Result]):
    """A dictionary from texts to results. If a text is missing, the dictionary makes the result, and keeps it if the
    text is short.
    """

    def __init__(self, make: Callable[[str], Result]) -> None:
        super().__init__()
        self._make: Final = make
        _memos.append(weakref.ref(self))

    def __missing__(self, text: str) -> Result:
        result = self._make(text)
        if len(text) <= _LONGEST:
            if len(self) >= _MOST_KEYS:
                self.clear()
            self[text] = result
        return result


def forget() -> None:
    """Empties every memo."""
    for clear in _functions:
        clear()
    for kept in _memos:
        memo = kept()
        if memo is not None:
            memo.clear()
