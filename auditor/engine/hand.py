"""The canonical hand: one deal as the log records it, from the antes to the payout, in the same form for all log
formats.
"""

import hashlib
from enum import StrEnum
from operator import attrgetter
from typing import Final

from auditor.engine.events import Event, Unread


class Game(StrEnum):
    """The stud games that the auditor knows. In `stud8` (stud hi-lo), the best hand and the best low hand share the
    pot. In `razz`, the lowest hand wins.
    """

    STUD = "stud"
    STUD8 = "stud8"
    RAZZ = "razz"


class Structure(StrEnum):
    """The betting structure, which decides how large a wager may be: fixed, pot, no or spread limit."""

    FIXED = "fixed"
    POT = "pot"
    NO = "no"
    SPREAD = "spread"


class Records:
    """Bits that say which kinds of lines every log of a format has. A rule that needs a missing kind of line is *not
    verifiable*. The bits from `MAY_STOP` on mean the reverse: something that logs of the format may leave out or cannot
    state.

    The bits are integers, not an enumeration, because the engine tests them several times for each hand.
    """

    BURNS: Final = 1  # a line for each burned card
    RAKE: Final = 2  # a line for the rake, even if the rake is 0
    UNCALLED: Final = 4  # a line for each uncalled bet that goes back to its seat
    PAYOUT: Final = 8  # a line for each payment
    WHOLE_HANDS: Final = 16  # a show line has all cards of the seat, not just the five that win
    CARD_ORDER: Final = 32  # a line for each card, in the order in which the cards left the deck
    ANTES_IN_PLACE: Final = 64  # the ante lines are where the antes happened: before, between or after the deal lines
    BRING_IN: Final = 128  # a line for the bring-in
    SHOWDOWN_ORDER: Final = 256  # show and muck lines in the order in which they happened
    EVERY_UP_CARD: Final = 512  # a line for each card dealt face up
    EVERY_DOWN_CARD: Final = 1024  # a line for each card dealt face down, seen or not
    MAY_STOP: Final = 2048  # a log may end before the hand does; that is no finding
    MAY_TRIM_WAGERS: Final = 4096  # a wager may be logged without the chips that no opponent could call
    PAYOUT_APART: Final = 8192  # payments and rake are in a list of their own, so their true order is unknown
    # A format with this bit has no lines for misdeals, void hands, reasons for folds, or chips that move outside the
    # betting.
    BETTING_ALONE: Final = 16384
    # A format with this bit has no street lines, no marks of all-ins, and no amounts of calls and bring-ins. The parser
    # infers these facts.
    INFERRED_CALLS: Final = 32768


# The bits from `MAY_STOP` on: what logs of a format may leave out or cannot state.
SILENCES: Final = (
    Records.MAY_STOP | Records.MAY_TRIM_WAGERS | Records.PAYOUT_APART | Records.BETTING_ALONE | Records.INFERRED_CALLS
)
# Maps a name to its bit. A transcript (a hand written down by a person) uses these names.
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
    "may_trim_wagers": Records.MAY_TRIM_WAGERS,
    "payout_apart": Records.PAYOUT_APART,
    "betting_alone": Records.BETTING_ALONE,
    "inferred_calls": Records.INFERRED_CALLS,
}


class Unit:
    """The unit of all amounts in a hand. All amounts are integers in the smallest unit: with `currency` USD and `minor`
    2, 150 means 1.50 dollars. `currency` is an ISO code, `chips` or empty. `minor` is the number of decimals in the
    log.
    """

    __slots__ = ("currency", "minor")

    def __init__(self, currency: str = "", minor: int = 0) -> None:
        self.currency: Final = currency
        self.minor: Final = minor


class Stakes:
    """The stakes of the hand according to the log, as integers in the smallest unit. An amount is `None` if the log
    does not state it.
    """

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
    """One seat of the table: its number (1 to 11), its player, and its stack before the hand (`None`: not logged).
    `dealt_in` is true if the header of the log lists the seat as part of this hand.
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

    `room` is the card room, empty if unknown. `number` is the room's hand number, `None` if there is none. `house` is
    the name of the rule set that the log itself names, usually empty. `played` is the time in UTC, such as
    `2026-11-21T18:05:00Z`, or empty; `local` is the time as the log writes it.

    `button` is the seat of the button, 0 if there is none. `first_dealt` is the seat that got the first card, 0 if the
    log does not show it. `most_seats` is the number of seats at the table, 0 if unknown. `records` has bits of
    `Records`: the kinds of lines that every log of this format has. The last of `events` is a `LogEnd`. `named` is the
    set of the `seat` values of all events; an event without a seat has 0. `timed` is true if at least one event has a
    clock.
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
        # computed once here, because the audit of the hand needs it often
        self.timed: Final = any(map(_CLOCK_OF, events))
        self._digest = ""

    def masked(self) -> "Hand":
        """Returns a copy of the hand without names of people: each player's name is the seat number, and unreadable
        lines are empty, because they may contain a name. The copy has the digest of the original, because it stands for
        the same log.
        """
        return self._copied(
            tuple([Seat(seat.number, str(seat.number), seat.stack, seat.dealt_in) for seat in self.seats]),
            tuple([type(event)("", event.line) if isinstance(event, Unread) else event for event in self.events]),
            self.digest(),
        )

    def with_events(self, events: tuple[Event, ...]) -> "Hand":
        """Returns a copy of the hand with other events. The copy computes its own digest."""
        return self._copied(self.seats, events)

    def _copied(self, seats: tuple[Seat, ...], events: tuple[Event, ...], digest: str = "") -> "Hand":
        other = Hand(
            self.game,
            seats,
            self.stakes,
            events,
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
        other._digest = digest
        return other

    def canonical(self) -> str:
        """Returns the hand as lines of text, which contain everything that a report depends on. The digest is computed
        from them. Line numbers are left out, because the same hand may be at another place in another file.
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
        """Returns the SHA-256 of the canonical text of the hand, in hex. It is computed at the first call."""
        if not self._digest:
            self._digest = hashlib.sha256(self.canonical().encode("utf-8", "surrogatepass")).hexdigest()
        return self._digest


def _word(text: str) -> str:
    """Returns the text as one field of a canonical line. Spaces and special characters are escaped, so the field has no
    space and no line end. An empty text becomes `-`.
    """
    if text.isalnum() and text.isascii():  # the fast path: most hand numbers and names need no escape
        return text
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20") or "-"
