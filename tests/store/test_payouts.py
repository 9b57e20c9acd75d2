"""One text says which findings may be about a payout, and the index of the confirmed ones has the same condition."""

import re
from pathlib import Path

import pytest

import auditor
from auditor.engine.rules import PAYOUT_CHAPTERS
from auditor.store.postgres.database import Database
from auditor.store.queries import owed
from auditor.store.tables.payouts import CONFIRMED_PAYOUT, about_payout

CHAPTERS = re.compile(r"""\(?['"][LPS]['"], ['"][LPS]['"], ['"][LPS]['"]\)?""")


def test_the_chapters_are_named_once() -> None:
    places = [
        path.name
        for path in Path(auditor.__file__).parent.rglob("*.py")
        if CHAPTERS.search(path.read_text(encoding="utf-8")) and "migrations" not in path.parts
    ]
    assert places == ["__init__.py"]
    rules = "(left(f.code, 1) IN ('L', 'P', 'S') OR f.code IN ('D214'))"
    assert about_payout("f") == f"{rules} AND f.amount IS NOT NULL"
    assert PAYOUT_CHAPTERS == ("L", "P", "S")


@pytest.mark.database
def test_the_confirmed_findings_are_looked_up_by_their_index(database: Database) -> None:
    with database.begin() as connection:
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        plan = connection.exec_driver_sql(f"EXPLAIN SELECT hand_id FROM finding WHERE {CONFIRMED_PAYOUT}").scalars()
        assert "finding_confirmed_payout_idx" in " ".join(plan)
    assert CONFIRMED_PAYOUT in owed._IS_CONFIRMED
