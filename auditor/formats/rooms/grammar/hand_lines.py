"""Tests whether a line looks like a line of a hand of a room when the players are unknown. A text above the first hand
of a file is ignored only if none of its lines does, because part of a hand must not be ignored.
"""

from typing import Final

from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.lines import Row

# The longest text that is taken for the name of an unknown player, in characters. No room allows longer names.
_LONGEST_NAME: Final = 64
_ANY_WORDS: Final = frozenset(["rest", "words", "player"])  # parts that any text fits


def is_line_of_hand(grammar: Grammar, line: str) -> bool:
    """Whether the line looks like one of the rows of a grammar: a line that lists a seat, an act of any player, the
    title of a street, a payment.

    Remarks such as `Ann leaves the table` do not count, because they carry no play and because the sentences of a mail
    look like them.
    """
    text = line.strip()
    for opening, row in grammar.openings.items():
        found = row.pattern.match(text) if opening.count(" ") > 1 else None
        if found is not None and found.end() < len(text):
            return True
    return any(_fits(row, text) for rows in grammar.rows.values() for row in rows)


def _fits(row: Row, text: str) -> bool:
    """Whether the line fits a row that has fixed words. The text before these words is taken for a player's name."""
    if not any(map(str.isalpha, row.literal)) or (row.is_noise and (row.is_open or row.opening is not None)):
        return False
    if row.opening is None:
        return row.pattern.match(text) is not None
    rest = text[len(row.opening) :]
    lower = rest.lower()
    names = {name for name, _, _ in row.parts}
    # A few capital letters become two characters in lower case, which would shift the position.
    if text[: len(row.opening)] != row.opening or len(lower) != len(rest) or (names and names <= _ANY_WORDS):
        return False
    at = lower.find(row.literal, 1, _LONGEST_NAME + len(row.literal))
    return at > 0 and row.pattern.match(rest[at:]) is not None
