"""The base of all events, and the numbers for "no known seat" and "any pot".

Events call the constructor of their base by its name: with `super()` making one takes half as long again. The most
frequent events repeat the constructor's lines: making one then takes a quarter less.
"""

from typing import Final

from auditor.engine.cards import BIT, NAMES, NO_CARD, UNSEEN, name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # seats are numbered 1 to 11; lists by seat have a place for 0 and for the stranger
CAUSES: Final = ("time_out", "disconnect", "away")
# `UNSEEN` and `NO_CARD` have no bit; they are negative and index from the end.
_BIT: Final = (*BIT, 0, 0)
_NAME: Final = (*NAMES, name_of(NO_CARD), name_of(UNSEEN))


class Clock:
    """The clock of an event, where the log has it. All times are in milliseconds: `at` since the hand began, `allowed`
    the time that the seat had, `used` the time that it took. `cause` is why the room acted for the seat: `time_out`,
    `disconnect` or `away`; empty where the seat acted itself.
    """

    __slots__ = ("allowed", "at", "cause", "used")

    def __init__(
        self, at: int | None = None, allowed: int | None = None, used: int | None = None, cause: str = ""
    ) -> None:
        self.at: Final = at
        self.allowed: Final = allowed
        self.used: Final = used
        self.cause: Final = cause

    def words(self) -> str:
        """The canonical form: a line before that of its event."""
        times = " ".join(["-" if time is None else str(time) for time in (self.at, self.allowed, self.used)])
        return f"clock {times} {self.cause or '-'}"


class Event:
    """One line of a log. The package describes `seat` and `line`; a reader adds the `clock`, which most logs do not
    have.
    """

    __slots__ = ("clock", "line", "seat")

    def __init__(self, seat: int, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock: Clock | None = None

    def words(self) -> str:
        """The canonical form, without the line number."""
        raise AssertionError


class Cards(Event):
    """An event that names cards: `cards` in the log's order, `mask` the seen ones as a set. `twice`: one card is named
    twice; `strange`: one is no card of the deck.
    """

    __slots__ = ("cards", "mask", "strange", "twice")

    def __init__(self, seat: int, cards: tuple[int, ...], line: int) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.cards: Final = cards
        if len(cards) == 1:  # most deals from fourth street on have one card: the short way
            mask = _BIT[cards[0]]
            twice = False
        else:
            mask = 0
            twice = False
            for card in cards:
                bit = _BIT[card]
                if mask & bit:
                    twice = True
                mask |= bit
        self.mask: Final = mask
        self.twice: Final = twice
        self.strange: Final = NO_CARD in cards


def card_words(cards: tuple[int, ...]) -> str:
    """Cards in an event's canonical form."""
    return "".join([_NAME[card] for card in cards]) or "-"
