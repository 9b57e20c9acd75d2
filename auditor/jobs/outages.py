"""Repeats work that was interrupted because the database was lost. The first repeat comes at once, later repeats after
growing pauses.
"""

import logging
import random
from collections.abc import Callable
from typing import Final, TypeVar

from auditor.jobs.context import Workplace
from auditor.store.postgres.outages import is_outage

FIRST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 30.0
# The journal gets a message only if an outage lasts longer than this. A server that restarts is usually back earlier.
QUIET_SECONDS: Final = 0.5
_SPREAD: Final = (0.5, 1.5)
AWAY: Final = "The database does not answer; waiting for it."
_JOURNAL: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Pauses:
    """The pauses after failed attempts: the first pause is zero, the second is short, and each later pause is twice as
    long as the pause before it, at most 30 seconds.

    If an attempt lasted longer than the pause that would follow, the pauses begin at zero again, because the attempt
    had probably reached the database.
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
    """Runs `work` again and again until no failure of the database interrupts it, and returns its result.

    `work` receives true at the first try and false at later tries. A later try must check whether an earlier try has
    done the work already, because the connection may have broken only after the work was done. Raises any exception of
    `work` that is no failure of the database. If this process has to stop during a pause, raises the failure of the
    database.
    """
    pauses = Pauses()
    first = True
    waited = 0.0
    while True:
        try:
            return work(first)
        except Exception as error:
            # The pause grows after each failure, even if the work ran for a long time. The pause is also random,
            # because one crash of the server interrupts the work of all workers. If all of them began again at the same
            # time, one piece of work that crashes the server could interrupt the others every time.
            pause = pauses.after(0.0) * random.uniform(*_SPREAD)  # noqa: S311 - not used as a secret
            if not is_outage(error) or place.stopping.wait(pause):
                raise
        if waited <= QUIET_SECONDS < waited + pause:
            _JOURNAL.warning(AWAY)
        waited += pause
        first = False
        place.revive_database()
