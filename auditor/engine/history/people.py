"""Who is meant by a name in a log: somebody, or only a seat of the table."""

from typing import Final

# What logs write that name nobody: with the number of a seat or a count behind it, or alone.
_NOBODY: Final = frozenset(
    ("", "seat", "player", "p", "s", "hero", "villain", "opponent", "guest", "anonymous", "unknown", "me", "you")
)


def is_somebody(name: str) -> bool:
    """Whether a name is a person's, who is the same in the next hand; not that of a seat, such as `Seat+3`."""
    letters = "".join([letter for letter in name.casefold() if letter.isalpha()])
    return letters not in _NOBODY
