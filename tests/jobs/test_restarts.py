"""The database is started anew in the middle of the work, without a goodbye. No hand may lose its audit by that."""

import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.jobs.context import Workplace, open_workplace
from auditor.jobs.outages import AWAY, FIRST_SECONDS, LONGEST_SECONDS, Pauses
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import Workers, follow, workers
from auditor.settings import Settings
from auditor.store.postgres import embedded
from tests.jobs.logs import counts_of, faulty, lawful, log_of, until, upload_of
from tests.jobs.servers import Server, as_superuser, command, cut_off_one_commit
from tests.jobs.test_many_kills import Files

pytestmark = pytest.mark.database
HANDS = 12
CUTS = 6
RESTARTS = 2  # more than a shard has attempts here


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = Settings(data=tmp_path_factory.mktemp("server") / "data", shard_hands=HANDS, free_bytes=0)
    yield Server(settings)
    embedded.stop(settings)
    home = embedded.status(settings).home
    if home is not None:
        shutil.rmtree(home)


@pytest.fixture
def place(server: Server) -> Iterator[Workplace]:
    opened = open_workplace(server.settings)
    yield opened
    opened.close()


def file(first: int) -> bytes:
    return log_of(*[faulty(number) if number % 4 == 0 else lawful(number) for number in range(first, first + HANDS)])


def test_restarts_during_one_shard_cost_no_hand_its_audit(server: Server, place: Workplace) -> None:
    server.close_gate()
    receipt = receive(place, file(1), "night.jsonl")
    with workers(replace(server.settings, attempts=RESTARTS - 1), 1) as team:
        before = team.numbers()
        for _ in range(RESTARTS):
            server.await_somebody_at_the_gate()
            server.restart()
        server.await_somebody_at_the_gate()
        server.open_gate()
        follow(place, receipt.upload_id, 120, lambda _: None)
        assert team.numbers() == before, "the worker itself outlasts it"
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason) == ("done", "")
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    assert server.rows("SELECT attempts, state FROM shard") == [(1, "done")]
    assert server.rows("SELECT count(*) FROM report") == [(HANDS,)]
    assert server.rows("SELECT task_name FROM procrastinate_jobs WHERE task_name IN ('split', 'audit')") == []


def test_a_worker_that_is_killed_counts_as_an_attempt_and_another_takes_over(server: Server, place: Workplace) -> None:
    server.close_gate()
    receipt = receive(place, file(101), "next.jsonl")
    shard = f"SELECT attempts, state FROM shard WHERE upload_id = {receipt.upload_id}"
    with workers(server.settings, 1) as team:
        server.await_somebody_at_the_gate()
        (pid,) = team.numbers()
        os.kill(pid, signal.SIGKILL)
        until(lambda: _mended(team, pid))
        until(lambda: server.rows(shard) == [(2, "waiting")])
        server.open_gate()
        follow(place, receipt.upload_id, 120, lambda _: None, team.mend)
    assert upload_of(place, receipt.receipt).reason == ""
    assert server.rows(shard) == [(2, "done")]


def _mended(team: Workers, pid: int) -> bool:
    team.mend()
    return team.numbers() != [pid]


def test_a_command_that_waits_goes_on_after_a_restart(server: Server, place: Workplace, tmp_path: Path) -> None:
    server.close_gate()
    path = tmp_path / "third.jsonl"
    path.write_bytes(file(201))
    with command(server.settings, "ingest", "--wait", str(path)) as waiting:
        server.await_somebody_at_the_gate()
        server.restart()
        server.open_gate()
        out, err = waiting.communicate()
    assert waiting.returncode == 1, (out, err)
    assert set(err.splitlines()) <= {AWAY}, "where it takes long, and nothing else"
    assert f"{HANDS} hands = {HANDS} audited" in out
    with command(server.settings, "nightly", "--all") as waiting:
        server.restart()
        out, err = waiting.communicate()
    assert waiting.returncode == 0, (out, err)
    assert set(err.splitlines()) <= {AWAY}


def test_a_commit_whose_answer_is_lost_is_looked_up_and_not_done_twice(server: Server, place: Workplace) -> None:
    hands = 5 * HANDS
    _name, data = Files().next()
    receipt = receive(place, b"".join(data.splitlines(keepends=True)[:hands]), "cut.jsonl")
    with workers(server.settings, 1) as team, as_superuser(server) as connection:
        for _ in range(CUTS):
            cut_off_one_commit(connection)
        follow(place, receipt.upload_id, 120, lambda _: None, team.mend)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason) == ("done", "")
    assert counts_of(row) == {"audited": hands, "known": 0, "rejected": 0, "skipped": 0}
    assert server.rows(f"SELECT count(*) FROM source WHERE upload_id = {receipt.upload_id}") == [(hands,)]


def test_a_worker_ends_that_has_to_stop_while_the_database_is_away(server: Server) -> None:
    settings = replace(server.settings, database_url=embedded.start(server.settings))
    server.rows("DELETE FROM procrastinate_workers")
    with workers(settings, 1) as team:
        until(lambda: server.rows("SELECT count(*) FROM procrastinate_workers") == [(1,)])
        embedded.stop(server.settings)
        (child,) = team._children
    assert child.process.returncode == 0, "by itself, and was not killed"


def test_pauses_begin_at_once_and_grow_to_half_a_minute_and_begin_again_after_a_success() -> None:
    pauses = Pauses()
    found = [pauses.after(0.0) for _ in range(14)]
    assert found[:3] == [0.0, FIRST_SECONDS, 2 * FIRST_SECONDS]
    assert found[-1] == LONGEST_SECONDS
    assert found == sorted(found)
    assert pauses.after(LONGEST_SECONDS + 1) == 0.0
