"""Events of the showdown."""

from typing import Final

from auditor.engine.events.event import Cards, Event, card_words


class Show(Cards):
    """A seat shows its hand. `cards` are in the log's order. `high` and `low` describe the hand as the log does, in the
    form of `auditor.engine.ranks`: for high a category and the ranks that the words name (a prefix of the full
    description), for low the five ranks from the highest down. Both are empty where the log has no words for it.
    """

    __slots__ = ("high", "low")

    def __init__(
        self,
        seat: int,
        cards: tuple[int, ...],
        high: tuple[int, ...] = (),
        low: tuple[int, ...] = (),
        line: int = 0,
    ) -> None:
        Cards.__init__(self, seat, cards, line)
        self.high: Final = high
        self.low: Final = low

    def words(self) -> str:
        high = ".".join([str(part) for part in self.high])
        low = ".".join([str(part) for part in self.low])
        return f"show {self.seat} {card_words(self.cards)} {high or '-'} {low or '-'}"


class Muck(Event):
    """A seat gives up its claim at the showdown without showing."""

    __slots__ = ()

    def words(self) -> str:
        return f"muck {self.seat}"


class Reveal(Cards):
    """The record has a seat's cards although the seat did not show them at the table. `up`: the record has all of them
    face up; otherwise how they lie is unknown.
    """

    __slots__ = ("up",)

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0, up: bool = False) -> None:
        Cards.__init__(self, seat, cards, line)
        self.up: Final = up

    def words(self) -> str:
        return f"reveal {self.seat} {card_words(self.cards)}{' up' if self.up else ''}"
