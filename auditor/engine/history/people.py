"""Whether a name in a log is a person's name, or only the name of a seat."""

from typing import Final

# Words that name nobody, alone or with a number behind them.
_NOBODY: Final = frozenset(
    ("", "seat", "player", "p", "s", "hero", "villain", "opponent", "guest", "anonymous", "unknown", "me", "you")
)


def is_somebody(name: str) -> bool:
    """Whether a name is a person's, and so the same in the next hand. A name such as `Seat+3` is not."""
    letters = "".join([letter for letter in name.casefold() if letter.isalpha()])
    return letters not in _NOBODY
