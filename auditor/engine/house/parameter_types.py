"""A parameter: one question to every house, and the answers that the question allows."""

import difflib
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

# A published stake: small bet, big bet and ante, as decimal texts in whole currency units.
Stake = tuple[str, str, str]
Value = bool | int | str | tuple[Stake, ...]

_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_MONEY: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")


class HouseRefused(ValueError):
    """A house has a fault, or a caller needs a house or value that does not exist. The sentence says what is wrong,
    where it is, and what to do.
    """


class Kind(StrEnum):
    """The kind of answer that a parameter takes."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    STAKES = "stakes"


class Parameter:
    """One question to every house. `choices` are the names that a house may choose, each with its meaning. `least` and
    `most` are the limits of an integer.
    """

    __slots__ = ("choices", "key", "kind", "least", "meaning", "most")

    def __init__(
        self, key: str, kind: Kind, meaning: str, choices: dict[str, str], least: int = 0, most: int = 0
    ) -> None:
        self.key: Final = key
        self.kind: Final = kind
        self.meaning: Final = meaning
        self.choices: Final = choices
        self.least: Final = least
        self.most: Final = most

    def wanted(self) -> str:
        """Returns the values that the parameter takes, in words."""
        if self.kind is Kind.CHOICE:
            return in_words(self.choices, "or")
        if self.kind is Kind.BOOLEAN:
            return "true or false"
        if self.kind is Kind.INTEGER:
            return f"a whole number from {self.least} to {self.most}"
        return 'a list of stakes, each [small bet, big bet, ante] as texts such as ["2", "4", "0.25"]'

    def checked(self, value: object) -> Value:
        """Returns the value of a house file if this parameter takes it. Raises `HouseRefused` if not."""
        if self.kind is Kind.CHOICE and isinstance(value, str) and value in self.choices:
            return value
        if self.kind is Kind.BOOLEAN and isinstance(value, bool):
            return value
        if (
            self.kind is Kind.INTEGER
            and isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        ):
            return value
        if self.kind is Kind.STAKES and isinstance(value, list | tuple):
            return tuple([self._stake(entry) for entry in value])
        raise self._refusal(value)

    def parsed(self, text: str) -> Value:
        """Returns the value that the text stands for, such as `2/4/0.25 3/6/0.50` for stakes. Raises `HouseRefused` if
        the parameter does not take it.
        """
        if self.kind is Kind.BOOLEAN and text in ("true", "false"):
            return text == "true"
        if self.kind is Kind.INTEGER and _WHOLE.fullmatch(text):
            return self.checked(int(text))
        if self.kind is Kind.STAKES:
            return self.checked([entry.split("/") for entry in text.split()])
        return self.checked(text)

    def _stake(self, entry: object) -> Stake:
        """Checks one published stake and returns it."""
        amounts = entry if isinstance(entry, list | tuple) else ()
        texts = [amount for amount in amounts if isinstance(amount, str) and _MONEY.fullmatch(amount)]
        if len(amounts) != 3 or len(texts) != 3:
            raise self._refusal(entry)
        return (texts[0], texts[1], texts[2])

    def _refusal(self, value: object) -> HouseRefused:
        """Returns the error that refuses `value`; its message lists the values that the parameter takes."""
        written = f'"{value}"' if isinstance(value, str) else text_of(value)
        return HouseRefused(f"{self.key} cannot be {written[:80]}; choose {self.wanted()}")


def text_of(value: object) -> str:
    """Returns a value as text, for people and for digests. `Parameter.parsed` reads this text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(["/".join(stake) for stake in value])
    return str(value)


def in_words(names: Iterable[str], link: str) -> str:
    """Returns the names as one phrase: `a`, `a or b`, `a, b or c`. `link` is the word before the last name."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {link} {listed[-1]}"


def nearest(name: str, names: Iterable[str]) -> str:
    """Returns "; did you mean NAME?" if one of `names` is nearly equal to `name`, else ";". Capitals do not matter. A
    refusal continues after this text.
    """
    known = {each.casefold(): each for each in names}
    close = [
        each for each in difflib.get_close_matches(name.casefold(), list(known), n=1) if _alike(name.casefold(), each)
    ]
    return f"; did you mean {known[close[0]]}?" if close else ";"


def _alike(name: str, other: str) -> bool:
    """Whether four fifths of the two names are the same. With less, the suggestion would be a guess."""
    blocks = difflib.SequenceMatcher(None, other, name).get_matching_blocks()
    return 5 * sum([2 * block.size for block in blocks]) >= 4 * (len(name) + len(other))


def whole(key: str, least: int, most: int, meaning: str) -> Parameter:
    return Parameter(key, Kind.INTEGER, meaning, {}, least, most)


def flag(key: str, meaning: str) -> Parameter:
    return Parameter(key, Kind.BOOLEAN, meaning, {})


def choice(key: str, names: type[StrEnum], meaning: str, *meanings: str) -> Parameter:
    """Makes a parameter with named choices. `meanings` are in the order of the enumeration."""
    return Parameter(key, Kind.CHOICE, meaning, dict(zip([str(name) for name in names], meanings, strict=True)))
