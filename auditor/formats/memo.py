"""Memos: tables that keep the results of functions by their argument. A card room writes the same few thousand words
and phrases in all its logs, so each of them is parsed only once.
"""

import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

# A hand with a line longer than this empties every memo. Rooms do not repeat such long texts, and thousands of them
# would fill the memory.
LONG_LINE: Final = 1_000  # characters
_MOST: Final = 8192  # the most results that `remembered` keeps for one function
_LONGEST: Final = 120  # results for longer texts are not kept (number of characters)
_MOST_KEYS: Final = 4096

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_functions: Final[list[Callable[[], None]]] = []
_memos: Final["list[weakref.ref[Kept[Any]]]"] = []


def remembered(make: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Returns `make` with a cache of its 8,192 most recently used results. The result of `make` must depend only on its
    arguments, and no caller may modify a result.
    """
    kept = lru_cache(_MOST)(make)
    _functions.append(kept.cache_clear)
    return cast("Callable[Arguments, Result]", kept)


class Kept(dict[str, Result], Generic[Result]):
    """A cache: a dictionary from texts to results. The code that uses the cache makes a result and stores it with
    `keep`. Only results for texts of at most 120 characters are kept. A full cache is emptied before it keeps another
    result.
    """

    def __init__(self) -> None:
        super().__init__()
        _memos.append(weakref.ref(self))

    def keep(self, text: str, result: Result) -> None:
        if len(text) <= _LONGEST:
            if len(self) >= _MOST_KEYS:
                self.clear()
            self[text] = result


class Memo(Kept[Result]):
    """A cache that makes the missing result for a text itself: it calls the function `make` and keeps the result."""

    def __init__(self, make: Callable[[str], Result]) -> None:
        super().__init__()
        self._make: Final = make

    def __missing__(self, text: str) -> Result:
        result = self._make(text)
        self.keep(text, result)
        return result


def forget() -> None:
    """Empties every memo of this process, and every cache that `remembered` made."""
    for clear in _functions:
        clear()
    for kept in _memos:
        memo = kept()
        if memo is not None:
            memo.clear()
