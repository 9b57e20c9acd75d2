"""Who has put in what, event by event: what a printer needs to write increments, totals and the pot."""

from collections import defaultdict

from auditor.engine.events import Ante, BringIn, Call, Event, Fold, Return, Street, Wager


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
