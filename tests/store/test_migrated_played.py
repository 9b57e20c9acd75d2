"""Findings from before the time of play was stored get it from their hands by the migration, so many at a time."""

import psycopg
import pytest
from alembic import command
from sqlalchemy import URL

from auditor.store.postgres import migration
from tests.store.test_migrated_rows import go
from tests.store.test_tallies import COUNTED, TALLIED

pytestmark = pytest.mark.database

PLAYED = ("2023-01-31 23:59:59+00", "2023-02-01 00:00:00+00", None)
OLD = """
INSERT INTO run (trigger, rules_version, houses, pin) VALUES ('manual', 1, '{}', decode(repeat('00', 32), 'hex'));
SELECT make_month('2023-01-01');
INSERT INTO identity (venue_id, room, game, key) SELECT 1, 'room', 'stud', n::text FROM generate_series(1, 3) AS n;
"""
HAND = """
INSERT INTO hand (identity_id, month, digest, venue_id, room, game, number, structure, currency, minor, table_name,
                  played, players, document)
VALUES (%(number)s, coalesce(date_trunc('month', %(played)s::timestamptz, 'UTC') AT TIME ZONE 'UTC', '0001-01-01'),
        decode(repeat('00', 32), 'hex'), 1, 'room', 'stud', '', 'fixed', 'USD', 2, '', %(played)s, '{}', '')
RETURNING id, month
"""
FINDING = """
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, minor, house, code, grade, severity, certainty,
                     seat, logged, lawful, evidence, amount, rules_version, first_run_id, last_run_id)
VALUES (%s, %s, %s, 1, '', 'stud', 2, 'roberts', 'B402', 'fault', 'play', 'stated', 1, '', '',
        decode(repeat('00', 32), 'hex'), %s, 1, 1, 1)
"""
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'finding' ORDER BY 1"


@pytest.mark.parametrize("together", [2, 500_000])
def test_findings_get_the_time_of_their_hands(together: int, empty_url: URL, connection: psycopg.Connection) -> None:
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0041")
    connection.execute(OLD)
    for number, played in enumerate(PLAYED, 1):
        hand = connection.execute(HAND, {"number": number, "played": played}).fetchone()
        assert hand is not None
        for place, amount in enumerate((None, -1250)):
            connection.execute(FINDING, (f"v1:{number}.{place}", *hand, amount))
    connection.execute(FINDING, ("v1:away", 99, "2023-02-01", None))  # its hand was erased since
    changes = connection.execute("SELECT count(*) FROM triage_act").fetchall()
    indexes: dict[str, str] = dict(connection.execute(INDEXES).fetchall())
    go(empty_url, "0042", together=together)
    listed = "SELECT played::text, finding_hour(played), finding_size(amount, minor)::float FROM finding ORDER BY id"
    connection.execute("SET timezone = 'UTC'")
    assert connection.execute(listed).fetchall() == [
        ("2023-01-31 23:59:59+00", 47, None),
        ("2023-01-31 23:59:59+00", 47, 12.5),
        ("2023-02-01 00:00:00+00", 48, None),
        ("2023-02-01 00:00:00+00", 48, 12.5),
        (None, None, None),
        (None, None, 12.5),
        (None, None, None),
    ]
    after: dict[str, str] = dict(connection.execute(INDEXES).fetchall())
    added = {f"finding_{name}_idx" for name in ("played", "hour", "size", "currency", "gone", "closed")}
    assert after.keys() - indexes.keys() == added
    assert indexes.items() <= after.items()
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()
    assert connection.execute("SELECT count(*) FROM triage_act").fetchall() == changes
    go(empty_url, "0041")
    assert dict(connection.execute(INDEXES).fetchall()) == indexes
