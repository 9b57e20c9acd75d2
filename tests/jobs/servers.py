"""A server of a test's own: stopped and started as nobody wishes it to be."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from auditor.settings import Settings
from auditor.store.postgres import embedded, migration
from auditor.store.postgres.database import address, owner_address
from auditor.store.postgres.embedded_roles import SUPERUSER
from tests.jobs.logs import until

# Whoever inserts into `source` waits, with its transaction open, until the gate is open; a restart leaves it as it is.
_GATE = """
CREATE TABLE gate AS SELECT true AS open;
CREATE FUNCTION at_the_gate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    WHILE NOT (SELECT open FROM gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER at_the_gate BEFORE INSERT ON source FOR EACH STATEMENT EXECUTE FUNCTION at_the_gate();
"""
_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"


# A commit that waits for another machine is done on this one: whoever is cut off then never hears of it.
_COMMITTED = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


class Server:
    """The embedded server of `settings`, with all tables; it is not in use by any other test."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        migration.upgrade(owner_address(settings), address(settings))
        self.rows(_GATE)

    def rows(self, query: str) -> list[Any]:
        """The rows of a query; none where it is no query of rows."""
        with psycopg.connect(embedded.start(self.settings, SUPERUSER)) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall() if cursor.description else []

    def close_gate(self) -> None:
        """From now on no shard is stored, though each is begun."""
        self.rows("UPDATE gate SET open = false")

    def open_gate(self) -> None:
        self.rows("UPDATE gate SET open = true")

    def await_somebody_at_the_gate(self) -> None:
        until(lambda: self.rows(_WAITING) != [(0,)])

    def pid(self) -> int:
        pid = embedded.status(self.settings).pid
        assert pid is not None
        return pid

    def restart(self, between: Callable[[], None] = lambda: None) -> None:
        """As `pg_ctl -m immediate` does it: no goodbye, and what was not committed is lost."""
        pid = self.pid()
        os.kill(pid, signal.SIGQUIT)
        until(lambda: embedded.status(self.settings).pid != pid)
        between()
        embedded.start(self.settings)


@contextmanager
def as_superuser(server: Server) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(embedded.start(server.settings, SUPERUSER), autocommit=True) as connection:
        yield connection


def cut_off_one_commit(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    """Cuts a connection that has committed before it hears so."""
    connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    connection.execute("SELECT pg_reload_conf()")
    found: list[tuple[object, ...]] = []
    while not found:
        found = connection.execute(_COMMITTED).fetchall()
        time.sleep(0.005)
    connection.execute("SELECT pg_terminate_backend(%s)", found[0])
    connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
    connection.execute("SELECT pg_reload_conf()")


def command(settings: Settings, *arguments: str) -> "subprocess.Popen[str]":
    """The auditor's command with these arguments, on the data and the database of `settings`."""
    environment = {
        "PATH": os.defpath,
        "AUDITOR_DATA": str(settings.data),
        "AUDITOR_FREE_BYTES": str(settings.free_bytes),
        "DATABASE_URL": settings.database_url or "",
        "AUDITOR_ALLOW_RISKS": ",".join(settings.allowed_risks),
    }
    top = Path(embedded.__file__).parents[3]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "auditor", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=top,
    )  # fmt: skip
