"""One attempt at a shard: judge, then store it all in one transaction, once; given up after too many attempts."""

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
    "The worker ended {attempts} times while it audited them. Each of them was tried alone and did no harm."
)
# Somebody may kill workers again and again: a shard that ends its worker without an error gets 10 times the attempts.
KILLED_TIMES: Final = 10
LOST: Final = "The database was lost while they were audited, {outages} times."
FAILED: Final = "Auditing them failed {attempts} times: {kind}. The journal of the worker names the place."
# A disk or a network may give out wrong bytes for a moment: only a file found damaged so often is given up.
DAMAGED_ATTEMPTS: Final = 2
B = TypeVar("B")


def attempt(
    place: Workplace,
    shard: Shard,
    judge: Callable[[], B],
    store: Callable[[Connection, B], None],
    give_up: Callable[[str], None],
) -> None:
    """Stores what `judge` makes of a shard, or gives the shard up with the reason why it cannot be done.

    A failure that may pass is raised, for the queue to try again: nothing of the shard was stored then.
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
    """How often a worker may be killed at one shard, or at splitting one file."""
    return KILLED_TIMES * place.settings.attempts


def may_pass(place: Workplace, attempts: int) -> bool:
    """Whether a file that this attempt found damaged is read once more."""
    return attempts < min(DAMAGED_ATTEMPTS, place.settings.attempts)


def _reason_to_give_up(shard: Shard) -> str:
    if shard.outages > FREE_OUTAGES:
        return LOST.format(outages=shard.outages)
    return CRASHED.format(attempts=shard.attempts - 1)
