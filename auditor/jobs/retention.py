"""Removes old files and their hands, as the retention of each venue demands. A worker does this every hour, in small
transactions, and only while no hand is read or audited.
"""

import time
from typing import Final

from auditor.jobs.context import Workplace
from auditor.store.uploads import retention

# The most hands in one transaction, and the most transactions in one hour: the worker also has other work.
TOGETHER: Final = 500
MOST: Final = 200


def remove_old(place: Workplace, now: float | None = None) -> int:
    """Removes what is older than the venues keep, and returns the number of removed hands. `now` is in seconds since
    1970.
    """
    removed, passes = 0, 0
    while passes < MOST:
        with place.database.begin() as connection:
            some = retention.remove_some(connection, TOGETHER)
        if some is None:
            break
        removed, passes = removed + some, passes + 1
    if passes:
        with place.database.begin() as connection:
            retention.remove_names(connection)
    with place.database.begin() as connection:
        digests = retention.files_to_delete(connection)
    for sha256 in digests:
        place.evidence.delete(sha256, time.time() if now is None else now)
    return removed
