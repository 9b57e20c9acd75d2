"""The seats as a log lists them above the first ante, for rooms that write `Seat 3: NAME (stack) is sitting out`."""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.hand import Seat
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.telling.line_by_line import SYMBOLS, chips


class Listed:
    """A line of the list; the stack stays text until it is known whether it is money. `at` is its place in the hand."""

    __slots__ = ("at", "name", "number", "sits_out", "stack")

    def __init__(self, number: int, name: str, stack: str, sits_out: bool, at: int) -> None:
        self.number: Final = number
        self.name: Final = name
        self.stack: Final = stack
        self.sits_out: Final = sits_out
        self.at: Final = at


def listed(text: str, at: int) -> Listed | None:
    """The seat of `Seat 3: NAME ($1.46) is sitting out`, or of `Seat 6: NAME (147894, 29.25€ bounty)`."""
    number, _, rest = text.removeprefix("Seat ").partition(": ")
    inside, closing, tail = rest.rpartition(")")
    name, opening, stack = inside.rpartition(" (")
    seat = SEAT_NUMBERS.get(number)
    if not text.startswith("Seat ") or seat is None or not closing or not opening or not name:
        return None
    if tail.strip(" .") not in ("", "is sitting out"):
        return None
    return Listed(seat, name, stack.partition(", ")[0].strip(), "sitting out" in tail, at)


def says_first(text: str, names: Iterable[str], words: str) -> bool:
    """Whether the line is `words` of somebody listed: in chat between the seats they may stand too, but not first."""
    return words in text and any(text.startswith(words, len(name)) and text.startswith(name) for name in names)


def seats_of(rows: Sequence[Listed], minor: int) -> tuple[Seat, ...]:
    """The seats, all taken to be dealt in; a stack that is no amount is not known."""
    return tuple([Seat(row.number, row.name, chips(row.stack, minor)) for row in rows])


def dealt_in(rows: Sequence[Listed], seats: tuple[Seat, ...], anted: set[int], *, tournament: bool) -> tuple[Seat, ...]:
    """The same seats; one that sits out is dealt in all the same in a tournament, and where it posts an ante."""
    return but_for(seats, {row.number for row in rows if row.sits_out} - anted if not tournament else set())


def but_for(seats: Sequence[Seat], out: set[int]) -> tuple[Seat, ...]:
    """The same seats, those that are `out` not dealt in."""
    if not out:
        return tuple(seats)
    return tuple([Seat(seat.number, seat.player, seat.stack, seat.number not in out) for seat in seats])


def currency_of(amount: str) -> str:
    """The currency of an amount as written, `$0.04` or `25€`; empty where it is chips."""
    return next((_CURRENCIES[symbol] for symbol in SYMBOLS if amount[:1] == symbol or amount[-1:] == symbol), "")


_CURRENCIES: Final = {"$": "USD", "€": "EUR", "£": "GBP"}


def decimals_in(lines: Sequence[str]) -> int:
    """How many decimals chips that are no money have in a hand: none where all it writes are zeros."""
    for line in lines:
        for part in line.split(".")[1:]:
            if part[:1] in _DIGITS and part[:2] != "00":
                return 2
    return 0


_DIGITS: Final = tuple("0123456789")
