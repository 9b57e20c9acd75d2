"""The inbox: what waits for an account, as people act and runs change findings; and comments, which change nothing."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from auditor.store.people import accounts
from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import activity, findings, inbox
from auditor.store.queries.activity import ActivityFilter
from auditor.store.triage import comments, decisions, selections
from auditor.store.triage import inbox as written
from auditor.triage.acts import Act, BadWish, Wish
from tests.store.nights import (
    AGREE,
    DISAGREE,
    DISMISS,
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
TO_BOB = Wish(Act.ASSIGN, comment="@bob, please look, @cyd too. @nobody", assignee="bob")
CONFIRM = Wish(Act.CONFIRM)


def people(connection: Connection, *names: str) -> dict[str, int]:
    return {name: accounts.add(connection, name, "viewer" if name == "vic" else "reviewer") for name in names}


def waits(connection: Connection, account: int, *, reviews: bool = True) -> list[tuple[str, str, str]]:
    """The kinds of the unread rows, with their rule and their person."""
    rows = inbox.page(connection, account, reviews=reviews, everything=False, before=None, size=50)
    assert inbox.unread(connection, account, reviews=reviews) == len(rows)
    return [(row.kind, row.code, row.by) for row in rows]


def test_an_assignment_and_its_mention_wait_until_the_finding_is_decided(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        who = people(connection, "alice", "bob", "cyd")
        done = decisions.act(connection, number(connection), TO_BOB, "alice")
        assert waits(connection, who["bob"]) == [("assigned", "B402", "alice")], "not twice"
        assert waits(connection, who["cyd"]) == [("mention", "B402", "alice")]
        assert waits(connection, who["alice"]) == []
        decisions.undo(connection, done.batch_id, "alice")
        assert waits(connection, who["bob"]) == []
        decisions.act(connection, number(connection), replace(TO_BOB, comment=""), "alice")
        confirmed = decisions.act(connection, number(connection), CONFIRM, "alice")
        assert waits(connection, who["bob"]) == []
        decisions.undo(connection, confirmed.batch_id, "alice")
        assert waits(connection, who["bob"]) == [("assigned", "B402", "alice")], "it is open again"
        decisions.act(connection, number(connection), Wish(Act.ASSIGN, assignee="alice"), "bob")
        assert waits(connection, who["bob"]) == []
        assert waits(connection, who["alice"]) == [("assigned", "B402", "bob")]


def test_what_one_assigns_to_oneself_is_read(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        who = people(connection, "bob")
        decisions.act(connection, number(connection), Wish(Act.ASSIGN, assignee="bob"), "bob")
        assert waits(connection, who["bob"]) == []
        rows = inbox.page(connection, who["bob"], reviews=True, everything=True, before=None, size=50)
        assert [(row.kind, row.read_at is not None) for row in rows] == [("assigned", True)]


def test_a_selection_gives_each_finding_a_row_and_one_mention(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        who = people(connection, "alice", "bob", "cyd")
        chosen = selections.freeze(connection, {}, "all", "alice")
        decisions.act_on_selection(connection, chosen, TO_BOB, "alice")
        assert [kind for kind, _, _ in waits(connection, who["bob"])] == ["assigned"] * 3
        (mention,) = inbox.page(connection, who["cyd"], reviews=True, everything=False, before=None, size=50)
        assert (mention.kind, mention.findings, mention.comment) == ("mention", 3, TO_BOB.comment)


def test_a_second_review_waits_for_every_other_reviewer_until_it_is_answered(
    archive: Archive, database: Database
) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        who = {"vic": accounts.add(connection, "vic", "viewer"), "cyd": accounts.add(connection, "cyd", "reviewer")}
        who |= {name: accounts.person(connection, name).id for name in ("alice", "bob")}
        put = decisions.act(connection, number(connection), DISMISS, "alice")
        assert {name: waits(connection, who[name]) for name in who} == {
            "vic": [], "alice": [], "bob": [("second", "B402", "alice")], "cyd": [("second", "B402", "alice")],
        }  # fmt: skip
        assert waits(connection, who["bob"], reviews=False) == []
        dee = accounts.add(connection, "dee", "reviewer")
        assert waits(connection, dee) == [("second", "B402", "alice")], "who came later"
        accounts.disable(connection, dee)
        accounts.enable(connection, dee)
        assert len(waits(connection, dee)) == 1
        decisions.act(connection, number(connection), read(connection, DISAGREE), "bob")
        assert waits(connection, who["cyd"]) == []
        with pytest.raises(BadWish):
            decisions.undo(connection, put.batch_id, "alice")
        decisions.act(connection, number(connection), DISMISS, "bob")
        assert waits(connection, who["alice"]) == [("second", "B402", "bob")]
        decisions.act(connection, number(connection), read(connection, AGREE), "alice")
        assert [waits(connection, who[name]) for name in who] == [[], [], [], []]


def test_changed_evidence_waits_for_both_who_decided_and_ends_a_second_review(
    archive: Archive, database: Database
) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        cyd = accounts.add(connection, "cyd", "reviewer")
        alice, bob = [accounts.person(connection, name).id for name in ("alice", "bob")]
        decisions.act(connection, number(connection), DISMISS, "alice")
        decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        decisions.act(connection, number(connection, "B403"), DISMISS, "bob")
        assert waits(connection, cyd) == [("second", "B403", "bob")]
    for evidence in ("other", "third"):
        with database.begin() as connection:
            run = night(connection, Law(2))
            found = [finding(evidence, code) for code in ("B402", "B403", "B404")]
            placed = [archive.placed(name, Law(2), found) for name in ("first", "second")]
            filed(connection, run, *placed)
            assert waits(connection, alice) == [("changed", "B402", "")]
            assert waits(connection, bob) == [("changed", "B402", "")]
            assert waits(connection, cyd) == []
    with database.begin() as connection:
        decisions.act(connection, number(connection), CONFIRM, "cyd")
        assert waits(connection, alice) == waits(connection, bob) == []


def test_a_finding_that_a_run_closes_and_opens_again_waits_again(archive: Archive, database: Database) -> None:
    def run(version: int, *codes: str) -> None:
        found = [finding("as logged", code) for code in codes]
        placed = [archive.placed(name, Law(version), found) for name in ("first", "second")]
        with database.begin() as connection:
            filed(connection, night(connection, Law(version)), *placed)

    with database.begin() as connection:
        two_reviewers(connection)
        alice, bob = [accounts.person(connection, name).id for name in ("alice", "bob")]
        decisions.act(connection, number(connection), Wish(Act.ASSIGN, assignee="bob"), "alice")
        decisions.act(connection, number(connection, "B403"), DISMISS, "bob")
    expected: list[tuple[tuple[str, ...], int, int]] = [
        (("B404",), 0, 0),
        (("B402", "B403", "B404"), 1, 1),
        (("B402", "B403", "B404"), 1, 1),
    ]
    for version, (codes, of_alice, of_bob) in enumerate(expected, 2):
        run(version, *codes)
        with database.begin() as connection:
            assert [len(waits(connection, each)) for each in (alice, bob)] == [of_alice, of_bob], version
    with database.begin() as connection:
        assert [kind for kind, _, _ in waits(connection, alice)] == ["second"]
        assert [kind for kind, _, _ in waits(connection, bob)] == ["assigned"]
        for each in (alice, bob):
            written.mark_read(connection, each, [], 10**9)
    run(5, "B402", "B403", "B404")
    with database.begin() as connection:
        assert [waits(connection, each) for each in (alice, bob)] == [[], []], "what is read stays read"


def test_a_row_is_marked_as_read_by_its_account_alone(archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        who = people(connection, "alice", "bob")
        for code in ("B402", "B403"):
            decisions.act(connection, number(connection, code), replace(TO_BOB, comment=""), "alice")
        items = inbox.page(connection, who["bob"], reviews=True, everything=False, before=None, size=1)
        assert [row.code for row in items] == ["B403"]
        older = inbox.page(connection, who["bob"], reviews=True, everything=False, before=items[0].id, size=50)
        assert [row.code for row in older] == ["B402"]
        assert written.mark_read(connection, who["alice"], [items[0].id]) == 0
        assert written.mark_read(connection, who["bob"], [items[0].id]) == 1
        assert not written.mark_unread(connection, who["alice"], items[0].id)
        assert waits(connection, who["bob"]) == [("assigned", "B402", "alice")]
        assert written.mark_unread(connection, who["bob"], items[0].id)
        assert len(waits(connection, who["bob"])) == 2
        assert written.mark_read(connection, who["bob"], [], items[0].id) == 2
        assert waits(connection, who["bob"]) == []


def test_a_comment_changes_no_state_and_stops_no_act(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        who = people(connection, "alice", "bob")
        before = findings.one(connection, number(connection))
        one = comments.write(connection, number(connection), " Look,\r\n@bob and @bill \0 ", "alice")
        assert one.mentions.names == ("bob",)
        assert one.mentions.unknown == ("bill",)
        assert findings.one(connection, number(connection)) == before
        again = comments.write(connection, number(connection), "Look,\n@bob and @bill \\x00", "alice")
        assert again.comment_id == one.comment_id, "sent twice"
        other = comments.write(connection, number(connection), "Look,\n@bob and @bill \\x00", "bob")
        assert other.comment_id != one.comment_id
        assert before is not None
        decisions.act(connection, number(connection), CONFIRM, "bob", before.last_act)
        assert waits(connection, who["bob"]) == [("mention", "B402", "alice")]
        (first, second) = comments.comments_on(connection, before.fingerprint)
        assert (first.text, first.by, second.by) == ("Look,\n@bob and @bill \\x00", "alice", "bob")
    assert rows("SELECT count(*) FROM triage_act") == [(1,)]


def test_the_same_comment_twice_at_once_is_stored_once(archive: Archive, database: Database, rows: Rows) -> None:
    def sent() -> int:
        with database.begin() as connection:
            return comments.write(connection, number(connection), "seen", "alice").comment_id

    with ThreadPoolExecutor() as other:
        with database.begin() as connection:
            first = comments.write(connection, number(connection), "seen", "alice").comment_id
            second = other.submit(sent)
            until_it_waits(rows, second)
        assert second.result() == first
    assert rows("SELECT count(*) FROM finding_comment") == [(1,)]


def test_a_withdrawn_comment_keeps_its_row_without_its_text(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        who = people(connection, "alice", "bob")
        one = comments.write(connection, number(connection), "hear me, @bob", "alice").comment_id
        with pytest.raises(BadWish, match="Only alice, who wrote this comment"):
            comments.withdraw(connection, number(connection), one, "bob")
        with pytest.raises(BadWish, match="has no comment"):
            comments.withdraw(connection, number(connection, "B403"), one, "alice")
        for _ in range(2):
            comments.withdraw(connection, number(connection), one, "alice")
        fingerprint = connection.execute(text("SELECT fingerprint FROM finding_comment")).scalar_one()
        (row,) = comments.comments_on(connection, fingerprint)
        assert (row.text, row.withdrawn_at is not None) == ("", True)
        assert waits(connection, who["bob"]) == []
        assert "hear me" not in str(activity.page(connection, ActivityFilter(), "alice", None, 50))
        with pytest.raises(BadWish, match="A comment cannot be undone"):
            decisions.undo(connection, one, "alice")
        new = comments.write(connection, number(connection), "hear me, @bob", "alice")
        assert new.comment_id != one
    assert rows("SELECT act, by FROM triage_batch ORDER BY id") == [
        ("comment", "alice"), ("withdraw comment", "alice"), ("comment", "alice"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("comment", "why"),
    [("", "The comment is empty"), (" \n ", "The comment is empty"), ("x" * 2001, "The comment has 2,001 characters")],
)
def test_a_comment_has_1_to_2000_characters(comment: str, why: str, archive: Archive, database: Database) -> None:
    with database.begin() as connection:
        with pytest.raises(BadWish, match=why):
            comments.write(connection, number(connection), comment, "alice")
        with pytest.raises(BadWish, match="There is no finding 999"):
            comments.write(connection, 999, "x", "alice")
        assert comments.write(connection, number(connection), "x" * 2000, "alice").comment_id == 1


def test_what_people_did_is_listed_by_person_act_and_day(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        people(connection, "alice", "bob")
        decisions.act(connection, number(connection), TO_BOB, "alice")
        comments.write(connection, number(connection), "seen", "bob")
        confirmed = decisions.act(connection, number(connection), CONFIRM, "bob")
        chosen = selections.freeze(connection, {"code": "B403"}, "all", "alice")
        dismissed = decisions.act_on_selection(connection, chosen, DISMISS, "alice")
        decisions.undo(connection, dismissed.batch_id, "bob")

        def listed(before: int | None = None, size: int = 50, **chosen: Any) -> list[tuple[str, str]]:
            found = activity.page(connection, ActivityFilter(**chosen), "alice", before, size)
            return [(row.by, row.act) for row in found]

        every = [("bob", "undo"), ("alice", "dismiss"), ("bob", "confirm"), ("bob", "comment"), ("alice", "assign")]
        assert listed() == every
        assert listed(person="bob") == [each for each in every if each[0] == "bob"]
        assert listed(act="confirm") == [("bob", "confirm")]
        assert listed(size=2) == every[:2]
        assert listed(before=confirmed.batch_id) == every[3:]
        undone, dismissal, decided, comment, assigned = activity.page(connection, ActivityFilter(), "alice", None, 50)
        assert [row.may_undo for row in (undone, dismissal, decided, comment, assigned)] == [
            False, False, True, False, True,
        ]  # fmt: skip
        assert (dismissal.undone_by, dismissal.findings, dismissal.code) == ("bob", 1, "B403")
        assert (decided.from_state, decided.to_state, assigned.assignee) == ("open", "confirmed", "bob")
        assert (comment.comment, comment.code, comment.finding_id) == ("seen", "B402", number(connection))
    rows("UPDATE triage_batch SET at = '2026-05-02T00:00:00Z' WHERE by = 'alice' RETURNING 1")
    with database.begin() as connection:
        for day, many in (("2026-05-01", 0), ("2026-05-02", 2), ("2026-05-03", 0)):
            of_day = ActivityFilter(day=dt.date.fromisoformat(day))
            assert len(activity.page(connection, of_day, "alice", None, 50)) == many
