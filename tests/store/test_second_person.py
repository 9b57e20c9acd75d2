"""From an amount on that the venue sets it takes two people to dismiss a finding: never one alone, nor one twice."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from auditor.store.people import accounts
from auditor.store.postgres.database import Database
from auditor.store.queries import findings, second_reviews
from auditor.store.queries import triage as queries
from auditor.store.triage import decisions, selections, venues
from auditor.store.triage.decisions import Done
from auditor.triage.acts import Act, BadWish, Waiting, Wish, offered
from auditor.triage.states import State
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
    waiting_for,
)
from tests.store.test_at_the_same_time import until_it_waits

pytestmark = pytest.mark.database

FINDINGS = "SELECT * FROM finding ORDER BY id"


def test_above_the_amount_a_dismissal_waits_and_nothing_is_changed(
    archive: Archive, database: Database, rows: Rows
) -> None:
    before = rows(FINDINGS)
    with database.begin() as connection:
        two_reviewers(connection)
        done = decisions.act(connection, number(connection), DISMISS, "alice")
    assert done == Done(done.batch_id, 0, 0, 0, put_forward=1)
    assert rows(FINDINGS) == before
    with database.begin() as connection:
        waits = second_reviews.proposal(connection, print_of(rows))
        (act,) = queries.history(connection, print_of(rows), "alice")
        assert queries.decision(connection, print_of(rows)) is None
        assert {row.put_forward_by for row in findings.page(connection, {"code": "B402"}).findings} == {"alice"}
        assert [waiting_for(connection, who) for who in ("alice", "bob", "")] == [set(), {"B402"}, {"B402"}]
    assert waits is not None
    assert (waits.by, waits.reason, waits.comment, waits.fresh) == (
        "alice", "not a violation", "the floor said so", True)  # fmt: skip
    assert (act.act, act.from_state, act.to_state, act.by, act.reason, act.may_undo) == (
        "put forward", "open", "open", "alice", "not a violation", True)  # fmt: skip


def test_another_agrees_and_both_are_named(waiting: Done, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        done = decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        decision = queries.decision(connection, print_of(rows))
        acts = [(act.act, act.by, act.reason) for act in queries.history(connection, print_of(rows), "alice")]
        assert waiting_for(connection, "") == set()
    assert done == Done(done.batch_id, 1, 0, 2)
    assert rows(STANDS) == [("dismissed",)]
    assert decision is not None
    assert (decision.state, decision.reason, decision.comment, decision.by, decision.second_by) == (
        "dismissed", "not a violation", "the floor said so", "alice", "bob")  # fmt: skip
    assert acts == [("agree", "bob", "not a violation"), ("put forward", "alice", "not a violation")]


@pytest.mark.parametrize(("wish", "by"), [(DISAGREE, "bob"), (WITHDRAW, "alice")])
def test_what_is_disagreed_with_or_taken_back_stays_open(
    wish: Wish, by: str, waiting: Done, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        done = decisions.act(connection, number(connection), read(connection, wish), by)
        assert done == Done(done.batch_id, 1, 0, 2)
        act = queries.history(connection, print_of(rows), "alice")[0]
        assert (act.act, act.by, act.comment, act.to_state) == (wish.act, by, wish.comment, "open")
        assert second_reviews.proposal(connection, print_of(rows)) is None
    assert rows(STANDS) == [("open",)]


def test_nobody_is_his_own_second_person_not_even_in_the_tables(waiting: Done, database: Database) -> None:
    with database.begin() as connection:
        with pytest.raises(BadWish, match="You made this proposal yourself"):
            decisions.act(connection, number(connection), read(connection, AGREE), "alice")
        with pytest.raises(BadWish, match="alice made this proposal, and only alice can withdraw it"):
            decisions.act(connection, number(connection), WITHDRAW, "bob")
    for by, second_by, state, broken in (
        ("alice", "alice", "dismissed", "decision_two_people_check"),
        ("alice", "bob", "confirmed", "decision_second_check"),
    ):
        statement = text("INSERT INTO decision (fingerprint, state, by, second_by) VALUES ('x', :state, :by, :second)")
        with pytest.raises(IntegrityError, match=broken), database.begin() as connection:
            connection.execute(statement, {"state": state, "by": by, "second": second_by})


def test_a_confirmation_ends_what_waits(waiting: Done, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), Wish(Act.ASSIGN, assignee="bob"), "bob")
        assert second_reviews.proposal(connection, print_of(rows)) is not None
        done = decisions.act(connection, number(connection), Wish(Act.CONFIRM), "bob")
        with pytest.raises(BadWish, match="No proposal about this finding waits"):
            decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        decisions.undo(connection, done.batch_id, "bob")
        waits = second_reviews.proposal(connection, print_of(rows))
    assert waits is not None
    assert (waits.by, waits.fresh) == ("alice", True)


def test_below_the_amount_and_without_one_no_second_person_is_needed(
    archive: Archive, database: Database, rows: Rows
) -> None:
    """The findings are of 5, whichever way; decimals are those of either side."""
    unit = rows("SELECT DISTINCT currency, minor FROM finding")[0]
    with database.begin() as connection:
        two_reviewers(connection, amount=6)
        assert decisions.act(connection, number(connection, "B402"), DISMISS, "alice").done == 1
        for amount, minor, waits in ((50, unit[1] + 1, 1), (51, unit[1] + 1, 0)):
            venues.ask_for_two(connection, "default", unit[0], amount, minor)
            done = decisions.act(connection, number(connection, "B403"), DISMISS, "alice")
            assert (done.done, done.put_forward) == (1 - waits, waits)
            decisions.undo(connection, done.batch_id, "alice")
        venues.ask_for_two(connection, "default", unit[0], 5, unit[1])
        rows_of_b404 = "UPDATE finding SET amount = {} WHERE code = 'B404'"
        for told, waits in (("-5", 1), ("-4", 0), ("NULL", 0)):
            connection.execute(text(rows_of_b404.format(told)))
            done = decisions.act(connection, number(connection, "B404"), DISMISS, "alice")
            assert (done.done, done.put_forward) == (1 - waits, waits), told
            decisions.undo(connection, done.batch_id, "alice")
        assert venues.ask_for_one(connection, "default", unit[0])
        assert not venues.ask_for_one(connection, "default", unit[0])
        assert decisions.act(connection, number(connection, "B403"), DISMISS, "alice").done == 1
        with pytest.raises(venues.VenueRefused, match='There is no venue "elsewhere"; there are: default'):
            venues.ask_for_two(connection, "elsewhere", "USD", 1, 0)


def test_what_was_set_when_is_kept(database: Database, rows: Rows) -> None:
    """Every change of an amount leaves a row; setting the same amount again leaves none."""
    for amount, minor in ((5, 0), (5, 0), (500, 2), (None, 0), (None, 0), (500, 2)):
        with database.begin() as connection:
            if amount is None:
                venues.ask_for_one(connection, "default", "USD")
            else:
                venues.ask_for_two(connection, "default", "USD", amount, minor)
    kept = rows("SELECT amount, minor, set_at FROM second_person ORDER BY id")
    assert [row[:2] for row in kept] == [(5, 0), (500, 2), (None, 0), (500, 2)]
    times = [row[2] for row in kept]
    assert times == sorted(times)
    with database.begin() as connection:
        assert second_reviews.limits(connection) == (second_reviews.LimitRow("default", "USD", 2, 500, times[-1]),)


def test_the_largest_amount_of_any_record_counts_gone_or_not(archive: Archive, database: Database, rows: Rows) -> None:
    """A dismissal holds for a record that is gone too, should it be found again."""
    with database.begin() as connection:
        two_reviewers(connection)
        connection.execute(text("UPDATE finding SET amount = 4 WHERE code = 'B402' AND hand_id = 1"))
        filed(connection, night(connection, Law(2)), archive.placed("second", Law(2), []))
        assert decisions.act(connection, number(connection), DISMISS, "alice").put_forward == 1


def test_without_accounts_a_dismissal_above_the_amount_is_refused_with_the_reason(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        accounts.disable(connection, accounts.person(connection, "alice").id)
        for by in ("this machine", "alice"):
            with pytest.raises(BadWish, match=r"both people need accounts\. Add an account: auditor user add"):
                decisions.act(connection, number(connection), DISMISS, by)
        decisions.act(connection, number(connection), DISMISS, "bob")
        with pytest.raises(BadWish, match="both people need accounts"):
            decisions.act(connection, number(connection), read(connection, AGREE), "this machine")
        assert decisions.act(connection, number(connection), Wish(Act.CONFIRM), "this machine").done == 1
    assert rows("SELECT count(*) FROM proposal") == [(0,)]


def test_of_a_selection_what_is_below_is_dismissed_and_the_rest_waits_and_undo_takes_both_back(
    archive: Archive, database: Database, rows: Rows
) -> None:
    stands = "SELECT DISTINCT code, triage FROM finding ORDER BY code"
    before = rows(FINDINGS)
    with database.begin() as connection:
        two_reviewers(connection)
        connection.execute(text("UPDATE finding SET amount = 4 WHERE code = 'B402'"))
        decisions.act(connection, number(connection, "B404"), DISMISS, "bob")
        chosen = selections.freeze(connection, {"house": "roberts"}, "all under roberts", "alice")
        done = decisions.act_on_selection(connection, chosen, DISMISS, "alice")
    assert done == Done(done.batch_id, 1, 1, 2, put_forward=1), "what bob put forward is his"
    assert rows(stands) == [("B402", "dismissed"), ("B403", "open"), ("B404", "open")]
    with database.begin() as connection:
        undone = decisions.undo(connection, done.batch_id, "alice")
        assert (undone.done, undone.left) == (2, 0)
        assert waiting_for(connection, "") == {"B404"}
        assert waiting_for(connection, "bob") == set()
        chosen = selections.freeze_again(connection, chosen, "alice")
        agreed = decisions.act_on_selection(connection, chosen, AGREE, "alice")
        assert (agreed.done, agreed.left) == (1, 2)
        connection.execute(text("UPDATE finding SET amount = 5 WHERE code = 'B402'"))
        assert decisions.undo(connection, agreed.batch_id, "alice").done == 1
        assert waiting_for(connection, "alice") == {"B404"}
    assert rows(FINDINGS) == before


def test_two_people_agree_and_withdraw_at_once_and_the_second_is_refused(
    waiting: Done, database: Database, rows: Rows
) -> None:
    def agreed() -> Done:
        with database.begin() as connection:
            return decisions.act(connection, number(connection), read(connection, AGREE), "bob")

    with ThreadPoolExecutor() as other:
        with database.begin() as connection:
            decisions.act(connection, number(connection), WITHDRAW, "alice")
            agreeing = other.submit(agreed)
            until_it_waits(rows, agreeing)
        with pytest.raises(BadWish, match="No proposal about this finding waits"):
            agreeing.result()
    assert rows(STANDS) == [("open",)]


@pytest.mark.parametrize("by", ["alice", "bob"])
def test_what_is_offered_is_what_the_database_lets_be_done(
    by: str, archive: Archive, database: Database, rows: Rows
) -> None:
    """Every act, on a finding that waits, that waits on other evidence, or that does not wait."""
    wishes = {
        **{act: Wish(act) for act in Act},
        Act.DISMISS: DISMISS,
        Act.DISAGREE: DISAGREE,
        Act.ACCEPT: Wish(Act.ACCEPT, "settled with the players", "paid by hand", rows("SELECT current_date")[0][0]),
    }
    tried = 0
    with database.begin() as connection:
        two_reviewers(connection)
        for act, decided, put, other in product(Act, (False, True), (False, True), (False, True)):
            with connection.begin_nested() as point:
                one = number(connection)
                if decided:
                    decisions.act(connection, one, Wish(Act.CONFIRM), "alice")
                if put:
                    decisions.act(connection, one, DISMISS, "alice")
                if other:
                    filed(
                        connection, night(connection, Law(2)), archive.placed("first", Law(2), [finding("otherwise")])
                    )
                waits = Waiting("alice", fresh=not other) if put else None
                if act in offered(State.CONFIRMED if decided else State.OPEN, waits, by):
                    decisions.act(connection, one, read(connection, wishes[act]), by)
                else:
                    with pytest.raises(BadWish):
                        decisions.act(connection, one, read(connection, wishes[act]), by)
                tried += 1
                point.rollback()
    assert tried == 8 * len(Act)
