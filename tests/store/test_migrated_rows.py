"""Rows from before a migration are there after it, and add up as before; and back again."""

import psycopg
import pytest
from alembic import command
from sqlalchemy import URL

from auditor.store.postgres import migration, venue_views
from auditor.store.postgres.database import driver_of
from tests.store.test_tallies import COUNTED, TALLIED

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

# Run 2 is of the version that found most; the finds of the others, one of them none, are distinguished.
FOUND = """
INSERT INTO run (trigger, rules_version, houses, pin)
SELECT 'manual', version, '{}', decode(repeat('00', 32), 'hex') FROM unnest(ARRAY[1, 2, 3, 2, 4]) AS version;
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, minor, house, code, grade, seat, logged, lawful,
                     evidence, triage, more, first_run_id, last_run_id)
SELECT 'v1:' || n, n, '2023-02-01', 1, '', 'stud', 2, 'roberts', (ARRAY['O302', 'B402', 'P602'])[1 + n % 3], 'fault', 1,
       'logged', 'lawful', decode(repeat('00', 32), 'hex'), (ARRAY['open', 'confirmed'])[1 + n % 2], n % 5,
       (ARRAY[1, 2, 2, 2, 3, 4])[1 + n % 6], 5
FROM generate_series(1, 60) AS n;
"""
OF_VERSIONS = "SELECT rules_version, count(*), sum(more) FROM finding GROUP BY rules_version ORDER BY rules_version"
# What each statement did that changed findings.
STEPS = """
CREATE TABLE step (number bigint GENERATED ALWAYS AS IDENTITY, findings bigint);
CREATE FUNCTION stepped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO step (findings) SELECT count(*) FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER stepped AFTER UPDATE ON finding REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION stepped();
"""
TOKENS = """
INSERT INTO account (name, role) VALUES ('ada', 'reviewer'), ('bob', 'viewer');
INSERT INTO api_token (sha256, account_id, label, made_at)
SELECT sha256(name::bytea), id, 'import', now() - interval '3 years' FROM account;
"""
STOOD = """SELECT cell, code, triage, sum(found), sum(listed) FROM tally JOIN tally_breach AS b ON b.id = breach
           JOIN tally_standing AS s ON s.id = standing GROUP BY cell, code, triage
           HAVING sum(found) <> 0 ORDER BY cell, code"""


def go(url: URL, revision: str, **attributes: int) -> None:
    """To that schema from the one after it, or before."""
    with migration._connection(url) as connection:
        config = migration._config(connection)
        config.attributes.update(attributes)
        venue_views.drop(driver_of(connection))
        move = command.upgrade if revision > min(migration._revisions(connection)) else command.downgrade
        move(config, revision)


def test_unchanged_hands_of_a_run_are_split_by_the_counters_of_its_upload(
    empty_url: URL, connection: psycopg.Connection
) -> None:
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0006")
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


def test_what_was_found_before_has_the_version_of_the_run_that_found_it(
    empty_url: URL, connection: psycopg.Connection
) -> None:
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0020")
    connection.execute(FOUND)
    stood = connection.execute(STOOD).fetchall()
    go(empty_url, "0021")
    assert connection.execute(OF_VERSIONS).fetchall() == [(1, 10, 20), (2, 40, 80), (3, 10, 20)]
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()
    connection.execute("UPDATE finding SET triage = 'dismissed' WHERE id % 4 = 0")
    connection.execute("UPDATE finding SET triage = (ARRAY['open', 'confirmed'])[1 + hand_id % 2]")
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()
    go(empty_url, "0020")
    assert connection.execute(STOOD).fetchall() == stood
    connection.execute("DELETE FROM finding")
    assert connection.execute(STOOD).fetchall() == []


def test_findings_get_their_version_so_many_at_a_time(empty_url: URL, connection: psycopg.Connection) -> None:
    """However many there are, no statement takes longer than a migration's may; and however far apart their numbers."""
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0020")
    connection.execute(FOUND)
    connection.execute("DELETE FROM finding WHERE id BETWEEN 13 AND 36")
    connection.execute(STEPS)
    go(empty_url, "0021", together=10)
    assert connection.execute("SELECT findings FROM step ORDER BY number").fetchall() == [(3,), (3,), (4,), (2,)]
    assert connection.execute(OF_VERSIONS).fetchall() == [(1, 6, 12), (2, 24, 50), (3, 6, 10)]
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()


def test_tokens_made_before_go_on_as_they_were_for_a_year(empty_url: URL, connection: psycopg.Connection) -> None:
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0023")
    connection.execute(TOKENS)
    go(empty_url, "0026")
    assert connection.execute(
        "SELECT scope, venue_id, used_at, expires_at - now() BETWEEN interval '364 days' AND interval '365 days'"
        " FROM api_token ORDER BY id"
    ).fetchall() == [("decide", 1, None, True), ("read", 1, None, True)]
