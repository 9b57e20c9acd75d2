"""Spellings that people use for the words of a transcript: `Seat 2: Folded.`, `1 calls $1,200 and is all in`, `10h`.

The reader tries these spellings only for a line that it does not understand as written. The tables below have only
spellings that can mean one thing. `auditor.formats.transcript.hints` has the spellings that may mean two things.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.cards import NO_CARD, RANK_WORDS, RANKS
from auditor.formats.card_spelling import card_in
from auditor.formats.transcript.words import STREETS, cards_word, seat_named

CURRENCIES: Final = "$€£"
# If the amounts of a hand have at most two decimals, the comma in `1,200` can only separate thousands. With three
# decimals, `1,200` might also mean 1.200.
_MOST_MINOR_WITH_COMMAS: Final = 2
_BRING_IN: Final = re.compile(r"\bbring in\b")
_CURRENCY: Final = re.compile(f"[{CURRENCIES}]")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_AMOUNT: Final = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?")
_SIZES: Final = re.compile("([0-9][0-9,.]*|\\?)[-\u2013/]([0-9][0-9,.]*|\\?)")
_CARDS: Final = re.compile(r"(?:(?:10|[2-9TtJjQqKkAa])[cdhsCDHS♣♦♥♠♧♢♡♤]|[xX]{2}|,)+")
_ONE_CARD: Final = re.compile(r"(?:10|[^,])[^,]")
_EMOJI: Final = "\ufe0f"  # an invisible character after a suit sign that a telephone draws as a picture

_ALL_IN: Final = (["all-in"], ["allin"], ["all", "in"])
_BEFORE_ALL_IN: Final = (["and", "is"], ["and", "goes"], ["is"], ["and"])
_OTHER_FORMS: Final = {
    "folds": "fold folded",
    "checks": "check checked",
    "calls": "call called",
    "bets": "bet",
    "raises": "raise raised reraises re-raises",
    "completes": "complete completed",
    "mucks": "muck mucked",
    "shows": "show showed",
    "collects": "collect collected",
    "antes": "ante anted",
    "brings": "bring brought",
    "adds": "add added",
    "exposed": "exposes",
}
_FORMS: Final = {form: verb for verb, forms in _OTHER_FORMS.items() for form in forms.split(" ")}
# In each row: words that people write after the seat, and the words of a transcript with the same meaning. Longer
# phrases come first.
_PHRASES: Final = (
    (("posts", "the", "ante", "of"), ("antes",)),
    (("posts", "an", "ante", "of"), ("antes",)),
    (("posts", "the", "ante"), ("antes",)),
    (("posts", "ante"), ("antes",)),
    (("posts", "the", "bring-in"), ("brings", "in")),
    (("posts", "bring-in"), ("brings", "in")),
    (("brings", "it", "in", "for"), ("brings", "in")),
    (("brings", "it", "in", "with"), ("brings", "in")),
    (("brings", "it", "in"), ("brings", "in")),
    (("brings-in",), ("brings", "in")),
    (("bring-in",), ("brings", "in")),
    (("completes", "it", "to"), ("completes", "to")),
    (("completes", "the", "bet", "to"), ("completes", "to")),
    (("raises", "it", "to"), ("raises", "to")),
    (("is", "dealt"), ()),
    (("dealt",), ()),
)
_STREETS: Final = {
    **{name: name for name in STREETS},
    **dict(zip(("third", "fourth", "fifth", "sixth", "seventh"), STREETS, strict=True)),
    "river": "7th",
}
_RANK_WORDS: Final = {
    **dict(zip(RANK_WORDS, RANKS, strict=True)),
    **{rank.lower(): rank for rank in RANKS},
    "two": "2",
    "10": "T",
}
_SUIT_WORDS: Final = {form: suit[0] for suit in ("clubs", "diamonds", "hearts", "spades") for form in (suit, suit[:-1])}


def usual_words(words: Sequence[str], minor: int) -> list[str]:
    """Returns the words of a line, spelled as in the notation of transcripts: `2`, `folds` for `Seat 2: Folded.`
    `minor` is the number of decimals of amounts. Words in quotes, and words in parentheses, stay as they are.
    """
    stop = words.index("(") if "(" in words else len(words)
    usual = [clean for word in words[:stop] if (clean := _clean(word))]
    if usual[:1] == ["seat"]:
        usual = usual[1:]
    for change in (_all_in, _street, _verb, _raise_from_and_to, _amounts(minor), _cards):
        usual = change(usual)
    return [*usual, *words[stop:]]


def usual_amount(word: str, minor: int) -> str:
    """Returns an amount without the sign of its currency and without commas between thousands: `1200` for `$1,200`.
    Returns any other word unchanged.
    """
    bare = word.strip(CURRENCIES)
    if not _AMOUNT.fullmatch(bare):
        return word
    grouped = _GROUPED.fullmatch(bare) and minor <= _MOST_MINOR_WITH_COMMAS
    return bare.replace(",", "") if grouped else bare


def usual_header(words: Sequence[str], minor: int) -> list[str]:
    """Returns the words of a header line in the spelling of the notation: `stakes $4-$8, bring in 2` becomes
    `stakes 4/8 bring-in 2`.
    """
    text = " ".join([_clean(word) for word in words]).replace(" / ", "/").replace(" - ", "-")
    text = _BRING_IN.sub("bring-in", text)
    usual: list[str] = []
    for word in text.split(" ") if '"' not in text else [_clean(word) for word in words]:
        sizes = _SIZES.fullmatch(_CURRENCY.sub("", word)) if words[0] == "stakes" else None
        parts = [sizes[1], sizes[2]] if sizes else [word]
        usual.append("/".join([usual_amount(part, minor) for part in parts]))
    return [word for word in usual if word]


def _clean(word: str) -> str:
    """Returns a word in small letters, without punctuation at its end. A text in quotes stays as it is."""
    if word.startswith('"') or word == "--":
        return word
    return word.replace(_EMOJI, "").lower().rstrip(".,:;!")


def _all_in(words: list[str]) -> list[str]:
    """Writes the end `and is all in` as `all-in`."""
    for end in _ALL_IN:
        if words[-len(end) :] == end:
            rest = words[: -len(end)]
            before = next((each for each in _BEFORE_ALL_IN if rest[-len(each) :] == each), [])
            return [*rest[: len(rest) - len(before)], "all-in"]
    return words


def _street(words: list[str]) -> list[str]:
    """Writes `fourth street` as `4th`."""
    name = _STREETS.get(words[0]) if words else None
    return [name] if name is not None and words[1:] in ([], ["street"]) else words


def _verb(words: list[str]) -> list[str]:
    """Writes the verb of a seat as the notation of transcripts does: `2 folded` becomes `2 folds`."""
    if len(words) < 2 or seat_named(words[0]) is None:
        return words
    seat, *rest = words
    rest[0] = _FORMS.get(rest[0], rest[0])
    for said, meant in _PHRASES:
        if tuple(rest[: len(said)]) == said:
            return [seat, *meant, *rest[len(said) :]]
    return [seat, *rest]


def _raise_from_and_to(words: list[str]) -> list[str]:
    """Writes `raises 10 to 20` as `raises to 20`."""
    by_and_to = len(words) >= 5 and words[1] == "raises" and words[3] == "to"
    return [*words[:2], *words[3:]] if by_and_to and _AMOUNT.fullmatch(words[2].strip(CURRENCIES)) else words


def _amounts(minor: int) -> Callable[[list[str]], list[str]]:
    """Returns the function that writes amounts in plain digits: `$1,200 chips` becomes `1200`."""

    def change(words: list[str]) -> list[str]:
        usual = [usual_amount(word, minor) for word in words]
        return [
            word
            for place, word in enumerate(usual)
            if not (word in ("chip", "chips") and place and _AMOUNT.fullmatch(usual[place - 1]))
        ]

    return change


def _cards(words: list[str]) -> list[str]:
    """Writes each card by its name: `10h` becomes `Th`, `kdkc` becomes `Kd Kc`, and `ace of spades` becomes `As`. In
    brackets, `x` becomes `xx`.
    """
    usual: list[str] = []
    inside = False
    place = 0
    while place < len(words):
        word = words[place]
        inside = word == "[" or (inside and word != "]")
        long_name = _long_name(words[place : place + 3])
        if long_name:
            usual.append(long_name)
            place += 2
        elif inside and word in ("x", "?"):
            usual.append("xx")
        elif _CARDS.fullmatch(word) or card_in(word) != NO_CARD:
            each = [word] if card_in(word) != NO_CARD else _ONE_CARD.findall(word)
            usual.extend([cards_word([card_in(card)]) for card in each])
        else:
            usual.append(word)
        place += 1
    return usual


def _long_name(words: Sequence[str]) -> str:
    """Returns the name of a card that is written in three words, such as `queen of hearts`; else an empty text."""
    if len(words) < 3 or words[1] != "of":
        return ""
    rank, suit = _RANK_WORDS.get(words[0], ""), _SUIT_WORDS.get(words[2], "")
    return rank + suit if rank and suit else ""
