"""Outlasting the database: work that it interrupted is done again, at once and then at growing distances."""

import logging
import time
from collections.abc import Callable
from typing import Final, TypeVar

from auditor.jobs.context import Workplace
from auditor.store.postgres.outages import is_outage

FIRST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 30.0
# A server that is only started anew is back before this; nobody needs to be told.
QUIET_SECONDS: Final = 0.5
AWAY: Final = "The database does not answer; waiting for it."
_JOURNAL: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Pauses:
    """How long to wait after one failure and the next: not at all, then twice as long each time, at most 30 seconds.

    After a try that lasted longer than the pause before it, they begin again: it had reached what it needs.
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
    """Does `work` until no failure of the database interrupts it, and gives its result.

    `work` is told whether this is its first try. It may have been done already when the connection broke: it has to
    look. Raises what `work` raises, and the failure of the database where this process is told to stop meanwhile.
    """
    pauses = Pauses()
    first = True
    waited = 0.0
    while True:
        begun = time.monotonic()
        try:
            return work(first)
        except Exception as error:
            pause = pauses.after(time.monotonic() - begun)
            if not is_outage(error) or place.stopping.wait(pause):
                raise
        if waited <= QUIET_SECONDS < waited + pause:
            _JOURNAL.warning(AWAY)
        waited += pause
        first = False
        place.revive_database()
