"""What has been read of a PokerStars hand so far, and its amounts."""

from typing import Final

from auditor.formats.rooms.pokerstars.header import unsigned
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """`logged` and `shown` are by seat: its cards as text, which later lines repeat, and those it showed. `told` are
    the seats of which the summary tells.
    """

    __slots__ = ("bracketed", "community", "logged", "shown", "told", "void")

    def __init__(self, players: Players, minor: int) -> None:
        super().__init__(players, minor)
        self.bracketed: Final = players.holds(" [")
        self.community = ""
        self.void = False
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.told: Final[set[int]] = set()


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `C$1.50`, `1300` or `1,300` in the smallest unit; `None` for anything else."""
    return grouped_amount(unsigned(text), minor)
