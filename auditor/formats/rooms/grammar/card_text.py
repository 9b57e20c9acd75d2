"""Turns the cards of a line, such as `Kc 4d` or `Kc, 4d`, into the numbers that the engine uses for cards."""

from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN, card_named
from auditor.formats.memo import remembered


class CardText:
    """The cards that a line prints, such as `[X X Tc]`. `text` is this text, `cards` the number of each card, and
    `seen` the numbers without unseen cards. `spelled` are the words that are no cards. If the bracket is empty, so is
    `cards`: the line does not show how many cards there are.
    """

    __slots__ = ("cards", "seen", "spelled", "text")

    def __init__(self, text: str, cards: tuple[int, ...], spelled: str) -> None:
        self.text: Final = text
        self.cards: Final = cards
        self.seen: Final = tuple([card for card in cards if card != UNSEEN])
        self.spelled: Final = spelled


@remembered
def card_text(text: str, _minor: int = 0) -> CardText | None:
    """Returns the cards of a text such as `X X Tc`; `X` or `-` is an unseen card. `None` for a text of commas only."""
    return spelled_cards(text, masked(text))


def spelled_cards(text: str, plain: str) -> CardText | None:
    """Does the same as `card_text` for a room with another way to write cards. `text` is the text of the log (`10c`),
    and `plain` the same cards as most rooms write them (`Tc`). `None` if `text` has only commas.
    """
    cards = cards_in(plain)
    if not cards:
        return None if text.strip() else CardText("", (), "")
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
