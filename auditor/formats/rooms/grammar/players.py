"""Finds the seat numbers of players by their names. A name may contain blanks, colons, brackets or another name."""

from collections.abc import Iterator, Sequence
from typing import Final

from auditor.engine.events import STRANGER
from auditor.engine.hand import Seat

# The number of each text from `0` to `999`. Numbers that are too high for a seat are read too; a later check of limits
# rejects the hand.
SEAT_NUMBERS: Final[dict[str, int]] = {str(number): number for number in range(1000)}
_HIGHEST_SEAT: Final = 11


def printed_button(number: str) -> int:
    """Returns the seat of the dealer button from its number in the log; 0 if there is no button. Stud has no button, so
    its logs print 0. A number that is too high for a seat gives 0 too.
    """
    seat = SEAT_NUMBERS.get(number, 0)
    return seat if seat <= _HIGHEST_SEAT else 0


def table_size(word: str) -> int:
    """Returns the number of seats at a table from a word such as `8-max`; 0 for other words."""
    size = word.lower().removesuffix("-max")
    return int(size) if size != word.lower() and size.isascii() and size.isdigit() and len(size) < 3 else 0


class Players:
    """The players at the table. `seats` has the seat number of each name, and `by_seat` the name in each seat. `names`
    lists the longest names first, because one name may be the beginning of another: `Bob` and `Bobby`.
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
        """Adds each name again with each of these endings. With the ending ` [ME]`, `Bob [ME]` is then also a name of
        Bob's seat.
        """
        longer = {name + ending: seat for name, seat in self.seats.items() for ending in endings}
        self.seats.update(longer)
        self.names[:0] = longer

    def holds(self, text: str) -> bool:
        """Whether some name at the table contains `text`. Then `text` in a line may be part of a name, and a name must
        not be cut off there.
        """
        return any(text in name for name in self.names)

    def cut_at(self, mark: str) -> dict[str, int]:
        """Returns the seat number of each name, for a reader that cuts off the name at the first `mark` in a line, such
        as `: `. Returns no names if a name at the table contains the mark, because the cut would then be wrong.
        """
        seats = self._cut.get(mark)
        if seats is None:
            seats = self._cut[mark] = {} if self.holds(mark) else self.seats
        return seats

    def seated_before(self, line: str, mark: str) -> Iterator[tuple[int, str]]:
        """Finds the names at the table that begin the line and are followed by `mark`. Yields the seat of each and the
        text after the mark. The longest name comes first: the players may be `Bob` and `Bob raises`.
        """
        for name in self.names:
            if line.startswith(mark, len(name)) and line.startswith(name):
                yield self.seats[name], line[len(name) + len(mark) :]

    def before(self, line: str, mark: str) -> tuple[int, str] | None:
        """Finds the name in front of `mark`, such as `Ann` in `Ann: bets $2` with the mark `: `. Returns the seat of
        this player and the text after the mark.

        The seat is `STRANGER` if nobody at the table has this name. Returns `None` if the line has no mark, or no text
        in front of the mark.
        """
        if mark not in line:
            return None
        seated = next(self.seated_before(line, mark), None)
        if seated is not None:
            return seated
        name, _, rest = line.partition(mark)
        return (STRANGER, rest) if name else None
