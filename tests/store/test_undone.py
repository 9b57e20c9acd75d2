"""Undoing: what cancels out since, and what is no decision, is not in the way; what undoes nothing is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
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
            with pytest.raises(BadWish, match="A person or a run changed this later, so nothing was undone"):
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
        with pytest.raises(BadWish, match="A person or a run changed this later"):
            decisions.undo(connection, first.batch_id, "alice")
    assert rows(LOOKS) == [("confirmed", "")]
