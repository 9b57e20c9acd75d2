"""From the amount of the venue on, an acceptance takes two people too: it waits, with its end, for the other."""

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import text

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import second_reviews
from auditor.store.queries import triage as queries
from auditor.store.triage import decisions, selections
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
    night,
    number,
    print_of,
    read,
    two_reviewers,
)

pytestmark = pytest.mark.database

TODAY = "SELECT current_date"


def until(day: dt.date) -> Wish:
    return Wish(Act.ACCEPT, "settled with the players", "paid by hand", day)


def put_forward_until_today(connection: Connection, rows: Rows) -> None:
    """Alice wants to accept the finding until today, at a venue where bob has to agree."""
    two_reviewers(connection)
    decisions.act(connection, number(connection), until(rows(TODAY)[0][0]), "alice")


def stands(connection: Connection, fingerprint: str) -> tuple[Any, ...]:
    """The decision, and the proposal that waits."""
    return queries.decision(connection, fingerprint), second_reviews.proposal(connection, fingerprint)


@pytest.mark.parametrize("ends", ["day", "house"])
def test_an_acceptance_waits_with_its_end_and_another_agrees(
    ends: str, archive: Archive, database: Database, rows: Rows
) -> None:
    today = rows(TODAY)[0][0]
    wish = ACCEPT if ends == "house" else until(today)
    with database.begin() as connection:
        two_reviewers(connection)
        done = decisions.act(connection, number(connection), wish, "alice")
        assert (done.done, done.records, done.put_forward) == (0, 0, 1)
        decision, waits = stands(connection, print_of(rows))
        assert (decision, waits.accepts, waits.until, waits.fresh) == (None, True, wish.until, True)
    assert rows(STANDS) == [("open",)]
    with database.begin() as connection:
        agreed = decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        assert (agreed.done, agreed.records, agreed.put_forward) == (1, 2, 0)
        decision, waits = stands(connection, print_of(rows))
        assert waits is None
        assert (decision.state, decision.reason, decision.comment, decision.by, decision.second_by) == (
            "accepted", wish.reason, wish.comment, "alice", "bob")  # fmt: skip
        assert (decision.until, bool(decision.until_house)) == (wish.until, ends == "house")
        acts = [(each.act, each.by, each.from_state, each.to_state, each.until)
                for each in queries.history(connection, print_of(rows), "bob")]  # fmt: skip
    assert acts == [
        ("agree", "bob", "open", "accepted", wish.until),
        ("put acceptance forward", "alice", "open", "open", wish.until),
    ]
    assert rows(STANDS) == [("accepted",)]


def test_neither_is_accepted_or_dismissed_otherwise_while_one_waits(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        one = number(connection)
        for first, second in ((DISMISS, ACCEPT), (ACCEPT, DISMISS), (ACCEPT, ACCEPT)):
            done = decisions.act(connection, one, first, "alice")
            with pytest.raises(BadWish, match="A proposal by alice waits for a second person"):
                decisions.act(connection, one, second, "bob")
            with pytest.raises(BadWish, match="You made this proposal yourself"):
                decisions.act(connection, one, read(connection, AGREE), "alice")
            assert decisions.undo(connection, done.batch_id, "alice").done == 1
            assert stands(connection, print_of(rows)) == (None, None)


@pytest.mark.parametrize(("wish", "by"), [(DISAGREE, "bob"), (WITHDRAW, "alice")])
def test_who_disagrees_or_withdraws_leaves_it_open_and_an_undo_lets_it_wait_again(
    wish: Wish, by: str, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        put_forward_until_today(connection, rows)
        before = stands(connection, print_of(rows))
        done = decisions.act(connection, number(connection), read(connection, wish), by)
        assert stands(connection, print_of(rows)) == (None, None)
        decisions.undo(connection, done.batch_id, by)
        assert stands(connection, print_of(rows)) == before
        agreed = decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        decisions.undo(connection, agreed.batch_id, "bob")
        assert stands(connection, print_of(rows)) == before
    assert rows(STANDS) == [("open",)]


def test_nobody_agrees_to_an_acceptance_whose_last_day_is_over(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        put_forward_until_today(connection, rows)
    rows("UPDATE proposal SET until = current_date - 1 RETURNING 1")
    with database.begin() as connection:
        with pytest.raises(BadWish, match="or the last day of the acceptance is over, so nobody can agree"):
            decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        assert decisions.act(connection, number(connection), WITHDRAW, "bob").done == 1


def test_an_acceptance_by_one_does_not_come_back_where_by_now_it_takes_two(
    archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        decisions.act(connection, number(connection), ACCEPT, "alice")
        done = decisions.act(connection, number(connection), Wish(Act.CONFIRM), "bob")
        two_reviewers(connection)
        with pytest.raises(BadWish, match="by one person would apply again, but two people are needed now"):
            decisions.undo(connection, done.batch_id, "alice")
    assert rows(STANDS) == [("confirmed",)]


def test_of_a_selection_the_large_wait_and_a_night_ends_what_two_accepted(
    archive: Archive, database: Database, rows: Rows
) -> None:
    stood = "SELECT DISTINCT code, triage FROM finding ORDER BY code"
    with database.begin() as connection:
        two_reviewers(connection)
        connection.execute(text("UPDATE finding SET amount = 4 WHERE code = 'B402'"))
        chosen = selections.freeze(connection, {"house": "roberts"}, "all under roberts", "alice")
        done = decisions.act_on_selection(connection, chosen, until(rows(TODAY)[0][0]), "alice")
        assert (done.done, done.left, done.records, done.put_forward) == (1, 0, 2, 2)
        theirs = selections.freeze(connection, {"second": "bob"}, "second", "bob")
        assert decisions.act_on_selection(connection, theirs, AGREE, "bob").done == 2
    assert rows(stood) == [("B402", "accepted"), ("B403", "accepted"), ("B404", "accepted")]
    rows("UPDATE decision SET until = current_date - 1 RETURNING 1")
    with database.begin() as connection:
        night(connection, Law(2))
    assert rows(stood) == [("B402", "open"), ("B403", "open"), ("B404", "open")]
