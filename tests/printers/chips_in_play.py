"""Who has put in what, event by event: what a printer needs to write increments, totals and the pot."""

from collections import defaultdict
from collections.abc import Sequence

from auditor.engine.events import (
    ANY_POT,
    Ante,
    BringIn,
    Call,
    Collect,
    Community,
    Deal,
    Event,
    Fold,
    PotTotal,
    Rake,
    Return,
    Street,
    Wager,
)


class ChipsInPlay:
    """`front` and `level` of the street, all that each seat has `put` in, and the street on which it folded."""

    def __init__(self) -> None:
        self.street = 0
        self.front: dict[int, int] = defaultdict(int)
        self.put: dict[int, int] = defaultdict(int)
        self.bet: set[int] = set()
        self.folded: dict[int, int] = {}

    @property
    def level(self) -> int:
        return max(self.front.values(), default=0)

    @property
    def pot(self) -> int:
        return sum(self.put.values())

    def take(self, event: Event) -> None:
        match event:
            case Street():
                self.street = event.street
                self.front.clear()
            case Ante():
                self.put[event.seat] += event.amount
            case BringIn() | Call() | Wager():
                self.put[event.seat] += event.to - self.front[event.seat]
                self.front[event.seat] = event.to
                self.bet.add(event.seat)
            case Return():
                self.put[event.seat] -= event.amount
            case Fold():
                self.folded.setdefault(event.seat, self.street)
            case _:
                pass


def names_its_pots(events: Sequence[Event]) -> bool:
    """Whether payments say from which pot they come where there are several, as rooms do."""
    several = any(isinstance(event, PotTotal | Rake | Collect) and event.pot > 0 for event in events)
    return not several or all(event.pot != ANY_POT for event in events if isinstance(event, Collect))


def dealt_after(events: Sequence[Event], at: int) -> tuple[dict[int, Deal], list[int]]:
    """What the street at `at` brings: the cards of each seat together, in seat order, and cards for everybody."""
    down: dict[int, tuple[int, ...]] = defaultdict(tuple)
    up: dict[int, tuple[int, ...]] = defaultdict(tuple)
    spelled: dict[int, str] = {}
    community = []
    for event in events[at + 1 :]:
        if isinstance(event, Street):
            break
        if isinstance(event, Community):
            community.append(event.card)
        elif isinstance(event, Deal):
            down[event.seat] += event.down
            up[event.seat] += event.up
            spelled[event.seat] = event.spelled
    deals = {seat: Deal(seat, down[seat], up[seat], spelled[seat]) for seat in sorted(down)}
    return deals, community
