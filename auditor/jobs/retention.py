"""Removes old files and their hands. Each venue (an owner of hands, such as a card room) has a setting for how long its
files are kept. A worker removes the old files every hour, in small transactions, and only while no hand is read or
audited.
"""

import time
from typing import Final

from auditor.jobs.context import Workplace
from auditor.store.uploads import retention

# The largest number of hands in one transaction, and the largest number of transactions in one hour. The numbers are
# limited because the worker also has other work.
TOGETHER: Final = 500
MOST: Final = 200


def remove_old(place: Workplace, now: float | None = None) -> int:
    """Removes each file that is older than the setting of its venue allows, and the hands of the file. Returns the
    number of removed hands. `now` is in seconds since 1970; if it is `None`, the present time is used.
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
