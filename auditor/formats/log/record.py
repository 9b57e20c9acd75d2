"""One hand of our own log as a JSON object. Converts the object to the hand of the engine, and back.

The engineers of a card room use this form: `schema/log.schema.json` is made from these classes. The keys of a hand mean
the same as in `auditor.engine.hand`. Amounts are integers in the smallest unit; `unit.minor` is the number of decimals.
"""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from auditor.engine.events import LogEnd
from auditor.engine.hand import RECORDS, Game, Hand, Structure, Unit
from auditor.engine.hand import Seat as HandSeat
from auditor.engine.hand import Stakes as HandStakes
from auditor.formats.limits import NAME, SEATS
from auditor.formats.log.encoding import AnyEvent, encode_event, event_with_clock
from auditor.formats.log.values import Chips, Text

# Most of these words name kinds of facts that many rooms never log, such as burns. If the list `records` of a hand
# lacks a kind, a missing fact of this kind is no finding. The words from `may_stop` on mean the reverse: each names
# something that a log may leave out or cannot state.
Recorded = Literal[
    "burns", "rake", "uncalled", "payout", "whole_hands", "card_order", "antes_in_place", "bring_in",
    "showdown_order", "every_up_card", "every_down_card", "may_stop", "may_trim_wagers", "payout_apart",
    "betting_alone", "inferred_calls",
]  # fmt: skip
_GAMES: Final = {game.value: game for game in Game}
_STRUCTURES: Final = {structure.value: structure for structure in Structure}
_BITS: Final[dict[Recorded, int]] = {name: RECORDS[name] for name in get_args(Recorded)}


class Currency(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The unit of all amounts is 10 ** -minor of `currency`. `currency` is an ISO code, the word `chips`, or empty."""

    currency: Text = ""
    minor: Annotated[int, Meta(ge=0, le=8)] = 0


class Stakes(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The stakes as announced; a stake that was not announced is null. In spread limit, `small_bet` and `big_bet` are
    the two sizes that the table declared.
    """

    ante: Chips | None = None
    bring_in: Chips | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None


class Seat(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its player, and the stack before the hand. `stack` is null if it is not known. `dealt_in` is false for a
    player who sits out.
    """

    seat: Annotated[int, Meta(ge=1, le=SEATS)]
    player: Annotated[str, Meta(max_length=NAME)]
    stack: Chips | None = None
    dealt_in: bool = True


class Record(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename={"version": "log"}):
    """A hand. `log` is the version of this form. `records` lists the kinds of facts that a log of this room always
    writes down. All other keys mean the same as in `Hand`.
    """

    version: Literal[1]
    game: Literal["stud", "stud8", "razz"]
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=SEATS)]
    events: Annotated[
        list[AnyEvent],
        Meta(description="All events in the order in which they happened. The last event is an `end` event."),
    ]
    records: Annotated[list[Recorded], Meta(description="The kinds of facts that the room always writes into its log.")]
    number: Annotated[Text | None, Meta(description="The room's hand number; null if there is none.")] = None
    structure: Literal["fixed", "pot", "no", "spread"] = "fixed"
    unit: Currency = Currency()
    stakes: Stakes = Stakes()
    room: Annotated[Text, Meta(description="The card room.")] = ""
    table: Text = ""
    tournament: Text = ""
    house: Annotated[
        Text, Meta(description="The name of the house (the set of rules) under which the hand was dealt.")
    ] = ""
    played: Annotated[Text, Meta(description="When the hand began, UTC, as 2024-05-17T19:04:05Z; or empty.")] = ""
    local: Annotated[
        Text, Meta(description="The time when the hand began, as the clock in the card room showed it.")
    ] = ""
    button: Annotated[int, Meta(ge=0, le=99, description="The seat with the dealer button; 0 if not known.")] = 0
    first_dealt: Annotated[int, Meta(ge=0, le=99, description="The seat that is dealt to first; 0 if not known.")] = 0
    most_seats: Annotated[int, Meta(ge=0, le=99, description="The number of seats at the table; 0 if not known.")] = 0

    def hand(self, at: int = 0) -> Hand:
        """Returns this record as a hand of the engine. All its events get the line number `at`; if `at` is 0, they keep
        the line numbers that the record states.
        """
        stakes = self.stakes
        records = 0
        for recorded in self.records:
            records |= _BITS[recorded]
        events = [event.to_event(at) if event.clock is None else event_with_clock(event, at) for event in self.events]
        if not events or type(events[-1]) is not LogEnd:
            events.append(LogEnd(complete=False, line=at))
        return Hand(
            _GAMES[self.game],
            tuple([HandSeat(seat.seat, seat.player, seat.stack, seat.dealt_in) for seat in self.seats]),
            HandStakes(stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet),
            tuple(events),
            records,
            structure=_STRUCTURES[self.structure],
            unit=Unit(self.unit.currency, self.unit.minor),
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


def record_of(hand: Hand, *, keep_lines: bool = True) -> Record:
    """Returns the record of a hand. With `keep_lines`, each event keeps its line number in the room's own log.
    Otherwise the record has no line numbers.
    """
    stakes = hand.stakes
    return Record(
        version=1,
        game=hand.game.value,
        seats=[Seat(seat.number, seat.player, seat.stack, seat.dealt_in) for seat in hand.seats],
        events=[encode_event(event, event.line if keep_lines else 0) for event in hand.events],
        records=[name for name, bit in _BITS.items() if hand.records & bit],
        number=hand.number,
        structure=hand.structure.value,
        unit=Currency(hand.unit.currency, hand.unit.minor),
        stakes=Stakes(stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet),
        room=hand.room,
        table=hand.table,
        tournament=hand.tournament,
        house=hand.house,
        played=hand.played,
        local=hand.local,
        button=hand.button,
        first_dealt=hand.first_dealt,
        most_seats=hand.most_seats,
    )
