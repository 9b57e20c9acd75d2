"""Cards: a card is an int from 0 to 51, `rank * 4 + suit`; the deuce of clubs is 0, the ace of spades 51. Two negative
ints are not cards of the deck: `UNSEEN` stands for a card that the log hides, and `NO_CARD` for a text in the log that
names no card. A set of cards is an int with one bit for each card.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = 52
ACE: Final = 12
UNSEEN: Final = -1
NO_CARD: Final = -2

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARDS: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES)}
RANK_WORDS: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
# For each card, the int in which only the bit of this card is set: `1 << card`. These ints are stored, because the
# compiler mypyc compiles shifts by 31 or more wrongly.
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(DECK))


def card_named(text: str) -> int:
    """Returns the card with this name, two characters such as `Td`. `xx` and `??` stand for a hidden card and give
    `UNSEEN`. Any other text gives `NO_CARD`.
    """
    card = CARDS.get(text)
    if card is not None:
        return card
    return UNSEEN if text in ("xx", "??") else NO_CARD


def name_of(card: int) -> str:
    """Returns `Td` for a card, `xx` for an unseen card, and `!!` for `NO_CARD`."""
    if card >= 0:
        return NAMES[card]
    return "xx" if card == UNSEEN else "!!"


def names_of(cards: tuple[int, ...] | list[int]) -> str:
    """Returns the names of several cards, separated by spaces."""
    return " ".join([name_of(card) for card in cards])


def card_words(card: int) -> str:
    """Returns a card of the deck in words: `ace of spades`."""
    return f"{RANK_WORDS[card >> 2]} of {_SUIT_WORDS[card & 3]}"
