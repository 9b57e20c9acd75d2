"""Finds names that look alike (UTS #39), and odd names.

Two names look alike where their skeletons are equal: every letter is replaced by the one that it looks like, and
invisible characters are left out. A name is odd where it mixes scripts as no language does, or holds invisible
characters.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from auditor.lookalike.tables import scripts_of, shape_of

# Japanese, Chinese with Bopomofo, and Korean use several scripts together, and Latin as well.
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
# Controls, surrogates, line ends; marks that change how others are drawn, and letters that are drawn as nothing.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_CHOOSERS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"), ("\u180b", "\u180f"))


@dataclass(frozen=True, slots=True)
class Alike:
    """Names that look alike, in the order in which they came, and the letters in which each differs from the first."""

    names: tuple[str, ...]
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """A name that mixes these scripts, and has these invisible characters; one of both may be empty."""

    name: str
    scripts: tuple[str, ...]
    unseen: tuple[str, ...]


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """The name reduced to its looks: names that look alike have the same skeleton."""
    plain = unicodedata.normalize("NFD", "".join(map(_of_usual_width, name)))
    seen = [shape_of(letter) for letter in plain if not is_unseen(letter)]
    return " ".join(unicodedata.normalize("NFD", "".join(seen)).split())


def alike(names: Iterable[str]) -> tuple[Alike, ...]:
    """The groups of different names that look alike."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(skeleton(name), []).append(name)
    return tuple([Alike(tuple(group), _differing_letters(group)) for group in groups.values() if len(group) > 1])


def odd(name: str) -> Odd | None:
    """The oddities of one name: invisible letters and mixed scripts; `None` if it has none."""
    if name.isascii() and name.isprintable():
        return None
    unseen = tuple(dict.fromkeys([letter for letter in name if is_unseen(letter)]))
    scripts = _mixed(name)
    return Odd(name, scripts, unseen) if scripts or unseen else None


def taken(name: str, names: Iterable[str]) -> str | None:
    """The first of the names that looks like this one, in small letters as well. The same name in other letters is not
    one of them.
    """
    looks = {skeleton(name), skeleton(name.casefold())}
    for other in names:
        if other.casefold() != name.casefold() and looks & {skeleton(other), skeleton(other.casefold())}:
            return other
    return None


def _of_usual_width(letter: str) -> str:
    """The letter in its usual width: East Asian keyboards have wide and narrow ones."""
    is_wide = not letter.isascii() and unicodedata.decomposition(letter).startswith(("<wide>", "<narrow>"))
    return unicodedata.normalize("NFKC", letter) if is_wide else letter


@cache
def is_unseen(letter: str) -> bool:
    """Whether the character is invisible, or changes how others are drawn."""
    if letter.isascii():
        return not letter.isprintable()
    chooses = any(first <= letter <= last for first, last in _CHOOSERS)
    return chooses or letter in _EMPTY or unicodedata.category(letter) in _UNSEEN


def _mixed(name: str) -> tuple[str, ...]:
    """The scripts that a name mixes as no language does, in the order of its letters; none where it does not."""
    sets = [scripts for letter in name if (scripts := scripts_of(letter))]
    if not sets or frozenset.intersection(*sets):
        return ()
    if any(all(scripts & together for scripts in sets) for together in _TOGETHER):
        return ()
    named = [_SCRIPTS.get(min(scripts), min(scripts)) for scripts in sets if len(scripts) == 1]
    return tuple(dict.fromkeys(named))


def _differing_letters(group: Sequence[str]) -> tuple[str, ...]:
    """For each name, its first letter that differs from the first name; empty for the first name."""
    first = group[0]
    return ("", *[_first_other(first, other) for other in group[1:]])


def _first_other(first: str, other: str) -> str:
    pairs: Mapping[int, str] = dict(enumerate(first))
    return next((letter for place, letter in enumerate(other) if pairs.get(place) != letter), "")
