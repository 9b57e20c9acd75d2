"""The base of all events, and the numbers for "no known seat" and "any pot".

For speed, an event calls the constructor of its base by name: with `super()`, making an event takes half as long again.
The most frequent events repeat the lines of that constructor, which makes them a quarter faster.
"""

from typing import Final

from auditor.engine.cards import BIT, NAMES, NO_CARD, UNSEEN, name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # seats are numbered 1 to 11; lists by seat also have a place for 0 and for `STRANGER`
CAUSES: Final = ("time_out", "disconnect", "away")
# `UNSEEN` and `NO_CARD` have no bit. They are negative, so they index the two last places.
_BIT: Final = (*BIT, 0, 0)
_NAME: Final = (*NAMES, name_of(NO_CARD), name_of(UNSEEN))


class Clock:
    """The clock of an event, if the log states it. All times are in milliseconds: `at` is the time since the hand
    began, `allowed` the time that the seat had, and `used` the time that it took. `cause` is the reason why the room
    acted for the seat: `time_out`, `disconnect` or `away`. It is empty if the player acted.
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
        """Returns the canonical form of the clock: one line, which is put before the line of the event."""
        times = " ".join(["-" if time is None else str(time) for time in (self.at, self.allowed, self.used)])
        return f"clock {times} {self.cause or '-'}"


class Event:
    """One line of a log. The docstring of the package explains `seat` and `line`. A parser adds the `clock`; most logs
    have none.
    """

    __slots__ = ("clock", "line", "seat")

    def __init__(self, seat: int, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock: Clock | None = None

    def words(self) -> str:
        """Returns the canonical form of the event, without the line number."""
        raise AssertionError


class Cards(Event):
    """An event that names cards. `cards` are in the order of the log; `mask` is the set of the seen cards. `twice` is
    true if a card is named twice; `strange` is true if one of them is not a card of the deck.
    """

    __slots__ = ("cards", "mask", "strange", "twice")

    def __init__(self, seat: int, cards: tuple[int, ...], line: int) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.cards: Final = cards
        if len(cards) == 1:  # the fast path: most deals from fourth street on have one card
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
    """Returns the cards in the canonical form of an event."""
    return "".join([_NAME[card] for card in cards]) or "-"
