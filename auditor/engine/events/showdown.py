"""Events of the showdown: a seat shows or mucks its hand, or the log lists the cards of a seat."""

from typing import Final

from auditor.engine.events.event import Cards, Event, card_words


class Show(Cards):
    """A seat shows its hand. `cards` are in the order of the log. If the log also describes the hand in words, `high`
    and `low` are this description, converted to integers. A field is empty if the log has no such description.

    `high` is the category and then the ranks that the log names. A pair of kings is `(1, 11)`: category 1 is a pair,
    and rank 11 is a king (a deuce is 0, an ace is 12). `low` is five ranks from the highest down; an ace is 12 here
    too, although it counts as the lowest card.
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
    """At the showdown, a seat gives up its claim to the pot without showing its hand."""

    __slots__ = ()

    def words(self) -> str:
        return f"muck {self.seat}"


class Reveal(Cards):
    """A line that lists cards of a seat, for example in the summary of the log. The seat did not show these cards at
    the table. `up` is true if the log says that all these cards lay face up. If false, the log does not say how they
    lay.
    """

    __slots__ = ("up",)

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0, up: bool = False) -> None:
        Cards.__init__(self, seat, cards, line)
        self.up: Final = up

    def words(self) -> str:
        return f"reveal {self.seat} {card_words(self.cards)}{' up' if self.up else ''}"
