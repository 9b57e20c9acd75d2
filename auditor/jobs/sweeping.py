"""Removes the files that remain after an interrupted upload, or after an interrupted first start of the database. Also
checks whether damaged files were restored.
"""

import contextlib
import time
from collections.abc import Collection, Sequence

from auditor.jobs.context import Workplace
from auditor.store.evidence import damage
from auditor.store.evidence.files import Damaged
from auditor.store.postgres import embedded
from auditor.store.postgres.binaries import NoServer
from auditor.store.uploads import upload_rows


def sweep(place: Workplace, now: float | None = None) -> int:
    """Removes stored files that are older than an hour and belong to no upload, and returns how many. If a person has
    restored a damaged file, removes the mark of damage from the file.
    """
    swept = place.evidence.sweep(time.time() if now is None else now, lambda digests: _known(place, digests))
    # `NoServer` is raised if the folder of the embedded database belongs to another system account. That is no fault:
    # the old files in the folder are removed when that account sweeps.
    with contextlib.suppress(NoServer):
        embedded.sweep(place.settings, time.time() if now is None else now)
    with place.database.begin() as connection:
        marked = damage.marked(connection)
    for sha256 in marked:
        with contextlib.suppress(Damaged, OSError):  # if the file is still damaged, its mark stays
            place.evidence.insist(sha256)
            with place.database.begin() as connection:
                damage.clear(connection, sha256)
    return swept


def _known(place: Workplace, digests: Sequence[str]) -> Collection[str]:
    with place.database.begin() as connection:
        return upload_rows.with_digests(connection, digests)
