"""What has been read of a KingsClub hand so far."""

from typing import Final

from auditor.engine.events import Event, Street
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread


class Reading:
    """What has been read so far. `opened_by_cards` is whether third street has no line of its own; `ahead` how many
    streets later than its title each street line stands for, `dealt` the cards that each seat was dealt.
    """

    __slots__ = ("ahead", "dealt", "events", "minor", "opened_by_cards", "players", "street")

    def __init__(self, players: Players, minor: int, *, opened_by_cards: bool, ahead: int) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.opened_by_cards: Final = opened_by_cards
        self.ahead: Final = ahead
        self.events: Final[list[Event]] = []
        self.dealt: Final[dict[int, set[int]]] = {}
        self.street = 0

    def begin_street(self, street: int, line: int) -> None:
        self.street = street
        self.events.append(Street(street, line))

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))
