"""What all events share, and the numbers that stand for no seat and no pot in particular."""

from typing import Final

from auditor.engine.cards import name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # seats are numbered 1 to 11; lists by seat have a place for 0 and for the stranger


class Event:
    """One line of a log. `seat` and `line` as the module says."""

    __slots__ = ("line", "seat")

    def __init__(self, seat: int, line: int = 0) -> None:
        self.seat: Final = seat
        self.line: Final = line

    def words(self) -> str:
        """The canonical form, without the line number."""
        raise AssertionError


def card_words(cards: tuple[int, ...]) -> str:
    """Cards in an event's canonical form."""
    return "".join([name_of(card) for card in cards]) or "-"
