"""Decides whether a player who left the table still had to act. Some rooms log only that he left. The room folds his
hand when it is his turn.

His hand is not folded if no more turn of his comes. There are three such cases.

- He has no chips.
- All opponents have folded.
- He has matched the bets of his opponents, and they have no chips.

If he acts again later in the hand, he did not leave.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from auditor.engine.hand import Seat
from auditor.formats.chips_left import ChipsLeft
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar

# The place of an act in a log, as a tuple. The tuple of a later act is greater than the tuple of an earlier act.
Place = tuple[int, ...]


class StillToAct:
    """Keeps count of the chips that each seat has left. `antes_paid` is true if the log lists the stacks after the
    antes were paid.

    `acts` is a function that returns the player and the place of each act in the log. Sitting out is not an act. To
    save time, the function is called only in hands in which a player leaves.
    """

    def __init__(
        self,
        hand: HandSoFar,
        seats: Sequence[Seat],
        acts: Callable[[], Iterable[tuple[Hashable, Place]]],
        *,
        antes_paid: bool = False,
    ) -> None:
        self._hand: Final = hand
        self._chips: Final = ChipsLeft(seats, antes_paid=antes_paid)
        self._acts: Final = acts
        self._read = 0  # how many events of the hand `_count` has already used

    def must_act(self, seat: int, live: Iterable[int]) -> bool | None:
        """Whether the seat still has to act in this hand, now or perhaps on a later street. `live` are the seats that
        have not folded. Returns `None` if this cannot be decided, because the chips of a seat are unknown.
        """
        self._count()
        others = [other for other in live if other != seat]
        left = self._chips.of(seat)
        if not others or left == 0:
            return False
        if left is None:
            return None
        if self._chips.front.get(seat, 0) < self._chips.level:
            return True
        chips = [self._chips.of(other) for other in others]
        return True if any(chips) else None if None in chips else False

    def acts_later(self, player: Hashable, place: Place) -> bool:
        """Whether the player has an act in this hand after `place`, the place in the log at which he left."""
        return self._last_acts.get(player, ()) > place

    @cached_property
    def _last_acts(self) -> dict[Any, Place]:
        """The place of the last act of each player."""
        found: dict[Any, Place] = {}
        for player, place in self._acts():
            found[player] = max(found.get(player, ()), place)
        return found

    def _count(self) -> None:
        """Brings the count of chips up to date, with the events that were added to the hand since the last call."""
        events = self._hand.events
        for event in events[self._read :]:
            self._chips.take(event)
        self._read = len(events)
