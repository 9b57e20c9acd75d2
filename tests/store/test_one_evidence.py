"""A database that the version before filled: what was decided there stays decided, and is found again unchanged."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from psycopg.rows import dict_row
from sqlalchemy import URL

from auditor.store.findings import insert
from auditor.store.findings.insert import NewFinding
from auditor.store.findings.reconcile import reconcile_found
from auditor.store.postgres import migration
from auditor.store.postgres.database import Connection, Database, Purpose
from auditor.store.queries import second_reviews
from auditor.store.triage import decisions
from auditor.triage.acts import Act, Wish
from tests.store.test_migrated_rows import go

pytestmark = pytest.mark.database
FILLED = Path(__file__).with_name("filled_by_0027.sql").read_text(encoding="utf-8")
# What people see of a finding, but for the times and the runs.
STANDING = """SELECT id, code, detection, triage, flagged, reopened, logged, lawful, amount FROM finding ORDER BY id"""
ACTS = "SELECT * FROM triage_act ORDER BY id"
DECISIONS = "SELECT * FROM decision ORDER BY fingerprint"
RUN = """INSERT INTO run (trigger, rules_version, houses, pin) VALUES ('manual', 1, '{}', '') RETURNING id"""
OF_AUDITS = ["B402", "L101", "L106", "L107", "O302", "P604"]
MADE_ANEW = ["B403", "D201", "H801", "H802", "H803", "H805"]


@pytest.fixture
def filled(empty_url: URL, connection: psycopg.Connection) -> psycopg.Connection:
    """The database as the version before left it."""
    with migration._connection(empty_url) as before:
        command.upgrade(migration._config(before), "0027")
    connection.execute(FILLED)
    return connection


def stored(connection: psycopg.Connection) -> list[dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute("SELECT * FROM finding ORDER BY id").fetchall()


def found_again(row: dict[str, Any]) -> NewFinding:
    """The stored finding as a new audit or comparison would have it."""
    same = {
        "severity": "play",
        "certainty": "stated",
        "shape": 0,
        "cause": 0,
        "follows": False,
        **row,
    }  # columns that earlier versions of the table lack
    same = {name: same[name] for name in NewFinding._fields if name != "evidence"}
    return NewFinding(**same).storable()


def file_all_again(connection: Connection, rows: list[dict[str, Any]], run_id: int) -> insert.Counts:
    counts = insert.stage(connection, [((row["hand_id"], row["month"]), found_again(row)) for row in rows])
    reconcile_found(connection, run_id)
    insert.insert_staged(connection, run_id)
    return counts


def test_uploads_and_runs_from_before_have_no_unread_lines(filled: psycopg.Connection, empty_url: URL) -> None:
    standing, uploads = filled.execute(STANDING).fetchall(), filled.execute("SELECT count(*) FROM upload").fetchall()
    go(empty_url, "0031")
    go(empty_url, "0032")
    for table in ("upload", "run"):
        assert filled.execute(f"SELECT DISTINCT unread_lines FROM {table}").fetchall() == [(0,)]
    assert filled.execute(STANDING).fetchall() == standing
    go(empty_url, "0031")
    assert filled.execute("SELECT count(*) FROM upload").fetchall() == uploads


@pytest.mark.parametrize("together", [3, 500_000])
def test_every_digest_is_of_the_one_recipe(filled: psycopg.Connection, empty_url: URL, together: int) -> None:
    before = {row["id"]: row["evidence"] for row in stored(filled)}
    go(empty_url, "0028", together=together)
    rows = stored(filled)
    assert {row["id"]: row["evidence"] for row in rows} == {row["id"]: found_again(row).evidence for row in rows}
    changed = {row["code"] for row in rows if row["evidence"] != before[row["id"]]}
    assert sorted(changed) == MADE_ANEW
    assert sorted({row["code"] for row in rows} - changed) == [*OF_AUDITS[:1], "B404", *OF_AUDITS[1:]]


def test_decisions_stay_and_what_is_found_again_flags_none(filled: psycopg.Connection, empty_url: URL) -> None:
    standing, acts, decided = (filled.execute(query).fetchall() for query in (STANDING, ACTS, DECISIONS))
    assert {row[3] for row in standing} == {"open", "confirmed", "dismissed", "accepted"}
    go(empty_url, "head")
    assert filled.execute(STANDING).fetchall() == standing
    ((run_id,),) = filled.execute(RUN).fetchall()
    database = Database(empty_url, Purpose.WORKER)
    with database.begin() as connection:
        counts = file_all_again(connection, stored(filled), run_id)
    database.close()
    assert counts == (14, 14, 14, 0)
    assert filled.execute(STANDING).fetchall() == standing
    assert filled.execute(ACTS).fetchall() == acts
    assert filled.execute(DECISIONS).fetchall() == decided


def test_without_the_migration_every_comparison_would_be_flagged(filled: psycopg.Connection, empty_url: URL) -> None:
    """The test before would see it."""
    rows = stored(filled)
    assert sorted({row["code"] for row in rows if found_again(row).evidence != row["evidence"]}) == MADE_ANEW


def test_the_second_person_still_agrees_to_what_waited(filled: psycopg.Connection, empty_url: URL) -> None:
    go(empty_url, "0028")
    go(empty_url, "head")  # the code of today reads what waits
    ((number, fingerprint),) = filled.execute(
        "SELECT min(id), fingerprint FROM finding JOIN proposal USING (fingerprint) GROUP BY 2"
    ).fetchall()
    database = Database(empty_url, Purpose.WORKER)
    with database.begin() as connection:
        waiting = second_reviews.proposal(connection, fingerprint)
        assert waiting is not None
        assert (waiting.by, waiting.fresh) == ("alice", True)
        assert decisions.act(connection, number, Wish(Act.AGREE, of=waiting.number), "bob").done == 1
    database.close()
    assert filled.execute("SELECT triage, flagged FROM finding WHERE id = %s", [number]).fetchall() == [
        ("dismissed", False)
    ]
