"""The rows of a room's table, and the search for the row that fits a line. A row has the words of a line and their
meaning. The opening of a row is the text before the name of a seat, such as `Dealt to `.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from auditor.engine.events import STRANGER
from auditor.formats.memo import Memo
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.noise import Noise, may_act
from auditor.formats.rooms.grammar.parts import Compiled, Part, compiled

# The meaning of a line. It takes the hand, the seat, the number of the line, and the parts of the line by name, and
# adds events to the hand. It returns `False` if the line has another meaning after all.
Means = Callable[..., bool | None]
Act = partial[bool | None]

ANTE: Final = "ante"  # every room uses this word when a seat posts an ante
_NAME: Final = "NAME"
_MARKS: Final = " :-"
_NO_MARK: Final = "\0"
_COLON: Final = ": "
_CARDS: Final = re.compile(r"\[ ?[2-9TJQKA1]0?[cdhs][], ]", re.IGNORECASE)
_MOST_CUTS: Final = 8  # the most places that are tried as the end of an unknown name


class Line(NamedTuple):
    """A row as a room writes it: the words of a line, and the meaning of that line."""

    words: str
    means: Means


class Row:
    """A compiled row. In a row with a name, `opening` is the text before the name, and `pattern` is for the text after
    the name. In a row without a name, `opening` is `None`, and `pattern` is for the whole line.
    """

    __slots__ = ("first", "line", "literal", "opening", "parts", "pattern")

    def __init__(self, line: Line, parts: Mapping[str, Part]) -> None:
        before, name, after = line.words.partition(_NAME)
        row = compiled(after if name else before, parts)
        self.line: Final = line
        self.opening: Final = before if name else None
        self.pattern: Final = row.pattern
        self.parts: Final = tuple([(part.name, part.value, part.may_be_cut) for part in row.parts])
        self.literal: Final = row.literal
        self.first: Final = _first_of(row)

    @property
    def is_noise(self) -> bool:
        return isinstance(self.line.means, Noise)

    @property
    def posts_ante(self) -> bool:
        return not self.is_noise and ANTE in self.line.words.lower()

    @property
    def is_open(self) -> bool:
        """Whether any text may follow the words of the row."""
        return self.line.words.endswith("...")

    def act(self, text: str, minor: int) -> Act | None:
        """Returns the meaning of the text with the values of its parts; `None` if the row does not fit."""
        found = self.pattern.match(text)
        if found is None:
            return None
        stop = len(text) - 1 if minor and text.endswith(".") else -1
        values: dict[str, Any] = {}
        for name, value, may_be_cut in self.parts:
            part = found[name]
            if part is not None:
                if may_be_cut and found.end(name) == stop and part[-1].isdigit() and "." not in part:
                    return None  # `calls $0.` may be `calls $0.04`, cut off
                values[name] = part if value is None else value(part, minor)
                if values[name] is None:
                    return None
        return partial(self.line.means, **values)


def first_word(text: str) -> str:
    """Returns the first word of a text in small letters, without a full stop. Rows are found by their first word."""
    return text.lstrip(_MARKS).partition(" ")[0].rstrip(".").lower()


def _first_of(row: Compiled) -> str | None:
    """Returns the first word of a row; `None` if the row begins with a part."""
    words = row.literal.lstrip(_MARKS)
    return first_word(words) if row.fixed or " " in words else None


def _mark_of(literal: str) -> str:
    """Returns the text between a name and the first letter or digit after the name: `: `, ` - `, ` [`."""
    letters = [at for at, letter in enumerate(literal) if letter.isalnum()]
    return literal[: letters[0]] if letters else literal


class Rows:
    """The search for a row by the first word of a line. Rows that begin with a part are tried after the other rows."""

    __slots__ = ("_any", "_by_first", "acts", "minor")

    def __init__(self, rows: Iterable[Row], minor: int) -> None:
        self._by_first: Final[dict[str, list[Row]]] = {}
        self._any: Final[list[Row]] = []
        self.minor: Final = minor
        for row in rows:
            (self._any if row.first is None else self._by_first.setdefault(row.first, [])).append(row)
        self.acts: Final = Memo(self._act)

    def _act(self, text: str) -> Act | None:
        rows: list[Row] = self._by_first.get(first_word(text), []) + self._any
        for row in rows:
            act = row.act(text, self.minor)
            if act is not None:
                return act
        return None


class Opened:
    """The rows with a name after the same opening, such as `Dealt to NAME`. The opening may be empty.

    `mark` is the text after the name in the first row. If no name at the table contains the mark, the name ends at the
    mark. An opening that is `numbered` has the number of the seat, `Seat SEAT: `, and ends with the first colon.
    """

    __slots__ = (
        "acts",
        "is_noise",
        "literal",
        "mark",
        "numbered",
        "numbers",
        "opening",
        "pattern",
        "rows",
        "strangers",
    )

    def __init__(self, opening: str, start: Compiled, rows: Sequence[Row], minor: int) -> None:
        self.pattern: Final = start.pattern
        self.opening: Final = opening
        self.literal: Final = opening if not start.parts else ""
        self.numbered: Final = bool(start.parts)
        self.rows: Final = tuple(rows)
        self.acts: Final = Rows(rows, minor).acts
        self.numbers: Final = Memo(self._number)
        self.mark: Final = _mark_of(rows[0].literal) if rows else _NO_MARK
        self.is_noise: Final = all(row.is_noise for row in rows)
        noise = [row for row in rows if row.is_noise]
        self.strangers: Final = (*noise, *[row for row in rows if not row.is_noise])

    def read(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Adds the events of a line about a player at the table. Returns whether a row fits the line."""
        if self.numbered:
            return self._read_numbered(hand, text, line)
        literal = self.literal
        if text.startswith(literal):
            start = len(literal)
            at = text.find(self.mark, start)
            seat = hand.players.cut_at(self.mark).get(text[start:at])
            if seat is not None:
                act = self.acts[text[at:]]
                if act is not None and act(hand, seat, line) is not False:
                    return True
        rest = self._after_opening(text)
        if rest is None:
            return False
        for name in hand.players.names:
            if rest.startswith(name):
                act = self.acts[rest[len(name) :]]
                if act is not None and act(hand, hand.players.seats[name], line) is not False:
                    return True
        return False

    def _after_opening(self, text: str) -> str | None:
        """Returns the text after the opening; `None` if the line does not start with the opening. Nearly all lines
        spell the opening exactly as the row does, so that spelling is tried first.
        """
        if text.startswith(self.literal):
            return text[len(self.literal) :]
        found = self.pattern.match(text)
        return text[found.end() :] if found else None

    def _number(self, opening: str) -> int:
        """Returns the seat number in `Seat 5: `; 0 for any other text."""
        found = self.pattern.fullmatch(opening)
        return int(found["number"]) if found else 0

    def _read_numbered(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Reads a line such as `Seat 5: NAME (button) folded`. The name must be that of the seat with this number. The
        position in brackets is skipped.
        """
        start = text.find(_COLON) + len(_COLON)
        seat = self.numbers[text[:start]]
        name = hand.players.by_seat.get(seat)
        if name is None or not text.startswith(name, start):
            return False
        after = text[start + len(name) :]
        if after.startswith(" ("):
            for position in _POSITIONS:
                after = after.removeprefix(position)
        hand.summed_up.add(seat)
        act = self.acts[after]
        return act is not None and act(hand, seat, line) is not False

    def _holds_an_act(self, hand: HandSoFar, name: str) -> bool:
        """Whether the text that should be the name of a stranger begins another line. Then two lines were joined by
        mistake, as in `Ann foldsBob is disconnected`.
        """
        if _CARDS.search(name):
            return True
        lower = name.lower()
        return any(
            lower.startswith(f"{seated.lower()}{row.literal}")
            for seated in hand.players.names
            for row in self.rows
            if row.literal.strip(_MARKS) and not row.is_noise
        )

    def read_stranger(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Does the same as `read` for a line about a stranger, that is, a player who is not at the table."""
        rest = None if self.numbered else self._after_opening(text)
        if rest is None:
            return False
        lower = rest.lower()
        if len(lower) != len(rest):  # a few capital letters become two characters in small letters
            lower = rest
        for row in self.strangers:
            at = lower.find(row.literal)
            for _ in range(_MOST_CUTS):
                if at < 1:
                    break
                act = row.act(rest[at:], hand.minor) if rest[:at] not in hand.players.seats else None
                if act is not None and (row.is_noise or may_act(rest[:at], hand.players.names)):
                    means = row.line.means
                    if isinstance(means, Noise) and (self._holds_an_act(hand, rest[:at]) or not means.may_be(rest, at)):
                        break
                    if act(hand, STRANGER, line) is not False:
                        return True
                at = -1 if row.is_noise else lower.find(row.literal, at + 1)
        return False


_POSITIONS: Final = (" (button)", " (dealer)", " (small blind)", " (big blind)", " (ante)")
