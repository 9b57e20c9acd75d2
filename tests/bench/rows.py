"""A row of the benchmark, and how two things are timed beside each other."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One ratio: `ratio` is how many times as fast ours is, held against `goal`; `figures` say what was counted."""

    name: str
    ratio: float
    goal: float
    figures: dict[str, float | int | str]


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, by a clock that does not jump."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def by_turns(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The median time of each, taken by turns so that a slow spell of the machine falls on both."""
    ours()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)
