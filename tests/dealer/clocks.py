"""The clock at the table: what time it is, and how long each act took."""

from random import Random

from auditor.engine import events as e
from auditor.engine.house import House
from auditor.engine.house.choices import ClockRuns

SECOND = 1000


class TableClock:
    """`now` is the time since the hand began; `late` how long the act to come takes, where that is settled."""

    def __init__(self, rng: Random, house: House) -> None:
        self.rng = rng
        self.house = house
        self.now = rng.randint(1, 20) * SECOND
        self.late = 0
        self.whole = (house.clock_time + house.clock_countdown) * SECOND
        self.tells_used = rng.random() < 0.7
        self.is_called = house.clock_runs is ClockRuns.ONCE_CALLED or not self.whole

    def of_an_act(self) -> e.Clock:
        """An act that a seat makes itself, in time."""
        longest = 200 * SECOND if self.is_called else self.whole
        used = self.late or self.rng.randint(300, self.rng.choice((longest, longest // 5)))
        self.late = 0
        return self.spent(used)

    def spent(self, used: int, cause: str = "", allowed: int | None = None) -> e.Clock:
        self.now += used
        return e.Clock(self.now, allowed, used if self.tells_used or allowed else None, cause)
