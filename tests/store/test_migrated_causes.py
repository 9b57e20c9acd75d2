"""Findings from before the causes were stored get their shapes and causes by the migration, so many at a time."""

import psycopg
import pytest
from alembic import command
from sqlalchemy import URL

from auditor.engine.causes import shape_of_words
from auditor.store.findings.insert import shape_number
from auditor.store.postgres import migration
from tests.store.test_migrated_rows import go
from tests.store.test_tallies import COUNTED, TALLIED

pytestmark = pytest.mark.database

WORDS = (
    ("to 15.00", "to 10.00"),
    ("to 1,800", "to 1,200"),
    ("seat 3 (3d 10h), stands", "seat 1 (xx)"),
    ("seat 7 (As), stands", "seat 12 (Kd)"),
    ("no ante", "an ante of 5 €"),
    ("checks; of B402 1,234 more, not listed", "a call"),
    ("checks", "a call"),
)
FOUND = """
INSERT INTO run (trigger, rules_version, houses, pin) VALUES ('manual', 1, '{}', decode(repeat('00', 32), 'hex'))
"""
OLD = """
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, minor, house, code, grade, severity, certainty,
                     seat, logged, lawful, evidence, origin, rules_version, first_run_id, last_run_id)
VALUES (%s, %s, '2023-02-01', 1, '', 'stud', 2, 'roberts', 'B402', 'fault', 'play', 'stated', 1, %s, %s,
        decode(repeat('00', 32), 'hex'), %s, 1, 1, 1)
"""


@pytest.mark.parametrize("together", [4, 500_000])
def test_equal_findings_of_a_hand_get_one_cause(together: int, empty_url: URL, connection: psycopg.Connection) -> None:
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0039")
    connection.execute(FOUND)
    for hand in (1, 2):
        for place, words in enumerate(WORDS):
            connection.execute(OLD, (f"v1:{hand}.{place}", hand, *words, "audit"))
        connection.execute(OLD, (f"v1:{hand}.across", hand, *WORDS[0], "history"))
    go(empty_url, "0040", together=together)
    rows = connection.execute("SELECT hand_id, origin, logged, lawful, shape, cause, follows FROM finding").fetchall()
    assert len(rows) == 16
    assert all(shape == shape_number(shape_of_words("B402", *words)) for _, _, *words, shape, _, _ in rows)
    causes: dict[int, set[tuple[int, str, str]]] = {}
    for hand, origin, logged, lawful, _, cause, follows in rows:
        causes.setdefault(cause, set()).add((hand, origin, shape_of_words("B402", logged, lawful)))
        assert not follows
    assert all(len(alike) == 1 for alike in causes.values())
    assert len(causes) == 2 * (4 + 1)
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()
    go(empty_url, "0039")
    assert connection.execute(TALLIED).fetchall() == connection.execute(COUNTED).fetchall()
