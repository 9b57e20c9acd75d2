"""What has been read of a KingsClub hand so far."""

from typing import Final

from auditor.engine.events import Event, Illegible, Street
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.telling.players import Players

_LONGEST_ILLEGIBLE: Final = 200


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
        self.events.append(Illegible(text[:_LONGEST_ILLEGIBLE], line))


def seen_or_not(text: str) -> tuple[int, ...]:
    """The cards of `X X Tc`: an `X` is a card nobody saw."""
    return cards_in(with_unseen(text))


def with_unseen(text: str) -> str:
    """`X X Tc` with our own word for a card nobody saw."""
    return " ".join(["xx" if word == "X" else word for word in text.split()])
