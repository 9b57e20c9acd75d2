"""What may go wrong in a deal and is lawfully put right: a hole card is turned over, or the deal is dead and void."""

from random import Random

from auditor.engine import events as e
from auditor.engine.table import Table, seats_in


class Mishaps:
    """Drawn from luck of its own, so that hands in which nothing may go wrong are dealt as ever."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.is_dead = rng.random() < 0.5

    def turned_over(self, seats: list[int]) -> list[int]:
        """The seats whose second card is turned over: it is the door card then, and the third comes down."""
        return [] if self.is_dead else [seat for seat in seats if self.rng.random() < 0.4]

    def void(self, table: Table) -> list[e.Event]:
        """Now and then the street is found to be misdealt: everybody gets back what was put in."""
        if not self.is_dead or self.rng.random() < 0.6:
            return []
        backs = [e.Return(seat, table.put_in[seat]) for seat in seats_in(table.dealt_in) if table.put_in[seat]]
        return [e.Misdeal(), e.Void(), *backs]
