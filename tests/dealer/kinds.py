"""Kinds of logs: what one that sees and writes down less tells of the same hand."""

from collections.abc import Callable
from random import Random

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand, Records, Stakes
from auditor.engine.house import House
from auditor.engine.house.choices import RakeSchedule
from auditor.engine.law import turn
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from tests.dealer.copies import replaced


class Kind:
    """One kind of log. `holes` are whose down cards it shows, `ups` whether it shows everybody's up cards; `names` is
    how much of the stakes it names; `calls_on` whether it says who must open a street.
    """

    def __init__(
        self,
        records: int,
        holes: Callable[[Random, list[int]], list[int]],
        *,
        ups: bool = True,
        names_stakes: bool = True,
        knows_dealer: bool = True,
        calls_on: bool = False,
        states_stacks: bool = True,
    ) -> None:
        self.records = records
        self.holes = holes
        self.ups = ups
        self.names_stakes = names_stakes
        self.knows_dealer = knows_dealer
        self.calls_on = calls_on
        self.states_stacks = states_stacks


def _some(rng: Random, seats: list[int]) -> list[int]:
    return [seat for seat in seats if rng.random() < 0.5]


def _hero(rng: Random, seats: list[int]) -> list[int]:
    return [rng.choice(seats)]


_TOLD = Records.WHOLE_HANDS | Records.BRING_IN
KINDS = {
    # a dealer's call of the hand: no burns, no rake, some hands never seen
    "called": Kind(
        _TOLD | Records.UNCALLED | Records.PAYOUT | Records.ANTES_IN_PLACE | Records.SHOWDOWN_ORDER
        | Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD | Records.MAY_STOP,
        _some,
    ),
    # a card room's text as one of its players gets it
    "hero": Kind(
        _TOLD | Records.RAKE | Records.UNCALLED | Records.PAYOUT | Records.SHOWDOWN_ORDER | Records.ANTES_IN_PLACE
        | Records.EVERY_UP_CARD,
        _hero,
        names_stakes=False,
        knows_dealer=False,
    ),
    # ... of a room that tells of others only what they do
    "closed": Kind(
        _TOLD | Records.PAYOUT | Records.ANTES_IN_PLACE,
        _hero,
        ups=False,
        names_stakes=False,
        knows_dealer=False,
        calls_on=True,
        states_stacks=False,
    ),
    # acts and cards, as broadcast, and what everybody has afterwards
    "broadcast": Kind(
        _TOLD | Records.SHOWDOWN_ORDER | Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD | Records.MAY_STOP, _some
    ),
}  # fmt: skip


def recorded_as(hand: Hand, house: House, name: str) -> Hand:
    """The hand as a log of that kind tells it."""
    kind = KINDS[name]
    rng = Random(f"{hand.number} {name}")
    telling = _Recorder(kind, kind.holes(rng, [seat.number for seat in hand.seats if seat.dealt_in]), rng)
    telling.states_rake = house.rake_schedule is RakeSchedule.AS_STATED
    table = Table(hand)
    events: list[e.Event] = []
    for event in hand.events:
        if kind.calls_on and isinstance(event, e.ACTS) and not table.acted and not table.called_on:
            due = turn.due(table, house)
            events.append(e.Opens(due.bit_length() - 1))
            believe(table, events[-1])
        events += telling.of(event, table)
        believe(table, event)
    stakes = hand.stakes
    if not kind.names_stakes:
        stakes = Stakes(None, None, stakes.small_bet, stakes.big_bet)
    if not kind.knows_dealer:
        hand = replaced(hand, button=0, first_dealt=0)
    return replaced(hand, events=tuple(events), records=int(kind.records), stakes=stakes)


class _Recorder:
    """What a log tells of each event. `seen` are the seats whose down cards it shows."""

    def __init__(self, kind: Kind, seen: list[int], rng: Random) -> None:
        self.kind = kind
        self.seen = seen
        self.rng = rng
        self.states_rake = False  # a rake has its line even in a log that needs none for it

    def of(self, event: e.Event, table: Table) -> list[e.Event]:
        if isinstance(event, e.Deal):
            return self._deal(event, table)
        if isinstance(event, e.Muck) and self.rng.random() < 0.4 and self.kind.records & Records.PAYOUT:
            return [event, e.Reveal(event.seat, tuple(table.holding(event.seat)))]
        if isinstance(event, e.StackAfter | e.PotTotal | e.Won) and not self.kind.states_stacks:
            return []
        if isinstance(event, e.Rake) and self.states_rake:
            return [event]
        needed = _NEEDED.get(type(event), 0)
        return [event] if needed & self.kind.records == needed else []

    def _deal(self, event: e.Deal, table: Table) -> list[e.Event]:
        if event.seat in self.seen:
            return [event]
        if not self.kind.ups or (table.street == 7 and not self.kind.records & Records.EVERY_DOWN_CARD):
            return []
        return [e.Deal(event.seat, tuple([UNSEEN] * len(event.down)), event.up)]


_NEEDED: dict[type[e.Event], int] = {
    e.Burn: Records.BURNS,
    e.Rake: Records.RAKE,
    e.Return: Records.UNCALLED,
    e.Collect: Records.PAYOUT,
    e.PotTotal: Records.PAYOUT,
    e.Won: Records.PAYOUT,
}
