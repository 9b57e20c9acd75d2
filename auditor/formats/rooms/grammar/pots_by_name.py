"""The names of pots and of their halves, turned into numbers."""

from typing import Final

from auditor.engine.events import ANY_POT

_HALVES: Final = (("high ", "high"), ("hi ", "high"), ("low ", "low"), ("lo ", "low"))


def pot_named(name: str) -> int | None:
    """`pot`, `main pot`, `side pot`, `side pot-2`, `side pot(2)`; a `main pot 1` of two boards is the main pot."""
    if name == "pot":
        return ANY_POT
    if name.startswith("main pot"):
        return 0 if name[8:].strip(" 12") == "" else None
    number = name[8:].strip(" -#()") if name.startswith("side pot") else "-"
    if not number:
        return 1
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else None


def pot_of(text: str) -> int | None:
    """As `pot_named`, with the words that may stand around the name: `the main pot with a flush, Ace high.`."""
    return pot_named(text.removeprefix("the ").partition(" with ")[0].rstrip(". "))


def half_of(text: str) -> tuple[str, str]:
    """The half in front of a pot or an amount, empty where there is no half, and the text behind it."""
    for opening, half in _HALVES:
        if text[: len(opening)].lower() == opening:
            return half, text[len(opening) :]
    return "", text
