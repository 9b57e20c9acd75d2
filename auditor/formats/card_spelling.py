"""Reads a card in the spellings that people and programs use: `3h`, `3H`, `h3`, `3♥`, `10h`. A copy of a log from a
browser or a forum may have other spellings than the room writes.
"""

import re
from typing import Final

from auditor.engine.cards import CARDS, NO_CARD, UNSEEN, card_named

# People write `10h`, `3H`, `h3` and `3♥` for a card. Ranks and suits have no letter in common, so the order is free.
_SUITS: Final = "cC♣♧dD♦♢hH♥♡sS♠♤"
_RANK: Final = "10|[2-9TtJjQqKkAa]"
_EMOJI: Final = "[\ufe0e\ufe0f]?"  # an invisible character after a suit sign: it is drawn as text, or as a picture
_CARD: Final = re.compile(f"({_RANK})([{_SUITS}]){_EMOJI}|([{_SUITS}]){_EMOJI}({_RANK})")
# Some people write `1h` for the ace of hearts. Others mean `10h`, the ten, and forget the 0.
_ACE_OR_TEN: Final = re.compile(f"1([{_SUITS}])")


def card_in(token: str) -> int:
    """Returns the card that a word names in any usual spelling: `3h`, `3H`, `h3`, `3♥`, `10h`. `xx` and `??` give
    `UNSEEN`, and any other word gives `NO_CARD`.
    """
    card = _IN_LETTERS.get(token)
    return _in_signs(token) if card is None else card


def _in_signs(token: str) -> int:
    """Returns what `card_in` returns, for any word."""
    card = card_named(token)
    if card != NO_CARD:
        return card
    if token.lower() == "xx":
        return UNSEEN
    match = _CARD.fullmatch(token)
    if match is None:
        return NO_CARD
    rank, suit = match[1] or match[4], match[2] or match[3]
    return CARDS[("T" if rank == "10" else rank.upper()) + _suit(suit)]


def ace_or_ten(token: str) -> tuple[str, str] | None:
    """Returns both cards that a word such as `1h` may mean, `Ah` and `Th`; `None` for any other word."""
    match = _ACE_OR_TEN.fullmatch(token)
    if match is None:
        return None
    suit = _suit(match[1])
    return f"A{suit}", f"T{suit}"


def _suit(sign: str) -> str:
    """Returns the letter of a suit, such as `h` for `♥`."""
    return "cdhs"[_SUITS.index(sign) // 4]


# The cards spelled with letters and digits only. The readers of rooms look up most cards here.
_IN_LETTERS: Final = {
    word: _in_signs(word)
    for rank in ("10", *"23456789TtJjQqKkAa")
    for suit in "cCdDhHsS"
    for word in (f"{rank}{suit}", f"{suit}{rank}")
}
