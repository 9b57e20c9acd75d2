"""Undoing: what cancels out since, and what is no decision, is not in the way; what undoes nothing is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import triage as queries
from auditor.store.triage import decisions
from auditor.store.triage.decisions import Done
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import DISMISS, Archive, Law, filed, finding, night, number

pytestmark = pytest.mark.database

CONFIRM = Wish(Act.CONFIRM)
TO_CAROL, TO_DAVE = [Wish(Act.ASSIGN, assignee=name) for name in ("carol", "dave")]
LOOKS = "SELECT DISTINCT triage, assignee FROM finding WHERE code = 'B402'"
Rows = Callable[..., list[tuple[Any, ...]]]


def done(connection: Connection, wish: Wish) -> Done:
    return decisions.act(connection, number(connection), wish, "alice")


@pytest.mark.parametrize(
    ("wish", "since"),
    [(CONFIRM, TO_CAROL), (CONFIRM, DISMISS), (CONFIRM, CONFIRM), (TO_DAVE, TO_CAROL), (TO_DAVE, DISMISS)],
)
def test_what_was_done_and_undone_since_does_not_stand_in_the_way(
    wish: Wish, since: Wish, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        first = done(connection, wish)
        second = done(connection, since)
        assert decisions.undo(connection, second.batch_id, "alice") == Done(second.batch_id + 1, 1, 0, 2)
        assert decisions.undo(connection, first.batch_id, "alice") == Done(second.batch_id + 2, 1, 0, 2)
    assert rows(LOOKS) == [("open", "")]


def test_what_undoes_nothing_is_refused_and_leaves_nothing(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        first = done(connection, CONFIRM)
        done(connection, DISMISS)
        for _ in range(2):
            with pytest.raises(BadWish, match="A person or a run changed the finding later, so nothing was undone"):
                decisions.undo(connection, first.batch_id, "alice")
    assert rows("SELECT count(*) FROM triage_batch") == [(2,)]
    assert rows(LOOKS) == [("dismissed", "")]


def test_what_a_run_did_after_an_act_was_undone_stands_in_the_way(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        first = done(connection, CONFIRM)
        decisions.undo(connection, done(connection, DISMISS).batch_id, "alice")
        filed(connection, night(connection, Law(2)), archive.placed("first", Law(2), [finding("otherwise")]))
        with pytest.raises(BadWish, match="A person or a run changed the finding later"):
            decisions.undo(connection, first.batch_id, "alice")
    assert rows(LOOKS) == [("confirmed", "")]


def test_undo_goes_back_through_ones_own_acts_one_by_one(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        confirmed, assigned, dismissed = (done(connection, wish) for wish in (CONFIRM, TO_CAROL, DISMISS))
        other = decisions.act(connection, number(connection, "B403"), CONFIRM, "bob")
        last = dismissed.batch_id
        went = []
        while True:
            decisions.undo(connection, last, "alice")
            before = queries.own_act_before(connection, last, "alice")
            went.append((last, before))
            if before is None:
                break
            last = before[0]
        assert went == [
            (dismissed.batch_id, (assigned.batch_id, "assign")),
            (assigned.batch_id, (confirmed.batch_id, "confirm")),
            (confirmed.batch_id, None),
        ]
        decisions.undo(connection, other.batch_id, "alice")
        assert queries.own_act_before(connection, other.batch_id, "alice") is None, "it was bob's"
    assert rows(LOOKS) == [("open", "")]


def test_an_undo_is_offered_only_where_it_can_be_done(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        one = decisions.act(connection, number(connection, "B403"), CONFIRM, "alice")
        first = done(connection, CONFIRM)
        decisions.act(connection, number(connection), DISMISS, "bob")
        last = decisions.act(connection, number(connection, "B404"), CONFIRM, "alice")
        fingerprint = rows("SELECT min(fingerprint) FROM finding WHERE code = 'B402'")[0][0]
        offered = [(act.act, act.may_undo) for act in queries.history(connection, fingerprint, "alice")]
        assert offered == [("dismiss", True), ("confirm", False)]
        assert not queries.can_undo(connection, first.batch_id, "alice")
        assert queries.can_undo(connection, last.batch_id, "alice")
        decisions.undo(connection, last.batch_id, "alice")
        assert not queries.can_undo(connection, last.batch_id, "alice")
        assert queries.own_act_before(connection, last.batch_id, "alice") == (one.batch_id, "confirm")
    rows("UPDATE triage_batch SET at = at - interval '24 hours' RETURNING 1")
    with database.begin() as connection:
        assert queries.own_act_before(connection, last.batch_id, "alice") is None
