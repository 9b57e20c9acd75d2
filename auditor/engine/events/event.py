"""What all events share, and the numbers that stand for no seat and no pot in particular.

Events call the constructor of their base by its name: by `super()` making one would take half as long again. Those that
a hand has many of do themselves what it does: making one takes a quarter less.
"""

from typing import Final

from auditor.engine.cards import BIT, NAMES, NO_CARD, UNSEEN, name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # seats are numbered 1 to 11; lists by seat have a place for 0 and for the stranger
CAUSES: Final = ("time_out", "disconnect", "away")
# No bit for what is no card: `UNSEEN` and `NO_CARD` count from the end.
_BIT: Final = (*BIT, 0, 0)
_NAME: Final = (*NAMES, name_of(NO_CARD), name_of(UNSEEN))


class Clock:
    """What the clock says of an event, where the log has it: `at` when it happened, since the hand began; `allowed` the
    time that the seat had for it and `used` what it took; all in milliseconds. `cause` is why the act was made for the
    seat and not by it: `time_out`, `disconnect` or `away`; empty for an act of its own.
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
    """One line of a log. `seat` and `line` as the module says; `clock` is put there by who reads one, most logs have
    none.
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
    """An event that names cards: `cards` in its order, `mask` the seen ones as a set; `twice` where one of them is
    named twice, `strange` where one is no card of the deck.
    """

    __slots__ = ("cards", "mask", "strange", "twice")

    def __init__(self, seat: int, cards: tuple[int, ...], line: int) -> None:
        self.seat = seat
        self.line = line
        self.clock = None
        self.cards: Final = cards
        if len(cards) == 1:  # as from fourth street on: the short way
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
