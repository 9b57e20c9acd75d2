"""The canonical hand: one deal as the log records it, from the antes to the payout, and the digest of the hand."""

import hashlib
from enum import StrEnum
from operator import attrgetter
from typing import Final

from auditor.engine.events import Event, Illegible


class Game(StrEnum):
    """The stud games that are audited."""

    STUD = "stud"
    STUD8 = "stud8"
    RAZZ = "razz"


class Structure(StrEnum):
    """The betting structure: how wagers are limited."""

    FIXED = "fixed"
    POT = "pot"
    NO = "no"
    SPREAD = "spread"


class Records:
    """The kinds of lines that every log of this format has, one bit for each kind. A rule that needs a missing kind is
    *not verifiable*.

    The kinds are integers, not an enumeration, because the engine compares them several times for each hand.
    """

    BURNS: Final = 1  # a line for each burned card
    RAKE: Final = 2  # a line for the rake, even if the rake is 0
    UNCALLED: Final = 4  # lines for money that nobody matched
    PAYOUT: Final = 8  # a line for each payment
    WHOLE_HANDS: Final = 16  # a show line has all cards of the hand, not just those that play
    CARD_ORDER: Final = 32  # all cards, one by one, in the order in which they left the deck
    ANTES_IN_PLACE: Final = 64  # antes are logged in their true order with the cards
    BRING_IN: Final = 128  # bring-in lines
    SHOWDOWN_ORDER: Final = 256  # shows and mucks in the order in which they happened
    EVERY_UP_CARD: Final = 512  # a line for each card dealt face up
    EVERY_DOWN_CARD: Final = 1024  # a line for each card dealt face down, seen or not
    MAY_STOP: Final = 2048  # a log of this kind may end anywhere; an early end is no fault


# All kinds of lines, by the names that transcripts use.
RECORDS: Final[dict[str, int]] = {
    "burns": Records.BURNS,
    "rake": Records.RAKE,
    "uncalled": Records.UNCALLED,
    "payout": Records.PAYOUT,
    "whole_hands": Records.WHOLE_HANDS,
    "card_order": Records.CARD_ORDER,
    "antes_in_place": Records.ANTES_IN_PLACE,
    "bring_in": Records.BRING_IN,
    "showdown_order": Records.SHOWDOWN_ORDER,
    "every_up_card": Records.EVERY_UP_CARD,
    "every_down_card": Records.EVERY_DOWN_CARD,
    "may_stop": Records.MAY_STOP,
}


class Unit:
    """The unit of all amounts in a hand: 10 ** -minor of `currency`. `currency` is an ISO code, `chips` or empty.
    `minor` is the number of decimals that the log writes.
    """

    __slots__ = ("currency", "minor")

    def __init__(self, currency: str = "", minor: int = 0) -> None:
        self.currency: Final = currency
        self.minor: Final = minor


class Stakes:
    """The stakes that the log names, in the smallest unit. An amount that the log does not name is `None`."""

    __slots__ = ("ante", "big_bet", "bring_in", "small_bet")

    def __init__(
        self,
        ante: int | None = None,
        bring_in: int | None = None,
        small_bet: int | None = None,
        big_bet: int | None = None,
    ) -> None:
        self.ante: Final = ante
        self.bring_in: Final = bring_in
        self.small_bet: Final = small_bet
        self.big_bet: Final = big_bet


class Seat:
    """A numbered place (1 to 11), the player in it, and the stack before the hand (`None`: not logged). `dealt_in` is
    true if the lines before the antes list the seat as part of this hand.
    """

    __slots__ = ("dealt_in", "number", "player", "stack")

    def __init__(self, number: int, player: str, stack: int | None, dealt_in: bool = True) -> None:
        self.number: Final = number
        self.player: Final = player
        self.stack: Final = stack
        self.dealt_in: Final = dealt_in


_CLOCK_OF: Final = attrgetter("clock")
_SEAT_OF: Final = attrgetter("seat")


class Hand:
    """One deal as logged.

    `room` is the card room of the log, empty if unknown. `number` is the room's hand number, `None` if there is none.
    `house` is the set of rules that the log itself names. `played` is the time in UTC, in ISO 8601 with a `Z`, or
    empty; `local` is the time as the log writes it.

    `button` is the seat of the button in the log, 0 if there is none. `first_dealt` is the seat that was dealt to
    first, 0 if the log does not show it. `most_seats` is the number of seats at the table, 0 if unknown. The last of
    `events` is a `LogEnd`. `named` is the set of seats that events name; 0 is in it if an event names no seat. `timed`
    is true if at least one event has a clock.
    """

    __slots__ = (
        "_digest",
        "button",
        "events",
        "first_dealt",
        "game",
        "house",
        "local",
        "most_seats",
        "named",
        "number",
        "played",
        "records",
        "room",
        "seats",
        "stakes",
        "structure",
        "table",
        "timed",
        "tournament",
        "unit",
    )

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, ...],
        stakes: Stakes,
        events: tuple[Event, ...],
        records: int,
        *,
        structure: Structure = Structure.FIXED,
        unit: Unit | None = None,
        room: str = "",
        number: str | None = None,
        table: str = "",
        tournament: str = "",
        house: str = "",
        played: str = "",
        local: str = "",
        button: int = 0,
        first_dealt: int = 0,
        most_seats: int = 0,
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.stakes: Final = stakes
        self.events: Final = events
        self.records: Final = int(records)
        self.structure: Final = structure
        self.unit: Final = unit if unit is not None else Unit()
        self.room: Final = room
        self.number: Final = number
        self.table: Final = table
        self.tournament: Final = tournament
        self.house: Final = house
        self.played: Final = played
        self.local: Final = local
        self.button: Final = button
        self.first_dealt: Final = first_dealt
        self.most_seats: Final = most_seats
        self.named: Final = frozenset(map(_SEAT_OF, events))
        self.timed: Final = any(map(_CLOCK_OF, events))  # computed once, because the audit needs this for every hand
        self._digest = ""

    def masked(self) -> "Hand":
        """Returns the same hand without names. Each player is named by the seat number. Unreadable lines are blank,
        because they may contain a name. The copy keeps the digest of the original, because it is the same record.
        """
        other = Hand(
            self.game,
            tuple([Seat(seat.number, str(seat.number), seat.stack, seat.dealt_in) for seat in self.seats]),
            self.stakes,
            tuple([Illegible("", event.line) if isinstance(event, Illegible) else event for event in self.events]),
            self.records,
            structure=self.structure,
            unit=self.unit,
            room=self.room,
            number=self.number,
            table=self.table,
            tournament=self.tournament,
            house=self.house,
            played=self.played,
            local=self.local,
            button=self.button,
            first_dealt=self.first_dealt,
            most_seats=self.most_seats,
        )
        other._digest = self.digest()
        return other

    def canonical(self) -> str:
        """Returns the hand as compact lines. They contain everything that a report depends on, but not the place of the
        log.
        """
        stakes = self.stakes
        lines = [
            f"hand/1 {self.game} {self.structure} {self.unit.currency or '-'} {self.unit.minor} {int(self.records)}",
            f"{_word(self.room)} {_word(self.number or '')} {_word(self.house)} {self.played or '-'}",
            f"{stakes.ante} {stakes.bring_in} {stakes.small_bet} {stakes.big_bet}",
            f"{self.button} {self.first_dealt} {self.most_seats}",
        ]
        for seat in self.seats:
            lines.append(f"seat {seat.number} {seat.stack} {int(seat.dealt_in)} {_word(seat.player)}")
        for event in self.events:
            if event.clock is not None:
                lines.append(event.clock.words())
            lines.append(event.words())
        return "\n".join(lines)

    def digest(self) -> str:
        """Returns the SHA-256 of the canonical hand, in hex. It is computed once."""
        if not self._digest:
            self._digest = hashlib.sha256(self.canonical().encode("utf-8", "surrogatepass")).hexdigest()
        return self._digest


def _word(text: str) -> str:
    """Returns the text as one word that cannot be confused with another field or line."""
    if text.isalnum() and text.isascii():  # most numbers and names need no escape
        return text
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20") or "-"
