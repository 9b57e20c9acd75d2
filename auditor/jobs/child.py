"""The main module of a worker process. Its settings come as JSON on the first line of its input.

The input stays open as long as its parent lives: at its end the worker finishes its job and stops, so that no worker
is ever left behind.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

from auditor.jobs import circles, journal, worker
from auditor.jobs.workplace import open_workplace
from auditor.settings import Settings


def main() -> None:
    told = json.loads(sys.stdin.readline())
    hosts = tuple(told.pop("trusted_hosts"))
    settings = Settings(data=Path(told.pop("data")), trusted_hosts=hosts, **told)
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
