"""Hints for illegible lines of a transcript. A hint is the correct line that the writer probably meant."""

import difflib
import re
from collections.abc import Sequence
from typing import Final

from auditor.formats.transcript.lines import VERBS_OF_SEATS, event_of
from auditor.formats.transcript.words import seat_named, tokens

_SEAT: Final = re.compile(r"(?:seat\s*)?([0-9]{1,2})[:,.]?", re.IGNORECASE)
_MONEY: Final = re.compile(r"[$€£]?([0-9][0-9,]*(?:\.[0-9]+)?)[.!]?")
_ALIKE: Final = 0.7
_EXAMPLE_AMOUNT: Final = "10"


def hint(text: str, minor: int) -> str:
    """Returns a hint with the correct line; empty if no similar line makes sense. `minor` is the number of decimals of
    amounts.
    """
    words = re.sub(r"^\s*seat\s+", "", text, flags=re.IGNORECASE)
    first, *rest = tokens(words) or [""]
    seat = _SEAT.fullmatch(first)
    if seat is None or seat_named(seat[1]) is None or not rest:
        return ""
    verb = _verb(rest[0].lower().strip(".,!"))
    meant = [seat[1], verb, *[_plain(word) for word in rest[1:]]]
    if not verb:
        return ""
    if meant != tokens(text) and _is_read(meant, minor):
        return f"write `{' '.join(meant)}`"
    if len(meant) == 2 and _is_read([*meant, _EXAMPLE_AMOUNT], minor):
        return f"write the amount as well, as in `{' '.join([*meant, _EXAMPLE_AMOUNT])}`"
    return ""


def _verb(word: str) -> str:
    """Returns the verb that is most similar to the word; empty if no verb is similar."""
    exact = [verb for verb in (word, f"{word}s") if verb in VERBS_OF_SEATS]
    close = difflib.get_close_matches(word, list(VERBS_OF_SEATS), n=1, cutoff=_ALIKE)
    return (exact or close or [""])[0]


def _plain(word: str) -> str:
    """Returns an amount without its currency and commas, and any other word unchanged."""
    amount = _MONEY.fullmatch(word)
    return amount[1].replace(",", "") if amount else word


def _is_read(words: Sequence[str], minor: int) -> bool:
    """Whether the words are a legible line."""
    return event_of(list(words), minor, 0) is not None
