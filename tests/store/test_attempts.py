"""Attempts at a shard, as they are counted: losses of the database are free at first, and bounded."""

from typing import Any

import pytest

from auditor.store.postgres.database import Database
from auditor.store.runs import shards
from auditor.store.runs.shards import Range, Shard

pytestmark = pytest.mark.database
RUN = "INSERT INTO run (trigger, rules_version, houses, pin) VALUES ('manual', 1, '{}', '') RETURNING id"
RESTARTED = "UPDATE shard SET server_started = server_started - interval '1 minute' RETURNING id"


@pytest.fixture
def shard_id(database: Database, rows: Any) -> int:
    ((run_id,),) = rows(RUN)
    with database.begin() as connection:
        (made,) = shards.add(connection, [Range(1, 0, 1, 1, 1)], run_id=run_id)
    return made


def take(database: Database, shard_id: int, *, anew: bool) -> Shard:
    with database.begin() as connection:
        taken = shards.take(connection, shard_id, anew=anew)
    assert taken is not None
    return taken


def counts(database: Database, shard_id: int, anew: bool, times: int) -> list[tuple[int, int]]:
    """The attempts and the outages after each of so many attempts."""
    taken = [take(database, shard_id, anew=anew) for _ in range(times)]
    return [(each.attempts, each.outages) for each in taken]


def test_each_attempt_counts_whose_server_went_on(database: Database, shard_id: int) -> None:
    assert counts(database, shard_id, anew=True, times=3) == [(1, 0), (2, 0), (3, 0)]


def test_a_lost_connection_is_free_ten_times_and_then_an_attempt(database: Database, shard_id: int) -> None:
    take(database, shard_id, anew=True)
    free = [(1, 10 * losses) for losses in range(1, 11)]
    assert counts(database, shard_id, anew=False, times=10) == free
    assert counts(database, shard_id, anew=False, times=3) == [(2, 110), (3, 120), (4, 130)]


@pytest.mark.parametrize("anew", [True, False])
def test_a_restarted_server_begins_the_count_again_a_hundred_times(
    database: Database, shard_id: int, anew: bool, rows: Any
) -> None:
    counts(database, shard_id, anew=True, times=2)
    for outages in range(1, 101):
        rows(RESTARTED)
        assert counts(database, shard_id, anew=anew, times=1) == [(1, outages)]
    rows(RESTARTED)
    assert counts(database, shard_id, anew=anew, times=1) == [(2, 101)]
