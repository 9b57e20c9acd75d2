"""The table of all transitions of a case: in which state each act is possible, who may do it, and which state follows.

The database has the same table (`dispute_transition`), and checks each act against it. A test compares the two tables.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from auditor.disputes.acts import Act, Relation, Role
from auditor.disputes.states import TAKES_EVIDENCE, UNDECIDED, WITH_RULING, State


class ActRefused(ValueError):
    """Raised for an act that cannot be done. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One row of the table: the act leads from `state` to the state `to`.

    A person may act if these conditions are true:

    - `roles` has the role of the person
    - `only` is empty, or the person has at least one of these relations to the case
    - the person has none of the relations in `never`
    """

    state: State
    act: Act
    to: State
    roles: frozenset[Role]
    only: frozenset[Relation] = frozenset()
    never: frozenset[Relation] = frozenset()

    def refusal(self, role: Role, relations: Collection[Relation]) -> str:
        """Returns one sentence that says why the person may not do the act. Returns an empty text if the person may."""
        if role not in self.roles:
            return f"Your role is {role}. This act is for: {_listed(self.roles, Role)}."
        if self.only and self.only.isdisjoint(relations):
            return f"Only the {' or the '.join(_ordered(self.only, Relation))} of this case may do this."
        barred = [_BARRED[each] for each in Relation if each in self.never and each in relations]
        if barred:
            return f"You {barred[0]}, so another person must do this."
        return ""


_BARRED: Final[Mapping[Relation, str]] = {
    Relation.OPENER: "opened this case",
    Relation.CLAIMANT: "are the claimant",
    Relation.RESPONDENT: "are a party of this case",
    Relation.PROPOSER: "proposed the ruling",
    Relation.SECOND: "did the second review",
    Relation.THIRD: "did the third review",
    Relation.TRIAGER: "decided about a finding of this case",
}

_DESK: Final = frozenset({Role.REVIEWER, Role.ADJUDICATOR})
_ADJUDICATOR: Final = frozenset({Role.ADJUDICATOR})
_ANYBODY: Final = _DESK | {Role.PARTY}
_OPENER: Final = frozenset({Relation.OPENER})
_SIDE: Final = _OPENER | {Relation.CLAIMANT}
_PARTIES: Final = _SIDE | {Relation.RESPONDENT}
_NOT_SECOND: Final = frozenset({Relation.OPENER, Relation.PROPOSER, Relation.TRIAGER})
_NOT_THIRD: Final = _NOT_SECOND | {Relation.SECOND}
_DECIDED: Final = frozenset({Relation.OPENER, Relation.PROPOSER, Relation.SECOND, Relation.THIRD})


def _rows() -> Iterator[Transition]:
    s, a = State, Act
    yield Transition(s.DRAFT, a.SUBMIT, s.RECEIVED, _ANYBODY, only=_OPENER)
    yield Transition(s.RECEIVED, a.ADMIT, s.ADMISSIBLE, _DESK)
    for state in (s.RECEIVED, s.ADMISSIBLE, s.UNDER_REVIEW):
        yield Transition(state, a.DECLINE, s.DECLINED, _ADJUDICATOR, never=_OPENER)
    for state in (s.ADMISSIBLE, s.REOPENED):
        yield Transition(state, a.TAKE, s.UNDER_REVIEW, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.UNDER_REVIEW, a.WAIT_FOR_EVIDENCE, s.AWAITING_EVIDENCE, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.AWAITING_EVIDENCE, a.RESUME, s.UNDER_REVIEW, _DESK)
    yield from _reviews()
    yield from _remedies()
    for state in WITH_RULING:
        yield Transition(state, a.CORRECT, s.UNDER_REVIEW, _ADJUDICATOR, never=_OPENER)
        yield Transition(state, a.APPEAL, s.APPEALED, _ANYBODY, only=_PARTIES)
    yield Transition(s.APPEALED, a.ALLOW_APPEAL, s.REOPENED, _ADJUDICATOR, never=_DECIDED)
    yield Transition(s.APPEALED, a.REFUSE_APPEAL, s.RULED, _ADJUDICATOR, never=_DECIDED)
    for state in (s.CLOSED, s.DECLINED):
        yield Transition(state, a.REOPEN, s.REOPENED, _ADJUDICATOR, never=_OPENER)
    for state in (s.DRAFT, *UNDECIDED):
        after_withdrawal = s.RULED if state is s.APPEALED else s.WITHDRAWN
        who = _PARTIES if state is s.APPEALED else _SIDE
        yield Transition(state, a.WITHDRAW, after_withdrawal, _ANYBODY, only=who)
    for state in TAKES_EVIDENCE:
        yield Transition(state, a.ADD_EVIDENCE, state, _ANYBODY)
        yield Transition(state, a.ADD_STATEMENT, state, _ANYBODY)
    for state in UNDECIDED:
        yield Transition(state, a.ASSIGN, state, _DESK)


def _reviews() -> Iterator[Transition]:
    """Four eyes: opener, proposer and second are three people, and nobody who decided about a finding is the second."""
    s, a = State, Act
    yield Transition(s.UNDER_REVIEW, a.PROPOSE, s.PROPOSED, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.PROPOSED, a.TAKE_BACK, s.UNDER_REVIEW, _ADJUDICATOR, only=frozenset({Relation.PROPOSER}))
    yield Transition(s.PROPOSED, a.BEGIN_SECOND, s.SECOND_REVIEW, _ADJUDICATOR, never=_NOT_SECOND)
    yield Transition(s.SECOND_REVIEW, a.LEAVE_SECOND, s.PROPOSED, _ADJUDICATOR, never=_OPENER)
    for act, state in ((a.AGREE, s.RULED), (a.DIFFER, s.THIRD_REVIEW)):
        only = frozenset({Relation.SECOND})
        yield Transition(s.SECOND_REVIEW, act, state, _ADJUDICATOR, only=only, never=_NOT_SECOND)
    for act, state in ((a.MAJORITY, s.RULED), (a.NO_MAJORITY, s.UNDER_REVIEW)):
        yield Transition(s.THIRD_REVIEW, act, state, _ADJUDICATOR, never=_NOT_THIRD)


def _remedies() -> Iterator[Transition]:
    s, a = State, Act
    yield Transition(s.RULED, a.ORDER_REMEDY, s.REMEDY_PENDING, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.RULED, a.NO_REMEDY, s.NO_REMEDY, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.REMEDY_PENDING, a.PAY, s.REMEDY_PENDING, _DESK)
    yield Transition(s.REMEDY_PENDING, a.WAIVE, s.REMEDY_PENDING, _ADJUDICATOR, never=_OPENER)
    for state in (s.REMEDY_PENDING, s.REMEDIED):
        yield Transition(state, a.REVERSE, s.REMEDY_PENDING, _ADJUDICATOR, never=_OPENER)
    yield Transition(s.REMEDY_PENDING, a.FINISH_REMEDY, s.REMEDIED, _DESK)
    for state in (s.REMEDIED, s.NO_REMEDY):
        yield Transition(state, a.CLOSE, s.CLOSED, _DESK)


TABLE: Final[Mapping[tuple[State, Act], Transition]] = MappingProxyType({(row.state, row.act): row for row in _rows()})


# The acts that only add something. Two people may do them at the same moment without harm. Every other act is refused
# if somebody else acted since the person had read the case.
ADDING: Final = (Act.ADD_EVIDENCE, Act.ADD_STATEMENT)


def after(state: State, act: Act, role: Role, relations: Collection[Relation] = ()) -> State:
    """Returns the state that follows the act of a person with this role and these relations to the case. Raises
    `ActRefused` if the act is not possible in this state, or if this person may not do it.
    """
    row = TABLE.get((state, act))
    if row is None:
        possible = [str(each.act) for each in TABLE.values() if each.state is state]
        raise ActRefused(f'The case is "{state}". In this state you can: {", ".join(possible) or "do nothing"}.')
    refusal = row.refusal(role, relations)
    if refusal:
        raise ActRefused(refusal)
    return row.to


def acts_for(state: State, role: Role, relations: Collection[Relation] = ()) -> tuple[Act, ...]:
    """Returns the acts that a person with this role and these relations may do in this state, in the order of `Act`."""
    rows = [TABLE[state, act] for act in Act if (state, act) in TABLE]
    return tuple([row.act for row in rows if not row.refusal(role, relations)])


def _ordered(chosen: Collection[StrEnum], order: Iterable[StrEnum]) -> list[str]:
    return [str(each) for each in order if each in chosen]


def _listed(chosen: Collection[StrEnum], order: Iterable[StrEnum]) -> str:
    return ", ".join(_ordered(chosen, order))
