"""Cases in a real database: the table of transitions, four eyes, what lasts, and what is refused."""

import dataclasses
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from itertools import product
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError

from auditor.disputes.acts import Act, Relation, Role
from auditor.disputes.claims import BadClaim
from auditor.disputes.deadlines import Moment, Policy, clock_of
from auditor.disputes.decisions import decision_of
from auditor.disputes.exhibits import BadExhibit
from auditor.disputes.ledger import BadPosting, Movement, balances
from auditor.disputes.outcomes import Outcome
from auditor.disputes.states import State
from auditor.disputes.transitions import TABLE, ActRefused
from auditor.store.disputes import acts, cases, decisions, evidence, parties, remedies
from auditor.store.disputes.acts import Stale
from auditor.store.disputes.people import relations_of
from auditor.store.postgres.database import Database, libpq_address
from auditor.store.queries.case_detail import case_detail
from tests.store.disputes.cases import (
    CLAIM,
    NOTHING,
    PICTURE,
    Desk,
    bring_to,
    desk,
    opened,
    ruling,
    triaged,
)

pytestmark = pytest.mark.database
Rows = Callable[..., list[tuple[Any, ...]]]

# Tries acts as rows, past all code of the application, and undoes each of them. Returns the code of the database for
# each act; `DS000` means that the database took the act.
TRY = """
CREATE FUNCTION pg_temp.codes(number bigint, acts jsonb) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    wish jsonb;
    codes text[] := '{}';
BEGIN
    FOR wish IN SELECT jsonb_array_elements(acts) LOOP
        BEGIN
            INSERT INTO dispute_act (dispute_id, seq, act, from_state, to_state, account_id, party_id, role, seen)
            SELECT d.id, 0, wish->>'act', wish->>'state', wish->>'to', (wish->>'account')::bigint,
                   (wish->>'party')::bigint, wish->>'role', d.last_act
            FROM dispute AS d WHERE d.id = number;
            RAISE EXCEPTION 'taken' USING ERRCODE = 'DS000';
        EXCEPTION WHEN OTHERS THEN
            codes := codes || SQLSTATE::text;
        END;
    END LOOP;
    RETURN codes;
END $$
"""
TAKEN, ANSWERS = "DS000", {"DS000", "DS001", "DS002", "DS003"}
CONDITIONAL = (Act.PROPOSE, Act.AGREE, Act.DIFFER, Act.MAJORITY, Act.NO_MAJORITY, Act.REOPEN, Act.FINISH_REMEDY)


def codes_of(made: Desk, wishes: Sequence[tuple[str, Act, State, State]]) -> list[str]:
    """The answer of the database to each of these acts: name, act, state before, state after."""
    rows = []
    for name, act, state, to in wishes:
        who = made.actor(name)
        ids = {"account": who.account_id, "party": who.party_id, "role": who.role.value}
        rows.append({"act": act.value, "state": state.value, "to": to.value, **ids})
    made.connection.execute(text(TRY.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")))
    values = {"number": made.case_id, "acts": json.dumps(rows)}
    found: list[str] = made.connection.execute(text("SELECT pg_temp.codes(:number, :acts)"), values).scalar_one()
    return found


def in_order(kind: Iterable[StrEnum], chosen: Collection[StrEnum]) -> list[str]:
    return [each.value for each in kind if each in chosen]


def test_the_table_of_the_database_is_that_of_the_code(rows: Rows) -> None:
    stored = rows("SELECT state, act, to_state, roles, only_for, never_for FROM dispute_transition")
    in_code = [
        (
            row.state.value, row.act.value, row.to.value, in_order(Role, row.roles), in_order(Relation, row.only),
            in_order(Relation, row.never),
        )
        for row in TABLE.values()
    ]  # fmt: skip
    assert sorted(stored) == sorted(in_code)


def test_in_every_state_the_database_refuses_whatever_the_table_refuses(database: Database) -> None:
    """Every state and act that the table has, and every person, as rows past the code. Acts that the table does not
    have in a state are tried by an adjudicator and by the claimant.
    """
    refused = 0
    with database.begin() as connection:
        made = desk(connection)
        for state in State:
            bring_to(made, state)
            pairs = [
                (name, act)
                for name, act in product([*made.people, "claimant", "respondent"], Act)
                if (state, act) in TABLE or name in ("anna", "claimant")
            ]
            rows = [TABLE.get((state, act)) for _, act in pairs]
            after = [row.to if row else State.RULED for row in rows]
            wishes = [(name, act, state, to) for (name, act), to in zip(pairs, after, strict=True)]
            relations = {name: relations_of(connection, made.case_id, made.actor(name)) for name, _ in pairs}
            for (name, act), row, code in zip(pairs, rows, codes_of(made, wishes), strict=True):
                may = row is not None and not row.refusal(made.actor(name).role, relations[name])
                assert code in ANSWERS, f"{name}, {act}, {state}: {code}"
                assert may or code != TAKEN, f"{name} may not {act} in {state}"
                assert not may or code == TAKEN or act in CONDITIONAL, f"{name} may {act} in {state}: {code}"
                refused += code != TAKEN
            wrong = State.DRAFT if state is not State.DRAFT else State.RULED
            assert codes_of(made, [("rita", Act.WITHDRAW, wrong, State.WITHDRAWN)]) == ["DS001"]
    assert refused > 1_200


def test_a_player_without_an_account_gets_paid(database: Database) -> None:
    """From a link to the paid remedy, and a correction after it: all ledgers sum to zero."""
    with database.begin() as connection:
        made = opened(desk(connection), "link", None)
        secret = parties.new_link(connection, made.claimant.party_id or 0, None)
        party = parties.party_of_secret(connection, secret)
        assert party is not None
        assert (party.case_id, party.label) == (made.case_id, "seat 3")
        assert parties.party_of_secret(connection, "hhp_nobody") is None
        with pytest.raises(ActRefused, match="Only the opener"):
            made.do("respondent", Act.SUBMIT)
        made.do("claimant", Act.SUBMIT)
        made.picture("claimant")
        made.do("rita", Act.ADMIT)
        made.do("anna", Act.TAKE)
        made.propose("anna", ruling())
        made.do("ben", Act.BEGIN_SECOND)
        assert made.second("ben", decision_of(ruling())).act is Act.AGREE
        remedies.settle(connection, made.wish("anna", Act.NO_REMEDY))
        with pytest.raises(ActRefused, match="not possible in this case now"):
            made.do("rita", Act.FINISH_REMEDY)
        with pytest.raises(BadPosting, match="too much: house owes less"):
            remedies.pay(connection, made.wish("rita", Act.PAY), Movement("house", "seat 3", 6), "r")
        pressed = made.wish("rita", Act.PAY)
        remedies.pay(connection, pressed, Movement("house", "seat 3", 2), "receipt 12")
        with pytest.raises(Stale, match="Read it again"):
            remedies.pay(connection, pressed, Movement("house", "seat 3", 2), "receipt 12")
        remedies.waive(connection, made.wish("anna", Act.WAIVE), Movement("house", "seat 3", 3))
        made.do("rita", Act.FINISH_REMEDY)
        remedies.reverse(connection, made.wish("anna", Act.REVERSE), 3)
        assert balances([row.posting for row in remedies.ledger_of(connection, made.ruling_id)]) == {
            "house": -3,
            "seat 3": 3,
        }
        # A correction: less is owed than was paid, so the player pays the rest back.
        made.do("cora", Act.CORRECT)
        made.propose("cora", ruling(1))
        made.do("dina", Act.BEGIN_SECOND)
        made.second("dina", decision_of(ruling(1)))
        remedies.settle(connection, made.wish("cora", Act.ORDER_REMEDY))
        old, new = decisions.rulings_of(connection, made.case_id)
        assert (new.replaces_id, old.replaced_by, new.digest) == (old.id, new.id, ruling(1).digest().hex())
        assert balances([row.posting for row in remedies.ledger_of(connection, old.id)]) == {}
        assert balances([row.posting for row in remedies.ledger_of(connection, new.id)]) == {"house": 1, "seat 3": -1}
        remedies.pay(connection, made.wish("rita", Act.PAY), Movement("seat 3", "house", 1), "receipt 13")
        assert made.do("remo", Act.FINISH_REMEDY).state is State.REMEDIED


def test_two_differ_a_third_decides_and_without_a_majority_all_begins_anew(database: Database) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.THIRD_REVIEW)
        with pytest.raises(ActRefused, match="You proposed the ruling"):
            made.third("anna", ruling())
        with pytest.raises(ActRefused, match="You did the second review"):
            made.third("ben", ruling())
        assert made.third("cora", ruling(4)).act is Act.NO_MAJORITY
        assert made.seen().state is State.UNDER_REVIEW
        made.propose("cora", ruling(5))
        made.do("anna", Act.BEGIN_SECOND)
        assert made.second("anna", decision_of(NOTHING)).act is Act.DIFFER
        assert made.third("ben", NOTHING).act is Act.MAJORITY
        (final,) = decisions.rulings_of(connection, made.case_id)
        assert (final.ruling.outcome, final.ruling.dissent != "") == (Outcome.NOT_UPHELD, True)
        assert remedies.settle(connection, made.wish("anna", Act.ORDER_REMEDY)).state is State.NO_REMEDY
        people = [row.by for row in decisions.decisions_of(connection, made.case_id)]
        assert people == ["anna", "ben", "cora", "cora", "anna", "ben"]


def test_who_decided_about_a_finding_is_neither_second_nor_third(database: Database) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.UNDER_REVIEW)
        triaged(connection, made.case_id, "ben")
        made.propose("anna", ruling())
        with pytest.raises(ActRefused, match="decided about a finding of this case"):
            made.do("ben", Act.BEGIN_SECOND)
        assert codes_of(made, [("ben", Act.BEGIN_SECOND, State.PROPOSED, State.SECOND_REVIEW)]) == ["DS003"]
        with pytest.raises(DBAPIError, match="takes no evidence now"), connection.begin_nested():
            triaged(connection, made.case_id, "cora")
        made.do("cora", Act.BEGIN_SECOND)
        with pytest.raises(ActRefused, match="Only the second"):
            made.second("dina", decision_of(ruling()))
        made.second("cora", decision_of(NOTHING))
        with pytest.raises(ActRefused, match="decided about a finding of this case"):
            made.third("ben", ruling())


def test_an_act_on_an_older_state_is_refused_and_changes_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.UNDER_REVIEW)
        old = made.wish("anna", Act.WAIT_FOR_EVIDENCE)
        made.picture("rita")
        with pytest.raises(Stale):
            acts.act(connection, old)
        made.do("anna", Act.WAIT_FOR_EVIDENCE)
        with pytest.raises(Stale, match='The case is now "awaiting evidence"'):
            acts.act(connection, old)
        before = made.seen()
        with pytest.raises(ActRefused, match="at least 10 characters"):
            made.do("remo", Act.ADD_STATEMENT, comment="no")
        with pytest.raises(acts.NoSuchCase, match="no case 999"):
            acts.seen_now(connection, 999)
        assert made.seen() == before
        old, added = made.wish("rita", Act.ASSIGN), made.wish("rita", Act.ADD_STATEMENT)
        made.do("remo", Act.ASSIGN)
        with pytest.raises(Stale, match="Read it again"):
            acts.act(connection, old)
        monkeypatch.setattr(acts, "refuse_stale", lambda *_: None)
        with pytest.raises(Stale, match="Read it again"):
            acts.act(connection, old)
        assert made.seen().last_act == before.last_act + 1
        assert acts.act(connection, added).last_act == before.last_act + 2, "it only adds something"


def test_a_case_is_opened_anew_only_with_new_evidence(database: Database) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.CLOSED)
        with pytest.raises(ActRefused, match="not possible in this case now"):
            made.do("cora", Act.REOPEN)
        made.picture("claimant")
        assert made.do("cora", Act.REOPEN).state is State.REOPENED
        seen = made.picture("claimant")
        assert seen == made.seen(), "the same file is not added twice"
        with pytest.raises(BadExhibit, match="neither a PNG"):
            made.picture("claimant", b"<html>")
        with pytest.raises(BadExhibit, match="where the file comes from"):
            evidence.add_evidence(connection, made.wish("rita", Act.ADD_EVIDENCE), PICTURE + b"2", "x.png", " ")
        (row,) = evidence.evidence_of(connection, made.case_id)
        assert (row.by, row.origin, row.media_type, row.size) == (
            "seat 3",
            "photo by the dealer",
            "image/png",
            len(PICTURE),
        )
        assert evidence.content_of(connection, made.case_id, row.id) == PICTURE
        assert evidence.content_of(connection, made.case_id + 1, row.id) is None


def test_the_clock_of_the_database_is_that_of_the_code(database: Database, rows: Rows) -> None:
    """Each act an hour after the last one: the clock of the database follows the clock of the code."""
    with database.begin() as connection:
        cases.set_policy(connection, 1, Policy(12, 5), "adam")
        made = desk(connection)
        case_id = opened(made).case_id
    way = [
        ("rita", Act.SUBMIT), ("remo", Act.ADMIT), ("anna", Act.TAKE), ("anna", Act.WAIT_FOR_EVIDENCE),
        ("rita", Act.ADD_EVIDENCE), ("anna", Act.RESUME), ("anna", Act.WAIT_FOR_EVIDENCE), ("remo", Act.RESUME),
        ("anna", Act.DECLINE), ("cora", Act.REOPEN),
    ]  # fmt: skip
    moments = []
    for name, act in way:
        with database.begin() as connection:
            made.connection = connection
            before = made.seen().state
            if act is Act.ADD_EVIDENCE:
                made.picture(name)
            elif act is Act.REOPEN:
                made.picture(name, PICTURE + b"2")
                made.do(name, act)
            else:
                made.do(name, act, "duplicate" if act is Act.DECLINE else "")
            at = connection.execute(text("SELECT now()")).scalar_one()
            if made.seen().state is not before:
                moments.append(Moment(at, made.seen().state))
        clock = clock_of(moments, Policy(12, 5))
        stored = rows("SELECT due_at, acknowledge_by, paused_at, paused FROM dispute WHERE id = %s", case_id)
        assert stored == [dataclasses.astuple(clock)], act
    assert len(moments) == len(way) - 1


def test_names_are_seen_for_a_reason_and_each_look_is_on_record(database: Database) -> None:
    with database.begin() as connection:
        made = opened(desk(connection))
        claimant, _ = parties.parties_of(connection, made.case_id)
        assert "Canary" not in repr(claimant)
        for name in ("adam", "vera", "claimant"):
            with pytest.raises(ActRefused, match="Only a reviewer"):
                parties.look(connection, claimant, made.actor(name), "to write the letter")
        with pytest.raises(ActRefused, match="reason of 10"):
            parties.look(connection, claimant, made.actor("rita"), "why not")
        assert parties.look(connection, claimant, made.actor("rita"), "to write the letter") == "Zara Canary"
        found = case_detail(connection, made.case_id, made.actor("rita"))
        assert found is not None
        looks = [(each.reason, each.by, each.comment) for each in found.timeline if each.act == "looked at a name"]
        assert looks == [("seat 3", "rita", "to write the letter")]


def test_a_case_without_a_claimant_is_no_case(database: Database) -> None:
    with database.begin() as connection:
        party = cases.NewParty("respondent", "seat 5")
        for listed in ((), (party,), (party, party)):
            with pytest.raises(BadClaim):
                cases.open_case(connection, cases.NewCase(1, None, "link", CLAIM, listed))


def test_the_claim_of_a_draft_can_be_written_anew_and_later_it_lasts(database: Database) -> None:
    with database.begin() as connection:
        made = opened(desk(connection))
        party = made.claimant.party_id or 0
        new = cases.NewCase(1, None, "link", dataclasses.replace(CLAIM, amount=7), (), "USD", 2)
        cases.rewrite_claim(connection, made.case_id, party, new)
        made.do("rita", Act.SUBMIT)
        with pytest.raises(ActRefused, match="not possible in this case now"):
            cases.rewrite_claim(connection, made.case_id, party, new)
        assert cases.add_party(connection, made.case_id, cases.NewParty("respondent", "house"))
        found = case_detail(connection, made.case_id, made.actor("rita"))
        assert found is not None
        assert [claim.amount for claim in found.claims] == [5, 7]
        bring_to(made, State.SECOND_REVIEW)
        with pytest.raises(ActRefused, match="not possible in this case now"):
            cases.add_party(connection, made.case_id, cases.NewParty("respondent", "house"))


LASTING = (
    "dispute_act", "dispute_decision", "dispute_evidence", "dispute_claim", "identity_look", "ledger_entry",
    "ledger_posting", "ruling", "dispute_transition",
)  # fmt: skip


def test_what_was_ruled_booked_and_done_cannot_be_changed_even_by_the_owner(database: Database, owner_url: URL) -> None:
    with database.begin() as connection:
        bring_to(desk(connection), State.CLOSED)
    with psycopg.connect(libpq_address(owner_url), autocommit=True) as owner:
        for table in LASTING:
            for statement in (f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
                with pytest.raises(psycopg.errors.RestrictViolation, match="cannot be changed or deleted"):
                    owner.execute(statement.encode())
        for change in (
            "ruling SET outcome = 'partly upheld'",
            "ledger_entry SET amount = 1",
            "dispute_act SET at = now()",
        ):
            with pytest.raises(psycopg.errors.RestrictViolation):
                owner.execute(f"UPDATE {change}".encode())


POSTING = """
INSERT INTO ledger_posting (ruling_id, number, kind, entries, reference, account_id)
SELECT id, 9, 'paid', 2, '{}', (SELECT min(id) FROM account) FROM ruling;
"""
RULING = """
INSERT INTO ruling (dispute_id, round, rank, outcome, amounts, document, digest, minor, replaces_id)
SELECT dispute_id, round, rank, outcome, amounts, {}, digest, minor, id FROM ruling
"""
ENTRY = "INSERT INTO ledger_entry SELECT id, {}, '{}', {} FROM ruling;"
# What nobody may write, and the code of the error.
BAD_ROWS = {
    "the sum is not zero": (
        POSTING.format("r") + ENTRY.format(9, "seat 3", 5) + ENTRY.format(9, "house", -4),
        "23514",
    ),
    "a further entry": (ENTRY.format(1, "seat 5", 5), "23514"),
    "two further entries": (ENTRY.format(1, "seat 5", 5) + ENTRY.format(1, "seat 6", -5), "23514"),
    "a payment without a reference": (POSTING.format(""), "23514"),
    "a posting without entries": (POSTING.format("r"), "23514"),
    "a second ruling": (RULING.format("document"), "DS002"),
    "a ruling of another text": (RULING.format("'other'"), "DS002"),
    "bytes of another digest": ("INSERT INTO exhibit VALUES (sha256('a'), 'image/png', 'b')", "23514"),
    "the state of a case": ("UPDATE dispute SET state = 'closed'", "42501"),
}


def test_rows_past_the_code_are_refused(database: Database, database_url: URL) -> None:
    with database.begin() as connection:
        bring_to(desk(connection), State.REMEDY_PENDING)
    with psycopg.connect(libpq_address(database_url), autocommit=True) as application:
        for name, (statements, code) in BAD_ROWS.items():
            with pytest.raises(psycopg.Error) as caught:
                application.execute(f"BEGIN; {statements}; COMMIT".encode())
            assert (name, caught.value.sqlstate) == (name, code)
            application.execute("ROLLBACK")
            assert application.execute("SELECT count(*) FROM ledger_entry").fetchone() == (2,), name


def test_a_new_case_is_a_draft_whatever_its_row_says(database: Database) -> None:
    with database.begin() as connection:
        state = connection.execute(
            text("""INSERT INTO dispute (venue_id, opened_through, acknowledge_hours, decide_days, state, outcome,
                    round) VALUES (1, 'desk', 1, 1, 'ruled', 'upheld', 7) RETURNING state, outcome, round""")
        ).one()
    assert tuple(state) == ("draft", "", 0)


def test_the_owner_of_a_case_sees_its_venue(database: Database) -> None:
    with database.begin() as connection:
        room = bring_to(desk(connection), State.UNDER_REVIEW)
        anna = room.people["anna"].account_id
        other = connection.execute(text("INSERT INTO venue (id, name) VALUES (2, 'north') RETURNING id")).scalar_one()
        connection.execute(text("UPDATE account SET venue_id = :venue WHERE id = :id"), {"venue": other, "id": anna})
        wish = dataclasses.replace(room.wish("rita", Act.ASSIGN), assignee_id=anna)
        with pytest.raises(ActRefused, match="anna sees only the venue north, so anna cannot own this case"):
            acts.act(connection, wish)
        ben = dataclasses.replace(wish, assignee_id=room.people["ben"].account_id)
        assert acts.act(connection, ben).last_act == wish.seen.last_act + 1
