"""Findings to decide about."""

import pytest

from auditor.store.database import Database
from tests.store.nights import CODES, Archive, Law, filed, finding, run_of_upload


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
