"""Removes files that interrupted uploads and interrupted first starts left behind, and checks damaged files again."""

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
    """Removes files without a receipt that are older than an hour, and returns how many. If a damaged file was
    restored, its mark of damage is removed.
    """
    swept = place.evidence.sweep(time.time() if now is None else now, lambda digests: _known(place, digests))
    with contextlib.suppress(NoServer):  # if the folder belongs to another system account, that account sweeps it
        embedded.sweep(place.settings, time.time() if now is None else now)
    with place.database.begin() as connection:
        marked = damage.marked(connection)
    for sha256 in marked:
        with contextlib.suppress(Damaged, OSError):  # the next sweep checks the file again
            place.evidence.insist(sha256)
            with place.database.begin() as connection:
                damage.clear(connection, sha256)
    return swept


def _known(place: Workplace, digests: Sequence[str]) -> Collection[str]:
    with place.database.begin() as connection:
        return upload_rows.with_digests(connection, digests)
