"""Events of the deal: antes, streets and cards."""

from typing import Final

from auditor.engine.cards import name_of
from auditor.engine.events.event import Cards, Event, card_words


class Ante(Event):
    """A seat posts its ante."""

    __slots__ = ("all_in", "amount")

    def __init__(self, seat: int, amount: int, all_in: bool = False, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.amount: Final = amount
        self.all_in: Final = all_in

    def words(self) -> str:
        return f"ante {self.seat} {self.amount}{' !' if self.all_in else ''}"


class Street(Event):
    """A new street begins. `street` is its number, from 3 to 7."""

    __slots__ = ("street",)

    def __init__(self, street: int, line: int = 0) -> None:
        self.seat = 0
        self.line = line
        self.clock = None
        self.street: Final = street

    def words(self) -> str:
        return f"street {self.street}"


class Deal(Cards):
    """Cards are dealt to a seat: first the `down` cards, face down, then the `up` cards, face up. A card that the log
    hides is `UNSEEN`. If the log names a card that does not exist, such as `1x`, `spelled` is this text; otherwise it
    is empty.
    """

    __slots__ = ("down", "spelled", "up")

    def __init__(self, seat: int, down: tuple[int, ...], up: tuple[int, ...], spelled: str = "", line: int = 0) -> None:
        Cards.__init__(self, seat, down + up if down else up, line)
        self.down: Final = down
        self.up: Final = up
        self.spelled: Final = spelled

    def words(self) -> str:
        return (
            f"deal {self.seat} {card_words(self.down)}|{card_words(self.up)}{' ' if self.spelled else ''}{self.spelled}"
        )


class Burn(Cards):
    """A card is burned: taken off the top of the deck and put aside, so that nobody plays it."""

    __slots__ = ("card",)

    def __init__(self, card: int, line: int = 0) -> None:
        Cards.__init__(self, 0, (card,), line)
        self.card: Final = card

    def words(self) -> str:
        return f"burn {name_of(self.card)}"


class Community(Cards):
    """One card is dealt face up for all live seats, because the deck is too short for seventh street."""

    __slots__ = ("card",)

    def __init__(self, card: int, line: int = 0) -> None:
        Cards.__init__(self, 0, (card,), line)
        self.card: Final = card

    def words(self) -> str:
        return f"community {name_of(self.card)}"


class Misdeal(Event):
    """The deal is cancelled because of a mistake (a misdeal), which ends the hand."""

    __slots__ = ()

    def __init__(self, line: int = 0) -> None:
        Event.__init__(self, 0, line)

    def words(self) -> str:
        return "misdeal"
