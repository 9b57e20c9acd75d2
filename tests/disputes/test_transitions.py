"""The table of transitions: every state, every act, every role and every relation."""

from itertools import combinations, product

import pytest

from auditor.disputes.acts import Act, Relation, Role
from auditor.disputes.decisions import Decision, decision, second_act, third_act
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import BadRuling
from auditor.disputes.states import TAKES_EVIDENCE, UNDECIDED, WITH_RULING, State
from auditor.disputes.transitions import TABLE, ActRefused, acts_for, after

RULES = {Act.PROPOSE, Act.AGREE, Act.DIFFER, Act.MAJORITY, Act.NO_MAJORITY}
ALL_RELATIONS = [frozenset(some) for size in range(3) for some in combinations(Relation, size)]


def test_every_cell_is_either_in_the_table_or_refused_with_a_sentence() -> None:
    """All states, acts, roles and pairs of relations: the buttons of a page are exactly the possible acts."""
    possible = 0
    for state, role, relations in product(State, Role, ALL_RELATIONS):
        buttons = acts_for(state, role, relations)
        for act in Act:
            if act in buttons:
                assert after(state, act, role, relations) is TABLE[state, act].to
                possible += 1
                continue
            with pytest.raises(ActRefused, match=r"^[A-Z].*\.$"):
                after(state, act, role, relations)
    assert possible > 1_000


def test_an_admin_and_a_viewer_do_nothing_and_only_an_adjudicator_rules() -> None:
    for row in TABLE.values():
        assert row.roles.isdisjoint({Role.ADMIN, Role.VIEWER})
        if row.act in RULES:
            assert row.roles == {Role.ADJUDICATOR}


def test_opener_proposer_second_and_third_are_four_people() -> None:
    """Whoever has one of these relations cannot have the next one, whatever other relations he has."""
    for relations in ALL_RELATIONS:
        able = {act for state in State for act in acts_for(state, Role.ADJUDICATOR, relations)}
        if Relation.OPENER in relations:
            assert able.isdisjoint({*RULES, Act.DECLINE, Act.TAKE, Act.BEGIN_SECOND, Act.ORDER_REMEDY})
        if relations & {Relation.PROPOSER, Relation.TRIAGER}:
            assert able.isdisjoint({Act.BEGIN_SECOND, Act.AGREE, Act.DIFFER, Act.MAJORITY, Act.NO_MAJORITY})
        if Relation.SECOND in relations:
            assert able.isdisjoint({Act.MAJORITY, Act.NO_MAJORITY})
        elif able & {Act.AGREE, Act.DIFFER}:
            pytest.fail("somebody agrees who does not do the second review")


def test_every_state_can_be_reached_and_all_but_the_ends_can_be_left() -> None:
    reached, fresh = {State.DRAFT}, {State.DRAFT}
    while fresh:
        fresh = {row.to for row in TABLE.values() if row.state in fresh} - reached
        reached |= fresh
    assert reached == set(State)
    stuck = {state for state in State if not any(r.state is state and r.to is not state for r in TABLE.values())}
    assert stuck == {State.WITHDRAWN}


def test_no_ruling_is_made_without_a_second_or_a_third_decision() -> None:
    into = {(row.state, row.act) for row in TABLE.values() if row.to is State.RULED}
    assert into == {
        (State.SECOND_REVIEW, Act.AGREE),
        (State.THIRD_REVIEW, Act.MAJORITY),
        (State.APPEALED, Act.REFUSE_APPEAL),
        (State.APPEALED, Act.WITHDRAW),
    }
    assert not {State.PROPOSED, State.SECOND_REVIEW, State.THIRD_REVIEW, *WITH_RULING[:4]} & set(TAKES_EVIDENCE)
    assert set(UNDECIDED).isdisjoint(WITH_RULING)


@pytest.mark.parametrize(("second", "third", "first_act", "last_act"), [
    (decision(Outcome.UPHELD, {"seat 1": 5, "house": -5, "seat 2": 0}), None, Act.AGREE, None),
    (decision(Outcome.PARTLY, {"seat 1": 5, "house": -5}), decision(Outcome.UPHELD, {"house": -5, "seat 1": 5}),
     Act.DIFFER, Act.MAJORITY),
    (decision(Outcome.UPHELD, {"seat 1": 6, "house": -6}), decision(Outcome.UPHELD, {"seat 1": 6, "house": -6}),
     Act.DIFFER, Act.MAJORITY),
    (decision(Outcome.NOT_UPHELD, {}), decision(Outcome.UPHELD, {"seat 1": 6, "house": -6}),
     Act.DIFFER, Act.NO_MAJORITY),
])  # fmt: skip
def test_two_decisions_agree_or_a_third_one_decides(
    second: Decision, third: Decision | None, first_act: Act, last_act: Act | None
) -> None:
    first = decision(Outcome.UPHELD, {"seat 1": 5, "house": -5})
    assert second_act(first, second) is first_act
    if third is not None:
        assert third_act(first, second, third) is last_act


def test_a_decision_without_the_house_is_refused() -> None:
    with pytest.raises(BadRuling, match="The amounts do not sum to zero"):
        decision(Outcome.UPHELD, {"seat 1": 5})
