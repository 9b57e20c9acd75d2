"""Counts the chips that each seat has left while a hand is read."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Event, Return, Street, Unread, Wager
from auditor.engine.hand import Seat


class ChipsLeft:
    """The chips that each seat has left, and the chips in front of each seat on this street (`front`). `antes_paid` is
    true if the log lists the stacks after the antes were paid.
    """

    def __init__(self, seats: Sequence[Seat], *, antes_paid: bool = False) -> None:
        self._stacks: Final = {seat.number: seat.stack for seat in seats}
        self._antes_paid: Final = antes_paid
        self._put_in: Final[dict[int, int]] = {}
        self._all_in: Final[set[int]] = set()
        self._some_unread = False
        self.front: Final[dict[int, int]] = {}

    @property
    def level(self) -> int:
        """The highest number of chips in front of any seat on this street."""
        return max(self.front.values(), default=0)

    def of(self, seat: int) -> int | None:
        """Returns the chips that the seat has left; 0 if the seat is all-in. Returns `None` if the chips are unknown,
        because the log does not list the stack of the seat, or because some line of the hand could not be read.
        """
        stack = self._stacks.get(seat)
        if seat in self._all_in:
            return 0
        return None if stack is None or self._some_unread else max(0, stack - self._put_in.get(seat, 0))

    def take(self, event: Event) -> None:
        """Counts the chips that an event moves.

        - Bring-ins, calls and wagers lower the stack of the seat and set its chips in `front`.
        - An ante lowers the stack, but not if `antes_paid`: then the stacks in the log are already without the ante.
        - A returned bet raises the stack.
        - A new street empties `front`.
        - After a line that was not read, no stack is known any more.
        """
        seat = event.seat
        if isinstance(event, Street):
            self.front.clear()
        elif isinstance(event, Ante) and not self._antes_paid:
            self._put(seat, event.amount, all_in=event.all_in)
        elif isinstance(event, BringIn | Call | Wager):
            self._put(seat, event.to - self.front.get(seat, 0), all_in=event.all_in)
            self.front[seat] = event.to
        elif isinstance(event, Return):
            self._put(seat, -event.amount, all_in=False)
        elif isinstance(event, Unread):
            self._some_unread = True

    def _put(self, seat: int, chips: int, *, all_in: bool) -> None:
        self._put_in[seat] = self._put_in.get(seat, 0) + chips
        (self._all_in.add if all_in else self._all_in.discard)(seat)
