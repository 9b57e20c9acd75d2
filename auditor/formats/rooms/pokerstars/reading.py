"""What has been read of a PokerStars hand so far, and its amounts."""

from typing import Final

from auditor.engine.events import Event
from auditor.formats.rooms.pokerstars.header import unsigned
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread


class Reading:
    """What has been read of a hand so far. `front` and `logged` are by seat: the chips in front of it on this street,
    which turns an increment into a total, and its cards as text, which later lines repeat.
    """

    __slots__ = (
        "anted",
        "bracketed",
        "community",
        "events",
        "front",
        "logged",
        "minor",
        "players",
        "shown",
        "street",
        "void",
    )

    def __init__(self, players: Players, minor: int) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.bracketed: Final = players.holds(" [")
        self.events: Final[list[Event]] = []
        self.street = 0
        self.community = ""
        self.void = False
        self.front: Final[dict[int, int]] = {}
        self.logged: Final[dict[int, str]] = {}
        self.shown: Final[dict[int, str]] = {}
        self.anted: Final[set[int]] = set()

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$1.50`, `C$1.50`, `1300` or `1,300` in the smallest unit; `None` for anything else."""
    return grouped_amount(unsigned(text), minor)
