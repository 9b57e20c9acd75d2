"""The words of a transcript: names, cards, pots, stated hands. The reader and the printer both use this module."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine import hand
from auditor.engine.cards import NO_CARD, RANKS, card_named, name_of
from auditor.engine.events import ANY_POT, SEATS, STRANGER
from auditor.engine.hand import Records
from auditor.engine.ranks import CATEGORY_NAMES
from auditor.formats.limits import not_text

RECORDS: Final = {name.replace("_", "-"): record for name, record in hand.RECORDS.items()}
# A transcript without a `records` line records everything that a dealer announces. Burns, the rake and the order of
# the cards are not announced.
_UNCALLED_OUT: Final = Records.BURNS | Records.RAKE | Records.CARD_ORDER
USUAL_RECORDS: Final = int(sum(RECORDS.values()) & ~_UNCALLED_OUT)

STREETS: Final = {"3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7}
HALVES: Final = ("whole", "high", "low")
VERBS: Final = {"completes": "completes to", "bets": "bets", "raises": "raises to"}
NO_CARD_MARK: Final = "--"
CLOCK_MARK: Final = "|"  # the clock of a line comes after this mark

# A quoted text, which may lack its last quote; a bracket or parenthesis; or characters up to one of these or a blank.
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
    """Returns `text` in quotes, on one line. Each unprintable character is written as its number."""
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
    """Returns the text of a word without quotes. `None` if the last quote is missing, or if an escape names no
    character.
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
    """Returns a number of at most five digits; `None` for any other word."""
    return int(token) if _SMALL.fullmatch(token) else None


def seat_named(token: str) -> int | None:
    """Returns the seat that a word names, 0 to 11. `?` is `STRANGER`, a player who has no seat at the table. `None` for
    any other word.
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
    cards = tuple([card_named(name) for name in words])
    wrong = [name for name, card in zip(words, cards, strict=True) if card == NO_CARD and name != NO_CARD_MARK]
    return cards, wrong


def cards_word(cards: Sequence[int]) -> str:
    """Returns the names of the cards with blanks between; `--` for `NO_CARD`."""
    return " ".join([NO_CARD_MARK if card == NO_CARD else name_of(card) for card in cards])


def is_card(token: str) -> bool:
    """Whether a word stands for a card. Every word of two characters does, even if no card has that name."""
    return len(token) == 2


def pot_word(pot: int) -> str:
    """Returns the name of a pot, as after the word `from`."""
    return "pot" if pot == ANY_POT else "main" if pot == 0 else f"side {pot}"


def pot_named(words: Sequence[str]) -> int | None:
    """Returns the pot that `pot`, `main` or `side 2` names; `None` for other words."""
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
    """Returns the stated hands in parentheses, after a blank. The text is empty if the log states no hand."""
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
    """Returns the high and the low hand that the words in parentheses state; `None` if the words make no sense."""
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
    """Returns the high hand of a text such as `two pair K 9`; `None` if the text names no hand."""
    text = text.removeprefix("a ")
    for category, name in enumerate(CATEGORY_NAMES):
        if text == name or text.startswith((name + " ", name + ",")):
            ranks = _ranks(text[len(name) :].replace(",", " "))
            if ranks is not None or text == name:
                return (category, *(ranks or ()))
    return None


def _ranks(text: str) -> tuple[int, ...] | None:
    """Returns the ranks of a text such as `kings and 9`; `None` if there is any other word, or no rank."""
    ranks = [_RANK_WORDS.get(name) for name in text.replace(",", " ").split() if name not in ("and", "of")]
    known = [rank for rank in ranks if rank is not None]
    return tuple(known) if known and len(known) == len(ranks) else None


def _numbers(values: Sequence[int]) -> str:
    """Returns the numbers of a hand that has no words: `=2.11.8`."""
    return "=" + ".".join([str(value) for value in values])


def _listed(text: str) -> tuple[int, ...] | None:
    """Returns the numbers of a hand that is written without words: `=2.11.8`. Each number has at most two digits, as in
    our own log.
    """
    parts = text[1:].split(".")
    if not text.startswith("=") or not all(re.fullmatch("-?[0-9]{1,2}", part) for part in parts):
        return None
    return tuple([int(part) for part in parts])
