"""A hand as it is being read, for rooms that write `NAME verb amount`."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Event, LogEnd, Won
from auditor.formats.amounts import grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar

SYMBOLS: Final = "$€£"

# High and low of the words behind shown cards.
Words = Callable[[str], tuple[Stated, Stated]]


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `1.50€` or `1,300` in the smallest unit; `None` for anything else. Where a hand has no decimals but
    zeros, whole chips are its unit.
    """
    bare = text[1:] if text[:1] in SYMBOLS else text.removesuffix("€")
    return grouped_amount(bare if minor else bare.removesuffix(".00"), minor)


class Telling(ReadSoFar):
    """`logged` and `shown` are by seat: its cards as text, which later lines repeat, and the cards it showed."""

    __slots__ = ("logged", "mucked", "paid", "shown", "stacks", "won", "words")

    def __init__(self, players: Players, minor: int, words: Words, small_bet: int = 0) -> None:
        super().__init__(players, minor, small_bet)
        self.words: Final = words
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.mucked: Final[set[int]] = set()
        self.paid: Final[set[int]] = set()
        self.stacks: Final[dict[int, int | None]] = {}
        self.won: Final[dict[int, tuple[int, int]]] = {}

    def chips(self, text: str) -> int | None:
        return chips(text, self.minor)

    def win(self, seat: int, amount: int, line: int) -> None:
        """A summary states what a seat won; where it has a line for each half, all of them are one statement."""
        before, _ = self.won.pop(seat, (0, 0))
        self.won[seat] = (before + amount, line)

    def finish(self, complete: bool, line: int) -> tuple[Event, ...]:
        """All events, with the end of the log on its last line."""
        self.events.extend([Won(seat, amount, told) for seat, (amount, told) in self.won.items()])
        self.events.append(LogEnd(complete, line))
        return tuple(self.events)
