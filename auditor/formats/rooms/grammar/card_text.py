"""Cards as rooms write them, two letters each with blanks or commas between, to numbers."""

from auditor.engine.cards import NO_CARD, card_named
from auditor.formats.memo import remembered


@remembered
def cards_in(text: str) -> tuple[int, ...]:
    """The cards of `Kc 4d` or `Kc, 4d`, in that order; `NO_CARD` for what is no card of the deck."""
    return tuple([card_named(word) for word in text.replace(",", " ").split()])


def no_cards_in(text: str) -> str:
    """What the text writes in place of cards that are not cards of the deck, with blanks between."""
    return " ".join([word for word in text.replace(",", " ").split() if card_named(word) == NO_CARD])


@remembered
def seen_or_not(text: str) -> tuple[int, ...]:
    """Cards as text to numbers; an `X`, or a `-`, is a card nobody saw."""
    return cards_in(masked(text))


def masked(text: str) -> str:
    """The same with `xx` for each card nobody saw."""
    return " ".join(["xx" if word in ("X", "-") else word for word in text.split()])
