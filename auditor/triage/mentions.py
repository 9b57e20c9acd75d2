"""Finds the accounts that a comment mentions. A mention is `@` and the name of an account, such as `@Ada`.

A name may contain blanks, so the longest name that fits is taken: if there are accounts `Ann` and `Ann Lee`, the text
`@Ann Lee` mentions `Ann Lee`. Upper and lower case make no difference. An `@` inside a word, as in a mail address, is
no mention.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# At most this many names of a comment are returned; further names are ignored. Each returned account gets an entry in
# its inbox.
MOST_MENTIONS: Final = 20
_AT: Final = re.compile(r"(?<![\w@])@(?=\w)")
_IN_WORD: Final = re.compile(r"\w")
_WORD: Final = re.compile(r"[\w.-]{0,63}\w")


@dataclass(frozen=True, slots=True)
class Mentions:
    """The accounts that a comment mentions, each once, and the words after an `@` that are no name of an account."""

    names: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def mentions_in(text: str, names: Iterable[str]) -> Mentions:
    """Returns the mentions in a comment. `names` are the names of the accounts that can be mentioned.

    At most `MOST_MENTIONS` names and as many unknown words are returned.
    """
    if "@" not in text:
        return Mentions()
    known = {name.lower(): name for name in names}
    lengths = sorted({len(name) for name in known.values()}, reverse=True)
    found: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for at in _AT.finditer(text):
        name = _name_at(text, at.end(), known, lengths)
        word = _WORD.match(text, at.end())
        if name is not None:
            found[name] = None
        elif word is not None:
            unknown[word[0]] = None
    return Mentions(tuple(found)[:MOST_MENTIONS], tuple(unknown)[:MOST_MENTIONS])


def _name_at(text: str, start: int, known: dict[str, str], lengths: list[int]) -> str | None:
    for length in lengths:
        end = start + length
        name = known.get(text[start:end].lower())
        if name is not None and not _IN_WORD.match(text, end):
            return name
    return None
