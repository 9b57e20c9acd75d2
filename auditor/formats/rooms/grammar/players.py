"""The players of a log: names to seat numbers. A name may hold blanks, colons, brackets or another name."""

from collections.abc import Iterator, Sequence
from typing import Final

from auditor.engine.events import STRANGER
from auditor.engine.hand import Seat

# Any number of up to three digits is a seat here; the audit checks how many seats a table can have.
SEAT_NUMBERS: Final[dict[str, int]] = {str(number): number for number in range(1000)}
_HIGHEST_SEAT: Final = 11


def printed_button(number: str) -> int:
    """The seat of a button as printed; 0 for `0`, which stud tables print, and for a number that can be no seat."""
    seat = SEAT_NUMBERS.get(number, 0)
    return seat if seat <= _HIGHEST_SEAT else 0


def table_size(word: str) -> int:
    """The most seats that a table has, by a word like `8-max`; 0 for other words."""
    size = word.lower().removesuffix("-max")
    return int(size) if size != word.lower() and size.isascii() and size.isdigit() and len(size) < 3 else 0


class Players:
    """The names of a seat list. `seats` has the seat of a whole name; `names` are the longest first, because a name may
    start with another name.
    """

    __slots__ = ("_cut", "by_seat", "names", "seats")

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.by_seat: Final = {seat.number: seat.player for seat in seats}
        self.seats: Final[dict[str, int]] = {}
        for seat in seats:
            self.seats.setdefault(seat.player, seat.number)
        self.names: Final = sorted(self.seats, key=len, reverse=True)
        self._cut: Final[dict[str, dict[str, int]]] = {}

    def add_endings(self, *endings: str) -> None:
        """Each name also stands for its seat with one of these endings behind it."""
        longer = {name + ending: seat for name, seat in self.seats.items() for ending in endings}
        self.seats.update(longer)
        self.names[:0] = longer

    def holds(self, text: str) -> bool:
        """Whether some name contains `text`, so that a line cannot simply be cut there."""
        return any(text in name for name in self.names)

    def cut_at(self, mark: str) -> dict[str, int]:
        """The seats by name, for lines that are cut at the first `mark`; no seats where a name holds the mark."""
        seats = self._cut.get(mark)
        if seats is None:
            seats = self._cut[mark] = {} if self.holds(mark) else self.seats
        return seats

    def seated_before(self, line: str, mark: str) -> Iterator[tuple[int, str]]:
        """The seat of each name that `line` starts with, straight before `mark`, the longest first, and the text behind
        the mark: a line may mean `Bob` or `Bob raises`.
        """
        for name in self.names:
            if line.startswith(mark, len(name)) and line.startswith(name):
                yield self.seats[name], line[len(name) + len(mark) :]

    def before(self, line: str, mark: str) -> tuple[int, str] | None:
        """The seat of the name that `line` starts with, straight before `mark`, and the text behind the mark.

        `STRANGER` where the mark is there but no such name sits at the table; `None` where there is no mark.
        """
        if mark not in line:
            return None
        seated = next(self.seated_before(line, mark), None)
        if seated is not None:
            return seated
        name, _, rest = line.partition(mark)
        return (STRANGER, rest) if name else None
