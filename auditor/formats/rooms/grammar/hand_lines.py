"""Tests whether a line looks like a line of a hand of a room, although the players are unknown. Text above the first
hand of a file is ignored only if no line of this text looks like a line of a hand, because part of a hand must not be
ignored.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.lines import Row

# The longest text that is taken for the name of an unknown player, in characters. No room allows longer names.
_LONGEST_NAME: Final = 64
_DECIMALS: Final = 2  # most amounts have two decimals; the decimals of the hand are unknown here
_MOST_ENDS: Final = 8  # at most this many places in a line are tried as the end of a name
_ANY_WORDS: Final = frozenset(["rest", "words", "player"])  # parts that any text fits


def is_line_of_hand(grammar: Grammar, line: str) -> bool:
    """Whether the line looks like one of the rows of a grammar. Such a line lists a seat, is an act of any player, is
    the title of a street, or is a payment.

    Remarks such as `Ann leaves the table` do not count, because they are not part of the play and because sentences in
    an e-mail look like them.
    """
    text = line.strip()
    for opening, row in grammar.openings.items():
        found = row.pattern.match(text) if opening.count(" ") > 1 else None
        if found is not None and found.end() < len(text):
            return True
    lower = text.lower()
    return any(_fits(row, text, lower) for row in _rows_with_words(grammar))


@cache
def _rows_with_words(grammar: Grammar) -> tuple[Row, ...]:
    """Returns the rows of a grammar that are recognized by their fixed words. Leaves out remarks that have a NAME or
    end with `...`. Also leaves out rows that have a NAME and other parts, if all these parts match any text, as REST
    does.
    """
    found = []
    for row in {id(row): row for rows in grammar.rows.values() for row in rows}.values():
        has_words = any(char.islower() or char == "*" for char in row.line.words)
        names = {name for name, _, _ in row.parts}
        is_remark = row.is_noise and (row.is_open or row.opening is not None)
        if has_words and not is_remark and (row.opening is None or not (names and names <= _ANY_WORDS)):
            found.append(row)
    return tuple(found)


def _fits(row: Row, text: str, lower: str) -> bool:
    """Whether the line fits a row that has fixed words. If the row has a NAME, the text before its fixed words may be
    the name of any player. `lower` is the line in lower case.
    """
    if row.opening is None:
        return row.values(text, _DECIMALS) is not None
    if not text.startswith(row.opening) or row.literal not in lower:
        return False
    rest = text[len(row.opening) :]
    return any(row.pattern.match(rest[at:]) is not None for at in _ends_of_name(rest, row.literal))


def _ends_of_name(rest: str, literal: str) -> Iterator[int]:
    """Yields the positions in `rest` at which the name of an unknown player may end. These are the positions at which
    the first fixed words of a row (`literal`), such as ` bets `, begin.
    """
    lower = rest.lower()
    if not literal or len(lower) != len(rest):  # a few capital letters become two characters in lower case
        return
    at = lower.find(literal, 1, _LONGEST_NAME + len(literal))
    for _ in range(_MOST_ENDS):
        if at < 0:
            return
        yield at
        at = lower.find(literal, at + 1, _LONGEST_NAME + len(literal))
