"""What players lawfully do beside the betting: they say what they will do, move chips in, have money elsewhere."""

from random import Random

from auditor.engine import events as e
from auditor.engine.house import House
from auditor.engine.table import SEAT_BIT, Table

_SAID = {e.Fold: "folds", e.Check: "checks", e.Call: "calls"}


class Manners:
    """What is said and done before each act, drawn from luck of its own."""

    def __init__(self, rng: Random, house: House) -> None:
        self.rng = rng
        self.house = house

    def announced(self, seats: list[int], most: int) -> list[e.Event]:
        """Money that lies elsewhere, announced before the deal: under most houses in vain."""
        chosen = [seat for seat in seats if self.rng.random() < 0.3]
        return [e.Announced(seat, self.rng.randint(1, max(most, 1))) for seat in chosen]

    def before_a_turn(self, table: Table, seat: int) -> list[e.Event]:
        """A seat that is due has money brought or changed, or hides what it has given up."""
        told: list[e.Event] = []
        left = table.announced[seat]
        if left and self.house.table_stakes_announced and self.rng.random() < 0.4:
            told.append(e.Elsewhere(seat, self.rng.randint(1, left)))
        if not self.house.table_stakes_no_exchange and self.rng.random() < 0.03:
            told.append(e.Changed(seat, self.rng.randint(1, 100)))
        folded = [each for each in range(1, 12) if table.folded & SEAT_BIT[each]]
        if folded and self.rng.random() < 0.05:
            gone = self.rng.choice(folded)
            told += [e.Hidden(gone, "cards"), e.Removed(gone, 1), e.Borrowed(gone, 5)]
        return told

    def before_an_act(self, table: Table, act: e.Event) -> list[e.Event]:
        """The act is declared, or its chips come by one motion; where they may, by two."""
        roll = self.rng.random()
        if roll < 0.1 and not isinstance(act, e.BringIn):
            return self._declared(act)
        if roll < 0.2 and isinstance(act, e.Wager | e.Call | e.BringIn):
            half = (table.front[act.seat] + act.to) // 2
            halves = [e.Motion(act.seat, half)] if not isinstance(act, e.Wager) else []
            return [*halves, e.Motion(act.seat, act.to)]
        return []

    def _declared(self, act: e.Event) -> list[e.Event]:
        if not isinstance(act, e.Wager):
            return [e.Declared(act.seat, _SAID[type(act)])]
        named = act.to if self.rng.random() < 0.5 else None
        said: list[e.Event] = [e.Declared(act.seat, act.verb, named)]
        return [*said, e.Motion(act.seat, act.to // 2), e.Motion(act.seat, act.to)] if self.rng.random() < 0.5 else said
