"""Does work again that the loss of the database interrupted: at once first, and then after growing pauses."""

import logging
import random
from collections.abc import Callable
from typing import Final, TypeVar

from auditor.jobs.context import Workplace
from auditor.store.postgres.outages import is_outage

FIRST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 30.0
# A server that restarts is back before this; a note about it would help nobody.
QUIET_SECONDS: Final = 0.5
_SPREAD: Final = (0.5, 1.5)
AWAY: Final = "The database does not answer; waiting for it."
_JOURNAL: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Pauses:
    """The pauses between failures: none, then twice as long each time, at most 30 seconds.

    After a try that lasted longer than the pause before it, they begin again: it had reached its goal.
    """

    def __init__(self) -> None:
        self._next = 0.0

    def after(self, try_seconds: float) -> float:
        """The pause after a try that failed so many seconds after it began."""
        if try_seconds > self._next:
            self._next = 0.0
        pause = self._next
        self._next = min(max(FIRST_SECONDS, 2 * pause), LONGEST_SECONDS)
        return pause


def through_outages(place: Workplace, work: Callable[[bool], T]) -> T:
    """Does `work` until no failure of the database interrupts it, and returns its result.

    `work` receives whether this is its first try. It may have been done already when the connection broke: `work` has
    to check. Raises what `work` raises, and the failure of the database where this process has to stop meanwhile.
    """
    pauses = Pauses()
    first = True
    waited = 0.0
    while True:
        try:
            return work(first)
        except Exception as error:
            # Work has not succeeded until it is done, however long it went on. Work that one crash interrupted goes on
            # at different times: so the work that crashed the server does not stop the others each time.
            pause = pauses.after(0.0) * random.uniform(*_SPREAD)  # noqa: S311 - no secret
            if not is_outage(error) or place.stopping.wait(pause):
                raise
        if waited <= QUIET_SECONDS < waited + pause:
            _JOURNAL.warning(AWAY)
        waited += pause
        first = False
        place.revive_database()
