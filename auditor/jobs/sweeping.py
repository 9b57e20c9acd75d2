"""Removes what uploads and first starts left behind when they broke off, and checks damaged files again."""

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
    """Removes files without a receipt that are older than an hour, whoever left them; returns how many. A damaged file
    that was restored meanwhile is no longer marked as damaged.
    """
    swept = place.evidence.sweep(time.time() if now is None else now, lambda digests: _known(place, digests))
    with contextlib.suppress(NoServer):  # its folder belongs to somebody else, who sweeps it
        embedded.sweep(place.settings, time.time() if now is None else now)
    with place.database.begin() as connection:
        marked = damage.marked(connection)
    for sha256 in marked:
        with contextlib.suppress(Damaged, OSError):  # the next sweep looks again
            place.evidence.insist(sha256)
            with place.database.begin() as connection:
                damage.clear(connection, sha256)
    return swept


def _known(place: Workplace, digests: Sequence[str]) -> Collection[str]:
    with place.database.begin() as connection:
        return upload_rows.with_digests(connection, digests)
