"""The types of the values in our own log: cards, chips, texts, seats and times. Also converts cards to numbers and
back.
"""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from auditor.engine import events as e
from auditor.engine.cards import CARDS, NO_CARD, UNSEEN
from auditor.formats.limits import CHIPS

# A card of the deck, `xx` for a card that nobody saw, or `--` for a text in the log that is not a card.
Card = Literal[
    "2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d", "5h", "5s", "6c", "6d",
    "6h", "6s", "7c", "7d", "7h", "7s", "8c", "8d", "8h", "8s", "9c", "9d", "9h", "9s", "Tc", "Td", "Th", "Ts",
    "Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks", "Ac", "Ad", "Ah", "As", "xx", "--",
]  # fmt: skip
Cards = Annotated[list[Card], Meta(max_length=52)]
_CHIPS: Final = "In the smallest unit; all amounts of a hand together are less than 10^15."
Chips = Annotated[int, Meta(ge=1 - CHIPS, le=CHIPS - 1, description=_CHIPS)]
Text = Annotated[str, Meta(max_length=4096)]
SeatNumber = Annotated[
    int,
    Meta(ge=0, le=15, description="1 to 11 are seats; 0 means nobody; 15 means somebody who has no seat in the hand."),
]
Pot = Annotated[
    int,
    Meta(
        ge=-1,
        le=99,
        description="0 is the main pot; 1 to 99 are side pots; -1 means that the log does not name the pot.",
    ),
]
Stated = Annotated[list[Annotated[int, Meta(ge=-99, le=99)]], Meta(max_length=9)]
Seats = Annotated[list[Annotated[int, Meta(ge=0, le=15)]], Meta(max_length=16)]
Line = Annotated[int, Meta(ge=0, le=10**12, description="The line in the room's own log, from 1; 0 if there is none.")]
Time = Annotated[int, Meta(ge=0, le=10**12, description="In milliseconds.")]

CARD_NUMBERS: Final[dict[str, int]] = {**CARDS, "xx": UNSEEN, "--": NO_CARD}
_NUMBER_OF: Final = CARD_NUMBERS.__getitem__
CARD_NAMES: Final[dict[int, Card]] = {CARD_NUMBERS[name]: name for name in get_args(Card)}


def numbers(cards: list[Card]) -> tuple[int, ...]:
    if len(cards) == 1:  # this short way is for speed: from fourth street on, each deal to a seat has one card
        return (CARD_NUMBERS[cards[0]],)
    return tuple(map(_NUMBER_OF, cards))


def names(cards: tuple[int, ...]) -> list[Card]:
    if len(cards) == 1:
        return [CARD_NAMES[cards[0]]]
    return [CARD_NAMES[card] for card in cards]


class Clock(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The times of an event in milliseconds: `at` counts from the start of the hand, `allowed` is the time that the
    seat had for its act, and `used` is the time that the seat took. `cause` is the reason why the clock or the room
    acted for the seat. `cause` is empty if the player acted himself.
    """

    at: Time | None = None
    allowed: Time | None = None
    used: Time | None = None
    cause: Literal["", "time_out", "disconnect", "away"] = ""


class EventObject(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="event", kw_only=True
):
    """The base class of all events of our own log, such as `{"event": "fold", "seat": 3, "line": 41}`. Each subclass is
    one kind of event.
    """

    clock: Clock | None = None

    def to_event(self, at: int = 0) -> e.Event:
        """Returns the event of the engine that this object stands for, but without its clock times. The event gets the
        line number `at`; if `at` is 0, it gets the line number of the object.
        """
        raise NotImplementedError
