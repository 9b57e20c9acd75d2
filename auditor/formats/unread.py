"""Unread lines, and their shapes. An unread line is a line of a hand that the reader of the format does not understand.

Two lines have the same shape if they differ only in names, cards and numbers. So a shape stands for all lines that a
room writes for one purpose.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from auditor.engine.events import Unread
from auditor.engine.hand import Hand
from auditor.engine.words import HIDDEN_NAME, without_names
from auditor.formats import limits

NAME: Final = "NAME"
CARDS: Final = "CARDS"
NUMBER: Final = "NUMBER"
_CARD: Final = r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"
_CARDS: Final = re.compile(rf"(?<!\w){_CARD}(?:[ ,]+{_CARD})*(?!\w)", re.IGNORECASE)
_WORD: Final = re.compile(r"[\w$€£₹¥%.,:/]+")
_MARKS: Final = ".,:/"


class UnreadRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line that the reader of the format does not know. The line is not reported as a finding. A rule whose result
    may depend on the line is reported as not verifiable.

    `shape` is the text without names, cards and numbers. `line` is null if the line number is unknown.
    """

    line: Annotated[int, Meta(ge=1, description="The number of the line in the file. The first line is 1.")] | None
    text: str
    shape: str


def unread_rows(hand: Hand) -> list[UnreadRow]:
    """Returns the unread lines of a hand, in their order."""
    lines = [event for event in hand.events if type(event) is Unread]
    if not lines:
        return []
    names = [seat.player for seat in hand.seats]
    return [UnreadRow(event.line or None, event.text, shape_of(event.text, names)) for event in lines]


def number_of_unread(hand: Hand) -> int:
    """Returns how many lines of a hand are unread."""
    return sum([type(event) is Unread for event in hand.events])


def shape_of(text: str, names: Iterable[str]) -> str:
    """Returns the shape of a line: its words, with NAME, CARDS and NUMBER in place of names, cards and numbers. `names`
    are the names of the seats. For example, `Ann wins jackpot 5` has the shape `NAME wins jackpot NUMBER`.

    The text of an unread line is cut after 200 characters. If the text has this length, its last word may be
    incomplete, so the shape ends before the last word.
    """
    known = [name for name in names if name]
    shape = text if len(text) != limits.UNREAD else _without_cut_end(text, known)
    shape = _CARDS.sub("\1", without_names(shape, known))
    shape = _WORD.sub(_without_number, shape)
    return " ".join(shape.replace(HIDDEN_NAME, NAME).replace("\1", CARDS).split())


def _without_cut_end(text: str, names: Sequence[str]) -> str:
    """Returns the beginning of a text that was cut after 200 characters, and `…`. The last word is left out, because it
    may be incomplete. If the text ends with the beginning of a player's name, this beginning is left out too.
    """
    last_word = text.rfind(" ") + 1
    parts = [len(text) - size for name in names for size in range(1, len(name) + 1) if text.endswith(name[:size])]
    return f"{text[: min([last_word, *parts])]}…"


def _without_number(word: re.Match[str]) -> str:
    """Returns the word with NUMBER in place of its letters and digits, if it has a digit. Marks at its ends, such as a
    comma, stay. Such a word is an amount, a time or a date, but it may also be the name of an onlooker, such as
    `Zed77`. Returns any other word unchanged.
    """
    text = word[0]
    if not any(map(str.isdigit, text)):
        return text
    bare = text.strip(_MARKS)
    before, _, after = text.partition(bare)
    return f"{before}{NUMBER}{after}"
