"""Repeats work that the loss of the database interrupted: at once the first time, and then after growing pauses."""

import logging
import random
from collections.abc import Callable
from typing import Final, TypeVar

from auditor.jobs.context import Workplace
from auditor.store.postgres.outages import is_outage

FIRST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 30.0
# A server that restarts is usually back within this time, so a message about the outage would not help.
QUIET_SECONDS: Final = 0.5
_SPREAD: Final = (0.5, 1.5)
AWAY: Final = "The database does not answer; waiting for it."
_JOURNAL: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Pauses:
    """The pauses between failures: the first is zero, the second is short, and each later one is twice as long, at most
    30 seconds.

    If an attempt lasted longer than the pause before it, the pauses begin at zero again, because the database was
    reached.
    """

    def __init__(self) -> None:
        self._next = 0.0

    def after(self, try_seconds: float) -> float:
        """Returns the pause after an attempt that failed `try_seconds` after its start."""
        if try_seconds > self._next:
            self._next = 0.0
        pause = self._next
        self._next = min(max(FIRST_SECONDS, 2 * pause), LONGEST_SECONDS)
        return pause


def through_outages(place: Workplace, work: Callable[[bool], T]) -> T:
    """Runs `work` again until no failure of the database interrupts it, and returns its result.

    `work` receives true at its first try and false later. `work` must check whether it is done already, because the
    connection may have broken after it was done. Raises any other exception of `work`. Raises the failure of the
    database if this process has to stop while it waits.
    """
    pauses = Pauses()
    first = True
    waited = 0.0
    while True:
        try:
            return work(first)
        except Exception as error:
            # The pause grows even if the work ran for a long time before it failed. The pause is also random, so that
            # work that was interrupted by one crash does not all start at the same time. Otherwise work that crashes
            # the server could stop the other work each time.
            pause = pauses.after(0.0) * random.uniform(*_SPREAD)  # noqa: S311 - not used as a secret
            if not is_outage(error) or place.stopping.wait(pause):
                raise
        if waited <= QUIET_SECONDS < waited + pause:
            _JOURNAL.warning(AWAY)
        waited += pause
        first = False
        place.revive_database()
