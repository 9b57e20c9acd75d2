"""Rows of a room's table, each the wording of a line and its meaning; and the search for the row that fits a line."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from auditor.engine.events import STRANGER
from auditor.formats.memo import Memo
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.money import chips
from auditor.formats.rooms.grammar.noise import Noise, may_act
from auditor.formats.rooms.grammar.parts import Compiled, Part, compiled

# The meaning of a line: takes the hand, the seat, the number of the line, and the line's parts by name, and adds events
# to the hand. `False` where the line has another meaning after all.
Means = Callable[..., bool | None]
Act = partial[bool | None]

ANTE: Final = "ante"  # in the words of all rooms for posting one
_NAME: Final = "NAME"
_MARKS: Final = " :-"
_NO_MARK: Final = "\0"
_COLON: Final = ": "
_MOST_CUTS: Final = 8  # of a line about somebody who is not at the table


class Line(NamedTuple):
    """A row as a room writes it."""

    words: str
    means: Means


class Row:
    """A row of the table as a pattern. `opening` is the text before the name of a seat, and the pattern begins behind
    the name; `None` in a row without a name.
    """

    __slots__ = ("first", "line", "literal", "opening", "parts", "pattern")

    def __init__(self, line: Line, parts: Mapping[str, Part]) -> None:
        before, name, behind = line.words.partition(_NAME)
        row = compiled(behind if name else before, parts)
        self.line: Final = line
        self.opening: Final = before if name else None
        self.pattern: Final = row.pattern
        self.parts: Final = tuple([(part.name, part.value) for part in row.parts])
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
        """Whether anything may stand behind its words."""
        return self.line.words.endswith("...")

    def act(self, text: str, minor: int) -> Act | None:
        """The meaning of the text, if the row fits; else `None`."""
        found = self.pattern.match(text)
        if found is None:
            return None
        stop = len(text) - 1 if minor and text.endswith(".") else -1
        values: dict[str, Any] = {}
        for name, value in self.parts:
            part = found[name]
            if part is not None:
                if found.end(name) == stop and value is chips and "." not in part:
                    return None  # `calls $0.`, cut off in `calls $0.04`; a room that ends lines so has its own amounts
                values[name] = part if value is None else value(part, minor)
                if values[name] is None:
                    return None
        return partial(self.line.means, **values)


def first_word(text: str) -> str:
    """The word by which rows are found: the first one, in small letters, without a full stop."""
    return text.lstrip(_MARKS).partition(" ")[0].rstrip(".").lower()


def _first_of(row: Compiled) -> str | None:
    """The first word of a row, `None` where it is not fixed."""
    words = row.literal.lstrip(_MARKS)
    return first_word(words) if row.fixed or " " in words else None


def _mark_of(literal: str) -> str:
    """The text between a name and the first word or card behind it: `: `, ` - `, ` [`."""
    letters = [at for at, letter in enumerate(literal) if letter.isalnum()]
    return literal[: letters[0]] if letters else literal


class Rows:
    """Rows by their first word; rows whose first word is not fixed come after the others."""

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
    """Rows that name a seat behind the same opening, `Dealt to NAME`; the opening may be empty. `mark` is the text
    behind the name in the first of the rows: where no name at the table holds the mark, lines are cut there. An opening
    that is `numbered`, `Seat SEAT: `, ends with the first colon.
    """

    __slots__ = ("acts", "literal", "mark", "numbered", "numbers", "opening", "pattern", "rows", "strangers")

    def __init__(self, opening: str, start: Compiled, rows: Sequence[Row], minor: int) -> None:
        self.pattern: Final = start.pattern
        self.opening: Final = opening
        self.literal: Final = opening if not start.parts else ""
        self.numbered: Final = bool(start.parts)
        self.rows: Final = tuple(rows)
        self.acts: Final = Rows(rows, minor).acts
        self.numbers: Final = Memo(self._number)
        self.mark: Final = _mark_of(rows[0].literal) if rows else _NO_MARK
        noise = [row for row in rows if row.is_noise]
        self.strangers: Final = (*noise, *[row for row in rows if not row.is_noise])

    def read(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Adds the events of a line about a player at the table; answers whether there are any."""
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
        rest = self._behind(text)
        if rest is None:
            return False
        for name in hand.players.names:
            if rest.startswith(name):
                act = self.acts[rest[len(name) :]]
                if act is not None and act(hand, hand.players.seats[name], line) is not False:
                    return True
        return False

    def _behind(self, text: str) -> str | None:
        """The text behind the opening. Nearly all lines have the opening exactly as the row has it."""
        if text.startswith(self.literal):
            return text[len(self.literal) :]
        found = self.pattern.match(text)
        return text[found.end() :] if found else None

    def _number(self, opening: str) -> int:
        found = self.pattern.fullmatch(opening)
        return int(found["number"]) if found else 0

    def _read_numbered(self, hand: HandSoFar, text: str, line: int) -> bool:
        """`Seat 5: NAME (button) folded`: the number decides whose name follows; the place in brackets is skipped."""
        start = text.find(_COLON) + len(_COLON)
        seat = self.numbers[text[:start]]
        name = hand.players.by_seat.get(seat)
        if name is None or not text.startswith(name, start):
            return False
        behind = text[start + len(name) :]
        if behind.startswith(" ("):
            for place in _PLACES:
                behind = behind.removeprefix(place)
        hand.summed_up.add(seat)
        act = self.acts[behind]
        return act is not None and act(hand, seat, line) is not False

    def read_stranger(self, hand: HandSoFar, text: str, line: int) -> bool:
        """As `read`, for a player who is not at the table: noise may be about anybody."""
        rest = None if self.numbered else self._behind(text)
        if rest is None:
            return False
        lower = rest.lower()
        if len(lower) != len(rest):  # some letters have small ones that are longer
            lower = rest
        for row in self.strangers:
            at = lower.find(row.literal)
            for _ in range(_MOST_CUTS):
                if at < 1:
                    break
                act = row.act(rest[at:], hand.minor) if rest[:at] not in hand.players.seats else None
                if act is not None and (row.is_noise or may_act(rest[:at], hand.players.names)):
                    means = row.line.means
                    if isinstance(means, Noise) and not means.may_be(rest, at):
                        break
                    if act(hand, STRANGER, line) is not False:
                        return True
                at = -1 if row.is_noise else lower.find(row.literal, at + 1)
        return False


_PLACES: Final = (" (button)", " (dealer)", " (small blind)", " (big blind)", " (ante)")
