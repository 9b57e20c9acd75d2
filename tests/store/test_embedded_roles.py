"""The embedded database has three roles; one of the version before, which had two, is handed over."""

import psycopg
import pytest
from alembic import command
from psycopg import errors
from sqlalchemy import make_url

from auditor.cli.open_database import ready_workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.postgres import embedded, embedded_roles, migration
from auditor.store.postgres.binaries import NoServer
from auditor.store.postgres.database import DRIVER, libpq_address
from auditor.store.postgres.embedded import DATABASE, Cluster
from auditor.store.postgres.embedded_roles import APPLICATION, OWNER, SUPERUSER
from auditor.store.postgres.system_account import account_for
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, lawful, log_of, upload_of

pytestmark = pytest.mark.database


def test_three_roles_share_the_work(own_server: Settings) -> None:
    place = ready_workplace(own_server)
    assert place.database.accepted == ()
    place.close()
    owned = """SELECT (SELECT array_agg(DISTINCT pg_get_userbyid(relowner)::text) FROM pg_class
                       WHERE relnamespace = 'public'::regnamespace),
                      (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()),
                      (SELECT array_agg(rolname::text) FROM pg_roles WHERE rolsuper)"""
    with psycopg.connect(embedded.start(own_server)) as connection:
        assert connection.info.user == APPLICATION
        assert connection.execute(owned).fetchone() == ([OWNER], OWNER, [SUPERUSER])
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute("DROP TABLE triage_act")


@pytest.fixture
def former(own_server: Settings) -> Settings:
    """A database as the version before made it, whose one role owns all of it, with a hand of a month and a file."""
    embedded.start(own_server)
    home = embedded.status(own_server).home
    assert home is not None
    cluster = Cluster(home, account_for(home))
    with psycopg.connect(cluster.address(SUPERUSER, "postgres"), autocommit=True) as connection:
        for statement in ("DROP DATABASE auditor", "DROP ROLE auditor_owner", "CREATE DATABASE auditor OWNER auditor"):
            connection.execute(statement.encode())
    url = make_url(cluster.address("auditor", "auditor")).set(drivername=DRIVER)
    with migration._connection(url) as opened:
        command.upgrade(migration._config(opened), "0023")
    with psycopg.connect(libpq_address(url)) as connection:
        connection.execute("CREATE TABLE hand_2023_05 (LIKE hand INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
        connection.execute(
            "ALTER TABLE hand ATTACH PARTITION hand_2023_05 FOR VALUES FROM ('2023-05-01') TO ('2023-06-01')"
        )
        connection.execute("INSERT INTO triage_batch (act, by) VALUES ('confirm', 'alice')")
        connection.execute("INSERT INTO player (venue_id, name) VALUES (1, 'Birch')")
    embedded.stop(own_server)
    return own_server


def test_database_of_the_version_before_is_handed_over(former: Settings) -> None:
    place = ready_workplace(former)
    assert place.database.accepted == ()
    receipt = receive(place, log_of(replaced(lawful(1), played="2023-05-01T12:00:00Z")), "night.jsonl")
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt))["audited"] == 1
    with place.database.begin() as connection:
        found = connection.exec_driver_sql("SELECT act, by FROM triage_batch").all()
        assert found == [("confirm", "alice")]
        assert "Birch" in connection.exec_driver_sql("SELECT name FROM player").scalars().all()
        assert connection.exec_driver_sql("SELECT tableoid::regclass::text FROM hand").scalars().all() == [
            "hand_2023_05"
        ]
        owned = "SELECT count(*) FROM pg_shdepend WHERE refobjid = 'auditor'::regrole AND deptype = 'o'"
        assert connection.exec_driver_sql(owned).scalar_one() == 0
    place.close()
    ready_workplace(former).close()


def test_handing_over_waits_for_nobody_for_long_and_does_all_or_nothing(
    former: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_roles, "LOCK_MILLISECONDS", 100)
    home = embedded.status(former).home
    assert home is not None
    cluster = Cluster(home, account_for(home))
    cluster.start()
    owner = """SELECT pg_get_userbyid(datdba), (SELECT count(*) FROM pg_class WHERE relowner = 'auditor'::regrole)
               FROM pg_database WHERE datname = 'auditor'"""
    with psycopg.connect(cluster.address(APPLICATION, DATABASE), autocommit=True) as connection:
        before = connection.execute(owner).fetchone()
        with connection.transaction():
            connection.execute("SELECT count(*) FROM player")
            with pytest.raises(NoServer, match="Stop every auditor process of the earlier version"):
                embedded.start(former)
        assert connection.execute(owner).fetchone() == before
    with psycopg.connect(embedded.start(former)) as connection:
        assert connection.execute(owner).fetchone() == (OWNER, 0)
