"""Finds names that look alike, by the Unicode standard UTS #39, and odd names.

Two names look alike if their skeletons are equal. A skeleton is the name with every letter replaced by a standard
letter of the same look, and without invisible characters. A name is odd if it mixes scripts (such as Latin and Greek
letters) as no language does, or has invisible characters.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from auditor.lookalike.tables import scripts_of, shape_of

# Sets of scripts that a name may mix: the scripts of Japanese, of Chinese with Bopomofo, and of Korean. Each set also
# has Latin.
_TOGETHER: Final = (
    frozenset({"Latn", "Hani", "Hira", "Kana"}),
    frozenset({"Latn", "Hani", "Bopo"}),
    frozenset({"Latn", "Hani", "Hang"}),
)
_SCRIPTS: Final = {
    "Arab": "Arabic", "Armn": "Armenian", "Cher": "Cherokee", "Cyrl": "Cyrillic", "Deva": "Devanagari",
    "Geor": "Georgian", "Grek": "Greek", "Hang": "Korean", "Hani": "Chinese", "Hebr": "Hebrew", "Hira": "Japanese",
    "Kana": "Japanese", "Latn": "Latin", "Thai": "Thai",
}  # fmt: skip
# Invisible characters. `_UNSEEN` has Unicode categories, such as those of control characters, surrogates and line ends.
# `_EMPTY` has letters that are drawn as nothing. `_CHOOSERS` has ranges of characters that change how the character
# before them is drawn.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_CHOOSERS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"), ("\u180b", "\u180f"))


@dataclass(frozen=True, slots=True)
class Alike:
    """A group of names that look alike, in their original order. `letters` has one item for each name: its first letter
    that differs from the letter at the same place in the first name. The item is empty if no letter differs.
    """

    names: tuple[str, ...]
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """An odd name. `scripts` are the scripts that the name mixes, and `unseen` are its invisible characters. One of
    these two tuples may be empty.
    """

    name: str
    scripts: tuple[str, ...]
    unseen: tuple[str, ...]


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Returns the skeleton of a name. Names that look alike have the same skeleton."""
    plain = unicodedata.normalize("NFD", "".join(map(_of_usual_width, name)))
    seen = [shape_of(letter) for letter in plain if not is_unseen(letter)]
    return " ".join(unicodedata.normalize("NFD", "".join(seen)).split())


def alike(names: Iterable[str]) -> tuple[Alike, ...]:
    """Returns the groups of different names that look alike."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(skeleton(name), []).append(name)
    return tuple([Alike(tuple(group), _differing_letters(group)) for group in groups.values() if len(group) > 1])


def odd(name: str) -> Odd | None:
    """Returns the mixed scripts and invisible characters of the name; `None` if it has neither."""
    if name.isascii() and name.isprintable():
        return None
    unseen = tuple(dict.fromkeys([letter for letter in name if is_unseen(letter)]))
    scripts = _mixed(name)
    return Odd(name, scripts, unseen) if scripts or unseen else None


def taken(name: str, names: Iterable[str]) -> str | None:
    """Returns the first of `names` that looks like `name`; `None` if there is none. Two names also look alike if they
    do so when they are written in small letters. But a name that differs from `name` only in upper and lower case is
    never returned.
    """
    looks = {skeleton(name), skeleton(name.casefold())}
    for other in names:
        if other.casefold() != name.casefold() and looks & {skeleton(other), skeleton(other.casefold())}:
            return other
    return None


def _of_usual_width(letter: str) -> str:
    """Returns the letter in its usual width, because East Asian keyboards have wide and narrow letters."""
    is_wide = not letter.isascii() and unicodedata.decomposition(letter).startswith(("<wide>", "<narrow>"))
    return unicodedata.normalize("NFKC", letter) if is_wide else letter


@cache
def is_unseen(letter: str) -> bool:
    """Whether the character is invisible, or changes how other characters are drawn."""
    if letter.isascii():
        return not letter.isprintable()
    chooses = any(first <= letter <= last for first, last in _CHOOSERS)
    return chooses or letter in _EMPTY or unicodedata.category(letter) in _UNSEEN


def _mixed(name: str) -> tuple[str, ...]:
    """Returns the scripts of the name in the order of its letters, if it mixes scripts as no language does; otherwise
    an empty tuple.
    """
    sets = [scripts for letter in name if (scripts := scripts_of(letter))]
    if not sets or frozenset.intersection(*sets):
        return ()
    if any(all(scripts & together for scripts in sets) for together in _TOGETHER):
        return ()
    named = [_SCRIPTS.get(min(scripts), min(scripts)) for scripts in sets if len(scripts) == 1]
    return tuple(dict.fromkeys(named))


def _differing_letters(group: Sequence[str]) -> tuple[str, ...]:
    """Returns for each name its first letter that differs from the letter at the same place in the first name; empty if
    no letter differs.
    """
    first = group[0]
    return ("", *[_first_other(first, other) for other in group[1:]])


def _first_other(first: str, other: str) -> str:
    pairs: Mapping[int, str] = dict(enumerate(first))
    return next((letter for place, letter in enumerate(other) if pairs.get(place) != letter), "")
