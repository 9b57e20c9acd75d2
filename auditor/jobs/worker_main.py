"""The main module of a worker process.

The first line of standard input is JSON: the settings, the card room's own houses, and the numbers of dead workers. The
new worker takes over the jobs of these dead workers. The worker prints each number that the queue gives to it, one per
line. The input stays open as long as the parent process lives. When the input ends, the worker finishes its job and
stops, so that no worker is left behind.
"""

import contextlib
import json
import logging
import os
import signal
import sys
import threading
import time
from typing import Final

from auditor.engine.house.registry import use_own
from auditor.jobs import gc_tuning, journal, worker
from auditor.jobs.context import Workplace, open_workplace
from auditor.jobs.outages import AWAY, QUIET_SECONDS, Pauses
from auditor.jobs.supervisor import STOP_SECONDS
from auditor.settings import Settings, from_json
from auditor.store.postgres.database import NoDatabase

# The name is written out, because `__name__` is `__main__` in the module with which a process starts.
_JOURNAL: Final = logging.getLogger("auditor.jobs.worker_main")


def main() -> None:
    orders = json.loads(sys.stdin.readline())
    settings = from_json(orders["settings"])
    use_own(orders["own_houses"])
    journal.keep()
    place = _opened(settings)
    gc_tuning.collect_less_often()
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        worker.run(place, orders["former"], _registered)
    finally:
        place.close()


def _opened(settings: Settings) -> Workplace:
    """Waits until the database can be reached, and opens the context of the worker."""
    pauses = Pauses()
    while True:
        begun = time.monotonic()
        try:
            return open_workplace(settings)
        except NoDatabase:
            pause = pauses.after(time.monotonic() - begun)
            if pause > QUIET_SECONDS:
                _JOURNAL.warning(AWAY)  # the reason is left out, because it may name the address of the database
            time.sleep(pause)


def _registered(number: int) -> None:
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), b"%d\n" % number)


def _stop_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
    # A worker that is still running after this time ends itself, because its parent no longer exists and cannot end
    # the worker. Such a worker may be waiting for a database that does not answer.
    time.sleep(STOP_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
