"""Finds the seat numbers of players by their names. A name may contain blanks, colons, brackets or another name."""

from collections.abc import Iterator, Sequence
from typing import Final

from auditor.engine.events import STRANGER
from auditor.engine.hand import Seat

# Any number of up to three digits is read as a seat. The audit checks how many seats a table can have.
SEAT_NUMBERS: Final[dict[str, int]] = {str(number): number for number in range(1000)}
_HIGHEST_SEAT: Final = 11


def printed_button(number: str) -> int:
    """Returns the seat of the button; 0 for `0`, which stud tables print, and for a number that can be no seat."""
    seat = SEAT_NUMBERS.get(number, 0)
    return seat if seat <= _HIGHEST_SEAT else 0


def table_size(word: str) -> int:
    """Returns the number of seats at a table from a word such as `8-max`; 0 for other words."""
    size = word.lower().removesuffix("-max")
    return int(size) if size != word.lower() and size.isascii() and size.isdigit() and len(size) < 3 else 0


class Players:
    """The players of a hand. `seats` has the seat of each name, and `by_seat` the name of each seat. `names` has the
    longest name first, because a name may start with another name.
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
        """Adds each name once more with each of these endings: `Bob [ME]` is the seat of `Bob`."""
        longer = {name + ending: seat for name, seat in self.seats.items() for ending in endings}
        self.seats.update(longer)
        self.names[:0] = longer

    def holds(self, text: str) -> bool:
        """Whether some name contains `text`. If so, the first `text` in a line need not be the end of a name."""
        return any(text in name for name in self.names)

    def cut_at(self, mark: str) -> dict[str, int]:
        """Returns the seats by name, for lines in which a name ends at the first `mark`. The result is empty if a name
        contains the mark.
        """
        seats = self._cut.get(mark)
        if seats is None:
            seats = self._cut[mark] = {} if self.holds(mark) else self.seats
        return seats

    def seated_before(self, line: str, mark: str) -> Iterator[tuple[int, str]]:
        """Yields the seat of each name that begins the line and is followed by `mark`, and the text after the mark. The
        longest name comes first: the players may be `Bob` and `Bob raises`.
        """
        for name in self.names:
            if line.startswith(mark, len(name)) and line.startswith(name):
                yield self.seats[name], line[len(name) + len(mark) :]

    def before(self, line: str, mark: str) -> tuple[int, str] | None:
        """Returns the seat of the name that begins the line and is followed by `mark`, and the text after the mark.

        The seat is `STRANGER` if the text before the mark is no name at the table. `None` if there is no mark.
        """
        if mark not in line:
            return None
        seated = next(self.seated_before(line, mark), None)
        if seated is not None:
            return seated
        name, _, rest = line.partition(mark)
        return (STRANGER, rest) if name else None
