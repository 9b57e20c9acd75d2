"""Decides whether a player who left the table still had to act. Some rooms log only that he left. The room folds his
hand when it is his turn.

He gets no turn if he has no chips, or if all his opponents have folded or have no chips. Then his hand is not folded.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Return, Street, Unread, Wager
from auditor.engine.hand import Seat
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar


class StillToAct:
    """Keeps count of the chips that each seat has left. `antes_paid` is true if the log lists the stacks after the
    antes were paid.
    """

    def __init__(self, hand: HandSoFar, seats: Sequence[Seat], *, antes_paid: bool = False) -> None:
        self._hand: Final = hand
        self._stacks: Final = {seat.number: seat.stack for seat in seats}
        self._antes_paid: Final = antes_paid
        self._read = 0  # how many events of the hand `_count` has already used
        self._put_in: Final[dict[int, int]] = {}
        self._front: Final[dict[int, int]] = {}
        self._all_in: Final[set[int]] = set()
        self._some_unread = False

    def must_act(self, seat: int, live: Iterable[int]) -> bool | None:
        """Whether the seat still has to act in this hand, now or perhaps on a later street. `live` are the seats that
        have not folded. Returns `None` if this cannot be decided, because the chips of a seat are unknown.
        """
        self._count()
        others = [other for other in live if other != seat]
        left = self._left(seat)
        if not others or left == 0:
            return False
        if left is None:
            return None
        if self._front.get(seat, 0) < max(self._front.values(), default=0):
            return True
        chips = [self._left(other) for other in others]
        return True if any(chips) else None if None in chips else False

    def _left(self, seat: int) -> int | None:
        """Returns the chips that the seat has left. `None` if they are unknown: its stack is not listed, or some line
        of the hand could not be read.
        """
        stack = self._stacks.get(seat)
        if seat in self._all_in:
            return 0
        return None if stack is None or self._some_unread else max(0, stack - self._put_in.get(seat, 0))

    def _count(self) -> None:
        """Subtracts the chips of the events that were added to the hand since the last call."""
        events = self._hand.events
        for event in events[self._read :]:
            seat = event.seat
            if isinstance(event, Street):
                self._front.clear()
            elif isinstance(event, Ante) and not self._antes_paid:
                self._put(seat, event.amount, all_in=event.all_in)
            elif isinstance(event, BringIn | Call | Wager):
                self._put(seat, event.to - self._front.get(seat, 0), all_in=event.all_in)
                self._front[seat] = event.to
            elif isinstance(event, Return):
                self._put(seat, -event.amount, all_in=False)
            elif isinstance(event, Unread):
                self._some_unread = True
        self._read = len(events)

    def _put(self, seat: int, chips: int, *, all_in: bool) -> None:
        self._put_in[seat] = self._put_in.get(seat, 0) + chips
        (self._all_in.add if all_in else self._all_in.discard)(seat)
