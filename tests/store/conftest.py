"""Findings to decide about, a database without tables, and a server that does not exist yet."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL

from auditor.settings import Settings
from auditor.store.postgres import embedded
from auditor.store.postgres.database import Database
from auditor.store.triage import decisions
from auditor.store.triage.decisions import Done
from tests.store.nights import CODES, DISMISS, Archive, Law, filed, finding, number, run_of_upload, two_reviewers


@pytest.fixture
def archive(database: Database) -> Archive:
    """Two records of a deal with the same three findings each."""
    stored = Archive()
    with database.begin() as connection:
        for name in ("first", "second"):
            run_id = run_of_upload(connection, stored.send(connection, name), Law())
            found = [finding("as logged", code) for code in CODES]
            filed(connection, run_id, stored.placed(name, Law(), found))
    return stored


@pytest.fixture
def waiting(archive: Archive, database: Database) -> Done:
    """A dismissal that alice put forward, at a venue with two reviewers."""
    with database.begin() as connection:
        two_reviewers(connection)
        return decisions.act(connection, number(connection), DISMISS, "alice")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Settings]:
    """Settings whose embedded server does not exist yet, and is removed afterwards."""
    made = Settings(data=tmp_path / "data")
    yield made
    embedded.stop(made)
    home = embedded.status(made).home
    if home is not None:
        shutil.rmtree(home)


@pytest.fixture
def connection(empty_url: URL) -> Iterator[psycopg.Connection]:
    """To a database that nothing was put into yet."""
    address = empty_url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as opened:
        yield opened
