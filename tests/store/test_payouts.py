"""One text says which findings may be about a payout, and the index of the confirmed ones has the same condition."""

import pytest

from auditor.engine.findings import Severity
from auditor.engine.rules import RULES
from auditor.store.postgres.database import Database
from auditor.store.queries import owed
from auditor.store.tables.payouts import CONFIRMED_PAYOUT, about_payout, is_about_payout


def test_each_rule_about_a_payout_is_about_money_and_no_other() -> None:
    assert about_payout("f") == "f.severity = 'money' AND f.amount IS NOT NULL"
    assert is_about_payout("money", 0)
    assert not is_about_payout("money", None)
    assert not is_about_payout("log", 5)
    money = sorted([rule.code for rule in RULES if rule.severity == Severity.MONEY])
    assert money == ["L106", *[f"P{number}" for number in range(601, 612)], "S506", "S509"]


@pytest.mark.database
def test_the_confirmed_findings_are_looked_up_by_their_index(database: Database) -> None:
    with database.begin() as connection:
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        plan = connection.exec_driver_sql(f"EXPLAIN SELECT hand_id FROM finding WHERE {CONFIRMED_PAYOUT}").scalars()
        assert "finding_confirmed_payout_idx" in " ".join(plan)
    assert CONFIRMED_PAYOUT in owed._IS_CONFIRMED
