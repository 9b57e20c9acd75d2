"""Nobody overwrites unseen: an act names what its author saw, and is not done where anything happened since."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import findings
from auditor.store.queries.changes_since_seen import Seen, changed, changes
from auditor.store.triage import decisions, selections
from auditor.store.triage.decisions import Done
from auditor.store.triage.unseen import Changed
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import (
    ACCEPT,
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
    read,
    two_reviewers,
)
from tests.store.test_at_the_same_time import until_it_waits

pytestmark = pytest.mark.database

CONFIRM, REOPEN, TO_BOB = Wish(Act.CONFIRM), Wish(Act.REOPEN), Wish(Act.ASSIGN, assignee="bob")
ACTS = "SELECT act, by FROM triage_act ORDER BY id"
BATCHES = "SELECT count(*) FROM triage_batch"


def seen(connection: Connection, code: str = "B402") -> int:
    """What somebody names who looks at the finding now."""
    row = findings.one(connection, number(connection, code))
    assert row is not None
    return row.last_act


@pytest.mark.parametrize("mine", [CONFIRM, DISMISS, ACCEPT, REOPEN, TO_BOB, Wish(Act.ASSIGN)])
@pytest.mark.parametrize("theirs", [Wish(Act.CONFIRM, comment="looked at it"), DISMISS, TO_BOB])
def test_what_another_did_since_stops_every_act_and_both_are_named(
    mine: Wish, theirs: Wish, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), CONFIRM, "alice")
        last = seen(connection)
        decisions.act(connection, number(connection), theirs, "bob", last)
    before = rows("SELECT f, (SELECT count(*) FROM triage_act) FROM finding AS f ORDER BY f.id")
    with database.begin() as connection:
        with pytest.raises(Changed, match="The finding was changed after you opened the page") as refused:
            decisions.act(connection, number(connection), mine, "alice", last)
        (change,) = changes(connection, refused.value.seen, 20)
        assert (change.act, change.by, change.comment) == (theirs.act, "bob", theirs.comment)
        assert (change.finding_id, change.code) == (number(connection), "B402")
    assert rows("SELECT f, (SELECT count(*) FROM triage_act) FROM finding AS f ORDER BY f.id") == before
    with database.begin() as connection:
        assert decisions.act(connection, number(connection), mine, "alice", seen(connection)).done == 1


def test_what_a_run_or_the_person_alone_did_since_counts_too(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        run_id = night(connection, Law(2))
        filed(connection, run_id, archive.placed("first", Law(2), [finding("otherwise")]))
        with pytest.raises(Changed) as refused:
            decisions.act(connection, number(connection), DISMISS, "alice", 0)
        assert [(each.act, each.by, each.run_id) for each in changes(connection, refused.value.seen, 20)] == [
            ("changed", "", run_id)
        ]
        last = seen(connection)
        decisions.act(connection, number(connection), CONFIRM, "alice", last)
        with pytest.raises(Changed):
            decisions.act(connection, number(connection), DISMISS, "alice", last)


def test_what_happens_to_other_findings_stops_nothing(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        last = seen(connection)
        decisions.act(connection, number(connection, "B403"), CONFIRM, "bob", 0)
        assert decisions.act(connection, number(connection), DISMISS, "alice", last).done == 1


def test_who_names_nothing_is_not_stopped_and_who_names_what_is_not_there_is_told(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), CONFIRM, "bob")
        with pytest.raises(BadWish, match=r"has no act with the number 99\. Read the finding again") as refused:
            decisions.act(connection, number(connection), DISMISS, "alice", 99)
        assert not isinstance(refused.value, Changed)
        assert decisions.act(connection, number(connection), DISMISS, "alice").done == 1
    assert rows(STANDS) == [("dismissed",)]


@pytest.mark.parametrize("wish", [CONFIRM, DISMISS, ACCEPT, TO_BOB])
def test_the_same_act_sent_twice_leaves_one_line(wish: Wish, archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        first = decisions.act(connection, number(connection), wish, "alice", 0)
        assert decisions.act(connection, number(connection), wish, "alice", 0) == first
        for other, by in ((replace(wish, comment="quite another reason"), "alice"), (wish, "bob")):
            with pytest.raises(Changed):
                decisions.act(connection, number(connection), other, by, 0)
        decisions.act(connection, number(connection), TO_BOB, "bob")
        with pytest.raises(Changed):
            decisions.act(connection, number(connection), wish, "alice", 0)
    assert rows(ACTS) == [(wish.act, "alice"), ("assign", "bob")]
    assert rows(BATCHES) == [(2,)]


def at_once(database: Database, rows: Rows, wish: Wish, by: str) -> tuple[Done, Future[Done]]:
    """Alice dismisses the finding. Before her transaction ends, a second act is sent, which waits for hers."""

    def sent() -> Done:
        with database.begin() as connection:
            return decisions.act(connection, number(connection), wish, by, 0)

    with ThreadPoolExecutor() as other, database.begin() as connection:
        first = decisions.act(connection, number(connection), DISMISS, "alice", 0)
        second = other.submit(sent)
        until_it_waits(rows, second)
    return first, second


def test_the_same_two_at_once_leave_one_line(archive: Archive, database: Database, rows: Rows) -> None:
    first, second = at_once(database, rows, DISMISS, "alice")
    assert second.result() == first
    assert rows(ACTS) == [("dismiss", "alice")]


def test_of_two_people_at_once_the_second_is_stopped(archive: Archive, database: Database, rows: Rows) -> None:
    _, second = at_once(database, rows, CONFIRM, "bob")
    with pytest.raises(Changed):
        second.result()
    assert rows(ACTS) == [("dismiss", "alice")]


@pytest.mark.parametrize(("wish", "by"), [(AGREE, "bob"), (DISAGREE, "bob"), (WITHDRAW, "alice")])
def test_what_takes_two_is_stopped_and_sent_twice_alike(
    wish: Wish, by: str, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        put = decisions.act(connection, number(connection), ACCEPT, "alice", 0)
        assert decisions.act(connection, number(connection), ACCEPT, "alice", 0) == put
        answer, last = read(connection, wish), seen(connection)
        with pytest.raises(Changed):
            decisions.act(connection, number(connection), answer, by, 0)
        done = decisions.act(connection, number(connection), answer, by, last)
        assert decisions.act(connection, number(connection), answer, by, last) == done
    assert rows(ACTS) == [("put acceptance forward", "alice"), (wish.act, by)]


def test_of_a_selection_nothing_is_done_where_one_was_changed(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        chosen = selections.freeze(connection, {}, "all", "alice")
        decisions.act(connection, number(connection, "B403"), DISMISS, "bob")
        with pytest.raises(Changed, match="1 of these findings were changed") as refused:
            decisions.act_on_selection(connection, chosen, CONFIRM, "alice")
        assert changed(connection, refused.value.seen) == 1
        (change,) = changes(connection, refused.value.seen, 20)
        assert (change.code, change.act, change.by) == ("B403", "dismiss", "bob")
        again = selections.freeze_again(connection, chosen, "alice")
        done = decisions.act_on_selection(connection, again, CONFIRM, "alice")
        assert (done.done, done.left) == (3, 0)
        assert decisions.act_on_selection(connection, again, CONFIRM, "alice") == done, "sent twice"
        with pytest.raises(Changed):
            decisions.act_on_selection(connection, again, DISMISS, "alice")
    assert rows(BATCHES) == [(2,)]


def test_a_selection_of_an_earlier_version_is_not_compared(
    archive: Archive, database: Database, rows: Callable[..., Any]
) -> None:
    with database.begin() as connection:
        chosen = selections.freeze(connection, {}, "all", "alice")
    rows("UPDATE selection_finding SET last_act_id = NULL RETURNING 1")
    with database.begin() as connection:
        decisions.act(connection, number(connection), DISMISS, "bob")
        assert decisions.act_on_selection(connection, chosen, CONFIRM, "alice").done == 3


def test_an_undo_that_another_did_before_or_that_is_overtaken_says_what_happened(
    archive: Archive, database: Database
) -> None:
    with database.begin() as connection:
        first = decisions.act(connection, number(connection), CONFIRM, "alice")
        undone = decisions.undo(connection, first.batch_id, "alice")
        assert decisions.undo(connection, first.batch_id, "alice") == undone, "sent twice"
        with pytest.raises(Changed, match=r"This is undone already\. alice undid it") as refused:
            decisions.undo(connection, first.batch_id, "bob")
        assert refused.value.seen == Seen(batch=first.batch_id)
        assert [each.act for each in changes(connection, refused.value.seen, 20)] == ["undo"]
        second = decisions.act(connection, number(connection), CONFIRM, "alice")
        decisions.act(connection, number(connection), DISMISS, "bob")
        with pytest.raises(Changed, match="so nothing was undone") as refused:
            decisions.undo(connection, second.batch_id, "alice")
        assert [(each.act, each.by) for each in changes(connection, refused.value.seen, 20)] == [("dismiss", "bob")]
