"""What has been read of a Bovada hand so far, and its amounts."""

from typing import Final

from auditor.engine.events import Event, Street
from auditor.formats.rooms.bovada.header import SYMBOLS
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread


class Reading:
    """What has been read so far. `front`, `dealt` and `shown` are by seat: the chips in front of it on this street,
    which turn an increment into a total, its cards as dealt, and as its last line laid them open.

    `marked` is whether the log has lines for the streets after third, `side_payments` how many lines of it pay from a
    side pot. `dealt_now` are the seats with a card of this
    street, `bet_now` is whether any but folds were made on it.
    """

    __slots__ = (
        "bet_now",
        "dealt",
        "dealt_now",
        "events",
        "front",
        "marked",
        "minor",
        "players",
        "shown",
        "side_payments",
        "street",
    )

    def __init__(self, players: Players, minor: int, *, marked: bool, side_payments: int) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.marked: Final = marked
        self.side_payments: Final = side_payments
        self.events: Final[list[Event]] = []
        self.street = 0
        self.front: Final[dict[int, int]] = {}
        self.dealt: Final[dict[int, tuple[int, ...]]] = {}
        self.shown: Final[dict[int, tuple[int, ...]]] = {}
        self.dealt_now: Final[set[int]] = set()
        self.bet_now = False

    @property
    def level(self) -> int:
        return max(self.front.values(), default=0)

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.front.clear()
        self.dealt_now.clear()
        self.bet_now = False
        self.events.append(Street(street, line))

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `1,300` or `22` in the smallest unit; `None` for anything else."""
    return grouped_amount(text[1:] if text[:1] in SYMBOLS else text, minor)
