"""A worker is killed with SIGKILL at the worst moments. Nothing may be lost and nothing doubled."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL

from auditor.jobs.attempt import most_attempts
from auditor.jobs.context import Workplace
from auditor.jobs.queue import AUDIT, AUDIT_AGAIN, SPLIT
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.jobs.supervisor import Workers, workers
from auditor.jobs.worker import drain, rescue_now
from tests.jobs.logs import counts_of, faulty, lawful, log_of, until, upload_of

pytestmark = pytest.mark.database
HANDS = 40


@pytest.fixture
def small(place: Workplace) -> Workplace:
    return Workplace(replace(place.settings, shard_hands=HANDS // 2), place.database)


@pytest.fixture
def file() -> bytes:
    return log_of(*[faulty(number) if number % 4 == 0 else lawful(number) for number in range(1, HANDS + 1)])


@contextmanager
def held(url: URL, statement: str) -> Iterator[None]:
    """Holds what the statement locks, as another user of the database might, until the block ends."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address) as connection:
        connection.execute(statement)
        yield


def kill(team: Workers) -> None:
    (pid,) = team.numbers()
    os.kill(pid, signal.SIGKILL)


def finish(place: Workplace, rows: Any) -> None:
    """As the watch does it: once the server has noticed that the worker is gone, its jobs are taken up again."""
    until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(0,)])
    until(lambda: rows("SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'") != [(0,)])
    rescued = rescue_now(place, stalled_seconds=0)
    assert rescued == 1
    drain(place)


def assert_whole(place: Workplace, receipt: str, rows: Any) -> None:
    """All hands are there once, with their reports and findings, and the counts say so."""
    row = upload_of(place, receipt)
    assert (row.state, row.shards, row.shards_done) == ("done", 2, 2)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    for table in ("hand", "identity", "source", "report"):
        assert rows(f"SELECT count(*) FROM {table}") == [(HANDS,)], table
    assert rows("SELECT count(*) FROM finding WHERE code = 'O302'") == [(HANDS // 4,)]
    assert rows("SELECT hands, clean, faulty, failed, known + rejected + skipped + left_out, state FROM run") == [
        (HANDS, HANDS - HANDS // 4, HANDS // 4, 0, 0, "done")
    ]
    # What only its clock sends a worker to is not counted: without a clock nobody does that, and nothing hangs on it.
    left = "SELECT task_name FROM procrastinate_jobs WHERE status <> 'succeeded' AND task_name = ANY(%s)"
    assert rows(left, [SPLIT, AUDIT, AUDIT_AGAIN]) == []


def test_killed_before_the_commit(small: Workplace, file: bytes, owner_url: URL, rows: Callable[..., Any]) -> None:
    receipt = receive(small, file, "night.jsonl").receipt
    with held(owner_url, "LOCK TABLE source IN ACCESS EXCLUSIVE MODE"):
        with workers(small.settings, 1) as team:
            # The hands of the shard are written and its sources wait for us: the middle of the transaction.
            until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(1,)])
            kill(team)
        assert upload_of(small, receipt).hands == 0
    finish(small, rows)
    assert_whole(small, receipt, rows)


def test_killed_after_the_commit(small: Workplace, file: bytes, owner_url: URL, rows: Callable[..., Any]) -> None:
    receipt = receive(small, file, "night.jsonl").receipt
    with ExitStack() as stack, workers(small.settings, 1) as team:
        with held(owner_url, "LOCK TABLE source IN ACCESS EXCLUSIVE MODE"):
            until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(1,)])
            stack.enter_context(held(owner_url, "SELECT FROM procrastinate_jobs WHERE status = 'doing' FOR UPDATE"))
        # The shard can be stored now, but the queue cannot learn it.
        until(lambda: upload_of(small, receipt).shards_done > 0)
        kill(team)
    finish(small, rows)
    assert_whole(small, receipt, rows)


def test_killed_while_the_file_is_split(
    small: Workplace, file: bytes, owner_url: URL, rows: Callable[..., Any]
) -> None:
    receipt = receive(small, file, "night.jsonl").receipt
    with held(owner_url, "LOCK TABLE shard IN EXCLUSIVE MODE"), workers(small.settings, 1) as team:
        until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(1,)])
        kill(team)
    finish(small, rows)
    assert_whole(small, receipt, rows)


def test_shard_that_kills_its_worker_each_time_is_abandoned(small: Workplace, rows: Callable[..., Any]) -> None:
    receipt = receive(small, log_of(lawful(1)), "x")
    split(small, receipt.upload_id)
    # A worker took it as often as it may be tried, and vanished.
    rows("UPDATE shard SET attempts = %s RETURNING id", most_attempts(small))
    drain(small)
    row = upload_of(small, receipt.receipt)
    assert row.state == "incomplete"
    assert row.reason == (
        "1 hand at line 1 could not be audited. The worker crashed or was killed 30 times while it audited"
        " these hands. A test of each hand alone did not find a hand that makes the worker crash."
        f" After you repair the cause, run: auditor ingest --again {receipt.receipt}"
    )


@pytest.mark.parametrize("table", ["shard", "upload"])
def test_somebody_who_kills_workers_costs_no_hand_its_audit(
    small: Workplace, file: bytes, rows: Callable[..., Any], table: str
) -> None:
    """As often as a shard, or the splitting of a file, may fail, its worker was killed; and once more."""
    receipt = receive(small, file, "night.jsonl").receipt
    if table == "shard":
        split(small, upload_of(small, receipt).id)
    rows(f"UPDATE {table} SET attempts = %s RETURNING id", small.settings.attempts + 1)
    drain(small)
    assert_whole(small, receipt, rows)


def test_workers_do_it_all_and_leave_nothing_behind(small: Workplace, file: bytes, rows: Callable[..., Any]) -> None:
    receipt = receive(small, file, "night.jsonl").receipt
    with workers(small.settings, 2) as team:
        until(lambda: upload_of(small, receipt).is_finished)
    assert_whole(small, receipt, rows)
    for pid in team.numbers():
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_worker_that_ends_is_started_again(small: Workplace, file: bytes, rows: Callable[..., Any]) -> None:
    with workers(small.settings, 1) as team:
        (before,) = team.numbers()
        kill(team)

        def mended() -> bool:
            team.mend()
            return team.numbers() != [before]

        until(mended)
        receipt = receive(small, file, "night.jsonl").receipt
        until(lambda: upload_of(small, receipt).is_finished)
    assert_whole(small, receipt, rows)
