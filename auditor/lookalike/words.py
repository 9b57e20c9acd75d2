"""Sentences about names that look alike or are odd. Each sentence states the code points (Unicode numbers) of the
letters that make the names odd or different.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from auditor.lookalike.names import Alike, Odd, alike, is_unseen, odd


def visible(name: str) -> str:
    """Returns the name with each invisible character and each unusual space replaced by its code point."""
    return "".join([letter if _is_seen(letter) else f"\u27e8{_number(letter)}\u27e9" for letter in name])


Spelling = Callable[[str], str]


def notes_on(named: Mapping[str, str], spelled: Spelling = visible) -> tuple[str, ...]:
    """Returns notes about odd names and names that look alike. `named` maps each name to a description of its owner:
    `{"Ann": "seat 3"}`. `spelled` is a function that returns a name with its invisible characters made visible.
    """
    notes = [_alike(group, named, spelled) for group in alike(named)]
    notes += [_odd(found, named[found.name], spelled) for name in named if (found := odd(name)) is not None]
    return tuple(notes)


def notes_on_list(names: Sequence[str], spelled: Spelling = visible) -> tuple[str, ...]:
    """Returns notes about odd names and names that look alike in a list. The owners of the names are not described."""
    return notes_on(dict.fromkeys(names, ""), spelled)


@lru_cache(maxsize=1024)
def notes_on_seats(seats: tuple[tuple[str, int], ...], spelled: Spelling = visible) -> tuple[str, ...]:
    """Returns notes about odd names and names that look alike among the players of a hand. `seats` has the player and
    the number of each seat: `(("Ann", 3), ("Bo", 4))`.
    """
    return notes_on({player: f"seat {number}" for player, number in seats if player}, spelled)


def letter_words(letter: str) -> str:
    """Returns the code point and the name of a letter: `U+0406, CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I`."""
    return f"{_number(letter)}, {unicodedata.name(letter, 'without a name')}"


def _alike(group: Alike, named: Mapping[str, str], spelled: Spelling) -> str:
    called = []
    for name, letter in zip(group.names, group.letters, strict=True):
        about = [part for part in (named[name], f"with {letter_words(letter)}" if letter else "") if part]
        called.append(f'"{spelled(name)}"{_of(", ".join(about))}')
    return f"These names look alike and are different: {'; '.join(called)}."


def _odd(found: Odd, of: str, spelled: Spelling) -> str:
    parts = []
    if found.scripts:
        parts.append(f"mixes {' and '.join(found.scripts)} letters")
    if found.unseen:
        parts.append(f"contains invisible characters ({'; '.join(map(letter_words, found.unseen[:5]))})")
    return f'The name "{spelled(found.name)}"{_of(of)} {" and ".join(parts)}.'


def _is_seen(letter: str) -> bool:
    return letter == " " or not (is_unseen(letter) or letter.isspace())


def _of(named: str) -> str:
    return f" ({named})" if named else ""


def _number(letter: str) -> str:
    return f"U+{ord(letter):04X}"
