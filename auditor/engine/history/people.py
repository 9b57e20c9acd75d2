"""Decides whether a player's name in a log identifies a person or only describes a seat, such as `Seat 3` or `Hero`."""

from typing import Final

# Words that name no person, alone or with a number: `Player 2`.
_NOBODY: Final = frozenset(
    ("", "seat", "player", "p", "s", "hero", "villain", "opponent", "guest", "anonymous", "unknown", "me", "you")
)


def is_somebody(name: str) -> bool:
    """Whether a name identifies a person, so that the same name in the next hand means the same person. `Seat 3` does
    not identify a person.
    """
    letters = "".join([letter for letter in name.casefold() if letter.isalpha()])
    return letters not in _NOBODY
