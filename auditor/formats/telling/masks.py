"""Cards as text where a log has a letter or a dash for each one that nobody saw."""

from auditor.formats.spelling.card_text import cards_in


def seen_or_not(text: str) -> tuple[int, ...]:
    """Cards as text to numbers; an `X`, or a `-`, is a card nobody saw."""
    return cards_in(masked(text))


def masked(text: str) -> str:
    """The same with `xx` for each card nobody saw."""
    return " ".join(["xx" if word in ("X", "-") else word for word in text.split()])
