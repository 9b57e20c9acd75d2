"""What waits for people before there is an inbox is in it after the migration."""

import psycopg
import pytest
from sqlalchemy import URL

from auditor.store.postgres import migration
from tests.store.test_migrated_rows import go

pytestmark = pytest.mark.database
FILL = """
INSERT INTO account (name, role, disabled_at)
VALUES ('ada', 'reviewer', NULL), ('bob', 'reviewer', NULL), ('vic', 'viewer', NULL), ('gone', 'reviewer', now());
INSERT INTO run (trigger, rules_version, houses, pin) VALUES ('nightly', 1, '{}', 'a');
INSERT INTO finding (fingerprint, hand_id, month, venue_id, game, minor, house, code, grade, severity, certainty, seat,
                     logged, lawful, evidence, triage, assignee, flagged, rules_version, first_run_id, last_run_id)
SELECT fingerprint, hand, '2023-02-01', 1, 'stud', 2, 'roberts', 'B402', 'fault', 'play', 'stated', 1, 'logged',
       'lawful', decode(repeat('00', 32), 'hex'), triage, assignee, flagged, 1, 1, 1
FROM (VALUES ('assigned', 1, 'open', 'vic', false), ('assigned', 2, 'open', 'vic', false),
             ('decided', 1, 'confirmed', 'ada', false), ('to nobody known', 1, 'open', 'eve', false),
             ('to one gone', 1, 'open', 'gone', false), ('waits', 1, 'open', '', false),
             ('changed', 1, 'dismissed', '', true)) AS f (fingerprint, hand, triage, assignee, flagged);
INSERT INTO triage_batch (act, by) VALUES ('assign', 'ada'), ('dismiss', 'ada');
INSERT INTO triage_act (fingerprint, act, from_state, to_state, by, batch_id, run_id, flagged)
VALUES ('assigned', 'assign', 'open', 'open', 'ada', 1, NULL, false),
       ('waits', 'put forward', 'open', 'open', 'ada', 2, NULL, false),
       ('changed', 'changed', 'dismissed', 'dismissed', '', NULL, 1, true);
INSERT INTO proposal (fingerprint, put_forward_id, by, seen) VALUES ('waits', 2, 'ada', '{}');
INSERT INTO decision (fingerprint, state, by, second_by) VALUES ('changed', 'dismissed', 'ada', 'bob')
"""
ITEMS = """
SELECT account.name, kind, fingerprint, batch_id, run_id, read_at FROM inbox_item
JOIN account ON account.id = account_id ORDER BY name, kind
"""


def test_back_and_forth(empty_url: URL, connection: psycopg.Connection) -> None:
    assert migration.migrate(empty_url)
    go(empty_url, "0037")
    connection.execute(FILL)
    for _ in range(2):
        go(empty_url, "head")
        assert connection.execute(ITEMS).fetchall() == [
            ("ada", "changed", "changed", None, 1, None),
            ("bob", "changed", "changed", None, 1, None),
            ("bob", "second", "waits", 2, None, None),
            ("vic", "assigned", "assigned", 1, None, None),
        ]
        go(empty_url, "0037")
