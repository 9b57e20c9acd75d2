"""What has been read of a KingsClub hand so far."""

from typing import Final

from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """`opened_by_cards` is whether third street has no line of its own; `ahead` how many streets later than its title
    each street line stands for, `dealt` the cards that each seat was dealt, `gained` the seats that have more after the
    hand than before it, as the summary says.
    """

    __slots__ = ("ahead", "dealt", "gained", "opened_by_cards")

    def __init__(self, players: Players, minor: int, *, opened_by_cards: bool, ahead: int) -> None:
        super().__init__(players, minor)
        self.opened_by_cards: Final = opened_by_cards
        self.ahead: Final = ahead
        self.dealt: Final[dict[int, set[int]]] = {}
        self.gained: Final[set[int]] = set()
