"""The words of the trade explained, a line each, and how a page marks one where it is used.

A word is a button that opens its line beside it, by the browser's own popover: it works by touch, by keyboard and
without scripts, and Escape closes it. Only the first use of a word on a page is marked; the rest stays plain text.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import g

from auditor.web.rulebook.glossary.desk import DECISIONS, FINDINGS, HOUSE, RECORDS
from auditor.web.rulebook.glossary.game import BETTING, CARDS, GAMES, PAYING
from auditor.web.rulebook.glossary.word import Word

CHAPTERS: Final = {
    "The games": GAMES,
    "The cards": CARDS,
    "The betting": BETTING,
    "Showing and paying": PAYING,
    "The house": HOUSE,
    "What is found": FINDINGS,
    "What is decided": DECISIONS,
    "What is kept": RECORDS,
}
WORDS: Final = {word.name: word for words in CHAPTERS.values() for word in words}
_SPELT: Final = {form.lower(): word for word in WORDS.values() for form in (word.name, *word.forms)}
# Texts are marked with words of the game only, and not with those that everybody knows; "double" or "show" are words of
# the trade only where they are the name of something.
_KNOWN: Final = frozenset(
    {"conduct", "deal", "half", "hand", "no limit", "pot", "seat", "spread limit", "street", "stud", "turn"}
)
_ALONE: Final = frozenset({"odd", "pair", "double", "bring_in", "table_stakes", "show"})
_MARKED: Final = sorted(
    [
        form
        for form, word in _SPELT.items()
        if word in (*GAMES, *CARDS, *BETTING, *PAYING) and word.name not in _KNOWN and form not in _ALONE
    ],
    key=len,
    reverse=True,
)
_FIND: Final = re.compile(rf"\b(?:{'|'.join([re.escape(form) for form in _MARKED])})\b", re.IGNORECASE)


def word_of(spelt: str) -> Word | None:
    """The word of this name or form; `None` where there is none."""
    return _SPELT.get(spelt.lower())


def words_in(text: str) -> Iterator[Word]:
    """The words of the game that a text uses, in its order; those that everybody knows left out."""
    for found in _FIND.finditer(text):
        yield _SPELT[found[0].lower()]


class Piece(NamedTuple):
    """A piece of a text; `word` where it is the first use of one on the page, which then has its line behind it."""

    text: str
    word: Word | None


def piece_of(spelt: str, shown: str) -> Piece:
    """A word as a page shows it."""
    return _first_use(_SPELT[spelt.lower()], shown)


def pieces_of(text: str) -> list[Piece]:
    """A text in pieces, with the words of the game that it uses."""
    pieces: list[Piece] = []
    at = 0
    for found in _FIND.finditer(text):
        pieces += [Piece(text[at : found.start()], None), _first_use(_SPELT[found[0].lower()], found[0])]
        at = found.end()
    return [*pieces, Piece(text[at:], None)]


def _first_use(word: Word, shown: str) -> Piece:
    marked: set[str] = g.setdefault("words_marked", set())
    first = word.mark not in marked
    marked.add(word.mark)
    return Piece(shown, word if first else None)
