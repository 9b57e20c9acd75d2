"""A hundred restarts of the database in one run, a database that is away, and answers that are lost."""

import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.jobs.context import Workplace, open_workplace
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import wait_until_idle, workers
from auditor.settings import Settings
from auditor.store.postgres import embedded
from tests.jobs.logs import counts_of, until, upload_of
from tests.jobs.servers import Server, as_superuser, cut_off_one_commit
from tests.jobs.test_many_kills import FILE_HANDS, SHARD_HANDS, Files

pytestmark = [pytest.mark.database, pytest.mark.campaign]
LOST = int(os.environ.get("AUDITOR_LOST_ANSWERS", "200"))
_DONE = "SELECT count(*) FROM shard WHERE state = 'done'"
_WAITING = "SELECT count(*) FROM shard WHERE state = 'waiting'"
RESTARTS = int(os.environ.get("AUDITOR_RESTARTS", "100"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    settings = Settings(data=tmp_path / "data", shard_hands=SHARD_HANDS, free_bytes=0)
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


def assert_all_audited(server: Server, place: Workplace, receipts: list[str], hands: int) -> None:
    for receipt in receipts:
        row = upload_of(place, receipt)
        assert (row.state, row.reason) == ("done", "")
        assert counts_of(row) == {"audited": hands, "known": 0, "rejected": 0, "skipped": 0}
    for table in ("hand", "report", "source"):
        assert server.rows(f"SELECT count(*) FROM {table}") == [(len(receipts) * hands,)], table


def test_a_hundred_restarts_in_one_run_cost_no_hand_its_audit(server: Server, place: Workplace) -> None:
    files = Files()
    receipts = []
    chance = random.Random(20)
    begun = time.monotonic()
    with workers(server.settings, 2) as team:
        before = team.numbers()
        for number in range(RESTARTS):
            if number % 5 == 0:
                receipts.append(receive(place, files.next()[1], "x", patient=True).receipt)
            time.sleep(chance.random() * 0.2)
            server.restart()
        wait_until_idle(place, 3600, team.mend)
        assert team.numbers() == before, "the workers outlast them all"
    print(
        f"\n{RESTARTS} restarts in {time.monotonic() - begun:.0f} s; {len(receipts) * FILE_HANDS:,} hands, all audited"
    )
    assert_all_audited(server, place, receipts, FILE_HANDS)
    assert server.rows("SELECT count(*) FROM shard WHERE state <> 'done'") == [(0,)]


@pytest.mark.parametrize("away", ["stopped", "paused"])
def test_a_database_that_is_away_for_a_while_costs_no_hand_its_audit(
    server: Server, place: Workplace, away: str
) -> None:
    seconds = int(os.environ.get("AUDITOR_AWAY_SECONDS", "300"))
    receipts = [receive(place, data, "x").receipt for _, data in [files.next() for files in [Files()]]]
    with workers(server.settings, 2) as team:
        server.rows("SELECT pg_sleep(1)")
        if away == "stopped":
            home = embedded.status(server.settings).home
            assert home is not None
            data = home / "data"
            server.restart(lambda: _without(data, seconds))
        else:
            pid = server.pid()
            os.kill(pid, signal.SIGSTOP)
            time.sleep(seconds)
            os.kill(pid, signal.SIGCONT)
        wait_until_idle(place, 3600, team.mend)
    assert_all_audited(server, place, receipts, FILE_HANDS)


def _without(data: Path, seconds: int) -> None:
    """Keeps the server from being started, which the workers would do, for a while."""
    program = data / "PG_VERSION"
    version = program.read_text()
    program.write_text("99\n")
    time.sleep(seconds)
    program.write_text(version)


def test_answers_that_are_lost_are_looked_up(server: Server, place: Workplace) -> None:
    files = Files()
    receipts = []
    with workers(server.settings, 2) as team, as_superuser(server) as connection:
        for _ in range(LOST):
            if server.rows(_WAITING)[0][0] < 2:
                receipts.append(receive(place, files.next()[1], "x").receipt)
            done = server.rows(_DONE)
            cut_off_one_commit(connection)
            # Some work in between: a worker whose every first commit is cut off would wait the longer each time.
            until(lambda: server.rows(_DONE) != done)  # noqa: B023 - it is called at once
        wait_until_idle(place, 3600, team.mend)
    print(f"\n{LOST} commits whose answer was lost; {len(receipts) * FILE_HANDS:,} hands, each audited once")
    assert_all_audited(server, place, receipts, FILE_HANDS)
