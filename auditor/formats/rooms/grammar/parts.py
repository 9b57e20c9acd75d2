"""The variable parts of log lines, such as money, cards, pots, streets and seats. All rooms share them. A part has a
pattern, and a function that turns the matched text into a value.

A row of a room's grammar is plain words with parts in capitals: `NAME raises CHIPS to TO ALL_IN`. `compiled` turns a
row into one regular expression. Upper or lower case, repeated blanks and a full stop at the end make no difference.
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final, NamedTuple

from auditor.formats.rooms.grammar.card_text import card_text
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.pots_by_name import pot_of

# A function that turns the text of a part into its value, such as `$1.50` into 150. The second argument is the number
# of decimals of amounts in this hand. It returns `None` if the text is no valid value.
Value = Callable[[str, int], object]


class Part(NamedTuple):
    """A variable part of a row. In the row `NAME calls CHIPS` the part CHIPS stands for an amount.

    - `name`: the argument that gets the value, `chips`. Empty for a part that is matched but not used.
    - `pattern`: the regular expression that the text must match.
    - `value`: the function that turns the text into the argument. If it is `None`, the text itself is the argument.
    - `may_be_cut`: true for an amount that may have lost its cents if a full stop follows it at the end of the line:
      `calls $0.`. Such a line is not read. False in rooms that end complete lines with a full stop, and for all other
      parts.
    """

    name: str
    pattern: str
    value: Value | None = None
    may_be_cut: bool = False


def seat_number(text: str, _minor: int) -> int:
    return int(text)


def _yes(_text: str, _minor: int) -> bool:
    return True


def _pot(text: str, _minor: int) -> int | None:
    return pot_of(" ".join(text.lower().split()))


def _half(text: str, _minor: int) -> str:
    return "high" if text.lower().startswith("hi") else "low"


def _stack(text: str, _minor: int) -> str:
    """Returns the text of a stack without the bounty, the prize for eliminating this player. A tournament may write the
    bounty after the stack: `147894` for `147894, 29.25€ bounty`.
    """
    return text.partition(", ")[0].strip()


def street_part(streets: Mapping[str, int]) -> Part:
    """Returns the variable part STREET of a row, for a room with these names of streets. `streets` maps each name in
    lower case to its street: `"river": 7`.
    """
    return Part("street", "[A-Z0-9 ]{2,30}", lambda text, _minor: streets.get(" ".join(text.lower().split())))


STREETS: Final[dict[str, int]] = {
    **{f"{name} street": street for street, name in enumerate(("3rd", "4th", "5th", "6th", "7th"), 3)},
    **{f"{name} street": street for street, name in enumerate(("third", "fourth", "fifth", "sixth", "seventh"), 3)},
    "river": 7,
}
_MONEY: Final = r"(?:[A-Z]{0,2}[$€£₹¥])?[0-9](?:,?[0-9]){0,25}(?:\.[0-9]{1,9})?[€KM]?"
_CARDS: Final = r"[^\[\]]{0,120}"

PARTS: Final[dict[str, Part]] = {
    "CHIPS": Part("chips", _MONEY, chips, may_be_cut=True),
    "TO": Part("to", _MONEY, chips, may_be_cut=True),
    "RAKE": Part("rake", _MONEY, chips, may_be_cut=True),
    "FEE": Part("fee", _MONEY, chips, may_be_cut=True),
    # The stack stays text, because the decimals are known only after all seats are read.
    "STACK": Part("stack", "[^()]{1,60}", _stack),
    "ALL_IN": Part("all_in", "(?:,? {1,9}+and {1,9}+is {1,9}+all[ -]in)", _yes),
    "CARDS": Part("cards", _CARDS, card_text),
    "BEFORE": Part("before", _CARDS, card_text),
    "POT": Part("pot", r"(?:the {1,9}+)?(?:(?:main|side) {1,9}+)?pot(?:[ #(-]{0,3}[0-9]{1,2}\)?)?", _pot),
    "HALF": Part("half", "high|hi|low|lo", _half),
    "STREET": street_part(STREETS),
    "SEAT": Part("number", "[0-9]{1,3}", seat_number),
    "SIZE": Part("size", "[0-9]{1,2}", seat_number),
    "NUMBER": Part("count", "[0-9]{1,20}"),
    "BOUNTY": Part("", "[^()]{1,60}"),
    "SITS_OUT": Part("sits_out", "(?:is {1,9}+)?sitting {1,9}+out|sits {1,9}+out", _yes),
    "TABLE": Part("table", ".*"),
    "PLAYER": Part("player", ".+"),  # a name that is not looked up: at the end of a line, or in the list of seats
    "WORDS": Part("words", ".*"),
    "REST": Part("rest", ".*"),
    "WON": Part("rest", "(?:won|collected) .*"),
}
# Splits a row into tokens: `...` for any text, a part in capitals, a brace, blanks, or a single other character.
_TOKEN: Final = re.compile(r"\.\.\.| ?ALL_IN|[A-Z]+(?:_[A-Z]+)*|[{}]| +|.")
_END: Final = r"\.?\Z"
# How similar a word in capitals must be to the name of a part to be taken for a misspelled part. 1 means equal.
_NEARLY: Final = 0.8


class Compiled(NamedTuple):
    """The words of a row as the source of a regular expression, which must match from the beginning of a text.

    - `parts`: the variable parts of the row, such as CHIPS.
    - `literal`: the fixed words at the start of the row, in lower case: ` bets ` in ` bets CHIPS`.
    - `fixed`: true if the row has only fixed words: no parts, no braces and no `...`.
    """

    source: str
    parts: tuple[Part, ...]
    literal: str
    fixed: bool

    @property
    def pattern(self) -> re.Pattern[str]:
        return _pattern(self.source)


def compiled(words: str, parts: Mapping[str, Part], *, opening: bool = False) -> Compiled:
    """Turns the words of a row, such as ` bets CHIPS`, into a regular expression. `opening` is true for the text before
    a NAME, which must match only the beginning of a line.

    Raises `ValueError` if the words have a misspelled part, the same part twice, or braces that do not match. Also
    raises `ValueError` if the pattern of a part has a group, because each group of a row must be one of its parts.
    """
    source, found, literal, plain = [], [], [], True
    for token in _TOKEN.findall(words.removesuffix("...")):
        part = parts.get(token.strip())
        if part is not None and _has_group(part.pattern):
            raise ValueError(f'In the row "{words}", the pattern of a part has a group. Write "(?:...)" for "(...)".')
        if part is not None and not part.name:
            source.append(f"(?:{part.pattern})")
        elif part is not None:
            found.append(part)
            source.append(f"(?P<{part.name}>{part.pattern})" + ("?" if part.name == "all_in" else ""))
        elif token == "...":
            source.append(".*")
        elif token in "{}":
            source.append("(?:" if token == "{" else ")?")
        elif token.isspace():
            source.append(" {1,9}+")
        else:
            _refuse_misspelled(words, token, parts)
            source.append(re.escape(token))
        plain = plain and part is None and token not in ("...", "{")
        if plain:
            literal.append(" " if token.isspace() else token.lower())
    names = [part.name for part in found]
    if len(set(names)) < len(names) or words.count("{") != words.count("}"):
        raise ValueError(f'The row "{words}" has the same part, such as CHIPS, twice, or braces that do not match.')
    ends = not (opening or words.endswith("..."))
    return Compiled("".join(source) + _END * ends, tuple(found), "".join(literal), plain and ends)


def _refuse_misspelled(words: str, token: str, parts: Mapping[str, Part]) -> None:
    """Raises `ValueError` if `token` is a word in capitals that looks like a misspelled part, such as `CHPS`. Also
    raises it for a second `NAME` in the row.
    """
    if token.isupper() and len(token) > 2:
        for name in get_close_matches(token, [*parts, "NAME"], 1, _NEARLY):
            mistake = "occurs twice. Write it once." if name == token else f"is unknown. Write {name}."
            raise ValueError(f'In the row "{words}", {token} {mistake}')


@cache
def _has_group(pattern: str) -> bool:
    return re.compile(pattern).groups > 0


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE | re.DOTALL)


class Matching:
    """An object with a regular expression. Making all regular expressions of all rooms takes long, and most programs
    need few of them. So `pattern` is made from `source` when it is used for the first time.
    """

    __slots__ = ("pattern", "source")

    pattern: re.Pattern[str]

    def __init__(self, source: str) -> None:
        self.source: Final = source

    def __getattr__(self, name: str) -> re.Pattern[str]:
        """Makes the pattern. Python calls this function only for an attribute that is not there yet."""
        if name != "pattern":
            raise AttributeError(name)
        self.pattern = _pattern(self.source)
        return self.pattern
