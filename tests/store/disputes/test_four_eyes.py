"""Many people try at the same time to decide a case alone, over connections of their own."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from auditor.disputes.acts import Act, Role
from auditor.disputes.decisions import decision_of
from auditor.disputes.states import State
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes import decisions
from auditor.store.disputes.acts import CaseAct, Seen, Stale, act, seen_now
from auditor.store.disputes.people import Actor
from auditor.store.postgres.database import Database
from tests.store.disputes.cases import COMMENT, bring_to, desk, ruling

pytestmark = pytest.mark.database
Rows = Callable[..., list[tuple[Any, ...]]]

BEATEN = """
SELECT d.id FROM dispute AS d JOIN dispute_decision AS one ON (one.dispute_id, one.rank) = (d.id, 1)
JOIN dispute_decision AS two ON (two.dispute_id, two.round, two.rank) = (d.id, one.round, 2)
WHERE one.account_id = two.account_id OR d.opener_id IN (one.account_id, two.account_id)
   OR (SELECT count(*) FROM ruling AS r WHERE (r.dispute_id, r.round) = (d.id, one.round)) > 1
"""
DECIDES = """
INSERT INTO dispute_decision (dispute_id, round, rank, account_id, opener, outcome, amounts)
SELECT id, round, 2, :who, 0, 'upheld', '{"seat 3": 5, "house": -5}' FROM dispute WHERE id = :case
"""
RULED = "SELECT count(*), count(DISTINCT (dispute_id, round)) FROM ruling"
ATTEMPTS = (Act.PROPOSE, Act.BEGIN_SECOND, Act.AGREE, Act.TAKE_BACK, Act.LEAVE_SECOND)


@pytest.mark.parametrize("tries", [40, pytest.param(200, marks=pytest.mark.campaign)])
def test_no_try_beats_four_eyes(tries: int, database: Database, rows: Rows) -> None:
    """The opener and two adjudicators, each in many tabs. One tries everything alone; all press at the same moments.
    At last the case is ruled by two people, or it still waits: it is never ruled by one.
    """
    with database.begin() as connection:
        made = bring_to(desk(connection), State.UNDER_REVIEW)
        # The opener becomes an adjudicator: the role alone must not help.
        connection.execute(text("UPDATE account SET role = 'adjudicator' WHERE name = 'rita'"))
    rita = Actor(Role.ADJUDICATOR, made.people["rita"].account_id)
    everybody = [rita, made.people["anna"]]
    gate = threading.Barrier(8)
    outcomes: list[str] = []

    def tries_of_one_tab(number: int) -> None:
        drawn = random.Random(number)
        gate.wait()
        for _ in range(tries // 8):
            who, wanted = drawn.choice(everybody), drawn.choice(ATTEMPTS)
            try:
                with database.begin() as connection:
                    attempt(connection, made.case_id, who, wanted)
                outcomes.append("done")
            except (ActRefused, DBAPIError) as refusal:
                outcomes.append(type(refusal).__name__)

    with ThreadPoolExecutor(8) as tabs:
        for done in [tabs.submit(tries_of_one_tab, number) for number in range(8)]:
            done.result()
    assert len(outcomes) == tries // 8 * 8
    assert rows(BEATEN) == []
    assert rows(RULED) == [(0, 0)]
    assert "done" in outcomes
    assert "ActRefused" in outcomes


def attempt(connection: Any, case_id: int, who: Actor, wanted: Act) -> None:
    """One press of a button. Decisions are also tried as bare rows, past the code."""
    seen = seen_now(connection, case_id)
    wish = CaseAct(case_id, wanted, who, seen, comment=COMMENT)
    if wanted is Act.PROPOSE:
        decisions.propose(connection, wish, ruling())
    elif wanted is Act.AGREE:
        connection.execute(
            text(DECIDES),
            {"who": who.account_id, "case": case_id},
        )
        act(connection, wish)
    else:
        act(connection, wish)


def test_two_press_at_once_and_one_reads_why(database: Database, rows: Rows) -> None:
    """Two adjudicators begin the second review: one has it, and the other reads what happened."""
    with database.begin() as connection:
        made = bring_to(desk(connection), State.PROPOSED)
        seen: Seen = made.seen()
    gate = threading.Barrier(2)

    def begins(name: str) -> str:
        with database.begin() as connection:
            gate.wait()
            try:
                act(connection, CaseAct(made.case_id, Act.BEGIN_SECOND, made.people[name], seen))
            except Stale as refusal:
                return str(refusal)
        return "done"

    with ThreadPoolExecutor(2) as both:
        answers = sorted([each.result() for each in [both.submit(begins, name) for name in ("ben", "cora")]])
    assert (answers[1], answers[0].startswith("Somebody else acted on this case in between.")) == ("done", True)
    assert rows("SELECT count(*) FROM dispute_act WHERE act = 'begin second review'") == [(1,)]


def test_both_agree_at_once_and_there_is_one_ruling(database: Database, rows: Rows) -> None:
    with database.begin() as connection:
        made = bring_to(desk(connection), State.SECOND_REVIEW)
        seen = made.seen()
    gate = threading.Barrier(4)

    def agrees() -> str:
        try:
            with database.begin() as connection:
                gate.wait()
                own = decision_of(ruling())
                decisions.decide_second(connection, made.case_id, made.people["ben"], seen, own, "as I see it")
        except (ActRefused, DBAPIError):
            return "refused"
        return "done"

    with ThreadPoolExecutor(4) as tabs:
        answers = [each.result() for each in [tabs.submit(agrees) for _ in range(4)]]
    assert sorted(answers) == ["done", "refused", "refused", "refused"]
    assert rows(RULED) == [(1, 1)]
