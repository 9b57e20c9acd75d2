"""What is compared across hands: a hand's trace, small enough to be kept of very many."""

from typing import Final

_DIGITS: Final = 18

# A seat's number, its player, the stack before the hand and after it where they are known, whether it was dealt in.
SeatTrace = tuple[int, str, int | None, int | None, bool]


class Trace:
    """A hand as others of its table are compared with it. `place` says which it is, in numbers of whoever keeps it.

    `table` is the room, tournament, table, game and currency; `deck` is equal in hands whose decks may be of one order,
    empty where too few cards were seen; `order` has a byte a card in the order in which they were dealt.
    """

    __slots__ = ("deck", "minor", "number", "order", "place", "played", "seats", "stakes", "table", "turn")

    def __init__(
        self,
        place: int,
        table: tuple[str, ...],
        number: str,
        played: str,
        turn: str,
        minor: int,
        stakes: tuple[int | None, ...],
        seats: tuple[SeatTrace, ...],
        order: bytes,
        deck: str,
    ) -> None:
        self.place: Final = place
        self.table: Final = table
        self.number: Final = number
        self.played: Final = played
        self.turn: Final = turn
        self.minor: Final = minor
        self.stakes: Final = stakes
        self.seats: Final = seats
        self.order: Final = order
        self.deck: Final = deck

    def at(self, place: int) -> "Trace":
        """The same trace, kept at another place."""
        return Trace(
            place, self.table, self.number, self.played, self.turn, self.minor, self.stakes, self.seats, self.order,
            self.deck,
        )  # fmt: skip


def count_of(number: str) -> tuple[str, int]:
    """A hand's number in the count of its room or of its table: what stands before the count, and the count; -1 where
    it has none.
    """
    before = number.rstrip("0123456789")
    count = number[len(before) :]
    return (before, int(count)) if 0 < len(count) <= _DIGITS else (number, -1)
