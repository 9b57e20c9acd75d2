"""What has been read of a Full Tilt hand so far, and its amounts."""

from typing import Final

from auditor.engine.events import Ante
from auditor.formats.amounts import amount, grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar

SYMBOLS: Final[dict[str, str]] = {"$": "USD", "€": "EUR", "£": "GBP"}
_SIGNS: Final = "".join(SYMBOLS)
# High stakes of play chips are written short: `2.5K`.
_THOUSANDS: Final[dict[str, int]] = {"K": 3, "M": 6}


class Reading(ReadSoFar):
    """By seat: `logged`, its cards as text, which later lines repeat, and `shown`, what it laid open. `took_part` are
    the seats with an ante or cards, `out` those that the log says sit out, `told` those of which the summary tells.
    """

    __slots__ = ("bracketed", "logged", "out", "shown", "told", "took_part")

    def __init__(self, players: Players, minor: int) -> None:
        super().__init__(players, minor)
        self.bracketed: Final = players.holds(" [")
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.took_part: Final[set[int]] = set()
        self.out: Final[set[int]] = set()
        self.told: Final[set[int]] = set()

    def joins(self, seat: int) -> None:
        """The seat has an ante or cards in this hand."""
        if seat not in self.took_part:
            self.took_part.add(seat)
            self.left.add(seat)

    def ante(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.joins(seat)
        self.events.append(Ante(seat, amount, all_in, line))


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `1300`, `1,300` or `2.5K` in the smallest unit; `None` for anything else."""
    bare = text[1:] if text[:1] in _SIGNS else text
    zeros = _THOUSANDS.get(bare[-1:])
    if zeros is None:
        return grouped_amount(bare, minor)
    whole = amount(bare[:-1], zeros)
    return None if whole is None else amount(str(whole), minor)
