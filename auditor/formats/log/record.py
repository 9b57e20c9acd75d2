"""One hand of our own log as a JSON object, and to and from the canonical hand.

The public form for engineers of a room: `schema/log.schema.json` is made from these classes. Keys of the hand mean what
they mean in `auditor.engine.hand`; amounts are integers in the smallest unit, `unit.minor` decimals of the currency.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from auditor.engine import events as e
from auditor.engine.hand import RECORDS, Game, Hand, Structure, Unit
from auditor.engine.hand import Seat as HandSeat
from auditor.engine.hand import Stakes as HandStakes
from auditor.formats.log import events as told
from auditor.formats.log.events import CARD_NAMES, AnyEvent, Chips, Text, names

# What the record leaves out on purpose, so that its absence proves nothing.
Recorded = Literal[
    "burns", "rake", "uncalled", "payout", "whole_hands", "card_order", "antes_in_place", "bring_in",
    "showdown_order", "every_up_card", "every_down_card", "may_stop",
]  # fmt: skip
_BITS: Final[dict[Recorded, int]] = RECORDS  # type: ignore[assignment]
Number = Annotated[int, Meta(ge=0, le=99)]


class Currency(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    currency: Text = ""
    minor: Annotated[int, Meta(ge=0, le=8)] = 0


class Stakes(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    ante: Chips | None = None
    bring_in: Chips | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None


class Seat(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    seat: Number
    player: Text
    stack: Chips | None = None
    dealt_in: bool = True


class Record(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename={"version": "log"}):
    """A hand. `log` is the version of this form; `records` what a log like this writes down; the rest as in `Hand`."""

    version: Literal[1]
    game: Literal["stud", "stud8", "razz"]
    seats: list[Seat]
    events: list[AnyEvent]
    records: list[Recorded]
    number: Text | None = None
    structure: Literal["fixed", "pot", "no", "spread"] = "fixed"
    unit: Currency = Currency()
    stakes: Stakes = Stakes()
    room: Text = ""
    table: Text = ""
    tournament: Text = ""
    house: Text = ""
    played: Text = ""
    local: Text = ""
    button: Number = 0
    first_dealt: Number = 0
    most_seats: Number = 0

    def hand(self, at: int = 0) -> Hand:
        """The canonical hand; its events stand on line `at` where that is given, else on the lines they name."""
        stakes = self.stakes
        records = 0
        for recorded in self.records:
            records |= _BITS[recorded]
        return Hand(
            Game(self.game),
            tuple([HandSeat(seat.seat, seat.player, seat.stack, seat.dealt_in) for seat in self.seats]),
            HandStakes(stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet),
            tuple([event.told(at) for event in self.events]),
            records,
            structure=Structure(self.structure),
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
    """The record of a hand; without lines, nothing in it tells which log it was read from."""
    stakes = hand.stakes
    return Record(
        version=1,
        game=hand.game.value,
        seats=[Seat(seat.number, seat.player, seat.stack, seat.dealt_in) for seat in hand.seats],
        events=[_TELL[type(event)](event, event.line if keep_lines else 0) for event in hand.events],
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


def schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    return msgspec.json.schema(Record)


_TELL: Final[dict[type[e.Event], Callable[[Any, int], AnyEvent]]] = {
    e.Ante: lambda event, line: told.Ante(event.seat, event.amount, event.all_in, line),
    e.Street: lambda event, line: told.Street(event.street, line),
    e.Deal: lambda event, line: told.Deal(event.seat, names(event.down), names(event.up), event.spelled, line),
    e.Burn: lambda event, line: told.Burn(CARD_NAMES[event.card], line),
    e.Community: lambda event, line: told.Community(CARD_NAMES[event.card], line),
    e.Opens: lambda event, line: told.Opens(event.seat, line),
    e.BringIn: lambda event, line: told.BringIn(event.seat, event.to, event.all_in, line),
    e.Fold: lambda event, line: told.Fold(event.seat, line),
    e.Check: lambda event, line: told.Check(event.seat, line),
    e.Call: lambda event, line: told.Call(event.seat, event.to, event.all_in, line),
    e.Wager: lambda event, line: told.Wager(event.seat, event.to, event.verb, event.all_in, line),
    e.Return: lambda event, line: told.Return(event.seat, event.amount, line),
    e.TopUp: lambda event, line: told.TopUp(event.seat, event.amount, line),
    e.Show: lambda event, line: told.Show(event.seat, names(event.cards), list(event.high), list(event.low), line),
    e.Muck: lambda event, line: told.Muck(event.seat, line),
    e.Reveal: lambda event, line: told.Reveal(event.seat, names(event.cards), line),
    e.Collect: lambda event, line: told.Collect(event.seat, event.amount, event.pot, event.half, line),
    e.Rake: lambda event, line: told.Rake(event.amount, event.pot, line),
    e.PotTotal: lambda event, line: told.PotTotal(event.amount, event.pot, line),
    e.Won: lambda event, line: told.Won(event.seat, event.amount, line),
    e.StackAfter: lambda event, line: told.StackAfter(event.seat, event.amount, line),
    e.Misdeal: lambda _, line: told.Misdeal(line),
    e.Void: lambda _, line: told.Void(line),
    e.Remark: lambda event, line: told.Remark(event.kind, event.seat, line),
    e.Illegible: lambda event, line: told.Illegible(event.text, line),
    e.LogEnd: lambda event, line: told.LogEnd(event.complete, line),
}
