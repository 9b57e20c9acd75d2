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
    "The worker crashed or was killed {times} while it audited these hands. A test of each hand alone did not find a"
    " hand that makes the worker crash."
)
# A worker may be killed for a reason outside its shard, for example because an administrator restarts the machine. So a
# shard whose worker was killed gets 10 times as many attempts as a shard whose audit raised an error.
KILLED_TIMES: Final = 10
LOST: Final = (
    "The worker lost the connection to the database too often while it audited these hands. Check the database."
)
FAILED: Final = (
    "Auditing these hands failed {times}: {kind}. The journal (the worker's error output) shows where it failed."
)
# A disk or a network may return wrong bytes for a moment. So a file is given up only after this many attempts found the
# file damaged.
DAMAGED_ATTEMPTS: Final = 2
B = TypeVar("B")


def attempt(
    place: Workplace,
    shard: Shard,
    judge: Callable[[], B],
    store: Callable[[Connection, B], None],
    give_up: Callable[[str], None],
) -> None:
    """Runs `judge` on a shard and stores the result with `store`. After too many failed attempts, calls `give_up` with
    the reason.

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
        give_up(FAILED.format(times=times(shard.attempts), kind=journal.kind_of(error)))


def most_attempts(place: Workplace) -> int:
    """Returns the number of attempts after which a shard or a file is given up, if the worker was killed during every
    attempt.
    """
    return KILLED_TIMES * place.settings.attempts


def may_pass(place: Workplace, attempts: int) -> bool:
    """Whether to read a damaged file once more, because the damage may be temporary. `attempts` is the number of
    attempts so far.
    """
    return attempts < min(DAMAGED_ATTEMPTS, place.settings.attempts)


def times(count: int) -> str:
    """Returns the words for a number of attempts: `once`, `3 times`."""
    return "once" if count == 1 else f"{count} times"


def hands_from(count: int, unit: str, first: int) -> str:
    """Returns the words for the hands of a shard: `1 hand at line 3`, `20 hands from line 3 on`."""
    return f"1 hand at {unit} {first:,}" if count == 1 else f"{count:,} hands from {unit} {first:,} on"


def _reason_to_give_up(shard: Shard) -> str:
    if shard.outages > FREE_OUTAGES:
        return LOST
    return CRASHED.format(times=times(shard.attempts - 1))
