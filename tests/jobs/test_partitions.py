"""Hands lie by month of play, on every PostgreSQL that there is."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, make_url

from auditor.engine.hand import Hand
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.postgres import binaries, migration
from auditor.store.postgres.binaries import Binaries
from auditor.store.postgres.database import DRIVER, Database, Purpose, libpq_address
from auditor.store.postgres.embedded import Cluster
from auditor.store.postgres.embedded_roles import APPLICATION, OWNER
from auditor.store.postgres.system_account import account_for
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, faulty, lawful, log_of, run_of, upload_of

pytestmark = pytest.mark.database


def on(number: int, played: str) -> Hand:
    return replaced(lawful(number), played=played)


DATED = [
    on(1, "2023-01-31T23:59:59Z"),
    on(2, "2023-02-01T00:00:00Z"),
    on(3, "2023-12-31T12:00:00Z"),
    on(4, ""),
    on(5, "2099-06-01T00:00:00Z"),
    on(6, "1815-06-18T11:30:00Z"),
]


def test_hands_lie_in_the_month_they_were_played_in(place: Workplace, rows: Callable[..., Any]) -> None:
    receipt = receive(place, log_of(*DATED), "x")
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt))["audited"] == 6
    assert rows("SELECT number, tableoid::regclass::text FROM hand ORDER BY number") == [
        ("1", "hand_2023_01"),
        ("2", "hand_2023_02"),
        ("3", "hand_2023_12"),
        ("4", "hand_undated"),
        ("5", "hand_undated"),
        ("6", "hand_undated"),
    ]


def test_month_that_has_hands_in_the_default_partition_keeps_them_there(
    place: Workplace, owner_url: URL, rows: Callable[..., Any]
) -> None:
    """Hands of a month came while it was still to come; then it came."""
    receive(place, log_of(on(1, "2023-05-05T00:00:00Z")), "x")
    drain(place)
    with psycopg.connect(libpq_address(owner_url)) as connection:
        connection.execute("ALTER TABLE hand DETACH PARTITION hand_2023_05")
        connection.execute("INSERT INTO hand OVERRIDING SYSTEM VALUE SELECT * FROM hand_2023_05")
        connection.execute("DROP TABLE hand_2023_05")
    receipt = receive(place, log_of(on(2, "2023-05-06T00:00:00Z")), "y")
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt))["audited"] == 1
    assert rows("SELECT number, tableoid::regclass::text FROM hand ORDER BY number") == [
        ("1", "hand_undated"),
        ("2", "hand_undated"),
    ]


@pytest.fixture(params=binaries.found(), ids=lambda one: one.version)
def old_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workplace]:
    """A workplace on a server of each version that is installed."""
    found: Binaries = request.param
    account = account_for(None)
    home = Path(tempfile.mkdtemp(prefix="auditor-version-"))
    account.give(home)
    cluster = Cluster(home, account, durable=False, binaries=found)
    try:
        cluster.start()
        addresses = [cluster.with_database("versions", role) for role in (OWNER, APPLICATION)]
        owner, url = [make_url(address).set(drivername=DRIVER) for address in addresses]
        migration.upgrade(owner, url)
        migration.check(owner)
        database = Database(url, Purpose.WORKER)
        yield Workplace(Settings(data=tmp_path), database)
        database.close()
    finally:
        cluster.stop()
        shutil.rmtree(home)


def test_every_version_does_the_work(old_place: Workplace) -> None:
    receipt = receive(old_place, log_of(*DATED, faulty(7)), "x")
    again = receive(old_place, log_of(*DATED[:2], faulty(1)), "y")
    drain(old_place)
    number = nightly(old_place, everything=True)
    drain(old_place)
    assert counts_of(upload_of(old_place, receipt.receipt))["audited"] == 7
    assert counts_of(upload_of(old_place, again.receipt)) == {"audited": 1, "known": 2, "rejected": 0, "skipped": 0}
    run = run_of(old_place, number)
    assert (run.state, run.hands, run.findings_new, run.findings_gone) == ("done", 8, 0, 0)
