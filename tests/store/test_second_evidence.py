"""The second person agrees to what the first one saw: not on other evidence, and not while it is closed."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from auditor.store.postgres.database import Connection, Database
from auditor.store.queries import second_reviews
from auditor.store.queries import triage as queries
from auditor.store.triage import decisions, selections
from auditor.store.triage.decisions import Done
from auditor.store.triage.unseen import Changed
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
    run_of_upload,
    two_reviewers,
    waiting_for,
)

pytestmark = pytest.mark.database


def is_fresh(connection: Connection) -> bool | None:
    fingerprint = connection.execute(text("SELECT fingerprint FROM proposal")).scalar_one()
    waits = second_reviews.proposal(connection, fingerprint)
    return waits.fresh if waits is not None else None


def test_on_other_evidence_nobody_agrees_until_it_is_as_it_was(
    waiting: Done, archive: Archive, database: Database, rows: Rows
) -> None:
    def file_again(version: int, name: str, evidence: str) -> None:
        run_id = night(connection, Law(version))
        filed(connection, run_id, archive.placed(name, Law(version), [finding(evidence)]))

    with database.begin() as connection:
        file_again(2, "first", "otherwise")
        assert is_fresh(connection) is False
        for wish in (AGREE, DISAGREE):
            with pytest.raises(BadWish, match="The evidence of this finding changed after alice made the proposal"):
                decisions.act(connection, number(connection), read(connection, wish), "bob")
        back = decisions.act(connection, number(connection), WITHDRAW, "bob")
        decisions.undo(connection, back.batch_id, "bob")
        file_again(3, "first", "as logged")
        assert is_fresh(connection) is True
        run_id = run_of_upload(connection, archive.send(connection, "third"), Law(3))
        filed(connection, run_id, archive.placed("third", Law(3), [finding("as logged")]))
        assert decisions.act(connection, number(connection), read(connection, AGREE), "bob").records == 3
    assert rows(STANDS) == [("dismissed",)]


def test_a_record_that_comes_with_other_evidence_must_be_seen_first(
    waiting: Done, archive: Archive, database: Database, rows: Rows
) -> None:
    with database.begin() as connection:
        run_id = run_of_upload(connection, archive.send(connection, "third"), Law())
        filed(connection, run_id, archive.placed("third", Law(), [finding("otherwise")]))
        with pytest.raises(BadWish, match="changed after alice made the proposal"):
            decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        done = decisions.act(connection, number(connection), DISMISS, "bob")
        assert done.put_forward == 1
        assert decisions.act(connection, number(connection), read(connection, AGREE), "alice").done == 1
        decision = queries.decision(connection, print_of(rows))
    assert decision is not None
    assert (decision.by, decision.second_by) == ("bob", "alice")


def test_what_a_record_that_was_gone_rests_on_was_not_seen(archive: Archive, database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        two_reviewers(connection)
        run_id = night(connection, Law(2))
        filed(connection, run_id, archive.placed("second", Law(2), [finding("otherwise")]))
        filed(connection, night(connection, Law(3)), archive.placed("second", Law(3), []))
        decisions.act(connection, number(connection), DISMISS, "alice")
        assert is_fresh(connection) is True
        filed(connection, night(connection, Law(4)), archive.placed("second", Law(4), [finding("otherwise")]))
        assert is_fresh(connection) is False


def test_what_is_closed_waits_for_nobody_until_it_is_found_again(
    waiting: Done, archive: Archive, database: Database
) -> None:
    with database.begin() as connection:
        gone = [archive.placed(name, Law(2), []) for name in ("first", "second")]
        filed(connection, night(connection, Law(2)), *gone)
        assert waiting_for(connection, "bob") == set()
        with pytest.raises(BadWish, match="This finding is closed"):
            decisions.act(connection, number(connection), read(connection, AGREE), "bob")
        filed(connection, night(connection, Law(3)), archive.placed("first", Law(3), [finding("as logged")]))
        assert waiting_for(connection, "bob") == {"B402"}
        assert decisions.act(connection, number(connection), read(connection, AGREE), "bob").done == 1


def test_who_agrees_has_read_the_one_that_waits_now(
    waiting: Done, archive: Archive, database: Database, rows: Rows
) -> None:
    """On one finding and on a selection: a renewed dismissal is another one, and the answer asks him to look at it."""
    anew = Wish(Act.DISMISS, "engine wrong", "quite another reason")
    with database.begin() as connection:
        first = [read(connection, wish) for wish in (AGREE, DISAGREE)]
        chosen = selections.freeze(connection, {"second": "bob"}, "what waits for bob", "bob")
        filed(connection, night(connection, Law(2)), archive.placed("first", Law(2), [finding("otherwise")]))
        assert decisions.act(connection, number(connection), anew, "alice").put_forward == 1
        for wish in first:
            with pytest.raises(BadWish, match="Another proposal about this finding was made later"):
                decisions.act(connection, number(connection), wish, "bob")
            with pytest.raises(Changed, match="1 of these findings were changed after you opened the page"):
                decisions.act_on_selection(connection, chosen, replace(wish, of=None), "bob")
            again = selections.freeze_again(connection, chosen, "bob")
            done = decisions.act_on_selection(connection, again, replace(wish, of=None), "bob")
            assert (done.done, done.left) == (0, 1)
        with pytest.raises(BadWish, match='In "of", write the number of the waiting proposal'):
            decisions.act(connection, number(connection), AGREE, "bob")
        assert decisions.act(connection, number(connection), read(connection, AGREE), "bob").done == 1
        decision = queries.decision(connection, print_of(rows))
    assert decision is not None
    assert (decision.reason, decision.by, decision.second_by) == ("engine wrong", "alice", "bob")


def test_what_is_put_forward_while_others_are_selected_is_none_of_them(
    archive: Archive, database: Database, rows: Rows
) -> None:
    """The clock does not tell them apart: both are of one transaction, which has one time."""
    with database.begin() as connection:
        two_reviewers(connection)
        chosen = selections.freeze(connection, {"code": "B402"}, "all of B402", "bob")
        decisions.act(connection, number(connection), DISMISS, "alice")
        again = selections.freeze_again(connection, chosen, "bob")
        assert decisions.act_on_selection(connection, again, AGREE, "bob").left == 1
        chosen = selections.freeze(connection, {"code": "B402"}, "all of B402", "bob")
        assert decisions.act_on_selection(connection, chosen, AGREE, "bob").done == 1
    assert rows(STANDS) == [("dismissed",)]
