"""The words of a transcript, for its reader and its printer: names, cards, pots, stated ranks."""

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
# A transcript without a `records` line records all that a dealer calls: not burns, rake and the order of cards.
_UNCALLED_OUT: Final = Records.BURNS | Records.RAKE | Records.CARD_ORDER
USUAL_RECORDS: Final = int(sum(RECORDS.values()) & ~_UNCALLED_OUT)

STREETS: Final = {"3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7}
HALVES: Final = ("whole", "high", "low")
VERBS: Final = {"completes": "completes to", "bets": "bets", "raises": "raises to"}
NO_CARD_MARK: Final = "--"
CLOCK_MARK: Final = "|"  # the clock of the line comes after it

# A quoted text, closed or not; a bracket or parenthesis; or letters up to the next of those or a blank.
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?$)|[][()]|[^][()\s"]+')
_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(["\\]))')
_PLAIN: Final = re.compile(r"[\w.,:;/+*&@$'=-]+")
_SMALL: Final = re.compile(r"[0-9]{1,5}")

_RANK_WORDS: Final = {
    **{rank.lower(): place for place, rank in enumerate(RANKS)},
    **{
        form: place
        for place, word in enumerate(
            "deuce three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
        )
        for form in (word, word + "s", word + "es")
    },
}


def tokens(line: str) -> list[str]:
    """The line cut into words; a quoted text is one word and keeps its quotes; a comment ends the line."""
    found = _TOKEN.findall(line)
    for place, token in enumerate(found):
        if token.startswith("#"):
            return found[:place]
    return found


def word(text: str) -> str:
    """`text` as one word of a line: bare if that is safe, else quoted."""
    if _PLAIN.fullmatch(text) and text.isprintable():
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """`text` in quotes, always on one line: each unprintable character is written as its number."""
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
    """The text of a word; `None` if a quote is not closed or an escape names no character."""
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
    """A small plain number."""
    return int(token) if _SMALL.fullmatch(token) else None


def seat_named(token: str) -> int | None:
    """The seat that a word names: 0 to 11, `?` for the stranger; `None` if it names none."""
    if token == "?":
        return STRANGER
    number = small(token)
    return number if number is not None and len(token) <= 2 and number < SEATS else None


def seat_word(seat: int) -> str:
    return "?" if seat == STRANGER else str(seat)


def cards_named(words: Sequence[str]) -> tuple[tuple[int, ...], list[str]]:
    """The cards of the words, and the words that are no cards; the mark `--` is no card and has no spelling."""
    cards = tuple([card_named(name) for name in words])
    wrong = [name for name, card in zip(words, cards, strict=True) if card == NO_CARD and name != NO_CARD_MARK]
    return cards, wrong


def cards_word(cards: Sequence[int]) -> str:
    return " ".join([NO_CARD_MARK if card == NO_CARD else name_of(card) for card in cards])


def is_card(token: str) -> bool:
    """Whether a word is in place of a card: it has two characters, even if no card has that name."""
    return len(token) == 2


def pot_word(pot: int) -> str:
    """The name of a pot after `from`."""
    return "pot" if pot == ANY_POT else "main" if pot == 0 else f"side {pot}"


def pot_named(words: Sequence[str]) -> int | None:
    """The pot that `pot`, `main` or `side 2` names; `None` for other words."""
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
    """The stated ranks in parentheses, after a blank; empty if the log states none."""
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
    """The high and the low that the words inside the parentheses name; `None` if they make no sense."""
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
    text = text.removeprefix("a ")
    for category, name in enumerate(CATEGORY_NAMES):
        if text == name or text.startswith((name + " ", name + ",")):
            ranks = _ranks(text[len(name) :].replace(",", " "))
            if ranks is not None or text == name:
                return (category, *(ranks or ()))
    return None


def _ranks(text: str) -> tuple[int, ...] | None:
    ranks = [_RANK_WORDS.get(name) for name in text.replace(",", " ").split() if name not in ("and", "of")]
    known = [rank for rank in ranks if rank is not None]
    return tuple(known) if known and len(known) == len(ranks) else None


def _numbers(values: Sequence[int]) -> str:
    return "=" + ".".join([str(value) for value in values])


def _listed(text: str) -> tuple[int, ...] | None:
    """`=2.11.8`: a rank without words. Each number has at most two digits, as in our own log."""
    parts = text[1:].split(".")
    if not text.startswith("=") or not all(re.fullmatch("-?[0-9]{1,2}", part) for part in parts):
        return None
    return tuple([int(part) for part in parts])
