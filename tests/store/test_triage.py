"""Acts of people on findings: on every record with the fingerprint, undone, and in the history."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from auditor.engine.findings import Finding
from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import triage as queries
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.differences import by_rule
from auditor.store.queries.findings import total
from auditor.store.runs import reviews
from auditor.store.triage import decisions
from auditor.store.triage.decisions import Done
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import DISMISS, Archive, Law, filed, finding, night, number, print_of, run_of_upload

pytestmark = pytest.mark.database

LOOKS = "SELECT code, triage, flagged FROM finding ORDER BY code, id"
Rows = Callable[..., list[tuple[Any, ...]]]


def test_a_decision_holds_for_every_record_that_bears_the_fingerprint(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        done = decisions.act(connection, number(connection), DISMISS, "alice")
    assert (done.done, done.left) == (1, 0)
    assert rows(LOOKS)[:3] == [("B402", "dismissed", False), ("B402", "dismissed", False), ("B403", "open", False)]
    with database.begin() as connection:
        decision = queries.decision(connection, print_of(rows))
        (act,) = queries.history(connection, print_of(rows), "alice")
    assert decision is not None
    told = (decision.state, decision.reason, decision.comment, decision.until, decision.until_house, decision.by)
    assert told == ("dismissed", "not a violation", "the floor said so", None, "", "alice")
    assert (act.act, act.from_state, act.to_state, act.by, act.run_id, act.may_undo) == (
        "dismiss", "open", "dismissed", "alice", None, True)  # fmt: skip
    assert (act.reason, act.comment, act.batch_id, act.finding_id) == (*told[1:3], done.batch_id, None)


def test_a_record_that_comes_later_has_the_decision_and_a_flag_where_it_differs(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), DISMISS, "alice")
        for name, evidence in (("third", "as logged"), ("fourth", "otherwise")):
            run_id = run_of_upload(connection, archive.send(connection, name), Law())
            filed(connection, run_id, archive.placed(name, Law(), [finding(evidence)]))
    assert rows("SELECT triage, flagged FROM finding WHERE code = 'B402' ORDER BY id")[2:] == [
        ("dismissed", False), ("dismissed", True)]  # fmt: skip
    with database.begin() as connection:
        acts = [(act.act, act.flagged, act.by) for act in queries.history(connection, print_of(rows), "alice")]
    assert acts == [("inherited", True, ""), ("inherited", False, ""), ("dismiss", False, "alice")]


def test_acceptance_for_as_long_as_the_house_is_the_same_ends_with_it(
    archive: Archive, database: Database, rows: Rows
) -> None:
    wish = Wish(Act.ACCEPT, "the house tolerates it", "for now it does", this_house=True)
    with database.begin() as connection:
        decisions.act(connection, number(connection), wish, "alice")
        decision = queries.decision(connection, print_of(rows, "B402"))
    assert decision is not None
    assert decision.until_house == Law().digest
    for law, state in ((Law(2, "A"), "accepted"), (Law(2, "B"), "open")):
        with database.begin() as connection:
            run_id = night(connection, law)
            filed(connection, run_id, archive.placed("first", law, [finding("as logged")]))
        assert rows("SELECT DISTINCT triage FROM finding WHERE code = 'B402'") == [(state,)]
    assert rows("SELECT count(*), bool_and(reopened) FROM finding WHERE code = 'B402'") == [(2, True)]
    assert rows("SELECT act, from_state, to_state, run_id FROM triage_act WHERE act = 'expired'") == [
        ("expired", "accepted", "open", run_id)] * 2  # fmt: skip


def test_acceptance_whose_day_is_over_ends_by_night_though_nothing_is_audited(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        today = rows("SELECT current_date")[0][0]
        decisions.act(
            connection, number(connection), Wish(Act.ACCEPT, "settled with the players", "paid by hand", today), "a"
        )
        night(connection, Law())
    assert rows("SELECT count(*) FROM decision") == [(1,)]
    rows("UPDATE decision SET until = until - 1 RETURNING 1")
    with database.begin() as connection:
        run_id = night(connection, Law())
        assert between(connection, run_id - 1, run_id) == {"reopened": 2}
        assert changes(connection, run_id - 1) == {"reopened": 2}
    assert rows("SELECT count(*) FROM decision") == [(0,)]
    assert rows("SELECT DISTINCT triage, reopened FROM finding WHERE code = 'B402'") == [("open", True)]


def test_what_was_gone_and_is_found_again_is_not_new(archive: Archive, database: Database) -> None:
    def file_again(version: int, *found: Finding) -> tuple[int, ...]:
        filing = filed(connection, night(connection, Law(version)), archive.placed("first", Law(version), found))
        return filing.new, filing.same, filing.changed, filing.gone

    with database.begin() as connection:
        assert file_again(2) == (0, 0, 0, 3)
        assert file_again(3, finding("as logged"), finding("otherwise", "B403"), finding("x", "B405")) == (1, 1, 1, 0)


def test_what_does_not_go_is_refused_in_a_sentence(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        one = number(connection)
        with pytest.raises(BadWish, match="so you cannot open it again"):
            decisions.act(connection, one, Wish(Act.REOPEN), "alice")
        with pytest.raises(BadWish, match="There is no finding 999"):
            decisions.act(connection, 999, Wish(Act.CONFIRM), "alice")
        with pytest.raises(BadWish, match="at least 10 characters"):
            decisions.act(connection, one, Wish(Act.DISMISS, "not a violation", "no"), "alice")
        with pytest.raises(BadWish, match="The selection 999 does not exist"):
            decisions.act_on_selection(connection, 999, Wish(Act.CONFIRM), "alice")
        law = Law(2)
        gone = [archive.placed(name, law, []) for name in ("first", "second")]
        filed(connection, night(connection, law), *gone)
        with pytest.raises(BadWish, match="This finding is closed, because the last audit did not find it"):
            decisions.act(connection, one, Wish(Act.CONFIRM), "alice")
        assert decisions.act(connection, one, Wish(Act.ASSIGN, assignee="alice"), "bob").done == 1
    assert rows("SELECT DISTINCT triage, detection, gone_by FROM finding") == [("closed", "gone", "engine")]
    assert rows("SELECT DISTINCT assignee FROM finding WHERE code = 'B402'") == [("alice",)]


def test_after_a_day_nothing_is_undone(archive: Archive, database: Database, rows: Rows) -> None:
    def decided() -> Done:
        with database.begin() as connection:
            return decisions.act(connection, number(connection), Wish(Act.CONFIRM), "alice")

    done = decided()
    rows("UPDATE triage_batch SET at = at - interval '23 hours 59 minutes' RETURNING 1")
    with database.begin() as connection:
        assert decisions.undo(connection, done.batch_id, "alice").done == 1
    done = decided()
    rows("UPDATE triage_batch SET at = at - interval '24 hours 1 minute' RETURNING 1")
    with database.begin() as connection, pytest.raises(BadWish, match="can be undone for 24 hours"):
        decisions.undo(connection, done.batch_id, "alice")


def test_undoing_restores_marks_and_assignees(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        one = number(connection)
        decisions.act(connection, one, Wish(Act.ASSIGN, assignee="carol"), "alice")
        decisions.act(connection, one, DISMISS, "alice")
        run_id = night(connection, Law(2))
        filed(connection, run_id, archive.placed("first", Law(2), [finding("otherwise")]))
    marked = rows("SELECT triage, detection, flagged, assignee FROM finding WHERE code = 'B402' ORDER BY id")
    assert marked == [("dismissed", "changed", True, "carol"), ("dismissed", "present", False, "carol")]
    for wish in (Wish(Act.CONFIRM), Wish(Act.ASSIGN, assignee="dave")):
        with database.begin() as connection:
            done = decisions.act(connection, one, wish, "alice")
        assert (
            rows("SELECT triage, detection, flagged, assignee FROM finding WHERE code = 'B402' ORDER BY id") != marked
        )
        with database.begin() as connection:
            assert decisions.undo(connection, done.batch_id, "alice").done == 1
        assert (
            rows("SELECT triage, detection, flagged, assignee FROM finding WHERE code = 'B402' ORDER BY id") == marked
        )


def changes(connection: Connection, after: int) -> dict[str, int]:
    """The changes by runs after that one, by the list of each."""
    lists = [{"news": kind} for kind in ("new", "changed", "reopened")]
    causes = [{"news": "gone", "gone_by": cause} for cause in ("record", "engine", "rules", "")]
    counts = {
        " by ".join(filters.values()): total(connection, {**filters, "runs": f"{after}.."})
        for filters in [*lists, *causes]
    }
    return {name: count for name, count in counts.items() if count}


def between(connection: Connection, after: int, until: int) -> dict[str, int]:
    """The same up to and with another run, as the difference of the two has it, whatever became of it since."""
    rows = by_rule(connection, after, until)
    counts = {kind: sum([row.news[kind] for row in rows]) for kind in NEWS}
    return {kind: count for kind, count in counts.items() if count}


def test_what_changed_since_the_last_reviewed_run(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        assert queries.last_reviewed(connection) is None
        assert changes(connection, 0) == {"new": 6}
        first = night(connection, Law())
        with pytest.raises(BadWish, match=f"Run {first} is still going"):
            reviews.review(connection, first, "alice")
    rows("UPDATE run SET finished_at = now(), state = 'partial' RETURNING 1")
    with database.begin() as connection:
        later = night(connection, Law())
    rows("UPDATE run SET finished_at = now() WHERE id = %s RETURNING 1", later)
    rows("UPDATE run SET finished_at = NULL WHERE id = %s RETURNING 1", first)
    with (
        database.begin() as connection,
        pytest.raises(BadWish, match=f"Run {first} is still going, and its later findings"),
    ):
        reviews.review(connection, later, "alice")
    rows("UPDATE run SET finished_at = now() WHERE id = %s RETURNING 1", first)
    with database.begin() as connection:
        reviews.review(connection, first, "alice")
        reviews.review(connection, first, "bob")
        assert queries.last_reviewed(connection) == first
        assert changes(connection, first) == {}
    with database.begin() as connection:
        second = night(connection, Law(2))
        found = [finding("otherwise", "B402"), finding("new", "B405")]
        filed(connection, second, archive.placed("first", Law(2), found))
        filed(connection, night(connection, Law(2, "B")), archive.placed("second", Law(1, "B"), []))
        assert changes(connection, first) == {"new": 1, "changed": 1, "gone by engine": 2, "gone by rules": 3}
    with database.begin() as connection:
        archive.replace(connection, "second")
        third = run_of_upload(connection, archive.send(connection, "second"), Law(2))
        filed(connection, third, archive.placed("second", Law(2), [finding("as logged", "B403")]))
        archive.replace(connection, "first")
        gone = {"gone by record": 2, "gone by engine": 2, "gone by rules": 2}
        assert changes(connection, first) == {**gone, "reopened": 1}
        assert changes(connection, third) == {"gone by record": 2}, "what came after it"
        known = {"new": 1, "changed": 1, "gone": 5, "reopened": 1}
        assert between(connection, first, third) == known
    rows("UPDATE run SET finished_at = now() WHERE finished_at IS NULL RETURNING 1")
    with database.begin() as connection:
        assert between(connection, first, third) == {**known, "gone": 7}, "what was replaced before it was done"
        assert changes(connection, third) == {}
    assert rows("SELECT reviewed_by FROM run WHERE id = %s", first) == [("alice",)]
    assert isinstance(rows("SELECT reviewed_at FROM run WHERE id = %s", first)[0][0], dt.datetime)
