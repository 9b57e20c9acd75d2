"""Turns the names of pots, such as `side pot-2`, into the pot numbers that events use."""

from auditor.engine.events import ANY_POT


def pot_named(name: str) -> int | None:
    """Returns the number of a pot: 0 for `main pot`, 1 for `side pot`, 2 for `side pot-2` or `side pot(2)`. `pot` alone
    does not state which pot is meant and gives `ANY_POT`. Games with two boards have a `main pot 1`, which also gives
    0. `None` for other names.
    """
    if name == "pot":
        return ANY_POT
    if name.startswith("main pot"):
        return 0 if name[8:].strip(" 12") == "" else None
    number = name[8:].strip(" -#()") if name.startswith("side pot") else "-"
    if not number:
        return 1
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else None


def pot_of(text: str) -> int | None:
    """Returns the number of a pot whose name has more words around it: `the main pot with a flush, Ace high.`. Removes
    these words and calls `pot_named`.
    """
    return pot_named(text.removeprefix("the ").partition(" with ")[0].rstrip(". "))
