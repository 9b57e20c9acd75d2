"""The base class of all events, and two special numbers: `STRANGER` for a person without a seat, and `ANY_POT` if the
log does not name the pot.

For speed, a subclass calls `Event.__init__` by name: with `super()`, making an event takes 50% longer. The most
frequent events repeat the lines of that constructor instead, which makes them 25% faster.
"""

from typing import Final

from auditor.engine.cards import BIT, NAMES, NO_CARD, UNSEEN, name_of

STRANGER: Final = 15
ANY_POT: Final = -1
SEATS: Final = 16  # the length of lists by seat: seats are 1 to 11, 0 is no seat, and 15 is `STRANGER`
CAUSES: Final = ("time_out", "disconnect", "away")
# The bit of each card, and 0 for `UNSEEN` and `NO_CARD`: these are -1 and -2, so they index the last two places.
_BIT: Final = (*BIT, 0, 0)
_NAME: Final = (*NAMES, name_of(NO_CARD), name_of(UNSEEN))


class Clock:
    """The times of an event in milliseconds; a time that the log does not state is `None`. `at` is the time since the
    hand began, `allowed` is the time that the seat had for its act, and `used` is the time that the seat took. `cause`
    is the reason why the room acted for the seat: `time_out`, `disconnect` or `away`. It is empty if the player acted.
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
        """Returns the times and the cause as one line of text, for the digest of the hand. This line comes before the
        line of the event.
        """
        times = " ".join(["-" if time is None else str(time) for time in (self.at, self.allowed, self.used)])
        return f"clock {times} {self.cause or '-'}"


class Event:
    """One line of a log. `seat` is the seat that the line is about; 0 if there is none. `line` is the number of the
    line in the file; 0 if there is no file. `clock` has the times that the log states; `None` if there are none. A
    parser sets `clock` after it has made the event.
    """

    __slots__ = ("clock", "line", "seat")

    def __init__(self, seat: int, line: int = 0) -> None:
        self.seat = seat
        self.line = line
        self.clock: Clock | None = None

    def words(self) -> str:
        """Returns the event as one line of text, such as `fold 3`, for the digest of the hand. The line number is left
        out. Each kind of event has its own version of this method.
        """
        raise AssertionError

    @property
    def is_away(self) -> bool:
        """Whether the room made this act for a player who is away. The room may make such an act before it is the turn
        of the seat.
        """
        return self.clock is not None and self.clock.cause == "away"


class Cards(Event):
    """The base class of events that name cards. `cards` are in the order of the log; `mask` has one bit for each seen
    card. `twice` is true if the line names a card twice; `strange` is true if it names a card that does not exist.
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
    """Returns the names of the cards without spaces, such as `Tdxx`, for the line of an event; `-` if there are
    none.
    """
    return "".join([_NAME[card] for card in cards]) or "-"
