"""Events of the showdown."""

from typing import Final

from auditor.engine.events.event import Cards, Event, card_words


class Show(Cards):
    """A seat shows its hand.

    `cards` as shown, in the log's order. `high` and `low` are what the log says the cards make, as
    `auditor.engine.ranks` describes a hand: for high a category and the ranks the words name (a prefix of the full
    description), for low the five ranks from the highest down; empty where the log says nothing.
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
    """The record tells a seat's cards without that seat having shown them at the table.

    `up` is whether it says of all of them that they lie face up; where it is false, nothing says how they lie.
    """

    __slots__ = ("up",)

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0, up: bool = False) -> None:
        Cards.__init__(self, seat, cards, line)
        self.up: Final = up

    def words(self) -> str:
        return f"reveal {self.seat} {card_words(self.cards)}{' up' if self.up else ''}"
