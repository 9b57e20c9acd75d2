"""Decisions and acts as rows past the code: the triggers of the database keep to four eyes by themselves."""

from typing import Any, NamedTuple

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from auditor.disputes.states import State
from auditor.store.postgres.database import Database
from tests.store.disputes.cases import bring_to, desk

pytestmark = pytest.mark.database

DECISION = """
INSERT INTO dispute_decision (dispute_id, round, rank, account_id, opener, outcome, amounts, document)
SELECT d.id, d.round, :rank, account.id, 0, 'upheld', CAST(:amounts AS jsonb), '{}' FROM dispute AS d, account
WHERE d.id = :case AND account.name = :name
"""
ACT = """
INSERT INTO dispute_act (dispute_id, seq, act, from_state, to_state, account_id, role, seen)
SELECT d.id, 0, :act, d.state, :to, account.id, account.role, d.last_act - :unseen FROM dispute AS d, account
WHERE d.id = :case AND account.name = :name
"""
SAME, OTHER = '{"seat 3": 5, "house": -5}', "{}"


class Row(NamedTuple):
    """A row that somebody writes."""

    statement: str
    values: dict[str, Any]


def decides(name: str, rank: int, amounts: str = SAME) -> Row:
    return Row(DECISION, {"name": name, "rank": rank, "amounts": amounts})


def acts(name: str, act: str, to: str, unseen: int = 0) -> Row:
    """`unseen` is the number of last acts that the person had not seen."""
    return Row(ACT, {"name": name, "act": act, "to": to, "unseen": unseen})


# The state of the case, the rows, and the code of the error; it is empty if the database takes the rows.
ATTEMPTS = [
    (State.SECOND_REVIEW, [decides("ben", 2), acts("ben", "agree", "ruled")], ""),
    (State.SECOND_REVIEW, [decides("ben", 2, OTHER), acts("ben", "agree", "ruled")], "DS002"),
    (State.SECOND_REVIEW, [decides("ben", 2), acts("ben", "differ", "third review")], "DS002"),
    (State.SECOND_REVIEW, [acts("ben", "agree", "ruled")], "DS002"),
    (State.SECOND_REVIEW, [decides("cora", 2)], "DS003"),
    (State.SECOND_REVIEW, [decides("anna", 2)], "DS003"),
    (State.SECOND_REVIEW, [decides("cora", 1)], "DS001"),
    (State.SECOND_REVIEW, [decides("cora", 3)], "DS001"),
    (State.UNDER_REVIEW, [decides("remo", 1)], "DS003"),
    (State.UNDER_REVIEW, [decides("adam", 1)], "DS003"),
    (State.UNDER_REVIEW, [decides("ben", 1), acts("anna", "propose", "proposed")], "DS002"),
    (State.THIRD_REVIEW, [decides("ben", 3)], "DS003"),
    (State.THIRD_REVIEW, [decides("cora", 3), acts("cora", "majority", "ruled")], ""),
    (
        State.THIRD_REVIEW,
        [decides("cora", 3, '{"seat 3": 4, "house": -4}'), acts("cora", "majority", "ruled")],
        "DS002",
    ),
    (State.THIRD_REVIEW, [decides("cora", 3), acts("cora", "no majority", "under review")], "DS002"),
    (State.UNDER_REVIEW, [acts("anna", "wait for evidence", "awaiting evidence", 1)], "DS001"),
    (State.UNDER_REVIEW, [acts("rita", "add statement", "under review", 1)], ""),
]


def test_the_database_keeps_to_four_eyes_by_itself(database: Database) -> None:
    with database.begin() as connection:
        made = desk(connection)
        for state, rows, code in ATTEMPTS:
            bring_to(made, state)
            found, savepoint = "", connection.begin_nested()
            try:
                for row in rows:
                    connection.execute(text(row.statement), {"case": made.case_id, **row.values})
            except DBAPIError as error:
                found = str(getattr(error.orig, "sqlstate", ""))
            savepoint.rollback()
            assert (state, rows, found) == (state, rows, code)
