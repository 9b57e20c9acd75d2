"""A parameter: one question that every house (a set of rules) answers, and the possible answers to this question."""

import difflib
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

# A stake that a house publishes: small bet, big bet and ante as decimal texts, such as `("2", "4", "0.25")`. The
# amounts are in the main unit of the currency: in dollars, not in cents.
Stake = tuple[str, str, str]
Value = bool | int | str | tuple[Stake, ...]

_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_YES_OR_NO: Final = {"true": True, "yes": True, "false": False, "no": False}
_MONEY: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")


class HouseRefused(ValueError):
    """Raised for a house file with a mistake, for a house or parameter that does not exist, or for a value that a
    parameter cannot have. `sentences` has one sentence for each mistake: what is wrong, where, and what to do.

    The mistake is in one entry of the house file. `place` has the keys that lead to this entry, such as `bring_in`,
    `tie`, `value`. It is empty if the entry is unknown.
    """

    def __init__(self, first: str, *others: str) -> None:
        capitalised = [each[:1].upper() + each[1:] for each in others]
        super().__init__(". ".join([first, *capitalised]))
        self.sentences: Final = (first, *others)
        self.place: tuple[str, ...] = ()


class Kind(StrEnum):
    """The type of answer that a parameter takes. `CHOICE` is one of several named answers; `STAKES` is a list of
    published stakes.
    """

    INTEGER = "integer"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    STAKES = "stakes"


class Parameter:
    """One question that every house answers. `key` names it, such as `bring_in.tie`; `meaning` is the question in
    words. `choices` maps each named answer to its meaning. `least` and `most` are the limits of an integer answer.
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
        """Returns the possible answers in words, such as `true or false` or `a whole number from 2 to 8`."""
        if self.kind is Kind.CHOICE:
            return in_words(self.choices, "or")
        if self.kind is Kind.BOOLEAN:
            return "true or false"
        if self.kind is Kind.INTEGER:
            return f"a whole number from {self.least} to {self.most}"
        return 'a list of stakes; write each stake as [small bet, big bet, ante], such as ["2", "4", "0.25"]'

    def checked(self, value: object) -> Value:
        """Returns a value from a house file if it is a possible answer to this parameter. Otherwise raises
        `HouseRefused`.
        """
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
        """Converts a text to a value of this parameter. Stakes are written as in `2/4/0.25 3/6/0.50`. `yes` and `no`
        are accepted for `true` and `false`. Raises `HouseRefused` if the text is no possible answer.
        """
        if self.kind is Kind.BOOLEAN and text in _YES_OR_NO:
            return _YES_OR_NO[text]
        if self.kind is Kind.INTEGER and _WHOLE.fullmatch(text):
            return self.checked(int(text))
        if self.kind is Kind.STAKES:
            return self.checked([entry.split("/") for entry in text.split()])
        return self.checked(text)

    def others(self, value: Value) -> tuple[Value, ...]:
        """Returns possible answers other than `value`. For a number these are only the lowest and the highest possible
        number. For a list of stakes there are none.
        """
        if self.kind is Kind.BOOLEAN:
            return (not value,)
        if self.kind is Kind.INTEGER:
            return tuple([end for end in (self.least, self.most) if end != value])
        return tuple([name for name in self.choices if name != value])

    def _stake(self, entry: object) -> Stake:
        """Returns `entry` as a tuple if it is a list of small bet, big bet and ante, written as decimal texts.
        Otherwise raises `HouseRefused`.
        """
        amounts = entry if isinstance(entry, list | tuple) else ()
        texts = [amount for amount in amounts if isinstance(amount, str) and _MONEY.fullmatch(amount)]
        if len(amounts) != 3 or len(texts) != 3:
            raise self._refusal(entry)
        return (texts[0], texts[1], texts[2])

    def _refusal(self, value: object) -> HouseRefused:
        """Returns the error to raise for the wrong answer `value`. Its message lists the possible answers."""
        written = f'"{value}"' if isinstance(value, str) else text_of(value)
        return HouseRefused(f"{self.key} cannot be {written[:80]}; choose {self.wanted()}")


def text_of(value: object) -> str:
    """Returns a value of a parameter as text, such as `true` or `2/4/0.25`. `Parameter.parsed` converts this text
    back.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(["/".join(stake) for stake in value])
    return str(value)


def in_words(names: Iterable[str], link: str) -> str:
    """Joins names to one phrase: `a`, `a or b`, `a, b or c`. `link` is the word before the last name, such as `or`."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {link} {listed[-1]}"


def nearest(name: str, names: Iterable[str]) -> str:
    """Returns `; did you mean NAME?` if one of `names` is very similar to `name`, else `;`. Upper and lower case are
    treated alike. The caller appends the remaining error message.
    """
    known = {each.casefold(): each for each in names}
    close = [
        each for each in difflib.get_close_matches(name.casefold(), list(known), n=1) if _alike(name.casefold(), each)
    ]
    return f"; did you mean {known[close[0]]}?" if close else ";"


def _alike(name: str, other: str) -> bool:
    """Whether the two names are similar enough to suggest `other` for `name`: at least four fifths of their letters are
    the same, in the same order.
    """
    blocks = difflib.SequenceMatcher(None, other, name).get_matching_blocks()
    return 5 * sum([2 * block.size for block in blocks]) >= 4 * (len(name) + len(other))


def whole(key: str, least: int, most: int, meaning: str) -> Parameter:
    return Parameter(key, Kind.INTEGER, meaning, {}, least, most)


def flag(key: str, meaning: str) -> Parameter:
    return Parameter(key, Kind.BOOLEAN, meaning, {})


def choice(key: str, names: type[StrEnum], meaning: str, *meanings: str) -> Parameter:
    """Makes a parameter whose answers have names. `names` is the enumeration of these answers. `meanings` explain them,
    in the same order.
    """
    return Parameter(key, Kind.CHOICE, meaning, dict(zip([str(name) for name in names], meanings, strict=True)))
