"""Finds the line number of an entry in a house file. A message about a mistake in the entry can then name the line.

The module `tomllib` gives no line numbers. So this module searches the lines for headers such as `[bring_in.tie]` and
for fields such as `value = ...`.
"""

import re
from typing import Final

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEYS: Final = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER: Final = re.compile(rf"[ \t]*\[[ \t]*({_KEYS})[ \t]*\]")
_FIELD: Final = re.compile(rf"[ \t]*({_KEYS})[ \t]*=")
_ONE_KEY: Final = re.compile(_KEY)
_QUOTES: Final = ('"""', "'''")


def line_of(text: str, place: tuple[str, ...]) -> int:
    """Returns the number of the line that has an entry; the first line is 1. `place` is the list of keys that lead to
    the entry, such as `bring_in`, `tie`, `value`.

    If no line names all these keys, returns the line that names the longest beginning of the list. For example, if
    `[bring_in.tie]` has no line `value`, returns the line of `[bring_in.tie]`. Returns 0 if no line names the first
    key.
    """
    found, most = 0, 0
    table: tuple[str, ...] = ()
    ending = ""  # the quotes that end a text of several lines, while the search is inside such a text
    for number, line in enumerate(text.split("\n"), 1):
        if ending:
            ending = "" if ending in line else ending
            continue
        header = _HEADER.match(line)
        field = None if header is not None else _FIELD.match(line)
        if header is not None:
            table = path = _keys(header[1])
        elif field is not None:
            path = table + _keys(field[1])
        else:
            continue
        ending = next((quotes for quotes in _QUOTES if line.count(quotes) % 2), "")
        named = min(len(path), len(place))
        if named > most and path[:named] == place[:named]:
            found, most = number, named
    return found


def _keys(text: str) -> tuple[str, ...]:
    return tuple([key.strip("\"'") for key in _ONE_KEY.findall(text)])
