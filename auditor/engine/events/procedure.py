"""Events of procedure, which move no chips and deal no cards: shuffles, cuts, declarations and exposed cards."""

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
    """Cards that should have stayed hidden were seen. The cards are from the hand of `seat`; if `seat` is 0, they are
    from the deck.
    """

    __slots__ = ()

    def __init__(self, seat: int, cards: tuple[int, ...], line: int = 0) -> None:
        Cards.__init__(self, seat, cards, line)

    def words(self) -> str:
        return f"exposed {self.seat} {card_words(self.cards)}"


class Announced(Event):
    """Before the deal, a seat announces that it may play money that is not on the table, such as a bank note."""

    __slots__ = ("amount",)

    def __init__(self, seat: int, amount: int, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.amount: Final = amount

    def words(self) -> str:
        return f"announced {self.seat} {self.amount}"


class Declared(Event):
    """A seat declares in words what it is going to do. `verb` is `folds`, `checks`, `calls`, `completes`, `bets` or
    `raises`. `to` is the amount that the seat will then have in front of it; `None` if it named no amount.
    """

    __slots__ = ("to", "verb")

    def __init__(self, seat: int, verb: str, to: int | None = None, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.verb: Final = verb
        self.to: Final = to

    def words(self) -> str:
        return f"declared {self.seat} {self.verb} {'-' if self.to is None else self.to}"


# The values that `Declared.verb` may have.
DECLARABLE: Final = ("folds", "checks", "calls", "completes", "bets", "raises")
