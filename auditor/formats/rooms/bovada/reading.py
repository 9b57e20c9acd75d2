"""What has been read of a Bovada hand so far, and its amounts."""

from typing import Final

from auditor.formats.amounts import grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.bovada.header import SYMBOLS
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """`dealt` and `shown` are by seat: its cards as dealt, and as its last line laid them open.

    `marked` is whether the log has lines for the streets after third, `side_payments` how many lines of it pay from a
    side pot. `dealt_now` are the seats with a card of this street, `bet_now` is whether any but folds were made on it.
    """

    __slots__ = ("bet_now", "dealt", "dealt_now", "marked", "shown", "side_payments")

    def __init__(self, players: Players, minor: int, *, marked: bool, side_payments: int) -> None:
        super().__init__(players, minor)
        self.marked: Final = marked
        self.side_payments: Final = side_payments
        self.dealt: Final[dict[int, tuple[int, ...]]] = {}
        self.shown: Final[dict[int, tuple[int, ...]]] = {}
        self.dealt_now: Final[set[int]] = set()
        self.bet_now = False

    def begin_street(self, street: int, line: int) -> None:
        super().begin_street(street, line)
        self.dealt_now.clear()
        self.bet_now = False


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `1,300` or `22` in the smallest unit; `None` for anything else."""
    return grouped_amount(text[1:] if text[:1] in SYMBOLS else text, minor)
