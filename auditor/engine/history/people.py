"""Distinguishes the name of a person in a log from a name that only describes a seat."""

from typing import Final

# Words that do not name a person, either alone or followed by a number.
_NOBODY: Final = frozenset(
    ("", "seat", "player", "p", "s", "hero", "villain", "opponent", "guest", "anonymous", "unknown", "me", "you")
)


def is_somebody(name: str) -> bool:
    """Whether the name is a person's, so that the same name in the next hand is the same person. `Seat+3` is not such a
    name.
    """
    letters = "".join([letter for letter in name.casefold() if letter.isalpha()])
    return letters not in _NOBODY
