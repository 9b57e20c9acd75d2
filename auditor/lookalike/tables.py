"""The tables of the Unicode Consortium: which characters look alike, and which scripts use each character.

The tables are files beside this module, made by `tests/unicode_tables.py`, which names their source and licence. The
files are read when they are first needed.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent


def shape_of(letter: str) -> str:
    """Returns the standard letter, or letters, with the same look as this letter. Returns the letter itself if the
    table has no entry for it.
    """
    return _shapes().get(letter, letter)


def scripts_of(letter: str) -> frozenset[str]:
    """Returns the short names of the scripts that use the letter, such as `Latn`. The set is empty for a character that
    all scripts use, such as a digit.
    """
    firsts, ranges = _ranges()
    place = bisect_right(firsts, ord(letter)) - 1
    if place < 0 or ord(letter) > ranges[place][0]:
        return frozenset()
    return ranges[place][1]


@cache
def _shapes() -> dict[str, str]:
    return {
        chr(int(letter, 16)): "".join([chr(int(each, 16)) for each in shape])
        for letter, *shape in _lines("confusables.txt")
    }


@cache
def _ranges() -> tuple[list[int], list[tuple[int, frozenset[str]]]]:
    """Returns ranges of characters, as two lists in ascending order. All characters of a range belong to the same
    scripts. The first list has the code point of the first character of each range. The second list has the code point
    of the last character of each range, and the scripts.
    """
    rows = [(int(first, 16), int(last, 16), frozenset(scripts)) for first, last, *scripts in _lines("scripts.txt")]
    return [first for first, _, _ in rows], [(last, scripts) for _, last, scripts in rows]


def _lines(name: str) -> Iterator[list[str]]:
    for line in (_FOLDER / name).read_text("ascii").splitlines():
        if not line.startswith("#"):
            yield line.split(" ")
