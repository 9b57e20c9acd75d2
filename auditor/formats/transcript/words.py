"""The words of a transcript: names, cards, pots, stated hands. The reader and the printer both use this module."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine import hand
from auditor.engine.cards import NO_CARD, RANKS, name_of
from auditor.engine.events import ANY_POT, SEATS, STRANGER
from auditor.engine.hand import Records
from auditor.engine.ranks import CATEGORY_NAMES
from auditor.formats.card_spelling import ace_or_ten, card_in
from auditor.formats.limits import not_text

RECORDS: Final = {name.replace("_", "-"): record for name, record in hand.RECORDS.items()}
# `USUAL_RECORDS` are the kinds of lines that the audit expects in a transcript without a `records` line: all kinds but
# burns, the rake and the order of the cards, which a dealer does not announce. Each bit of `SILENCES` allows a log to
# lack something. `USUAL_RECORDS` has only one of these bits, `MAY_STOP`: a transcript may end before the hand ends.
_UNCALLED_OUT: Final = Records.BURNS | Records.RAKE | Records.CARD_ORDER | (hand.SILENCES & ~Records.MAY_STOP)
USUAL_RECORDS: Final = int(sum(RECORDS.values()) & ~_UNCALLED_OUT)

STREETS: Final = {"3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7}
HALVES: Final = ("whole", "high", "low")
VERBS: Final = {"completes": "completes to", "bets": "bets", "raises": "raises to"}
NO_CARD_MARK: Final = "--"
CLOCK_MARK: Final = "|"  # the times of an act come after this mark: `3 folds | used 30`

# A quoted text, which may lack its last quote; or a bracket or parenthesis; or a word, up to a blank, quote or bracket.
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?$)|[][()]|[^][()\s"]+')
_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(["\\]))')
_PLAIN: Final = re.compile(r"[\w.,:;/+*&@$'=-]+")
_SMALL: Final = re.compile(r"[0-9]{1,5}")
_RANK_WORDS: Final = {
    **{rank.lower(): place for place, rank in enumerate(RANKS)},
    **{
        form: place
        for place, word in enumerate(
            (
                *("deuce", "three", "four", "five", "six", "seven", "eight"),
                *("nine", "ten", "jack", "queen", "king", "ace"),
            )
        )
        for form in (word, word + "s", word + "es")
    },
}


def tokens(line: str) -> list[str]:
    """Returns the words of a line. A quoted text is one word and keeps its quotes. A comment ends the line."""
    found = _TOKEN.findall(line)
    for place, token in enumerate(found):
        if token.startswith("#"):
            return found[:place]
    return found


def word(text: str) -> str:
    """Returns `text` as one word of a line, in quotes if necessary."""
    if _PLAIN.fullmatch(text) and text.isprintable():
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Returns `text` in quotes, on one line. Each unprintable character is written as its code number."""
    letters: list[str] = []
    for letter in text:
        if letter in '"\\':
            letters.append("\\" + letter)
        elif letter.isprintable():
            letters.append(letter)
        else:
            letters.append(f"\\u{ord(letter):04x}" if letter <= "\uffff" else f"\\U{ord(letter):08x}")
    return '"' + "".join(letters) + '"'


def unquoted(token: str) -> str | None:
    """Returns the text of a word without its quotes. `None` if the last quote is missing, if a backslash in the text
    begins no known sequence, or if the text has a character that is not allowed.
    """
    if not token.startswith('"'):
        return token
    inner = token[1:-1]
    if len(token) < 2 or not token.endswith('"') or "\\" in _ESCAPE.sub("", inner):
        return None
    text = _ESCAPE.sub(_unescaped, inner)
    return None if not_text(text) else text


def _unescaped(match: re.Match[str]) -> str:
    four, eight, itself = match.groups()
    if itself:
        return str(itself)
    point = int(four or eight, 16)
    return chr(point) if point <= 0x10FFFF else "\0"


def small(token: str) -> int | None:
    """Returns the number that a word of one to five digits means, such as 42 for `42`. Returns `None` for any other
    word.
    """
    return int(token) if _SMALL.fullmatch(token) else None


def seat_named(token: str) -> int | None:
    """Returns the seat that a word names, 0 to 15. `?` is `STRANGER`, a player who has no seat at the table. Returns
    `None` for any other word.
    """
    if token == "?":
        return STRANGER
    number = small(token)
    return number if number is not None and len(token) <= 2 and number < SEATS else None


def seat_word(seat: int) -> str:
    """Returns the word for a seat: its number, or `?` for `STRANGER`."""
    return "?" if seat == STRANGER else str(seat)


def cards_named(words: Sequence[str]) -> tuple[tuple[int, ...], list[str]]:
    """Returns the cards of the words, and the words that are no cards. The mark `--` becomes `NO_CARD` and is not among
    those words.
    """
    cards = tuple([card_in(name) for name in words])
    wrong = [name for name, card in zip(words, cards, strict=True) if card == NO_CARD and name != NO_CARD_MARK]
    return cards, wrong


def cards_word(cards: Sequence[int]) -> str:
    """Returns the names of the cards with blanks between; `--` for `NO_CARD`."""
    return " ".join([NO_CARD_MARK if card == NO_CARD else name_of(card) for card in cards])


def is_card(token: str) -> bool:
    """Whether a word stands for a card. Every word of two characters does, even if no card has that name. The exception
    is a word that may mean two cards, such as `1h`.
    """
    return len(token) == 2 and ace_or_ten(token) is None


def pot_word(pot: int) -> str:
    """Returns the name of a pot, as people write it after the word `from`: `main`, `side 1`, or `pot` if the log does
    not state which pot.
    """
    return "pot" if pot == ANY_POT else "main" if pot == 0 else f"side {pot}"


def pot_named(words: Sequence[str]) -> int | None:
    """Returns the number of the pot that the words name: 0 for `main`, 2 for `side 2`, `ANY_POT` for `pot` or for no
    words. Returns `None` for other words.
    """
    if words in (["pot"], []):
        return ANY_POT
    if words in (["main"], ["main", "pot"]):
        return 0
    if words in (["side"], ["side", "pot"]):
        return 1
    if len(words) == 2 and words[0] == "side":
        return small(words[1])
    return None


def stated_word(high: Sequence[int], low: Sequence[int]) -> str:
    """Returns the hands that the log states for a seat, as a transcript writes them: ` (two pair K 9; low 8-7-4-3-A)`.
    The text begins with a blank; it is empty if the log states no hand.
    """
    parts: list[str] = []
    if high:
        known = 0 <= high[0] < len(CATEGORY_NAMES) and all(0 <= rank < 13 for rank in high[1:])
        ranks = "".join([f" {RANKS[rank]}" for rank in high[1:]]) if known else ""
        parts.append(CATEGORY_NAMES[high[0]] + ranks if known else "high " + _numbers(high))
    if low:
        known = all(0 <= rank < 13 for rank in low)
        parts.append("low " + ("-".join([RANKS[rank] for rank in low]) if known else _numbers(low)))
    return f" ({'; '.join(parts)})" if parts else ""


def stated_named(words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Returns the high and the low hand that the words inside parentheses state: `two pair K 9; low 8-7-4-3-A`. Each
    hand is a tuple of integers, and () if it is not stated. Returns `None` if the words make no sense.
    """
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    for part in " ".join(words).lower().split(";"):
        first, _, rest = part.strip().partition(" ")
        value = _listed(rest) if first == "high" else None
        if first == "low":
            value = _listed(rest) or _ranks(rest.replace("-", " "))
            low = value or low
        else:
            value = value or _category(part.strip())
            high = value or high
        if value is None:
            return None
    return high, low


def _category(text: str) -> tuple[int, ...] | None:
    """Returns the high hand of a text as numbers, first the category and then the ranks: `(2, 11, 7)` for `two pair K
    9`. Returns `None` if the text names no hand.
    """
    text = text.removeprefix("a ")
    for category, name in enumerate(CATEGORY_NAMES):
        if text == name or text.startswith((name + " ", name + ",")):
            ranks = _ranks(text[len(name) :].replace(",", " "))
            if ranks is not None or text == name:
                return (category, *(ranks or ()))
    return None


def _ranks(text: str) -> tuple[int, ...] | None:
    """Returns the ranks of a text, from 0 for a deuce to 12 for an ace: `(11, 7)` for `kings and 9`. Returns `None` if
    there is any other word, or no rank.
    """
    ranks = [_RANK_WORDS.get(name) for name in text.replace(",", " ").split() if name not in ("and", "of")]
    known = [rank for rank in ranks if rank is not None]
    return tuple(known) if known and len(known) == len(ranks) else None


def _numbers(values: Sequence[int]) -> str:
    """Returns a stated poker hand as numbers: `=2.11.8` for `(2, 11, 8)`. The printer uses this form for a hand that it
    cannot write in words.
    """
    return "=" + ".".join([str(value) for value in values])


def _listed(text: str) -> tuple[int, ...] | None:
    """Returns the numbers of a stated poker hand that is written as numbers: `(2, 11, 8)` for `=2.11.8`. Each number
    may have at most two digits. Returns `None` for any other text.
    """
    parts = text[1:].split(".")
    if not text.startswith("=") or not all(re.fullmatch("-?[0-9]{1,2}", part) for part in parts):
        return None
    return tuple([int(part) for part in parts])
