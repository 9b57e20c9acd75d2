"""What was there before a migration is there after it, and adds up as before; and back again."""

import psycopg
import pytest
from alembic import command
from sqlalchemy import URL

from auditor.store import migrating

pytestmark = pytest.mark.database

COUNTERS = "hands, clean, faulty, failed, known, rejected, skipped, left_out"
OLD = """
INSERT INTO upload (receipt, venue_id, sha256, size, state, hands, audited, known, rejected, skipped)
VALUES ('one', 1, decode(repeat('01', 32), 'hex'), 9, 'done', 10, 4, 3, 2, 1),
       ('two', 1, decode(repeat('02', 32), 'hex'), 9, 'done', 5, 2, 1, 1, 1);
INSERT INTO run (trigger, upload_id, rules_version, houses, pin, state, hands, clean, faulty, failed, skipped)
VALUES ('upload', 1, 1, '{}', 'a', 'done', 10, 3, 1, 1, 5), ('upload', 2, 1, '{}', 'a', 'done', 2, 1, 0, 0, 1),
       ('upload', 2, 1, '{}', 'b', 'done', 3, 1, 0, 0, 2), ('nightly', NULL, 1, '{}', 'c', 'done', 9, 4, 3, 0, 2);
"""


def go(url: URL, revision: str) -> None:
    with migrating._connection(url) as connection:
        config = migrating._config(connection)
        move = command.upgrade if revision >= "0007" else command.downgrade
        move(config, revision)


def test_what_a_run_left_as_it_was_is_told_apart_where_its_upload_knows(
    empty_url: URL, connection: psycopg.Connection
) -> None:
    with migrating._connection(empty_url) as before:
        command.upgrade(migrating._config(before), "0006")
    connection.execute(OLD)
    go(empty_url, "0007")
    assert connection.execute(f"SELECT {COUNTERS} FROM run ORDER BY id").fetchall() == [
        (10, 3, 1, 1, 3, 1, 1, 0),
        (2, 1, 0, 0, 0, 0, 0, 1),
        (3, 1, 0, 0, 0, 0, 0, 2),
        (9, 4, 3, 0, 0, 0, 0, 2),
    ]
    go(empty_url, "0006")
    assert connection.execute("SELECT skipped FROM run ORDER BY id").fetchall() == [(5,), (1,), (2,), (2,)]
