"""Turns the cards of a line into numbers. Rooms write a card as two letters, with blanks or commas between cards."""

from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN, card_named
from auditor.formats.memo import remembered


class CardText:
    """The cards of a line. `text` is their text, `cards` their numbers, and `seen` the numbers of the cards that are
    not hidden. `spelled` are the words of the text that are no cards of the deck.
    """

    __slots__ = ("cards", "seen", "spelled", "text")

    def __init__(self, text: str, cards: tuple[int, ...], spelled: str) -> None:
        self.text: Final = text
        self.cards: Final = cards
        self.seen: Final = tuple([card for card in cards if card != UNSEEN])
        self.spelled: Final = spelled


@remembered
def card_text(text: str, _minor: int = 0) -> CardText | None:
    """Returns the cards of a text such as `X X Tc`; `X` or `-` is an unseen card. `None` if there are no cards."""
    return spelled_cards(text, masked(text))


def spelled_cards(text: str, plain: str) -> CardText | None:
    """Returns the cards of a text. `plain` is the same text in the usual spelling. `None` if there are no cards."""
    cards = cards_in(plain)
    if not cards:
        return None
    return CardText(text, cards, no_cards_in(plain) if NO_CARD in cards else "")


@remembered
def cards_in(text: str) -> tuple[int, ...]:
    """Returns the cards of `Kc 4d` or `Kc, 4d` in their order; `NO_CARD` for a word that is no card of the deck."""
    return tuple([card_named(word) for word in text.replace(",", " ").split()])


def no_cards_in(text: str) -> str:
    """Returns the words of the text that are no cards of the deck, with blanks between."""
    return " ".join([word for word in text.replace(",", " ").split() if card_named(word) == NO_CARD])


def masked(text: str) -> str:
    """Returns the text with `xx` for each unseen card, which the text writes as `X` or `-`."""
    return " ".join(["xx" if word in ("X", "-") else word for word in text.split()])
