"""PHH, the poker hand history file format. A `.phh` file holds one hand, and a `.phhs` file many, each in a TOML table
with a number as its name: `[1]`.

Players are listed in the order in which cards are dealt: `p1` gets the first card. PHH has no form for:

- the times of acts;
- burns and returned bets;
- the rake, and the payments from each pot.

The field `hand` of PHH is not always the hand number of a card room. Additional fields of ours begin with an
underscore, as the standard wants; `_house` names the house (set of rules) of the hand. Source: arXiv 2312.11753, and
phh.readthedocs.io.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from auditor.engine.events import StackAfter, Won
from auditor.engine.hand import RECORDS, Game, Hand, Records, Seat, Stakes, Structure, Unit
from auditor.formats.amounts import MOST_MINOR, amount
from auditor.formats.files.format import Format
from auditor.formats.files.preamble import after_comments
from auditor.formats.limits import SEATS
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.phh.actions import Actions
from auditor.formats.phh.numbers import plain
from auditor.formats.phh.toml import Malformed, Scalar, Value, parsed

NAME: Final = "phh"

_GAMES: Final = {"F7S": Game.STUD, "F7S/8": Game.STUD8, "FR": Game.RAZZ}
SILENT: Final = Records.MAY_STOP | Records.BETTING_ALONE | Records.INFERRED_CALLS
_STRUCTURES: Final = {structure.value: structure for structure in Structure}
RECORDED: Final = (
    Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
    | Records.MAY_TRIM_WAGERS
    | SILENT
)
_MOST_DECIMALS: Final = 4
UNKNOWN: Final = "inf"
_UNKNOWN: Final = (UNKNOWN, "+inf", "null")  # PHH writes an unknown stack as an infinite number or as null
# The names of our additional fields. PHH wants an underscore before each field that the standard does not define.
FIRST_UNKNOWN: Final = "_first_dealt_unknown"
STAKES_ANTE: Final = "_ante"  # the announced ante, written only if it differs from the largest ante that a seat posted
STRUCTURE: Final = "_structure"  # the betting structure, such as pot limit; written only if it is not fixed limit
MINOR: Final = "_minor"  # the number of decimals of all amounts, such as 2 for dollars and cents
# True if no full bring-in is known: the log shows only a bring-in by a seat that had fewer chips and was all-in.
BRING_IN_UNKNOWN: Final = "_bring_in_unknown"
_SECTION: Final = re.compile(r"\[[^\[\]]+\]\s*(?:#.*)?")
_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\s*=")
_SPOKEN: Final = re.compile(r"[][]|\A\s*[\"']?[\w.-]+[\"']?\s*=")
_VARIANT: Final = re.compile(r"^variant\s*=", re.MULTILINE)
_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
UTC: Final = "UTC"
_SEATS: Final = {str(seat): seat for seat in range(1, SEATS + 1)}


def begins(line: str) -> bool:
    """Whether the line has the field `variant`, which every hand of PHH has. This field need not be the first line of
    its hand; `cutter` finds that line.
    """
    return _VARIANT.match(line) is not None


def sniff(head: str) -> bool:
    return _VARIANT.search(head) is not None


def cutter(head: str) -> Callable[[str], bool]:
    """Returns a function that takes the lines of a file in order and tests whether a line begins a hand. `head` is the
    beginning of the file. If the file begins with a table such as `[1]`, each table is a hand; otherwise the whole file
    is one hand.
    """
    opening = next((line for line in head.splitlines() if _opens(line)), "")
    if _SECTION.fullmatch(opening):
        return after_comments(_is_section, _is_section)
    return after_comments(_opens, lambda _: False)


def speaks(line: str) -> bool:
    """Whether the line looks like TOML, even with a mistake: it has a key (`antes =`) or a square bracket."""
    return _SPOKEN.search(line) is not None


def _is_section(line: str) -> bool:
    return line.startswith("[") and _SECTION.fullmatch(line) is not None


def _opens(line: str) -> bool:
    return _is_section(line) or _KEY.match(line) is not None


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads the lines of one hand: a whole `.phh` file, or one table of a `.phhs` file. The hand is rejected if the
    lines are not TOML, or if a field is missing that every hand has. A hand of another game is skipped.
    """
    try:
        fields = _Fields(*parsed("\n".join(lines), first_line), first_line)
        variant = fields.text("variant")
        if variant not in _GAMES:
            return Skipped(first_line, None, variant)
        return Read(_hand(fields, _GAMES[variant]), first_line, first_line + len(lines) - 1)
    except Malformed as blame:
        return Rejected(blame.line, None, blame.reason)


class _Fields:
    """The fields of one PHH hand, by key: `fields.text("table")`, `fields.chips("small_bet")`. Amounts are returned in
    the smallest unit, and `minor` is their number of decimals. A method raises `Malformed` if a field has a value of
    the wrong type or an amount that cannot be read.
    """

    def __init__(self, values: dict[str, Value], places: dict[str, int], first_line: int) -> None:
        self._values: Final = values
        self._places: Final = places
        self._first_line: Final = first_line
        stated = self.small(MINOR) if MINOR in values else 0
        self.minor: Final = max(_decimals(self._money()), min(stated, MOST_MINOR))

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def line(self, key: str) -> int:
        return self._places.get(key, self._first_line)

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Returns the string, number or date under `key` as it is written. If the field is missing, returns `otherwise`
        or, if `otherwise` is `None`, raises `Malformed`.
        """
        value = self._values.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if not isinstance(value, Scalar):
            raise Malformed(self.line(key), f'Every hand needs "{key}" with a single value.')
        return value.text

    def texts(self, key: str) -> list[Scalar]:
        """Returns the list under `key`, whose entries are strings, numbers or dates. Raises `Malformed` if the field is
        missing or has a list inside the list.
        """
        value = self._values.get(key)
        if not isinstance(value, list):
            raise Malformed(self.line(key), f'Every hand needs "{key}" with a list of values.')
        scalars = [each for each in value if isinstance(each, Scalar)]
        if len(scalars) < len(value):
            raise Malformed(self.line(key), f'The list "{key}" contains another list. Write only plain values there.')
        return scalars

    def chips(self, key: str) -> int | None:
        """Returns the amount under `key` in the smallest unit, or `None` if the field is missing."""
        value = self._values.get(key)
        return None if value is None else self._amount(key, value)

    def all_chips(self, key: str) -> list[int]:
        return [self._amount(key, each) for each in self.texts(key)]

    def stacks(self, key: str) -> list[int | None]:
        """Returns the list under `key`, one stack for each player, in the smallest unit. A stack is `None` if it is
        unknown; PHH writes `inf` for it.
        """
        return [
            None if each.text in _UNKNOWN and not each.quoted else self._amount(key, each) for each in self.texts(key)
        ]

    def seats(self, players: int) -> tuple[int, ...]:
        """Returns the seat of each player. PHH lists players in the order of the deal, which goes round the table. If
        the stated seats do not follow that order, or are not seats of a table, the players get the seats 1, 2, 3 and so
        on.
        """
        value = self._values.get("seats")
        named = [each.text for each in value if isinstance(each, Scalar)] if isinstance(value, list) else []
        found = tuple([_SEATS.get(text, 0) for text in named])
        turn = found.index(min(found)) if found else 0
        round_the_table = found[turn:] + found[:turn]
        if len(found) == players and 0 not in found and list(round_the_table) == sorted(set(found)):
            return found
        return tuple(range(1, players + 1))

    def small(self, key: str) -> int:
        """Returns the number under `key` if it is from 0 to 99, such as a day or the number of seats; otherwise 0."""
        text = self.text(key, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0

    def _amount(self, key: str, value: Value) -> int:
        if isinstance(value, Scalar) and not value.quoted:
            chips = amount(plain(value.text), self.minor)
            if chips is not None:
                return chips
        line = value.line if isinstance(value, Scalar) else self.line(key)
        excerpt = value.text[:24] if isinstance(value, Scalar) else "[...]"
        raise Malformed(
            line,
            f'The amount {excerpt} in "{key}" cannot be read. Write at most 15 digits and {_MOST_DECIMALS} decimals.',
        )

    def _money(self) -> Iterable[str]:
        """Yields the text of every amount of the hand, such as antes, stacks and bets. Their decimals show the smallest
        unit.
        """
        for key in ("bring_in", "small_bet", "big_bet", "antes", "starting_stacks", "finishing_stacks", "winnings"):
            value = self._values.get(key)
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Scalar):
                    yield each.text
        actions = self._values.get("actions")
        for each in actions if isinstance(actions, list) else []:
            words = each.text.partition("#")[0].split() if isinstance(each, Scalar) else []
            if len(words) > 2 and words[1] == "cbr":
                yield words[2]


def _decimals(texts: Iterable[str]) -> int:
    """Returns the number of decimals that the amounts of a hand have: 0 if no text has decimals, otherwise 2 to 4.
    Money with one decimal gets two, because its smallest unit is a hundredth.
    """
    most = 0
    for text in texts:
        most = max(most, len(plain(text).partition(".")[2]))
    return 0 if most == 0 else min(max(most, 2), _MOST_DECIMALS)


def _hand(fields: _Fields, game: Game) -> Hand:
    antes = fields.all_chips("antes")
    stacks = fields.stacks("starting_stacks")
    if not stacks or len(antes) != len(stacks):
        raise Malformed(
            fields.line("antes"),
            f"There are {len(antes)} antes and {len(stacks)} stacks; each player needs an ante and a stack.",
        )
    names = [each.text for each in fields.texts("players")] if "players" in fields else []
    names = names if len(names) == len(stacks) else [""] * len(stacks)
    # In PHH the name of an unknown player is empty.
    players = [name or f"p{number}" for number, name in enumerate(names, 1)]
    bring_in = fields.chips("bring_in")
    named = None if BRING_IN_UNKNOWN in fields else bring_in
    ante = fields.chips(STAKES_ANTE) if STAKES_ANTE in fields else max(antes)
    stakes = Stakes(ante, named, fields.chips("small_bet"), fields.chips("big_bet"))
    seats = fields.seats(len(stacks))
    actions = Actions(dict(zip(seats, stacks, strict=True)), bring_in or 0, fields.minor)
    for seat, ante in zip(seats, antes, strict=True):
        if ante:
            actions.ante(seat, ante, fields.line("antes"))
    for each in fields.texts("actions"):
        actions.take(each.text, each.line)
    _results(fields, actions, seats)
    return Hand(
        game,
        tuple(
            sorted(
                [Seat(*row) for row in zip(seats, players, stacks, strict=True)],
                key=lambda seat: seat.number,
            )
        ),
        stakes,
        tuple(actions.events),
        _records(fields),
        structure=_STRUCTURES.get(fields.text(STRUCTURE, ""), Structure.FIXED),
        unit=Unit(fields.text("currency", ""), fields.minor),
        table=fields.text("table", ""),
        tournament=fields.text("event", ""),
        house=fields.text("_house", ""),
        played=_played(fields),
        local=_local(fields),
        first_dealt=0 if FIRST_UNKNOWN in fields else seats[0],
        most_seats=fields.small("seat_count"),
    )


def _records(fields: _Fields) -> int:
    """Returns the kinds of facts that the log of this hand always records, as bits of `Records`. Our own field
    `_records` lists these kinds. Without this field, the result has every kind of fact that PHH can state.
    """
    if "_records" not in fields:
        return int(RECORDED)
    named = {each.text for each in fields.texts("_records")}
    return sum([bit for name, bit in RECORDS.items() if bit & RECORDED & ~SILENT and name in named]) | SILENT


def _results(fields: _Fields, actions: Actions, seats: tuple[int, ...]) -> None:
    """Adds the winnings and the final stack of each player to the events in `actions`, if the hand states them. Then
    adds the end of the hand.
    """
    for key, kind in (("winnings", Won), ("finishing_stacks", StackAfter)):
        if key in fields:
            amounts = fields.stacks(key)
            if len(amounts) != len(seats):
                raise Malformed(fields.line(key), f'"{key}" has {len(amounts)} amounts for {len(seats)} players.')
            rows = zip(seats, amounts, strict=True)
            actions.events.extend([kind(seat, chips, fields.line(key)) for seat, chips in rows if chips is not None])
    actions.end(fields.line("actions"), showdown=bool(_records(fields) & Records.SHOWDOWN_ORDER))


def _date(fields: _Fields) -> str:
    """Returns the date of the hand, such as `2023-06-22`, or an empty text if a part is missing."""
    year, month, day = fields.text("year", ""), fields.small("month"), fields.small("day")
    if not (len(year) == 4 and year.isascii() and year.isdigit() and month and day):
        return ""
    return f"{year}-{month:02d}-{day:02d}"


def _time(fields: _Fields) -> str:
    """Returns the time of day of the hand, such as `20:31:22`, or an empty text if the hand has none."""
    time = fields.text("time", "")
    return time if _TIME.fullmatch(time) else ""


def _played(fields: _Fields) -> str:
    """Returns the time when the hand was played in UTC, such as `2023-06-22T20:31:22Z`. Empty if the hand states no
    time, or no time in UTC.
    """
    date, time = _date(fields), _time(fields)
    return f"{date}T{time}Z" if date and time and fields.text("time_zone", "") == UTC else ""


def _local(fields: _Fields) -> str:
    """Returns the date of the hand, such as `2023-06-22`. If the hand states a time of day that is not in UTC, this
    time is added: `2023-06-22 20:31:22`. A time in UTC is left out, because `_played` returns it. Times are not
    converted to another zone.
    """
    date, time = _date(fields), _time(fields)
    return date if not date or not time or _played(fields) else f"{date} {time}"


FORMAT: Final = Format(NAME, "PHH (.phh, .phhs)", begins, sniff, read, cutter, speaks=speaks)
