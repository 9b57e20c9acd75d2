"""Undoing where it takes two people: nobody takes back what the other said, and nobody comes to dismiss alone by it."""

from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import second_reviews
from auditor.store.queries import triage as queries
from auditor.store.triage import decisions, selections
from auditor.store.triage.decisions import Done
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import (
    AGREE,
    DISAGREE,
    DISMISS,
    STANDS,
    WITHDRAW,
    Archive,
    Law,
    Rows,
    filed,
    finding,
    night,
    number,
    print_of,
    read,
    two_reviewers,
)

pytestmark = pytest.mark.database

REOPEN, CONFIRM = Wish(Act.REOPEN), Wish(Act.CONFIRM)


def may_undo(connection: Connection, fingerprint: str, by: str) -> bool:
    """Whether the page offers to undo the last thing that was done."""
    return queries.history(connection, fingerprint, by)[0].may_undo


def stands(connection: Connection, fingerprint: str) -> tuple[Any, ...]:
    """The decisions, and the dismissals that wait."""
    return queries.decision(connection, fingerprint), second_reviews.proposal(connection, fingerprint)


@pytest.mark.parametrize(
    ("wish", "by", "other"),
    [
        (None, "alice", "bob"),
        (DISAGREE, "bob", "alice"),
        (AGREE, "bob", "alice"),
        (WITHDRAW, "alice", "bob"),
    ],
)
def test_only_its_author_undoes_an_act_of_two(
    wish: Wish | None, by: str, other: str, waiting: Done, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        done = waiting
        if wish is not None:
            done = decisions.act(connection, number(connection), read(connection, wish), by)
        before = stands(connection, print_of(rows))
        assert [may_undo(connection, print_of(rows), who) for who in (other, by)] == [False, True]
        with pytest.raises(BadWish, match=f"needs two people. Only {by}, who did it, can undo it"):
            decisions.undo(connection, done.batch_id, other)
        assert stands(connection, print_of(rows)) == before
        assert decisions.undo(connection, done.batch_id, by).done == 1


def test_what_nobody_can_agree_to_any_more_is_taken_back_and_that_by_who_did_it(
    waiting: Done, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        filed(connection, night(connection, Law(2)), archive.placed("first", Law(2), [finding("otherwise")]))
        done = decisions.act(connection, number(connection), WITHDRAW, "bob")
        assert [may_undo(connection, print_of(rows), who) for who in ("alice", "bob")] == [False, True]
        assert decisions.undo(connection, done.batch_id, "bob").done == 1


@pytest.mark.parametrize("wish", [REOPEN, CONFIRM])
def test_a_dismissal_by_one_does_not_come_back_where_by_now_it_takes_two(
    wish: Wish, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), DISMISS, "alice")
        done = decisions.act(connection, number(connection), wish, "bob")
        before = stands(connection, print_of(rows))
        assert may_undo(connection, print_of(rows), "alice")
        two_reviewers(connection)
        assert not may_undo(connection, print_of(rows), "alice")
        with pytest.raises(BadWish, match="by one person would apply again, but two people are needed now"):
            decisions.undo(connection, done.batch_id, "alice")
        assert stands(connection, print_of(rows)) == before


def test_of_many_those_are_left_that_one_person_would_dismiss(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), DISMISS, "alice")
        chosen = selections.freeze(connection, {}, "all", "bob")
        done = decisions.act_on_selection(connection, chosen, CONFIRM, "bob")
        two_reviewers(connection)
        undone = decisions.undo(connection, done.batch_id, "alice")
        assert (undone.done, undone.left) == (2, 1)
    assert rows("SELECT DISTINCT code, triage FROM finding ORDER BY code") == [
        ("B402", "confirmed"), ("B403", "open"), ("B404", "open")]  # fmt: skip


def test_what_decides_nothing_is_undone_on_what_one_person_dismissed_before(
    archive: Archive, database: Database, rows: Rows
) -> None:
    """It stays as it was all the while; but who agreed made it a dismissal by two, and that is not made one by one."""
    with database.begin() as connection:
        decisions.act(connection, number(connection), DISMISS, "alice")
        two_reviewers(connection)
        for _ in range(2):
            done = decisions.act(connection, number(connection), DISMISS, "alice")
            assert done.put_forward == 1
            assert decisions.undo(connection, done.batch_id, "alice").done == 1
        assigned = decisions.act(connection, number(connection), Wish(Act.ASSIGN, assignee="bob"), "bob")
        assert decisions.undo(connection, assigned.batch_id, "alice").done == 1
        decisions.act(connection, number(connection), DISMISS, "alice")
        agreed = decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        with pytest.raises(BadWish, match="two people are needed now"):
            decisions.undo(connection, agreed.batch_id, "bob")
    assert rows(STANDS) == [("dismissed",)]
