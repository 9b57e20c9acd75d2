"""The rows of a room's grammar, and the search for the row that fits a line. A row such as `Dealt to NAME [CARDS]` has
the words of a line and a function, the meaning, that adds the events of such a line. The text before NAME is the
opening of the row.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from auditor.engine.events import STRANGER
from auditor.formats.memo import Kept, Memo
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.joined_lines import JoinedLines
from auditor.formats.rooms.grammar.noise import CHAT, Noise, may_act
from auditor.formats.rooms.grammar.parts import Compiled, Matching, Part, Value, compiled
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.rooms.grammar.spoilt_acts import is_beginning, is_spoilt_act

# The meaning of a row: a function that adds the events of a line to the hand. Its arguments are the hand, the seat, the
# line number, and the parts of the line (such as `chips`) by name. It returns `False` if the line turns out to mean
# something else. The reader then tries the rows with a different text before NAME, and the rows without NAME.
Means = Callable[..., bool | None]
Act = partial[bool | None]

ANTE: Final = "ante"  # the word by which a row for antes is recognized; every room uses it
_NAME: Final = "NAME"
_MARKS: Final = " :-"
_NO_MARK: Final = "\0"
_COLON: Final = ": "
_CARDS: Final = re.compile(r"\[ ?[2-9TJQKA1]0?[cdhs♣♦♥♠][], ]", re.IGNORECASE)
_CARD_PARTS: Final = frozenset(["before", "cards"])
_NEW_PARTS: Final = frozenset(["player", "rest", "stack"])  # parts whose text is new in nearly every hand
_CARD_ENDS: Final = frozenset("cdhsX")  # the last letters of cards as nearly all rooms write them
# A text in brackets of at most this many characters has so few cards that it may come again. So its meaning is kept.
_FEW_CARDS: Final = len("X X Kc")
_MOST_CARDS: Final = 120  # the longest text in brackets that a row takes for cards (number of characters)
_NOBODY: Final[dict[str, int]] = {}
_NO_LINES: Final = JoinedLines((), {})
_MOST_CUTS: Final = 8  # the name of an unknown player may end at several places; at most this many are tried


class Line(NamedTuple):
    """A row as a room writes it: the words of a line, `NAME bets CHIPS`, and the function that adds the events of such
    a line.
    """

    words: str
    means: Means


class Row(Matching):
    """A row after compiling. If the row has a NAME, `opening` is the text before the name, and `pattern` matches the
    text after the name. If the row has no NAME, `opening` is `None`, and `pattern` matches the whole line.

    `free_from` is the position in such a text from which a second line may stand that was joined by mistake; -1 if the
    row has no room for any text. It is behind the fixed words of the row and, in chat, behind the first letter.
    """

    __slots__ = ("first", "free_from", "is_noise", "line", "lists_seat", "literal", "opening", "parts")

    def __init__(self, line: Line, parts: Mapping[str, Part]) -> None:
        before, name, after = line.words.partition(_NAME)
        row = compiled(after if name else before, parts)
        self.line: Final = line
        self.is_noise: Final = isinstance(line.means, Noise)
        self.opening: Final = before if name else None
        super().__init__(row.source)
        self.parts: Final = tuple([(part.name, part.value, part.may_be_cut) for part in row.parts])
        self.literal: Final = row.literal
        self.first: Final = _first_of(row)
        self.lists_seat: Final = any(name == "stack" for name, _, _ in self.parts)
        has_room = self.is_open or ".*" in row.source or ".+" in row.source
        is_chat = isinstance(line.means, Noise) and line.means.kind == CHAT.kind
        self.free_from: Final = max(len(row.literal) + is_chat, 1) if has_room else -1

    @property
    def posts_ante(self) -> bool:
        return not self.is_noise and ANTE in self.line.words.lower()

    @property
    def is_open(self) -> bool:
        """Whether the row ends with `...`, so that any text may follow its words."""
        return self.line.words.endswith("...")

    def card_part(self, text: str, start: int, end: int) -> tuple[str, Value] | None:
        """Finds the part with cards whose text is exactly `text[start:end]`. Returns the name of this part, and the
        function that turns its text into cards; `None` if the row has no such part.
        """
        found = self.pattern.match(text)
        for name, value, _ in self.parts:
            if name in _CARD_PARTS and value is not None and found is not None and found.span(name) == (start, end):
                return name, value
        return None

    def values(self, text: str, minor: int) -> dict[str, Any] | None:
        """Returns the parts of a text by their names, such as the chips. `text` is the text after the name or, in a row
        without a NAME, the whole line. `None` if the row does not fit, if a part cannot be read, or if the text was cut
        off inside an amount.
        """
        found = self.pattern.match(text)
        if found is None:
            return None
        values: dict[str, Any] = {}
        for (name, value, may_be_cut), part in zip(self.parts, found.groups(), strict=True):
            if part is not None:
                values[name] = made = part if value is None else value(part, minor)
                if made is None or (may_be_cut and text[-1] == "." and minor and _is_cut(part, found.end(name), text)):
                    return None
        return values

    def fits(self, text: str, minor: int) -> bool:
        return self.values(text, minor) is not None


def _are_cards(text: str) -> bool:
    """Whether the text between two brackets looks like cards in the usual spelling. Every row that has cards in
    brackets accepts such a text.
    """
    return text.rstrip()[-1:] in _CARD_ENDS and "[" not in text and len(text) <= _MOST_CARDS


def _is_cut(amount: str, end: int, text: str) -> bool:
    """Whether an amount that ends at `end` lost its cents, because the line was cut off: `calls $0.` may be the start
    of `calls $0.04`. The caller has checked that the text ends with a full stop.
    """
    return end == len(text) - 1 and amount[-1].isdigit() and "." not in amount


def first_word(text: str) -> str:
    """Returns the first word of a text in lower case, without a full stop. A table of rows is searched by this word."""
    words = text.lstrip(_MARKS)
    end = words.find(" ")
    return (words if end < 0 else words[:end]).rstrip(".").lower()


def _first_of(row: Compiled) -> str | None:
    """Returns the first word of a row in lower case. `None` if the row begins with a part such as CHIPS, not with a
    fixed word.
    """
    words = row.literal.lstrip(_MARKS)
    return first_word(words) if row.fixed or " " in words else None


def _mark_of(literal: str) -> str:
    """Returns the punctuation after a name, that is, the text up to the first letter or digit: `: ` in `: bets`, ` [`
    in ` [Kc]`.
    """
    letters = [at for at, letter in enumerate(literal) if letter.isalnum()]
    return literal[: letters[0]] if letters else literal


class Rows:
    """Finds the row of a grammar, such as `NAME bets CHIPS`, that fits a text of the log. Rows are found by their first
    word. Rows that begin with a part, such as CHIPS, have no first word and are tried last. `mark` is the punctuation
    at the start of nearly all texts, such as `: `.

    `acts` keeps the meaning of each text that was read before, such as ` calls $2`, together with its parts, such as
    the chips. But two kinds of texts hardly ever come again, and their meanings are not kept in `acts`:

    - Texts with a stack or winnings.
    - Texts with several cards. The text around such cards does come again. So `_around` keeps the meaning of the text
      without these cards: ` [] [Kc]` for ` [2c 7d] [Kc]`. An amount in brackets, such as ` calls [$0.50 USD]`, is no
      such text.

    `joined` finds a second line inside a text. A text that may have a second line is not kept either, because the names
    of the players decide whether it is two lines.
    """

    __slots__ = ("_any", "_around", "_by_first", "_joined", "_mark", "acts", "minor")

    def __init__(self, rows: Iterable[Row], minor: int, joined: JoinedLines = _NO_LINES, mark: str = "") -> None:
        rows = tuple(rows)
        self._any: Final = tuple([row for row in rows if row.first is None])
        firsts = {row.first for row in rows if row.first is not None}
        self._by_first: Final = {
            word: tuple([row for row in rows if row.first == first] + [*self._any])
            for first in firsts
            for word in (first, first.capitalize())  # the usual spellings
        }
        self._mark: Final = mark
        self._joined: Final = joined
        self.minor: Final = minor
        self.acts: Final = Kept[Act]()
        self._around: Final = Kept[tuple[Act, str, Value]]()

    def read(self, hand: Any, seat: int, text: str, line: int) -> bool:
        """Reads a text. In the chapter `top`, `hand` is the header, and the facts of the text are added to it. In other
        chapters, `hand` is the hand, and the events of the text are added to it. Returns false if no row fits, or if
        the text means something else.
        """
        act = self.acts.get(text)
        return self.read_new(hand, seat, text, line) if act is None else act(hand, seat, line) is not False

    def read_new(self, hand: Any, seat: int, text: str, line: int) -> bool:
        """Reads a text that is not in `acts`, as `read` does. The caller has looked in `acts`. Keeps the meaning of the
        text, or of the text around its cards, if the same text may come again. Returns false too if the text is two
        lines that were joined by mistake.
        """
        head, bracket, rest = text.partition("[")
        inside, end, tail = rest.partition("]")
        are_few = len(inside) <= _FEW_CARDS and "[" not in tail
        around = f"{head}[]{tail}" if end and not are_few and _are_cards(inside) else ""
        if around:
            kept = self._around.get(around)
            if kept is not None:
                act, name, value = kept
                cards = value(inside, self.minor)
                if cards is not None:
                    return act(hand, seat, line, **{name: cards}) is not False
        for row in self._candidates(text):
            values = row.values(text, self.minor)
            if values is not None:
                may_be_two = row.free_from >= 0 and self._joined.may_hold(text, row)
                if may_be_two and self._joined.holds(hand.names, self.minor, text, row):
                    return False
                if not may_be_two and _NEW_PARTS.isdisjoint(values):
                    if around:
                        self._keep_around(row, around, text, values, len(head) + 1, len(head) + 1 + len(inside))
                    elif (bracket and are_few) or _CARD_PARTS.isdisjoint(values):
                        self.acts.keep(text, partial(row.line.means, **values))
                return row.line.means(hand, seat, line, **values) is not False
        return False

    def _keep_around(self, row: Row, around: str, text: str, values: dict[str, Any], start: int, end: int) -> None:
        """Keeps the meaning of `around`, which is `text` without the cards from `start` to `end`."""
        found = row.card_part(text, start, end)
        if found is not None:
            name, value = found
            others = {other: values[other] for other in values if other != name}
            self._around.keep(around, (partial(row.line.means, **others), name, value))

    def means(self, text: str) -> Means | None:
        """Returns the meaning of the row that fits a text, or `None` if none fits."""
        fits = (row.line.means for row in self._candidates(text) if row.fits(text, self.minor))
        return next(fits, None)

    def _candidates(self, text: str) -> tuple[Row, ...]:
        """Returns the rows that may fit: rows with the first word of the text, and rows without a first word."""
        if not self._by_first:
            return self._any
        start = len(self._mark)
        end = text.find(" ", start)
        rows = self._by_first.get(text[start:end]) if end > start and text.startswith(self._mark) else None
        # If no rows were found in this way, the text may be a single word, begin with other marks, or have unusual
        # capitals. Then the rows are searched by the first word in lower case.
        return self._by_first.get(first_word(text), self._any) if rows is None else rows


# The data that the fast search needs for one `Opened` (a group of rows) and the players of one hand. The data is a
# plain tuple, because Python unpacks a tuple faster than a class:
# - the text before the name, such as `Dealt to `
# - the length of this text
# - the mark, that is, the punctuation that ends the name
# - a function that takes a name and returns the seat of the player, or `None` for an unknown name. If the lines begin
#   with a seat number, this function always returns `None`, because the fast search cannot read such lines
# - the rows for the text after the name
# - the `Opened` itself, whose method `read` is called if the fast search finds no row. `None` if the lines begin with
#   the name
Quick = tuple[str, int, str, Callable[[str], int | None], Rows, "Opened | None"]


class Opened(Matching):
    """All rows of a chapter that have the same text before the name, such as `Dealt to NAME`. This text is the opening
    and may be empty.

    `mark` is the text that follows the name, such as `: ` or ` [`. The name is cut off there, unless some name at the
    table contains this text. `numbered` is true for an opening with a seat number, `Seat SEAT: `.
    """

    __slots__ = (
        "found",
        "is_noise",
        "joined",
        "literal",
        "mark",
        "numbered",
        "numbers",
        "opening",
        "rows",
        "strangers",
    )

    def __init__(self, opening: str, start: Compiled, rows: Sequence[Row], minor: int, joined: JoinedLines) -> None:
        super().__init__(start.source)
        self.opening: Final = opening
        self.literal: Final = opening if not start.parts else ""
        self.numbered: Final = bool(start.parts)
        self.rows: Final = tuple(rows)
        self.mark: Final = _mark_of(rows[0].literal) if rows else _NO_MARK
        self.joined: Final = joined
        self.found: Final = Rows(rows, minor, joined, self.mark or " ")
        self.numbers: Final = Memo(self._number)
        self.is_noise: Final = all(row.is_noise for row in rows)
        noise = [row for row in rows if row.is_noise]
        self.strangers: Final = (*noise, *[row for row in rows if not row.is_noise])

    def quick(self, players: Players) -> Quick:
        """Returns the tuple `Quick` for the lines of a hand with these players: what the fast search needs."""
        if self.numbered:
            return "", 0, _NO_MARK, _NOBODY.get, self.found, self
        itself = self if self.opening else None
        return self.literal, len(self.literal), self.mark, players.cut_at(self.mark).get, self.found, itself

    def read(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Reads a line about a player at the table: finds the row of the grammar that fits, and adds the events of the
        line to the hand. Returns false if no row fits.
        """
        if self.numbered:
            return self._read_numbered(hand, text, line)
        literal = self.literal
        if text.startswith(literal):
            start = len(literal)
            at = text.find(self.mark, start)
            seat = hand.players.cut_at(self.mark).get(text[start:at])
            if seat is not None and self.found.read(hand, seat, text[at:], line):
                return True
        rest = self._after_opening(text)
        if rest is None:
            return False
        for name in hand.players.names:
            if rest.startswith(name) and self.found.read(hand, hand.players.seats[name], rest[len(name) :], line):
                return True
        return False

    def _after_opening(self, text: str) -> str | None:
        """Returns the text of the line after the opening, such as `Dealt to `. `None` if the line does not begin with
        the opening. The exact spelling is tried first, because it is fast and nearly always right.
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
        """Reads a line such as `Seat 5: NAME (button) folded`. The player in this seat must have this name. The
        position in brackets is ignored. Returns false if no row fits.
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
        return self.found.read(hand, seat, after, line)

    def _holds_an_act(self, hand: HandSoFar, name: str) -> bool:
        """Whether two lines were joined by mistake. `name` is the text that stands where a player's name should be. In
        `Ann foldsBob is disconnected` this text is `Ann foldsBob`. It begins with an act of Ann, so it is no name. A
        text with cards is no name either.
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

    def is_spoilt_act(self, hand: HandSoFar, text: str) -> bool:
        """Whether the line begins like an act of a player at the table, but its amount or its cards cannot be read:
        `Ann: bets $1.0O`.
        """
        rest = None if self.numbered else self._after_opening(text)
        if rest is None:
            return False
        names = hand.players.names
        return any(
            is_spoilt_act(row.literal, [part for part, _, _ in row.parts], rest[len(name) :], hand.minor, names)
            for name in names
            if rest.startswith(name)
            for row in self.rows
            if not row.is_noise
        )

    def is_cut_off(self, hand: HandSoFar, text: str) -> bool:
        """Whether the line is only the beginning of a line about a player at the table: `Ann: ch` of `Ann: checks`, or
        `Deal` of `Dealt to Ann`.
        """
        if self.numbered:
            return False
        rest = self._after_opening(text)
        if rest is None:
            return is_beginning(text, self.literal.lower())
        return any(
            is_beginning(rest[len(name) :], row.literal)
            for name in hand.players.names
            if rest.startswith(name)
            for row in self.rows
            if not row.is_noise
        )

    def read_stranger(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Reads a line about a stranger, a person who has no seat at the table. Adds the events of the line to the
        hand. Returns false if no row fits.
        """
        rest = None if self.numbered else self._after_opening(text)
        if rest is None:
            return False
        plays = line > hand.header.listed[0].line  # nobody acts above the list of seats
        lower = rest.lower()
        # A few capital letters become two characters in lower case, which would shift all positions.
        if len(lower) != len(rest):
            lower = rest
        for row in self.strangers:
            at = lower.find(row.literal)
            for _ in range(_MOST_CUTS):
                if at < 1:
                    break
                values = row.values(rest[at:], hand.minor) if rest[:at] not in hand.players.seats else None
                if values is not None and (row.is_noise or (plays and may_act(rest[:at], hand.players.names))):
                    means = row.line.means
                    if isinstance(means, Noise) and (
                        self._holds_an_act(hand, rest[:at]) or not means.may_be(rest, at, hand.players.names)
                    ):
                        break
                    holds = partial(self.joined.holds, hand.names, hand.minor)
                    if holds(rest[:at]) or (row.free_from >= 0 and holds(rest[at:], row)):
                        break
                    # Other marks than usual may stand after the name of a seated player: `Ann - leaves the table`.
                    seat = hand.players.seats.get(rest[:at].rstrip(_MARKS), STRANGER) if row.is_noise else STRANGER
                    if means(hand, seat, line, **values) is not False:
                        return True
                at = -1 if row.is_noise else lower.find(row.literal, at + 1)
        return False


_POSITIONS: Final = (" (button)", " (dealer)", " (small blind)", " (big blind)", " (ante)")
