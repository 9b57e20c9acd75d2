"""The main module of a worker process. Its settings come as JSON on the first line of its input.

The input stays open as long as its parent lives: at its end the worker finishes its job and stops, so that no worker
is ever left behind.
"""

import os
import signal
import sys
import threading

from auditor.jobs import circles, journal, worker
from auditor.jobs.workplace import open_workplace
from auditor.settings import from_json


def main() -> None:
    settings = from_json(sys.stdin.readline())
    journal.keep()
    place = open_workplace(settings)
    circles.seldom_looked_for()
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        worker.run(place)
    finally:
        place.close()


def _stop_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
