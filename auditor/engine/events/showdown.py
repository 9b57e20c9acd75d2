"""Events of the showdown."""

from typing import Final

from auditor.engine.events.event import Cards, Event, card_words


class Show(Cards):
    """A seat shows its hand. `cards` are in the order of the log. `high` and `low` are the hand as the log describes
    it, in the form of `auditor.engine.ranks`. `high` is a category and the ranks that the words name, which may be only
    the first ranks of the full description. `low` is the five ranks from the highest down. A value is empty if the log
    has no words for it.
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
    """The log lists the cards of a seat that did not show them at the table. `up` is true if the log calls all of them
    face up; otherwise the log does not say which cards were face up.
    """

    __slots__ = ("up",)

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0, up: bool = False) -> None:
        Cards.__init__(self, seat, cards, line)
        self.up: Final = up

    def words(self) -> str:
        return f"reveal {self.seat} {card_words(self.cards)}{' up' if self.up else ''}"
