"""Procedure at the table that moves no chips and deals no cards: the deck, declarations and exposed cards."""

from typing import Final

from auditor.engine.events.event import Cards, Event, card_words


class Shuffle(Event):
    """Somebody shuffles the deck. `seat` is the seat of that person; 0 is the dealer or a machine."""

    __slots__ = ()

    def words(self) -> str:
        return f"shuffle {self.seat}"


class Cut(Event):
    """Somebody cuts the deck. `seat` is the seat of that person; 0 is the dealer or a machine."""

    __slots__ = ()

    def words(self) -> str:
        return f"cut {self.seat}"


class Exposed(Cards):
    """Cards that should have stayed hidden were seen. They are from the hand of `seat`, or from the deck if `seat` is
    0.
    """

    __slots__ = ()

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0) -> None:
        Cards.__init__(self, seat, cards, line)

    def words(self) -> str:
        return f"exposed {self.seat} {card_words(self.cards)}"


class Announced(Event):
    """Before the deal, a seat announces money that is not on the table but may be played."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"announced {self.seat} {self.amount}"


class Declared(Event):
    """A seat declares an act in words. `verb` is `folds`, `checks`, `calls`, `completes`, `bets` or `raises`. `to` has
    the same meaning as in the act itself; it is `None` if the seat named no amount.
    """

    __slots__ = ("to", "verb")

    def __init__(self, seat: int, verb: str, to: int | None = None, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.verb: Final = verb
        self.to: Final = to

    def words(self) -> str:
        return f"declared {self.seat} {self.verb} {'-' if self.to is None else self.to}"


# Acts that a seat can declare.
DECLARABLE: Final = ("folds", "checks", "calls", "completes", "bets", "raises")
