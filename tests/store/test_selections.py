"""Lists of findings that are frozen, dealt with at once and undone as one; and filters that people keep."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import selections as asked
from auditor.store.queries import triage as queries
from auditor.store.queries.findings import BadFilter
from auditor.store.triage import decisions, selections
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import CODES, DISMISS, Archive, Law, filed, finding, number, print_of, run_of_upload

pytestmark = pytest.mark.database

LOOKS = "SELECT DISTINCT code, triage FROM finding ORDER BY code"
Rows = Callable[..., list[tuple[Any, ...]]]


def may_undo(connection: Connection, rows: Rows, batch_id: int) -> list[bool]:
    """The acts on the finding in its history."""
    return [act.may_undo for act in queries.history(connection, print_of(rows), "alice") if act.batch_id == batch_id]


def test_a_selection_is_what_was_counted_and_is_undone_as_one(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        chosen = selections.freeze(connection, {"house": "roberts"}, "all under roberts", "alice")
        kept = asked.one(connection, chosen)
        assert kept is not None
        assert (kept.count, kept.words, kept.filters, kept.made_by) == (
            6, "all under roberts", {"house": "roberts"}, "alice")  # fmt: skip
        third = run_of_upload(connection, archive.send(connection, "third"), Law())
        filed(connection, third, archive.placed("third", Law(), [finding("new", "B405")]))
        decisions.act(connection, number(connection, "B403"), Wish(Act.CONFIRM), "bob")
        chosen = selections.freeze_again(connection, chosen, "alice")
        done = decisions.act_on_selection(connection, chosen, DISMISS, "alice")
    assert (done.done, done.left, done.records) == (3, 0, 6)
    assert rows(LOOKS) == [*[(code, "dismissed") for code in CODES], ("B405", "open")]
    with database.begin() as connection:
        decisions.act(connection, number(connection, "B404"), Wish(Act.CONFIRM), "bob")
        assert may_undo(connection, rows, done.batch_id) == [True]
        undone = decisions.undo(connection, done.batch_id, "alice")
        assert may_undo(connection, rows, done.batch_id) == [False]
    assert (undone.done, undone.left, undone.records) == (2, 1, 4), "what bob decided since is left"
    assert rows(LOOKS) == [("B402", "open"), ("B403", "confirmed"), ("B404", "confirmed"), ("B405", "open")]
    with database.begin() as connection:
        acts = queries.history(connection, print_of(rows, "B403"), "alice")
        assert [(act.act, act.from_state, act.to_state) for act in acts] == [
            ("undo", "dismissed", "confirmed"),
            ("dismiss", "confirmed", "dismissed"),
            ("confirm", "open", "confirmed"),
        ]
        with pytest.raises(BadWish, match=r"undone already\. alice undid it"):
            decisions.undo(connection, done.batch_id, "bob")
        with pytest.raises(BadWish, match="An undo cannot be undone"):
            decisions.undo(connection, undone.batch_id, "alice")


def test_nothing_and_too_much_is_not_selected(
    archive: Archive, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.begin() as connection:
        with pytest.raises(BadWish, match="No finding matches"):
            selections.freeze(connection, {"code": "X999"}, "", "alice")
        with pytest.raises(BadFilter):
            selections.freeze(connection, {"colour": "blue"}, "", "alice")
        monkeypatch.setattr(selections, "MOST_AT_ONCE", 5)
        with pytest.raises(BadWish, match="More than 5 findings match"):
            selections.freeze(connection, {}, "", "alice")


def test_filters_are_kept_for_who_keeps_them(database: Database) -> None:
    with database.begin() as connection:
        first = selections.save_filter(connection, "alice", " worst ", "grade=fault")
        assert selections.save_filter(connection, "alice", "worst", "grade=violation") == first
        selections.save_filter(connection, "bob", "worst", "")
        (mine,) = asked.saved_filters(connection, "alice")
        assert (mine.id, mine.name, mine.query) == (first, "worst", "grade=violation")
        assert not selections.drop_filter(connection, "bob", first)
        assert selections.drop_filter(connection, "alice", first)
        assert asked.saved_filters(connection, "alice") == ()
        with pytest.raises(BadWish, match="Give the filter a name"):
            selections.save_filter(connection, "alice", " ", "x")
