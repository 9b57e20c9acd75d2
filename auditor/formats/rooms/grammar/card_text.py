"""Turns the cards of a line, such as `Kc 4d` or `Kc, 4d`, into the numbers that the engine uses for cards."""

from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.formats.card_spelling import card_in
from auditor.formats.memo import Memo, remembered

_TWO_CARDS: Final = len("Kc 4d")


class CardText:
    """The cards that a line prints in a bracket, such as `[X X Tc]`.

    - `text`: the text in the bracket.
    - `cards`: the number of each card. Empty for an empty bracket, because the line does not show how many cards there
      are.
    - `seen`: the same numbers without those of unseen cards.
    - `spelled`: the words of the text that are no cards.

    The text is turned into cards only when the cards are used for the first time. Most lines print earlier cards again,
    and for these lines it is enough to compare `text`.
    """

    __slots__ = ("_cards", "_plain", "text")

    def __init__(self, text: str, plain: str = "") -> None:
        self.text: Final = text
        self._plain: Final = plain  # the same cards as most rooms write them; if empty, `text` is used instead
        self._cards: tuple[int, ...] | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        cards = self._cards
        if cards is None:
            cards = self._cards = cards_in(self._plain or masked(self.text))
        return cards

    @property
    def seen(self) -> tuple[int, ...]:
        return tuple([card for card in self.cards if card != UNSEEN])

    @property
    def spelled(self) -> str:
        return no_cards_in(self._plain or masked(self.text)) if NO_CARD in self.cards else ""


def card_text(text: str, _minor: int = 0) -> CardText | None:
    """Returns the cards of a text such as `X X Tc`; `X` or `-` is an unseen card. `None` for a text of commas only."""
    if len(text) < _TWO_CARDS:
        return _single[text]
    return CardText(text) if text[0].isalnum() else spelled_cards(text, masked(text))


def spelled_cards(text: str, plain: str) -> CardText | None:
    """Returns the cards of a text, for a room with its own way to write cards. `text` is the text of the log (`10c`),
    and `plain` the same cards as most rooms write them (`Tc`). Returns a `CardText` without cards if `text` is empty,
    and `None` if it has only commas.
    """
    if plain.replace(",", " ").strip():
        return CardText(text, plain)
    return None if text.strip() else CardText("", "")


@remembered
def cards_in(text: str) -> tuple[int, ...]:
    """Returns the cards of `Kc 4d` or `Kc, 4d` in their order; `NO_CARD` for a word that is no card of the deck."""
    return tuple([card_in(word) for word in text.replace(",", " ").split()])


# The results for single cards are kept, because the same cards come again and again. A text with several cards is
# nearly always new, so its result is not kept.
_single: Final = Memo(lambda text: spelled_cards(text, masked(text)))


def no_cards_in(text: str) -> str:
    """Returns the words of the text that are no cards of the deck, with blanks between."""
    return " ".join([word for word in text.replace(",", " ").split() if card_in(word) == NO_CARD])


def masked(text: str) -> str:
    """Returns the text with `xx` for each unseen card, which the text writes as `X` or `-`."""
    if "X" not in text and "-" not in text:
        return text
    return " ".join(["xx" if word in ("X", "-") else word for word in text.split()])
