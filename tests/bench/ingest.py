"""Ingest through two workers beside a bare COPY of the rows it left, into the same tables with the same indexes."""

import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy import URL, make_url

from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.formats import log
from auditor.jobs.context import Workplace, open_workplace
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import wait_until_idle, workers
from auditor.settings import Settings
from auditor.store.postgres import migration
from auditor.store.postgres.database import DRIVER
from auditor.store.postgres.embedded import Cluster
from auditor.store.postgres.embedded_roles import APPLICATION, OWNER, SUPERUSER
from auditor.store.postgres.system_account import account_for
from tests.bench.rows import Row, seconds
from tests.dealer import deal

HANDS = 8_000
WORKERS = 2
TABLES = (
    "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
    " where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition"
    " and c.relname not like 'procrastinate%' and c.relname <> 'alembic_version' order by 1"
)


def rows() -> Iterator[Row]:
    """The one row that needs a database."""
    with server_alone() as server, tempfile.TemporaryDirectory() as data:
        url = new_database(server, "ingested")
        settings = Settings(
            data=Path(data), database_url=url.set(drivername="postgresql").render_as_string(False), free_bytes=0
        )
        place = open_workplace(settings)
        with workers(settings, WORKERS):
            _take_in(place, _file_of(range(50)))  # the workers have started when this is done
            data_file = _file_of(range(50, 50 + HANDS))
            ingested = seconds(lambda: _take_in(place, data_file))
        place.close()
        bare, copied = _copied(server, "ingested")
    figures: dict[str, float | int | str] = {
        "hands": HANDS,
        "workers": WORKERS,
        "ours_hands_per_second": round(HANDS / ingested),
        "bare_copy_hands_per_second": round(HANDS / bare),
        "rows": copied,
    }
    yield Row("ingest into PostgreSQL against a bare COPY of the same rows", bare / ingested, 0.03, figures)


def _file_of(seeds: range) -> bytes:
    house = load("roberts", Game.STUD)
    return b"\n".join([log.encode(deal(seed, house)) for seed in seeds]) + b"\n"


def _take_in(place: Workplace, data: bytes) -> None:
    receive(place, data, "hands.jsonl", "roberts")
    wait_until_idle(place, 600)


@contextmanager
def server_alone() -> Iterator[Cluster]:
    account = account_for(None)
    home = Path(tempfile.mkdtemp(prefix="auditor-bench-"))
    account.give(home)
    cluster = Cluster(home, account)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(home)


def new_database(server: Cluster, name: str) -> URL:
    """A migrated database, for the role of the application."""
    owner, application = [
        make_url(server.with_database(name, role)).set(drivername=DRIVER) for role in (OWNER, APPLICATION)
    ]
    migration.upgrade(owner, application)
    return application


def _connection(server: Cluster, name: str) -> psycopg.Connection:
    return psycopg.connect(server.address(SUPERUSER, name), autocommit=True)


def _copied(server: Cluster, full: str) -> tuple[float, int]:
    """How long two sessions take to copy every row of one database into an empty one, and how many rows that is.

    Foreign keys and triggers are off, which a real ingest cannot have: the harder comparison.
    """
    with _connection(server, full) as connection:
        tables = [name for (name,) in connection.execute(TABLES).fetchall()]
        dumped = {table: _dump(connection, table) for table in tables}
        counted = [connection.execute(_of("SELECT count(*) FROM {}", table)).fetchone() for table in tables]
    bare = "copied"
    new_database(server, bare)
    with _connection(server, bare) as connection:
        for table in tables:
            connection.execute(_of("TRUNCATE {} CASCADE", table))
    by_size = sorted(dumped, key=lambda table: len(dumped[table]), reverse=True)
    halves = (by_size[::2], by_size[1::2])

    def load_tables(names: list[str]) -> None:
        with _connection(server, bare) as connection:
            connection.execute("SET session_replication_role = replica")
            for name in names:
                with (
                    connection.cursor() as cursor,
                    cursor.copy(_of("COPY {} FROM STDIN (FORMAT BINARY)", name)) as copy,
                ):
                    copy.write(dumped[name])

    def both() -> None:
        with ThreadPoolExecutor(2) as sessions:
            list(sessions.map(load_tables, halves))

    return seconds(both), sum(int(count[0]) for count in counted if count is not None)


def _dump(connection: psycopg.Connection, table: str) -> bytes:
    with (
        connection.cursor() as cursor,
        cursor.copy(_of("COPY (SELECT * FROM {}) TO STDOUT (FORMAT BINARY)", table)) as copy,
    ):
        return b"".join(bytes(block) for block in copy)


def _of(statement: str, table: str) -> sql.Composed:
    return sql.SQL(statement).format(sql.Identifier(table))
