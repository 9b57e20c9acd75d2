"""Back to the version before, where one person accepts alone: what two accepted stays so, what waits is dropped."""

import psycopg
import pytest
from sqlalchemy import URL

from auditor.store.postgres import migration
from tests.store.test_migrated_rows import go

pytestmark = pytest.mark.database
DECISIONS = "SELECT fingerprint, state, until::text, by, second_by FROM decision ORDER BY fingerprint"
FILL = """
INSERT INTO decision (fingerprint, state, until, by, second_by)
VALUES ('accepted', 'accepted', '2999-12-31', 'alice', 'bob'), ('dismissed', 'dismissed', NULL, 'alice', 'bob');
INSERT INTO triage_act (fingerprint, act, from_state, to_state, by)
VALUES ('a', 'put acceptance forward', 'open', 'open', 'alice'), ('d', 'put forward', 'open', 'open', 'alice');
INSERT INTO proposal (fingerprint, put_forward_id, by, seen, until)
VALUES ('a', 1, 'alice', '{}', '2999-12-31'), ('d', 2, 'alice', '{}', NULL)
"""


def test_back_and_forth(empty_url: URL, connection: psycopg.Connection) -> None:
    assert migration.migrate(empty_url)
    connection.execute(FILL)
    go(empty_url, "0034")
    assert connection.execute(DECISIONS).fetchall() == [
        ("accepted", "accepted", "2999-12-31", "alice", None),
        ("dismissed", "dismissed", None, "alice", "bob"),
    ]
    assert connection.execute("SELECT fingerprint FROM proposal").fetchall() == [("d",)]
    go(empty_url, "head")
    assert connection.execute("SELECT fingerprint, until, until_house FROM proposal").fetchall() == [("d", None, None)]
