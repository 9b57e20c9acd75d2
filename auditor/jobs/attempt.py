"""One attempt to audit a shard, which is a range of hands. The result is stored in one transaction. After too many
attempts the shard is given up.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from auditor.jobs import journal
from auditor.jobs.context import Workplace
from auditor.store.evidence import damage
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import Connection
from auditor.store.postgres.outages import is_outage
from auditor.store.runs import shards
from auditor.store.runs.attempts import FREE_OUTAGES
from auditor.store.runs.shards import Shard

CRASHED: Final = (
    "The worker ended {attempts} times while it audited these hands. Each of them was tried alone and did no harm."
)
# Workers may be killed for other reasons than the shard, again and again. So a shard that ends its worker without an
# error gets 10 times as many attempts.
KILLED_TIMES: Final = 10
LOST: Final = "The connection to the database broke again and again while these hands were audited."
FAILED: Final = "Auditing these hands failed {attempts} times: {kind}. The journal of the worker names the place."
# A disk or a network may return wrong bytes for a moment. So a file is given up only if it was found damaged this many
# times.
DAMAGED_ATTEMPTS: Final = 2
B = TypeVar("B")


def attempt(
    place: Workplace,
    shard: Shard,
    judge: Callable[[], B],
    store: Callable[[Connection, B], None],
    give_up: Callable[[str], None],
) -> None:
    """Runs `judge` on a shard and stores the result with `store`. If that is impossible, calls `give_up` with the
    reason.

    A failure that may be temporary is raised, so that the queue tries again. In that case nothing of the shard was
    stored.
    """
    usual = place.settings.attempts
    if shard.attempts > (usual if shard.outages > FREE_OUTAGES else most_attempts(place)):
        give_up(_reason_to_give_up(shard))
        return
    try:
        batch = judge()
        with place.database.begin() as connection:
            if shards.still_waits(connection, shard.shard_id):
                store(connection, batch)
    except Damaged as reason:
        if may_pass(place, shard.attempts):
            raise
        with place.database.begin() as connection:
            damage.note(connection, reason)
        give_up(str(reason))
    except Exception as error:
        if is_outage(error):
            raise
        journal.mistake("shard.failed", error, shard=shard.shard_id, attempt=shard.attempts)
        if shard.attempts < usual:
            raise
        give_up(FAILED.format(attempts=shard.attempts, kind=journal.kind_of(error)))


def most_attempts(place: Workplace) -> int:
    """Returns how many times a worker may be killed while it audits one shard or splits one file."""
    return KILLED_TIMES * place.settings.attempts


def may_pass(place: Workplace, attempts: int) -> bool:
    """Whether a file that was found damaged is read once more, after this number of attempts."""
    return attempts < min(DAMAGED_ATTEMPTS, place.settings.attempts)


def _reason_to_give_up(shard: Shard) -> str:
    if shard.outages > FREE_OUTAGES:
        return LOST
    return CRASHED.format(attempts=shard.attempts - 1)
