"""A line of a hand that the program does not understand, and the greatest lengths of the texts stored for it."""

from dataclasses import dataclass
from typing import Final

from auditor.store.postgres import pg_values

# Shapes are cut to this number of characters, because a database index takes at most 2,700 bytes. A log in our own
# format may have texts of any length.
LONGEST_SHAPE: Final = 400
LONGEST_TEXT: Final = 200
LONGEST_ROOM: Final = 64


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of a hand that the program does not understand.

    `event` is the position of the line among the events of the hand. `line` is its line number in the file, or `None`.
    `shape` is its text without names, cards and numbers. `noise`: people marked this shape as having no effect on the
    play, so the hand is stored with a remark in place of the line.
    """

    event: int
    line: int | None
    text: str
    shape: str
    noise: bool


def stored_text(text: str) -> str:
    """Returns the text of a line as the database stores it: at most 200 characters, and escapes in place of NUL."""
    return pg_values.text(text)[:LONGEST_TEXT]


def stored_shape(shape: str) -> str:
    """Returns the shape of a line (its text without names, cards and numbers) as the database stores it: at most 400
    characters.
    """
    return pg_values.text(shape)[:LONGEST_SHAPE]


def stored_room(room: str) -> str:
    """Returns the name of a card room as the database stores it: at most 64 characters."""
    return pg_values.text(room)[:LONGEST_ROOM]
