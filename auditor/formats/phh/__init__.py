"""PHH, the poker hand history file format: a `.phh` file holds one hand, and a `.phhs` file many, each in a table
`[n]`.

Players are in the order of the deal, so p1 is dealt to first. PHH has no times of single actions, burns, rake, returned
bets or payments by pot, and its `hand` is not the hand number of a room. Our own field `_house` names the rules of the
hand. Source: arXiv 2312.11753.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from auditor.engine.events import StackAfter, Won
from auditor.engine.hand import RECORDS, Game, Hand, Records, Seat, Stakes, Unit
from auditor.formats.amounts import amount
from auditor.formats.files.format import Format
from auditor.formats.files.preamble import after_comments
from auditor.formats.limits import SEATS
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.phh.actions import Actions
from auditor.formats.phh.toml import Malformed, Scalar, Value, parsed

NAME: Final = "phh"

_GAMES: Final = {"F7S": Game.STUD, "F7S/8": Game.STUD8, "FR": Game.RAZZ}
RECORDED: Final = (
    Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
    | Records.MAY_STOP
)
_MOST_DECIMALS: Final = 4
UNKNOWN: Final = "inf"
# The names of our own fields begin with an underscore, as PHH wants for fields outside the standard.
FIRST_UNKNOWN: Final = "_first_dealt_unknown"
BRING_IN_UNKNOWN: Final = "_bring_in_unknown"  # a seat with too few chips posted less than the bring-in
_SECTION: Final = re.compile(r"\[[^\[\]]+\]\s*(?:#.*)?")
_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\s*=")
_SPOKEN: Final = re.compile(r"[][]|\A\s*[\"']?[\w.-]+[\"']?\s*=")
_VARIANT: Final = re.compile(r"^variant\s*=", re.MULTILINE)
_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
UTC: Final = "UTC"
_SEATS: Final = {str(seat): seat for seat in range(1, SEATS + 1)}
_NUMBER: Final = re.compile(r"[0-9](?:_?[0-9])*(?:\.[0-9](?:_?[0-9])*)?")


def begins(line: str) -> bool:
    """Whether the line has the field that every hand of PHH has. The start of a hand is found by the test of `cutter`
    only.
    """
    return _VARIANT.match(line) is not None


def sniff(head: str) -> bool:
    return _VARIANT.search(head) is not None


def cutter(head: str) -> Callable[[str], bool]:
    """Returns the test for the lines that start a hand. If the file begins with a table, each table is a hand;
    otherwise the whole file is one hand.
    """
    opening = next((line for line in head.splitlines() if _opens(line)), "")
    if _SECTION.fullmatch(opening):
        return after_comments(_is_section, _is_section)
    return after_comments(_opens, lambda _: False)


def speaks(line: str) -> bool:
    """Whether the line has a key or a bracket."""
    return _SPOKEN.search(line) is not None


def _is_section(line: str) -> bool:
    return line.startswith("[") and _SECTION.fullmatch(line) is not None


def _opens(line: str) -> bool:
    return _is_section(line) or _KEY.match(line) is not None


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Reads the hand of one file or one table. The hand is rejected if it is not TOML, or if it lacks a field that
    every hand has.
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
    """The fields of a hand. Every method raises `Malformed` if the field exists and cannot be read."""

    def __init__(self, values: dict[str, Value], places: dict[str, int], first_line: int) -> None:
        self._values: Final = values
        self._places: Final = places
        self._first_line: Final = first_line
        self.minor: Final = _decimals(self._money())

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def line(self, key: str) -> int:
        return self._places.get(key, self._first_line)

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Returns a string, number or date as written."""
        value = self._values.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if not isinstance(value, Scalar):
            raise Malformed(self.line(key), f'"{key}" is missing or no single value; every hand needs it.')
        return value.text

    def texts(self, key: str) -> list[Scalar]:
        """Returns a list of plain values."""
        value = self._values.get(key)
        if not isinstance(value, list):
            raise Malformed(self.line(key), f'"{key}" is missing or no list; every hand needs it.')
        scalars = [each for each in value if isinstance(each, Scalar)]
        if len(scalars) < len(value):
            raise Malformed(self.line(key), f'"{key}" holds a list inside a list; it should hold plain values.')
        return scalars

    def chips(self, key: str) -> int | None:
        """Returns an amount, or `None` if the hand has none."""
        value = self._values.get(key)
        return None if value is None else self._amount(key, value)

    def all_chips(self, key: str) -> list[int]:
        return [self._amount(key, each) for each in self.texts(key)]

    def stacks(self) -> list[int | None]:
        """Returns the stacks before the hand. A stack that is not known is `None`; PHH writes it as infinite."""
        key = "starting_stacks"
        return [
            None if each.text == UNKNOWN and not each.quoted else self._amount(key, each) for each in self.texts(key)
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
        """Returns a number below 100, or 0 if there is none."""
        text = self.text(key, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0

    def _amount(self, key: str, value: Value) -> int:
        if isinstance(value, Scalar) and not value.quoted and _NUMBER.fullmatch(value.text):
            whole, _, decimals = value.text.replace("_", "").partition(".")
            decimals = decimals.rstrip("0")
            chips = amount(f"{whole}.{decimals}" if decimals else whole, self.minor)
            if chips is not None:
                return chips
        line = value.line if isinstance(value, Scalar) else self.line(key)
        excerpt = value.text[:24] if isinstance(value, Scalar) else "[...]"
        raise Malformed(
            line, f'The amount {excerpt} in "{key}" is not plain digits (at most 15, {_MOST_DECIMALS} decimals).'
        )

    def _money(self) -> Iterable[str]:
        """Yields every text of the hand that may be an amount."""
        for key in ("bring_in", "small_bet", "big_bet", "antes", "starting_stacks", "finishing_stacks", "winnings"):
            value = self._values.get(key)
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Scalar):
                    yield each.text
        actions = self._values.get("actions")
        for each in actions if isinstance(actions, list) else []:
            if isinstance(each, Scalar) and " cbr " in each.text:
                yield each.text.split("#")[0].split()[-1]


def _decimals(texts: Iterable[str]) -> int:
    """Returns the decimals of the unit: 0 if no amount has decimals, otherwise at least 2, because money comes in
    hundredths.
    """
    most = 0
    for text in texts:
        if _NUMBER.fullmatch(text):
            most = max(most, len(text.partition(".")[2].rstrip("0")))
    return 0 if most == 0 else min(max(most, 2), _MOST_DECIMALS)


def _hand(fields: _Fields, game: Game) -> Hand:
    antes = fields.all_chips("antes")
    stacks = fields.stacks()
    if not stacks or len(antes) != len(stacks):
        raise Malformed(
            fields.line("antes"), f"There are {len(antes)} antes and {len(stacks)} stacks; each player has one."
        )
    names = [each.text for each in fields.texts("players")] if "players" in fields else []
    players = names if len(names) == len(stacks) else [f"p{number}" for number in range(1, len(stacks) + 1)]
    bring_in = fields.chips("bring_in")
    named = None if BRING_IN_UNKNOWN in fields else bring_in
    stakes = Stakes(max(antes), named, fields.chips("small_bet"), fields.chips("big_bet"))
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
    """Returns the kinds of facts that the hand records: those that our own field `_records` lists, otherwise all that
    PHH can hold.
    """
    if "_records" not in fields:
        return int(RECORDED)
    named = {each.text for each in fields.texts("_records")}
    return sum([bit for name, bit in RECORDS.items() if bit & RECORDED and name in named]) | Records.MAY_STOP


def _results(fields: _Fields, actions: Actions, seats: tuple[int, ...]) -> None:
    """Adds the winnings and the final stacks of the hand, and then the end of the hand."""
    for key, kind in (("winnings", Won), ("finishing_stacks", StackAfter)):
        if key in fields:
            amounts = fields.all_chips(key)
            if len(amounts) != len(seats):
                raise Malformed(fields.line(key), f'"{key}" has {len(amounts)} amounts for {len(seats)} players.')
            rows = zip(seats, amounts, strict=True)
            actions.events.extend([kind(seat, chips, fields.line(key)) for seat, chips in rows])
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
    """Returns the time when the hand was played, if the hand states the time in UTC; otherwise an empty text."""
    date, time = _date(fields), _time(fields)
    return f"{date}T{time}Z" if date and time and fields.text("time_zone", "") == UTC else ""


def _local(fields: _Fields) -> str:
    """Returns the local date of the hand, and the time if it is not in UTC. Time zones are not converted."""
    date, time = _date(fields), _time(fields)
    return date if not date or not time or _played(fields) else f"{date} {time}"


FORMAT: Final = Format(NAME, "PHH (.phh, .phhs)", begins, sniff, read, cutter, speaks=speaks)
